"""Packs as files: found, bounded, read as TOML."""
