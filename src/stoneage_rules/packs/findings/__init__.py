"""Faults and diagnostics of packs: their values, wording and output formats."""
