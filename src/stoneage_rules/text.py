"""Text for people and programs: safe characters, layout, wording, spelling, TOML.  It imports nothing of the library."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

# --- terminal -----------------------------------------------------------------------------------------------------
# Characters that steer a terminal or turn the direction of writing, kept out of all output.
#
# Texts may come from strangers: ids and names of packs, lines of files, notes of records.


_RANGES = [
    (0, 0x20), (0x7F, 0xA0), (0x115F, 0x1161), (0x17B4, 0x17B6), (0x2028, 0x202F), (0x2060, 0x2070), (0xFFF0, 0xFFFC),
    (0x1BCA0, 0x1BCA4), (0x1D173, 0x1D17B), (0xE0000, 0xE0100), (0xE01F0, 0xE1000),
]  # fmt: skip
_ALONE = "\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u2800\u3164\ufeff\uffa0\U0001d159"
UNSAFE = frozenset(_ALONE).union(*[map(chr, range(*codes)) for codes in _RANGES])
"""Control characters, separators of lines, marks, overrides and isolates of direction, and what Unicode shows nothing of.

The joiners U+200C and U+200D are not among them: Persian words and families of emoji are written with them; nor are selectors
of variants.  Tags, which can hide a whole text, cost no more than the flags of three regions.
"""

UNSEEN = "a character that steers a terminal, turns the direction of writing or cannot be seen"


def can_be_shown(name: str) -> bool:
    """Returns True if a name has no unsafe character and no half of one, and one at least that can be seen, or is empty."""
    kinds = {*map(unicodedata.category, name)}
    return UNSAFE.isdisjoint(name) and "Cs" not in kinds and (not name or not kinds <= {"Zs", "Cf", "Mn", "Me"})


def checked_names(names: Sequence[str]) -> tuple[str, ...]:
    """Returns the names of seats.

    Raises:
        ValueError: one of them cannot be shown.
    """
    if not all(map(can_be_shown, names)):
        raise ValueError(f"the name of a seat has {UNSEEN}: {[*names]!a}")
    return tuple(names)


def checked_policies(policies: Sequence[str]) -> tuple[str, ...]:
    """Returns the policies of seats; they may have line feeds, as those with arguments on several lines do.

    Raises:
        ValueError: one of them cannot be written to a file.
    """
    if any("Cs" in map(unicodedata.category, policy) for policy in policies):
        raise ValueError(f"the policy of a seat has half a character, which no file can have: {[*policies]!a}")
    return tuple(policies)


_SHOWN = dict.fromkeys(map(ord, UNSAFE), "\ufffd")
_SHOWN_OVER_LINES = _SHOWN | {ord("\n"): "\n"}


def safe(text: object, *, lines: bool = False) -> str:
    """Returns a text with the replacement character for each unsafe one.

    Args:
        text: the text, or what has it as `str()`.
        lines: whether line feeds may stay.
    """
    return str(text).translate(_SHOWN_OVER_LINES if lines else _SHOWN)


# --- layout -------------------------------------------------------------------------------------------------------
#
# Plain text in lines and columns of a given width: words are never broken, and no line is too wide.


Cells = Sequence[str]

WIDE = "WF"
"""The classes of East Asian characters that take two columns."""


def width_of(text: str) -> int:
    """Returns how many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(character) else 1 + (unicodedata.east_asian_width(character) in WIDE) for character in text
    )


def within(text: str, width: int) -> str:
    """Returns a text, cut to a width with dots at its end if it is wider."""
    if width_of(text) <= width:
        return text
    cut = text
    while cut and width_of(cut) > width - 3:
        cut = cut[:-1]
    return cut + "..."


def padded(text: str, width: int, *, right: bool = False) -> str:
    """Returns a text with blanks at its end, or in front of it, so that it takes a width."""
    blanks = " " * (width - width_of(text))
    return blanks + text if right else text + blanks


