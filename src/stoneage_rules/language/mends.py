"""Changes of a TOML file that mend a fault: one value, from which both the help of a message and its fix are made.

A mend belongs to the value that its message shows.  As text it is what a person would write; `stoneage check --fix` writes it.
"""

from __future__ import annotations

import attrs

__all__ = ["Add", "Append", "Delete", "Mend", "Put", "Replace", "Write"]


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
    up: int = 0
    """How many tables and lists further out the table is."""

    def __str__(self) -> str:
        return f"{self.key} = {self.text}"


@attrs.frozen
class Append(Mend):
    """Gives a list one more element at its end; the list is a key of the table, and made if it is not there."""

    key: str
    text: str
    """The element, as TOML."""

    def __str__(self) -> str:
        return f"add `{self.text}` to the list `{self.key}`"


@attrs.frozen
class Delete(Mend):
    """Deletes an element, a key with its value, a record or an edit."""

    up: int = 0
    """How many tables and lists around what the message shows are deleted with it, as the record around its `id`."""

    def __str__(self) -> str:
        return "delete it"


@attrs.frozen
class Add(Mend):
    """Adds lines of TOML at the end of the file."""

    lines: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(f"  {line}" for line in self.lines)


@attrs.frozen
class Replace(Add):
    """Writes lines of TOML in place of a record."""
