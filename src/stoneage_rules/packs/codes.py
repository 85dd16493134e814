"""The register of diagnostic codes: what each means and how it is mended; `stoneage explain CODE` prints from here.

Where a finding stands and what exactly was met there is not here: see `diagnostics`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

import attrs

__all__ = ["CODES", "Code", "register"]


@attrs.frozen
class Code:
    """One kind of finding. A code is never used again for anything else, even when its check is gone."""

    code: str
    title: str
    """One general sentence."""
    meaning: str
    """What is wrong and why it matters, in the words of TOML and of the game."""
    mend: str
    """What the author of a pack can do about it."""


def register(codes: Iterable[Code]) -> Mapping[str, Code]:
    """The codes by their names; a name met twice is refused."""
    found: dict[str, Code] = {}
    for code in codes:
        if code.code in found:
            raise ValueError(f"code {code.code} is taken: {found[code.code].title}")
        found[code.code] = code
    return MappingProxyType(found)


_READING = (
    Code(
        "SA101",
        "This file is not TOML.",
        "The file breaks the grammar of TOML, so nothing in it can be read. The place shown is where reading had to "
        "stop; the cause stands there or shortly before. Other findings in the same file appear only once this one is "
        "mended.",
        "Look for a missing quotation mark, bracket or equals sign, or for a key or table that is written twice. Text "
        "stands in quotation marks, a list in [ ] and an inline table in { }. Each key stands on a line of its own.",
    ),
    Code(
        "SA102",
        "This spelling belongs to TOML 1.1, and packs are TOML 1.0.",
        "TOML 1.1 allows line breaks and a last comma inside the braces of an inline table, the escapes \\e and \\x, "
        "and times without seconds. Many editors and tools refuse them. Packs keep to TOML 1.0, so that every tool "
        "reads the same file in the same way.",
        "Write the inline table on one line without a comma at its end, or give it a table header of its own. Write "
        "\\u001b for \\e, \\u0041 for \\x41, and 07:30:00 for 07:30.",
    ),
    Code(
        "SA103",
        "This file cannot be read.",
        "The file or folder is not there, may not be opened, or is not text in UTF-8. Nothing of it could be checked.",
        "Check the path and the permission to read it. If the file is there, save it again as UTF-8 without a byte "
        "order mark; every editor offers this as an encoding.",
    ),
    Code(
        "SA104",
        "The manifest pack.toml is missing or has a wrong entry.",
        "Every pack has a file pack.toml at its root. It tells the pack's id, its version, the content format it is "
        "written for and the packs it needs. Without a correct manifest the rest of the pack is not read.",
        "Create pack.toml, or correct the entry shown. The id is lower case, with hyphens between words, and the "
        "version looks like 1.2.0. Packs that must be there stand in the table [requires].",
    ),
)

_STRUCTURE = (
    Code(
        "SA201",
        "A value is of the wrong type.",
        'The key is right, but its value is of another type than belongs there: "3" is text and 3 is a whole number, '
        "3.0 is not a whole number, and a single value is not a list. Values are never converted, because a guess "
        "could silently change the rules.",
        "Write the value as the message says. Whole numbers, true and false stand without quotation marks, text with "
        "them. A list stands in [ ], even if it has only one entry.",
    ),
    Code(
        "SA202",
        "This table has no such key.",
        "No table of this kind knows the key, so it would be without effect. A key that does nothing is nearly always "
        "a slip of the pen or stands in the wrong table.",
        "Correct the spelling; the message names the nearest right key. If the key belongs to another table, move it "
        "below that table's header: a key always belongs to the last header above it. Otherwise take the line away.",
    ),
    Code(
        "SA203",
        "A value names something that does not exist.",
        "The id given here is declared neither in this pack nor in a pack that it requires or lists as optional. Ids "
        "of other packs are not seen, even when those packs are in the game.",
        "Correct the spelling; the message names the nearest right id. If the id comes from another pack, name that "
        "pack under [requires] or [optional] in pack.toml. If two packs declare the same short id, write it with the "
        "pack's id and a colon in front.",
    ),
    Code(
        "SA204",
        "A key is missing.",
        "The table lacks a key that must be given. There is no value that would be right for every table of this "
        "kind, so nothing is put in its place.",
        "Add the key to the table shown. `stoneage schema` and the reference list the keys of every kind of table, "
        "with their types and the values used when a key is left out.",
    ),
    Code(
        "SA205",
        "There is no such kind of table.",
        "The header names a kind of table that neither the library nor a module in the game declares. Nothing below "
        "this header could take effect.",
        "Correct the spelling; kinds are written in the singular. A kind of item comes into being by a table "
        "[[kind]] with its id. Tables that change something of another pack begin with patch, replace or remove.",
    ),
    Code(
        "SA206",
        "The same id is declared twice.",
        "Two tables of the same kind have the same id, and nothing says which of them is meant. Both places are shown.",
        "Give one of them another id. To change what another pack declares, do not declare it again: write a patch, "
        "or a replace table with a reason.",
    ),
    Code(
        "SA207",
        "This value is impossible here.",
        "The value is of the right type but cannot be: the number is out of range, the list is empty where something "
        "must stand, or two values contradict each other. The message says what is allowed.",
        "Give a value within the range shown. Where two values contradict each other, both places are shown; change "
        "the one that is wrong, or leave it out.",
    ),
    Code(
        "SA208",
        "No effect is called by this verb.",
        "The key `do` of an effect names its verb: what the effect does. Neither the library nor a module in the game "
        "offers the verb given here.",
        "Correct the spelling; the message names the nearest verb. The reference describes all verbs. If the verb "
        "comes from another module, name that module under [requires] in pack.toml.",
    ),
    Code(
        "SA209",
        "This id is not well formed.",
        "Ids are made of lower-case letters, digits and hyphens. Some words, such as figure "
        "and tool, belong to the library itself and may not be ids, because notation and messages use them.",
        "Write the id in lower case, with hyphens instead of blanks and underscores. The text shown to players stands "
        "under the key `name`, where any spelling is allowed. If the word is reserved, choose another.",
    ),
    Code(
        "SA210",
        "A statement names a check that does not exist.",
        "The key `checks` of a statement says which checks of the library carry it, so that a refused player is told "
        "the sentence of the rules. No check has the name given here, so the statement would never be quoted.",
        "Correct the spelling; the message names the nearest check. If the statement is carried by content alone, "
        "leave the key `checks` away and cite the statement in the table's `rules`.",
    ),
)

_TABLE = (
    Code(
        "SA301",
        "There is no such module.",
        "The table that is to be played asks for a module that is neither installed nor a folder with a pack.toml. "
        "The game cannot begin without it.",
        "Correct the spelling, or install the package that offers the module. A folder is named by its path, such as "
        "./my-house-rules.",
    ),
    Code(
        "SA302",
        "This number of players is not allowed.",
        "Each module says for how many players it is made, and a table is played by a number that all its modules "
        "allow. The number given here is not among them.",
        "Choose a number from the range shown. If a module narrows the range too much, leave it out.",
    ),
    Code(
        "SA303",
        "An option or entry of the table to be played is unknown or of the wrong type.",
        "A table file or a call names players, modules and the options of those modules. The entry shown is not one "
        "of these, or its value is not one that the option allows.",
        "Correct the spelling or the value; the message says which are allowed. An option can be given only while its "
        "module is in the game.",
    ),
    Code(
        "SA304",
        "The table refuses reconstructed data, and a module in the game has some.",
        "Some values of the printed game are not known for certain; their tables carry the confidence `reconstructed`. "
        "This table says `allow_reconstructed = false`, so it cannot be played with them.",
        "Leave out the module shown, or add a small pack that replaces the values by ones you are sure of. To play "
        "with the reconstructed values, take `allow_reconstructed = false` away.",
    ),
)

CODES: Mapping[str, Code] = register((*_READING, *_STRUCTURE, *_TABLE))
"""Every code there is: SA1 about reading files, SA2 about single tables, SA3 about the table that is to be played."""
