"""The register of diagnostic codes: what each means and how it is mended; `stoneage explain CODE` prints from here.

Where a finding stands and what exactly was met there is not here: see `diagnostics`.
"""

from __future__ import annotations

from collections.abc import Mapping

from stoneage_rules.packs.findings.code import Code, page, register
from stoneage_rules.packs.findings.odd_codes import ODD_CODES

__all__ = ["CODES", "Code", "page", "register"]


_READING = (
    Code(
        "SA101",
        "This file is not TOML.",
        "The file breaks the grammar of TOML, so nothing in it can be read. The place shown is where reading had to stop; "
        "the cause stands there or shortly before. Other findings in the same file appear only once this one is mended.",
        "Look for a missing quotation mark, bracket or equals sign, or for a key or heading that is written twice. Text "
        "stands in quotation marks, a list in [ ] and a set of keys in { }. Each key stands on a line of its own.",
    ),
    Code(
        "SA102",
        "This belongs to TOML 1.1, and packs are TOML 1.0.",
        "TOML 1.1 allows line breaks and a last comma between braces, the escapes \\e and \\x, and times without seconds. "
        "Many editors and tools refuse them. Packs keep to TOML 1.0, so that every tool reads the same file in the same "
        "way.",
        "Write all between the braces on one line without a comma at its end. Write \\u001b for \\e, \\u0041 for \\x41, and "
        "07:30:00 for 07:30.",
    ),
    Code(
        "SA103",
        "This file cannot be read.",
        "The file or folder is not there, may not be opened, or is not text in UTF-8. Nothing of it could be checked.",
        "Check the path and the permission to read it. If the file is there, save it again as UTF-8 without a byte order "
        "mark; every editor offers this as an encoding.",
    ),
    Code(
        "SA104",
        "The manifest pack.toml is missing or has a wrong entry.",
        "Every pack has a file pack.toml at its root. It tells the pack's id, its version, the content format it is written "
        "for and the packs it needs. Without a correct manifest the rest of the pack is not read.",
        "Create pack.toml, or correct the entry shown. The id is lower case, with hyphens between words, and the version "
        "looks like 1.2.0. Packs that must be there stand under [requires].",
    ),
    Code(
        "SA105",
        "The pack needs another version of the library.",
        "Under [engine], `library` says with which versions of this library the pack works. The version installed is not "
        "one of them, so the pack may ask for things that this library does not know or does otherwise.",
        "Install a version of the library from the range shown, or a version of the pack made for yours. If you wrote the "
        "pack and have tried it with this library, widen the range.",
    ),
    Code(
        "SA106",
        "The pack needs a feature that this library does not have.",
        "Under [engine], `features` names what the pack builds on. This library does not have the one shown; most likely it "
        "is older than the pack.",
        "Correct the spelling; the message names the nearest feature and lists all. Otherwise install a newer library.",
    ),
    Code(
        "SA107",
        "A required pack is not at the table.",
        "The pack names another one under [requires], because it uses what that one declares. Nothing comes to the table on "
        "its own, so that a table file always shows everything that is played with.",
        "Add the pack shown to `modules` in the table file. If the pack can do without it, move the line from [requires] to "
        "[optional], and put what needs it into a file that begins with `only_if.packs`.",
    ),
    Code(
        "SA108",
        "A pack is at the table in another version than is required.",
        "Under [requires] or [optional] a pack says which versions of another pack it was made for. The version at this "
        "table is not among them.",
        "If you wrote the pack and have tried it with the version at the table, widen the range as the message shows. "
        "Otherwise install a version from the range.",
    ),
    Code(
        "SA109",
        "Two packs cannot be used together.",
        "One of the packs names the other under [conflicts], with a reason, which is shown. It does not matter which of the "
        "two says so.",
        "Leave one of them out of `modules` in the table file. The message says why its author holds them to be at odds.",
    ),
    Code(
        "SA110",
        "Packs come after each other in a circle.",
        "[requires], [optional] and [order] say which pack comes after which. Followed from pack to pack, the lines shown "
        "lead back to where they began, so there is no order in which all of them hold.",
        "Take one of the lines away. Most often two packs both ask to come last: decide which of them does.",
    ),
)