def wrapped(text: str, width: int, indent: int = 0) -> list[str]:
    """Returns a text as lines of at most a width; all but the first are indented, and a word that is too wide is cut."""
    lines = [""]
    for word in (within(word, width - indent) for word in text.split()):
        longer = f"{lines[-1]} {word}" if lines[-1].strip() else lines[-1] + word
        if width_of(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(" " * indent + word)
    return lines


def beside(start: str, text: str, width: int) -> list[str]:
    """Returns a text behind the start of its first line; further lines are aligned below it, or if narrow, further left."""
    room = width - width_of(start)
    if room * 2 < width:
        return wrapped(f"{start} {text}", width, 4)
    first, *more = wrapped(text, room)
    return [(start + first).rstrip(), *(" " * (width - room) + line for line in more)]


def aligned(rows: Sequence[Cells], right: Iterable[int] = (), gap: int = 2) -> list[str]:
    """Returns rows of cells as lines with columns; those in `right` are flushed right."""
    flushed = set(right)
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    lines = ([padded(cell, widths[at], right=at in flushed) for at, cell in enumerate(row)] for row in rows)
    return [(" " * gap).join(line).rstrip() for line in lines]


def in_columns(cells: Cells, width: int, gap: int = 2) -> list[str]:
    """Returns short texts in as many columns as there is room for, one column after the other."""
    for height in range(1, len(cells)):
        rows = [[*cells[at::height], ""][: -(-len(cells) // height)] for at in range(height)]
        lines = aligned(rows, gap=gap)
        if all(width_of(line) <= width for line in lines):
            return lines
    return [line for cell in cells for line in ([cell] if width_of(cell) <= width else wrapped(cell, width, gap))]


def text_tables(rows: Sequence[Cells], width: int) -> Iterator[list[str]]:
    """Yields rows of cells as lines, in as many tables as the width needs; columns but the first are flushed right.

    The first row contains the heads; where it helps, they take two lines.
    Each table has the first column; a single other column that is too wide is cut.
    """
    start = 1
    while start < len(rows[0]):
        for stop in range(len(rows[0]), start, -1):
            table = _table([[row[0], *row[start:stop]] for row in rows], width)
            if table or stop == start + 1:
                yield table or [within(line, width) for line in aligned([[row[0], row[start]] for row in rows])]
                start = stop
                break


def _table(rows: Sequence[Cells], width: int) -> list[str]:
    """Returns rows as a table with one or two blanks between columns, or heads on two lines; nothing if it is too wide."""
    right = range(1, len(rows[0]))
    forms = [aligned(rows, right, gap) for gap in (2, 1)]
    if len(rows[0]) > 2:
        forms += [_under_two_lines_of_heads(gap, *rows) for gap in (4, 3, 2, 1)]
    return next((lines for lines in forms if all(width_of(line) <= width for line in lines)), [])


def _under_two_lines_of_heads(gap: int, heads: Cells, *rows: Cells) -> list[str]:
    """Returns a table whose heads end above their columns, on the line where each needs less room."""
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    widths[0] = max(widths[0], width_of(heads[0]))
    lines, end = ["", padded(heads[0], widths[0])], widths[0]
    for at, head in enumerate(heads[1:], 1):
        end += gap + widths[at]
        missing = [max(0, width_of(line) + 1 + width_of(head) - end) for line in lines]
        line = int(missing[1] <= missing[0])
        widths[at] += missing[line]
        end += missing[line]
        lines[line] = padded(lines[line], end - width_of(head)) + head
    body = [[padded(cell, widths[at], right=at > 0) for at, cell in enumerate(row)] for row in rows]
    return [*lines, *((" " * gap).join(row).rstrip() for row in body)]


# --- wording ------------------------------------------------------------------------------------------------------
#
# Lists, counts and long texts in the words of messages.


LONGEST_WORD = 60
MOST_CHOICES = 40
MOST_BESIDE_A_GUESS = 16
"""The number of choices that are listed besides the nearest."""


def shortened(text: str, longest: int = LONGEST_WORD) -> str:
    """Cuts a text to a length that a message can have."""
    return text if len(text) <= longest else text[: longest - 3] + "..."


def with_single_blanks(line: str) -> str:
    """Returns a line with one blank between words; only spaces and tabs count as blanks, since a line feed is more."""
    return " ".join(filter(None, line.replace("\t", " ").split(" ")))


def plural(noun: str) -> str:
    """Returns the plural of a noun, of `group of goods` by its first noun, and of `verb or frame` by both."""
    if noun == "die":
        return "dice"
    if " or " in noun:
        return " or ".join(map(plural, noun.split(" or ")))
    first, of, remaining = noun.partition(" of ")
    if first.endswith("y") and first[-2:-1] not in "aeiou":
        first = first[:-1] + "ie"
    elif first.endswith(("s", "x", "ch", "sh")):
        first += "e"
    return f"{first}s{of}{remaining}"


NOUNS = {"kind": "kind of item", "set_up": "step of the set-up", "kernel": "verb or frame", "add_on": "add-on"}


def noun_of(kind: str) -> str:
    """Returns the noun for records of a kind."""
    group, _, of = kind.rpartition(":")
    noun = NOUNS.get(of, of.replace("_", " "))
    return f"group of {plural(noun)}" if group else noun


def counted(count: int, noun: str) -> str:
    """Returns a number with its noun: `1 good`, `2 goods`, `-1 point`."""
    return f"{count} {noun if count in (1, -1) else plural(noun)}"


def listed(words: Iterable[object]) -> str:
    """Joins words as in a sentence: `2, 3 and 4`."""
    *most, last = map(str, words)
    return f"{', '.join(most)} and {last}" if most else last


def choices_of(noun: str, choices: Iterable[str], guess: str | None = None, word: str = "") -> str:
    """Returns a sentence with the choices: `goods are clay, food and wood`.

    Beside a guess few are listed: a single choice is not, and of many only choices that begin like the guess or the word itself.
    """
    known = sorted(shortened(choice) for choice in choices)
    if not known:
        return f"there are no {plural(noun)}"
    if len(known) == 1:
        return "" if guess else f"the only {noun} is {known[0]}"
    start, point, _ = (guess or word).partition(".")
    similar = [choice for choice in known if choice.startswith(start + point)]
    if point and similar and len(known) > MOST_BESIDE_A_GUESS:
        return f"{plural(noun)} that begin with `{start}.` are {first_of(similar, MOST_BESIDE_A_GUESS)}"
    return f"{plural(noun)} are {first_of(known, MOST_BESIDE_A_GUESS if guess else MOST_CHOICES)}"


def first_of(words: Sequence[str], most: int = MOST_CHOICES) -> str:
    """Lists words, at most a given number of them: `clay, food and 3 more`."""
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return ", ".join(words[:most]) + more


def either(words: Iterable[object]) -> str:
    """Joins words to choose from: `2, 3 or 4`."""
    *most, last = map(str, words)
    return f"{', '.join(most)} or {last}" if most else last


def a(noun: str) -> str:
    """Returns a noun with its article."""
    return f"an {noun}" if noun[:1] in "aeiou" else f"a {noun}"


# --- spelling -----------------------------------------------------------------------------------------------------
# The word most likely meant by a misspelt one, and the sentence that says so.


NUMBER = re.compile("[0-9]+")
OFTEN_MEANT = {
    "round": "turn",
    "modules": "expansions",
    "figures": "worker workers meeple meeples pawns people",
    "wins": "winner winners victor verdict outcome result",
    "pass": "decline skip optional",
    "decline": "optional may",
    "at_most": "max maximum limit most",
    "turns": "max maximum limit rounds placements",
    "toll": "price fee",
    "steps": "amount count number",
    "times": "each amount count number",
    "amount": "count number quantity steps",
    "if": "condition conditions requires unless where",
    "among": "who target targets seats where from",
    "lose": "steal rob take discard",
}
"""The words that authors who know other games write, by the word of this one that each of them may mean, the likeliest first."""


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """Returns the choice that `word` was most likely meant to be, or None if a guess would be far-fetched.

    A letter missing, wrong, too many or exchanged with its neighbour is one slip; case, `_` for `-`, and leading zeros of numbers
    and a hyphen before them are none.  One slip in three letters is allowed, and an exchange always, both in the whole and in
    the part behind the last `:` or `.`, as an id's prefix says nothing about the rest.  Numbers must be the same, and in a word
    that ends in one nothing may be wrong.  Failing all that, the first of several words may be a choice.
    """
    return _nearest(word, tuple(choices)) if len(word) <= LONGEST_WORD else None


@lru_cache(maxsize=1000)
def _nearest(word: str, choices: tuple[str, ...]) -> str | None:
    target = _normalized(word)
    letters, numbers, last = set(target), NUMBER.findall(target), _last_part(target)
    ranked = [
        # Among equals, letters in a wrong order come first, then common beginnings; code points settle the rest.
        (
            slips,
            sorted(_normalized(choice)) != sorted(target),
            -_common_start(_normalized(choice), target),
            _slips(word, choice),
            choice,
        )
        for choice in choices
        if abs(len(target) - len(choice)) <= _allowed(target, choice)
        # Each letter that the choice lacks is a slip: most choices need no closer look.
        and len(letters.difference(_normalized(choice))) <= _allowed(target, _normalized(choice))
        # Never suggest a different number.
        and numbers == NUMBER.findall(_normalized(choice))
        and (slips := _slips(target, _normalized(choice)))
        <= (0 if target[-1:].isdigit() else _allowed(target, _normalized(choice)))
        and _slips(last, other := _last_part(_normalized(choice))) <= _allowed(last, other)
    ]
    if ranked:
        return min(ranked)[-1]
    first, blank, _ = word.partition(" ")
    meant = [first] if blank else [choice for choice, words in OFTEN_MEANT.items() if target in words.split()]
    return next((choice for choice in meant if choice in choices), None)


def probable(word: str, choices: Sequence[str]) -> str:
    """Returns the likely meaning of a word: the full names that it abbreviates, or else the nearest name."""
    near = nearest(word, choices)
    names = sorted(choice for choice in choices if choice.endswith(f":{word}")) or ([near] if near else [])
    return either(f"`{name}`" for name in names) if names else ""


def did_you_mean(word: str, choices: Iterable[str], otherwise: str) -> str:
    """Returns a hint for a misspelt word: ``did you mean `wood`?``, or another hint if no choice is near."""
    near = probable(word, [*choices])
    return f"did you mean {near}?" if near else otherwise


def suggestion(word: str, choices: Iterable[str]) -> str:
    """Returns a hint for a misspelt word, the nearest choice and what there is: ``did you mean `wood`? There are wood, clay``."""
    known = [*choices]
    near = probable(word, known)
    guess = f"did you mean {near}? T" if near else "t"
    listed = first_of([shortened(choice) for choice in known], MOST_BESIDE_A_GUESS if near else MOST_CHOICES)
    return f"{guess}here {'are' if len(known) > 1 else 'is'} {listed or 'none'}"


def unknown(noun: str, word: object, choices: Iterable[str]) -> str:
    """Returns the sentence for a word that names nothing: ``no good is called `wod`; did you mean `wood`? There are wood, clay``.

    Args:
        noun: the noun of the thing that it should name, such as `good`.
        word: the word; a value that is no text is shown by its representation.
        choices: the existing names, in order.
    """
    text = word if isinstance(word, str) else repr(word)
    return f"no {noun} is called `{safe(shortened(text))}`; {suggestion(text, choices)}"


def _last_part(word: str) -> str:
    """Returns the part of an id behind its last `:` or `.`."""
    return re.split("[:.]", word)[-1]


@lru_cache(maxsize=2000)
def _normalized(word: str) -> str:
    return re.sub("-?0*(?=[0-9])", "", word.casefold().replace("_", "-"))


def _common_start(a: str, b: str) -> int:
    """Returns how many letters two words have in common at the start."""
    return next((at for at, (one, other) in enumerate(zip(a, b, strict=False)) if one != other), min(len(a), len(b)))


def _allowed(a: str, b: str) -> int:
    """Returns how many slips may separate a word from the intended one."""
    return max(len(a), len(b)) // 3 or sorted(a) == sorted(b)


def _slips(a: str, b: str) -> int:
    """Returns the edit distance that counts exchanging two neighbours as one (optimal string alignment)."""
    above: list[int] = []
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a):
        before_above, above, row = above, row, [i + 1]
        for j, other in enumerate(b):
            cost = min(above[j + 1] + 1, row[j] + 1, above[j] + (letter != other))
            if i and j and letter == b[j - 1] and a[i - 1] == other:
                cost = min(cost, before_above[j - 1] + 1)
            row.append(cost)
    return row[-1]


# --- toml writer --------------------------------------------------------------------------------------------------
#
# Values, keys and tables as TOML 1.0, so that a reader of TOML gets back what was written.


BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def written(value: Any) -> str:
    """Returns a value as TOML on one line: text, number, truth value, date, list or mapping."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        # JSON spells quotation marks, backslashes and control characters as TOML does, but leaves some of these alone.
        return "".join(map(_escaped, json.dumps(value, ensure_ascii=False)))
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{written_key(key)} = {written(item)}" for key, item in value.items()) + " }" if value else "{}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(written, value)) + "]"
    return str(value)


def _escaped(sign: str) -> str:
    """Returns a character as texts show it, an unsafe one by its number."""
    if sign not in UNSAFE:
        return sign
    return f"\\u{ord(sign):04x}" if sign < "\U00010000" else f"\\U{ord(sign):08x}"


def written_key(key: object) -> str:
    """Returns a key as TOML, in quotation marks where it needs them."""
    return str(key) if BARE_KEY.fullmatch(str(key)) else written(str(key))


Keys = tuple[str | int, ...]
"""The keys and indexes that lead to a value."""
LinesOf = Callable[[Mapping[str, Any], Keys], Iterable[str]]
"""Returns the lines of the plain values of the table at a path."""


def _plain_lines(values: Mapping[str, Any], path: Keys) -> Iterator[str]:
    yield from (f"{written_key(key)} = {written(value)}" for key, value in values.items())


def toml_tables(name: str, values: Mapping[str, Any], *, listed: bool = False, lines: LinesOf = _plain_lines) -> Iterator[str]:
    """Yields the lines of a table, with separate tables for the mappings in it and in its lists.

    Args:
        name: the name of the table, as its header writes it.
        values: the content of the table.
        listed: whether the table is an element of a list: `[[name]]`.
        lines: makes the lines of values without a separate table.
    """
    yield from _lines(f"[[{name}]]" if listed else f"[{name}]", name, values, (), lines)


def _lines(header: str, name: str, values: Mapping[str, Any], path: Keys, lines: LinesOf) -> Iterator[str]:
    """Yields the lines of a table below its header."""
    yield header
    inner = [key for key, value in values.items() if isinstance(value, Mapping) or _is_list_of_tables(value)]
    yield from lines({key: value for key, value in values.items() if key not in inner}, path)
    for key in inner:
        below, value = f"{name}.{written_key(key)}", values[key]
        several = isinstance(value, (list, tuple))
        for index, table in enumerate(value if several else [value]):
            yield ""
            steps = (*path, key, index) if several else (*path, key)
            yield from _lines(f"[[{below}]]" if several else f"[{below}]", below, table, steps, lines)


def _is_list_of_tables(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and bool(value) and all(isinstance(item, Mapping) for item in value)
