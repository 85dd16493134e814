"""The mini-expansion Igloos as data: TOML only."""
