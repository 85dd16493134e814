"""The exit codes of the command: one rule for all that it can do."""

from __future__ import annotations

__all__ = ["CANNOT", "FINE", "FOUND", "MEANINGS"]

FINE, FOUND, CANNOT = 0, 1, 2

MEANINGS = {
    FINE: "it is done, and all is well",
    FOUND: "it is done, and something is wrong: `check` has findings, `test` a check that fails, `replay` a record that is no "
    "game, `play` and `simulate` a game that does not end",
    CANNOT: "it could not be done, or was interrupted: the command line makes no sense, a file is missing or cannot be read, a "
    "table or a pack cannot be loaded, a plugin fails",
}
"""What each code says, for the help."""
