"""Packs as they are written: reading, checking and reporting on folders of TOML.

A pack is read (`reading`), its tables become records (`records`), edits are carried out on them (`editing`), and what
comes of it is judged (`checks`).  What is wrong is a value (`findings`), gathered in a `report`.  `build` leads through
all of it; `schema` and `provenance` tell of it.  What the rules do in play is not here: see `kernel`.
"""