_STRUCTURE = (
    Code(
        "SA201",
        "A value is of the wrong type.",
        'The key is right, but its value is of another type than belongs there: "3" is text and 3 is a whole number, 3.0 is '
        "not a whole number, and a single value is not a list. Values are never converted, because a guess could silently "
        "change the rules.",
        "Write the value as the message says. Whole numbers, true and false stand without quotation marks, text with them. "
        "A list stands in [ ], even if it has only one entry.",
    ),
    Code(
        "SA202",
        "There is no such key here.",
        "No record or edit of this kind knows the key, so it would be without effect. A key that does nothing is nearly "
        "always a slip of the pen, or stands in the wrong place.",
        "Correct the spelling; the message names the nearest right key. If the key belongs to another record, move it below "
        "the header of that one: a key always belongs to the last header above it. In an edit, a key of the record is "
        "written with what is to be done, as in `set.circles`. Otherwise take the line away.",
    ),
    Code(
        "SA203",
        "A value names something that does not exist.",
        "The id given here is declared neither in this pack nor in a pack that it requires or lists as optional. Ids of "
        "other packs are not seen, even when those packs are at the table.",
        "Correct the spelling; the message names the nearest right id. If the id comes from another pack, as the message "
        "says where it can, name that pack under [requires] or [optional] in pack.toml. If two packs declare the same short "
        "id, write it with the pack's id and a colon in front.",
    ),
    Code(
        "SA204",
        "A key is missing.",
        "The record, edit or effect lacks a key that must be given. There is no value that would be right for each of its "
        "kind, so nothing is put in its place.",
        "Add the key at the place shown. `stoneage schema` and the reference list the keys of every kind of record, with "
        "their types and the values used when a key is left out.",
    ),
    Code(
        "SA205",
        "There is no such kind of record.",
        "The header names a kind of record that neither the library nor a pack known to this one declares. Nothing below "
        "this header could take effect. A table file in the folder of a pack is taken for such a file, too.",
        "Correct the spelling; kinds are written in the singular. A kind of item comes into being by a record [[kind]] with "
        "its id. Edits of what other packs have begin with patch, replace or remove. A table file belongs outside the "
        "pack's folder.",
    ),
    Code(
        "SA206",
        "The same id is declared twice.",
        "Two records of the same kind have the same id, and nothing says which of them is meant. Both places are shown. "
        "Statements and kinds of items have one space of names for all packs; so have the packs themselves.",
        "Give one of them another id. To change what another pack declares, do not declare it again: write a [[patch]] or a "
        "[[replace]].",
    ),
    Code(
        "SA207",
        "This value is impossible here.",
        "The value is of the right type but cannot be: the number is out of range, the list is empty where something must "
        "stand, or two values contradict each other. The message says what is allowed.",
        "Give a value within the range shown. Where two values contradict each other, change the one that is wrong, or "
        "leave it out.",
    ),
    Code(
        "SA208",
        "No effect is called by this verb.",
        "The key `do` of an effect names its verb: what the effect does. Neither the library nor a pack at the table offers "
        "the verb given here.",
        "Correct the spelling; the message names the nearest verb. The reference describes all verbs. If the verb comes "
        "from another pack, name that pack under [requires] in pack.toml.",
    ),
    Code(
        "SA209",
        "This id is not well formed.",
        "Ids are made of lower-case letters, digits and hyphens. Some words, such as figure and tool, belong to the library "
        "itself and may not be ids, because notation and messages use them.",
        "Write the id in lower case, with hyphens instead of blanks and underscores. The text shown to players stands under "
        "the key `name`, where any spelling is allowed. If the word is reserved, choose another.",
    ),
    Code(
        "SA210",
        "A statement names a check that does not exist.",
        "The key `checks` of a statement says which checks of the library carry it, so that a refused player is told the "
        "sentence of the rules. No check has the name given here, so the statement would never be quoted.",
        "Correct the spelling; the message names the nearest check. If the statement is carried by content alone, leave the "
        "key `checks` away and name the statement under `rules` of the records that carry it out.",
    ),
    Code(
        "SA211",
        "There is more of something than a game can have.",
        "Every option of every decision is listed before the game begins, and some numbers grow very fast: a choice of 12 "
        "goods out of 30 can be made in billions of ways. So the number of records of a kind, and of the options that they "
        "make, is bounded. What the game needs lies far below these bounds.",
        "Take some of the records away, or lower the number shown: fewer goods in a group, or fewer goods to choose. One of "
        "the two is enough.",
    ),
    Code(
        "SA212",
        "Piles are to be made of more items than there are.",
        "A row says how high the pile on each of its spaces is. All its piles together, with this number of players, need "
        "more items than start in the zone from which the row is filled, so the set-up could not be carried out.",
        "Lower `pile` of the row, or add items. A pack that removes items must see to both: the places of the removals are "
        "shown. The message prints an edit of the row with the highest piles that are possible.",
    ),
    Code(
        "SA213",
        "There can be only one record of this kind.",
        "A game has one range of player numbers, one supply of figures, one of tools and one course. A second record of such "
        "a kind does not add to the first, and neither would count more than the other.",
        "Change the record that is there by a [[patch]], as the message prints it, or [[replace]] it. If each is meant for "
        "some tables, give both a `when`, so that only one holds at a time.",
    ),
    Code(
        "SA214",
        "Something is drawn where the draw could go wrong.",
        "Whatever lies in a zone can be met by every draw from it. An item of another kind, with no zone to which it goes, "
        "would come to lie where it does not belong. And who draws face down from a queue draws what everybody has seen.",
        "Give the other kind a `drawn_to`: one that is met goes there, and the draw is made again. Or keep the kinds in "
        "zones of their own. Hidden items are drawn from a zone that is a bag.",
    ),
    Code(
        "SA215",
        "This effect does not belong here.",
        "Most effects can stand wherever effects are listed, but some make sense in few places: `place` is the whole of "
        "a phase, `resolve` is a seat's turn in one, `buy` asks about what lies on a location, and a `roll` without `dice` "
        "needs figures that act. Anywhere else they would do nothing, or break off what is going on.",
        "Move the effect to where it belongs; the message and the page of the verb say where that is. Usually another verb "
        "says what was meant: what a card brings is `gain`, `choose`, `points`, `tool`, `figure` or `advance`.",
    ),
    Code(
        "SA216",
        "Something is offered for sale without a price.",
        "A figure on a location with `buy` asks its owner whether to pay for what lies there. The price is the location's "
        "`cost`, or the item's own. Here neither has one, so that nobody could say what must be paid.",
        "Give the location a `cost` for whatever lies there, or each item one of its own. If an edit has taken the price "
        "away, it must say what is paid instead.",
    ),
)

