"""The deviations of one online site as a house-rule module: TOML only."""
