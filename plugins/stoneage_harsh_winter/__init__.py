"""The variant Harsh Winter as data: TOML only."""
