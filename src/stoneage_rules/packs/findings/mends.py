"""Changes of a TOML file that mend a fault: one value, from which both the help of a message and its fix are made.

A mend belongs to the value that its message shows.  As text it is what a person would write; `stoneage check --fix` writes it.
"""

from __future__ import annotations

import attrs

__all__ = ["Mend", "Put", "Write"]


class Mend:
    """A change of a file that mends a fault."""

    __slots__ = ()


@attrs.frozen
class Write(Mend):
    """Writes something else in place of a value, or of its key."""

    text: str
    at_key: bool = False
    """True to write it in place of the key; the value stays."""

    def __str__(self) -> str:
        return self.text


@attrs.frozen
class Put(Mend):
    """Gives a key of a table a value, whether or not it has one; the table is the nearest around what the message shows."""

    key: str
    text: str
    """The value, as TOML."""

    def __str__(self) -> str:
        return f"{self.key} = {self.text}"
