"""Packs as they are written: reading, checking and reporting on folders of TOML.

A pack's files are read (`find`), its tables become records (`build`), edits are carried out on them (`merge`), and the result
is judged (`references`, `content_bounds`).  Faults are values (`diagnostics`), gathered in a `report`.
"""
