"""Actions and chance outcomes as values, and their text notation.

`frames` decides when an action is allowed and carries it out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from stoneage_rules.errors import InvalidAction
from stoneage_rules.language.fields import Described, Noted
from stoneage_rules.text import did_you_mean, shortened, unknown, with_single_blanks

if TYPE_CHECKING:
    from stoneage_rules.kernel.ruleset import Ruleset

Goods = tuple[tuple[str, int], ...]
"""Amounts of goods: pairs of id and number."""

LONGEST_LINE = 200
"""The longest text of an action that a message repeats whole."""


class _Answer(Noted):
    """The base of actions and outcomes."""

    __slots__ = ()

    text: str
    rules: Ruleset

    def to_dict(self) -> dict[str, Any]:
        """Returns kind, arguments, text and index as plain lists, numbers and texts; `rules.parse(text)` reads the text back."""
        from stoneage_rules.data.views import answer_data

        return answer_data(self)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.text!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return self.rules.parse, (self.text,)


@attrs.frozen(eq=False, repr=False)
class Action(_Answer):
    """A choice of a seat: a kind and its arguments.

    The actions of a ruleset are interned, so they compare by identity; `index` is the place in `rules.actions`,
    or -1 for a readable action that no decision of these rules ever offers.
    """

    kind: str
    """The first word of its text, such as `place` or `pay`."""
    args: tuple[Any, ...]
    """The rest of the text: ids, numbers, and goods with their amounts."""
    text: str
    """The notation, which `rules.parse` reads."""
    index: int
    """The place in `rules.actions`, or -1."""
    data: Any
    """The arguments as small integers, for the kernel; None if the index is -1."""
    rules: Ruleset
    """The ruleset that it belongs to."""


@attrs.frozen(eq=False, repr=False)
class Outcome(_Answer):
    """A result of chance: `roll` with its sorted dice, or `draw` with the item drawn."""

    kind: str
    """`roll`, `draw`, or a kind that a module adds."""
    args: tuple[Any, ...]
    """The dice, or the id of the item."""
    text: str
    """The notation, which `rules.parse` reads."""
    data: Any
    """The total of the dice, or the index of the item."""
    rules: Ruleset
    """The ruleset that it belongs to."""

    @property
    def index(self) -> int:
        """The place in `rules.outcomes`, equal wherever the digest is."""
        index: int = self.rules.outcomes.index(self)
        return index


# --- the notation ---------------------------------------------------------------------------------------------

Words = Mapping[str, Mapping[str, int]]
"""The ids that an action may contain, each with its index, by noun: `place`, `good`, `item`, ..."""


@attrs.frozen
class Shape(Described):
    """The notation of one kind of action or outcome."""

    form: str
    """For people, such as `PLACE NUMBER`."""
    read: Callable[[str, Mapping[str, Mapping[str, int]]], tuple[Any, ...]]
    """Reads its arguments from the text after its name, with the words of the rules."""
    write: Callable[[tuple[Any, ...]], str]
    """Writes its arguments."""


def format_goods(goods: Goods) -> str:
    """`2 wood, 1 clay`, or `nothing`."""
    return ", ".join([f"{count} {good}" for good, count in goods]) or "nothing"


def _known(word: str, what: str, words: Words) -> str:
    known = words.get(what, {})
    if word in known or word in words.get(f"absent-{what}", {}):
        return word
    raise InvalidAction(unknown(what, word, known))


def _number(word: str) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", word):
        raise InvalidAction(f"`{shortened(word)}` stands where a whole number belongs")
    return int(word)


def _read_nothing(text: str, words: Words) -> tuple[Any, ...]:
    if text:
        raise InvalidAction(f"nothing may follow here, but `{shortened(text)}` does")
    return ()


def _read_items(text: str, words: Words) -> tuple[Any, ...]:
    items = [_known(part, "item", words) for part in text.split(", ")]
    if len(set(items)) < len(items):
        raise InvalidAction("an item stands twice")
    return tuple(sorted(items, key=words["item"].__getitem__))


def _read_placement(text: str, words: Words) -> tuple[Any, ...]:
    parts = text.split(" ")
    if len(parts) != 2:
        raise InvalidAction("a place and a number of figures belong here")
    return _known(parts[0], "place", words), _number(parts[1])


def _read_goods(text: str, words: Words) -> tuple[Any, ...]:
    if text == "nothing":
        return ()
    if not text:
        raise InvalidAction("no goods are named")
    counts: dict[str, int] = {}
    for part in text.split(", "):
        number, _, good = part.partition(" ")
        good = _known(good, "good", words)
        if good in counts:
            raise InvalidAction(f"`{good}` stands twice; add the numbers up")
        counts[good] = _number(number)
    order = words["good"]
    return tuple(sorted([pair for pair in counts.items() if pair[1]], key=lambda pair: order[pair[0]]))


def _read_tools(text: str, words: Words) -> tuple[Any, ...]:
    if text == "none":
        return (), ()
    values, items = [], []
    for part in text.split("+"):
        if part.isdigit():
            values.append(_number(part))
        else:
            items.append(_known(part, "item", words))
    return tuple(sorted(values, reverse=True)), tuple(sorted(items, key=words["item"].__getitem__))


def _write_tools(args: tuple[Any, ...]) -> str:
    values, items = args
    return "+".join([*map(str, values), *items]) or "none"


def _read_dice(text: str, words: Words) -> tuple[Any, ...]:
    return tuple(sorted(_number(word) for word in text.split(" ")))


def _spaced(args: tuple[Any, ...]) -> str:
    return " ".join(map(str, args))


NOTHING = Shape("", _read_nothing, lambda args: "")
PLACEMENT = Shape("PLACE NUMBER", _read_placement, _spaced)


def id_shape(form: str, what: str) -> Shape:
    """Returns the shape of actions with one id as argument: of a place, a good, an item, or of a table saved by id.

    Args:
        form: the argument in messages, such as `PLACE`.
        what: the name of the handle of its table.
    """
    if not isinstance(what, str):
        raise TypeError(f"`id_shape` takes the form and then the name of the handle of a table, not {what!r}")
    return Shape(form, lambda text, words: (_known(text, what, words),), _spaced)


PLACE = id_shape("PLACE", "place")
ITEM = id_shape("ITEM", "item")
ITEMS = Shape("ITEM, ITEM, ...", _read_items, ", ".join)
GOODS = Shape("NUMBER GOOD, NUMBER GOOD, ...", _read_goods, format_goods)
TOOLS = Shape("VALUE+VALUE+ITEM, or none", _read_tools, _write_tools)
FACE = Shape("NUMBER", lambda text, words: (_number(text),), _spaced)
DICE = Shape("NUMBER NUMBER ...", _read_dice, _spaced)

WORD = attrs.evolve(NOTHING)
"""The shape of a word that is no action, but that a statement answers."""

SHAPES: dict[str, Shape] = {"roll": DICE, "draw": ITEM}
"""The outcomes' notation; the actions' own comes from the decisions that offer them."""


def write(shape: Shape, kind: str, args: tuple[Any, ...]) -> str:
    """The text form of an action or outcome."""
    return f"{kind} {shape.write(args)}".rstrip()


def read(text: str, shapes: Mapping[str, Shape], words: Words) -> tuple[str, tuple[Any, ...]]:
    """Kind and arguments of a text form.

    Raises:
        InvalidAction: it cannot be read; the message says what was expected there.
    """
    if not isinstance(text, str):
        raise InvalidAction(f"{shortened(repr(text))} is no text, and actions are read from text")
    line = with_single_blanks(text)
    kind, _, rest = line.partition(" ")
    shape = shapes.get(kind)
    if shape is None:
        known = sorted(kind for kind, shape in shapes.items() if shape is not WORD)
        hint = did_you_mean(kind, known, "known are " + ", ".join(known))
        raise InvalidAction(f"`{shortened(kind)}` is no kind of action or outcome; {hint}")
    try:
        return kind, shape.read(rest.replace(" ,", ",").replace(" + ", "+"), words)
    except InvalidAction as error:
        raise InvalidAction(
            f"`{shortened(line, LONGEST_LINE)}` cannot be read: {error}; the form is `{form(kind, shape)}`"
        ) from None


def form(kind: str, shape: Shape) -> str:
    """How actions of a kind are written, for people."""
    return f"{kind} {shape.form}".rstrip()


def answer_text(kind: str, args: tuple[Any, ...], shapes: Mapping[str, Shape], words: Words) -> str:
    """Returns the text form of arguments, after reading it back.

    Raises:
        InvalidAction: no text could have these arguments; names the word at fault.
    """
    shape = shapes[kind]
    try:
        text = write(shape, kind, args)
        if read(text, shapes, words) == (kind, args):
            return text
    except InvalidAction:
        raise
    except (TypeError, ValueError, IndexError):
        pass
    raise InvalidAction(f"`{kind}` cannot have {shortened(repr(args), LONGEST_LINE)}; the form is `{form(kind, shape)}`")
