"""Finds the files of packs, enforces size limits, and reads them as TOML."""
