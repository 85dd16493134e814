"""The base game as data: TOML only.  The game belongs to its publisher; these are its rules in our own words."""
