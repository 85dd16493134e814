"""Checks of several records together: references, order, and content that cannot be played."""
