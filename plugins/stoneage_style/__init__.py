"""The expansion Style is the Goal as data: TOML only."""