_TABLE = (
    Code(
        "SA217",
        "A phase or step never comes.",
        "The phases of a round and the steps of the set-up come in the order in which the game's course names them. The one "
        "shown is not among them, so nothing of it would ever happen.",
        "Name it in the course. In a pack that extends a game, append it to the list of the course, or insert it there "
        "beside another, by `[[patch.course]]`.",
    ),
    Code(
        "SA301",
        "There is no such pack.",
        "`modules` names a pack that is neither installed nor a folder with a pack.toml. The game cannot begin without it.",
        "Correct the spelling, or install the package that has the pack. A folder is named by its path, such as "
        "./my-house-rules.",
    ),
    Code(
        "SA302",
        "This number of players is not allowed.",
        "The record `seats` says for how many players the game is made. The number given here is not among them.",
        "Choose a number from the range shown. If a pack narrows the range too much, leave it out.",
    ),
    Code(
        "SA303",
        "A line of the table file is unknown or has a wrong value.",
        "A table file or a call names players, packs under `modules`, and the options of those packs. What is shown is not "
        "one of these, or its value is not one that the option allows.",
        "Correct the spelling or the value; the message says which are allowed. An option can be given only while its pack "
        "is at the table.",
    ),
    Code(
        "SA304",
        "The table refuses reconstructed values, and a pack at the table has some.",
        "Some values of the printed game are not known for certain; their records carry the confidence `reconstructed`. The "
        "table file says `allow_reconstructed = false`, so it cannot be played with them.",
        "Leave out the pack shown, or add a small pack that replaces the values by ones you are sure of. To play with the "
        "reconstructed values, take `allow_reconstructed = false` away.",
    ),
)

_EDITS = (
    Code(
        "SA305",
        "This edit changes nothing.",
        "What the line would bring about is so already, or there is nothing that it could change: a value is set to what it "
        "is, a word is appended that is there, dropped that is not there, or no record fits `where`. Nothing in a pack is "
        "silently without effect, because such a line nearly always means something else than it says.",
        "Read what is there, as the message tells; `stoneage why` shows where it comes from. Then correct the line or take "
        "it away. If it is meant for what another pack brings, name that pack under [optional] in pack.toml and put the "
        "edit into a file that begins with `only_if.packs`.",
    ),
    Code(
        "SA306",
        "A value is not what the pack expects there.",
        "With `expect` an edit says which value it believes to change. At this table there is another one: the base game or "
        "a pack that comes earlier has been changed since the edit was written.",
        "Look at the value that is there, and at the pack that the message names. Then adapt the edit and what it expects. "
        "If you meant a value of your own, write `set` instead of `expect`.",
    ),
    Code(
        "SA307",
        "A pack undoes its own edit.",
        "Two edits of one pack are about the same value, and of the first nothing is left. Within a pack replacements work "
        "first, then patches in the order of files and lines, then removals. Both places are shown.",
        "Take one away, or give each a `when` if only one is to work. `unset` and `set` of one value belong into one edit.",
    ),
    Code(
        "SA401",
        "Two packs disagree, and neither comes after the other.",
        "Both packs change the same value, or put something in the same place, and the outcome would depend on which works "
        "last. The order in which a table file lists its `modules` says nothing about that, so it must be declared. Changes "
        "that go together are no conflict: equal values, additions to a number, different elements of a list.",
        "Take one of the ways that the message prints, line by line: declare in one pack's [order] that it comes after the "
        "other; decide in the table file by `resolve`; or write both changes as `adjust`, so that they add up. Any one of "
        "these settles it.",
    ),
    Code(
        "SA402",
        "A record is removed that is still needed.",
        "A pack removes a record that another record names, in its own pack or in another. Without it the rules would not "
        "hold together. Both places are shown: where it is removed, and where it is needed.",
        "Edit the record that needs it too, so that it does without: drop the element, or remove that record as well. If "
        "two packs are concerned that know nothing of each other, one of them must name the other under [optional] and take "
        "care of it, or only one of them can be played.",
    ),
)

CODES: Mapping[str, Code] = register((*_READING, *_STRUCTURE, *_TABLE, *_EDITS, *ODD_CODES))
"""Every code there is.

SA1 is about reading files and about packs as wholes, SA2 about records, SA30 about the table that is to be played, the
rest of SA3 about edits, SA4 about packs that edit the same, SA5 about what is allowed but odd: `stoneage check` tells it.
"""
