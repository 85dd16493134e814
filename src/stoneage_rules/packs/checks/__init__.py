"""Checks across records: references, order, and content that cannot be played."""
