"""Whole games: the `Game` with its source of chance, records and their replay, the log."""
