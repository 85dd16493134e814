"""Packs as they are written: reading, checking and reporting on folders of TOML.

What the rules do in play is not here: see `kernel`.
"""
