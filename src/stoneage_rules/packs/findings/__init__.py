"""Faults and diagnostics of packs as values, the wording of their messages, and the forms in which they are shown."""
