"""Applies the edits of packs: finds their targets, changes the records, and reports conflicts between packs."""
