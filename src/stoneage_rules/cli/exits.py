"""The exit codes that all commands share."""

from __future__ import annotations

__all__ = ["CLOSED", "ERROR", "FINDINGS", "MEANINGS", "OK"]

OK, FINDINGS, ERROR = 0, 1, 2
CLOSED = 128 + 13  # as shells say of a program that the signal SIGPIPE has ended

MEANINGS = {
    OK: "it is done, and all is well",
    FINDINGS: "it is done, and something is wrong: `check` has findings, `test` a check that fails, `replay` a record that is no "
    "game, `play` and `simulate` a game that does not end",
    ERROR: "it could not be done, or was interrupted: the command line makes no sense, a file is missing or cannot be read, a "
    "table or a pack cannot be loaded, a plugin fails",
    CLOSED: "whoever read the output closed it before its end, as `head` does",
}
"""The meaning of each code, for the help."""
