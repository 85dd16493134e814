"""Quantities, numbers that are read from the game, and rows of `if`, which hold them to a range."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from math import inf, isinf
from typing import TYPE_CHECKING, Any

import attrs

from stoneage_rules.language.faults import (
    PLAIN_NUMBER,
    PLUGIN,
    REPORTED,
    WORDS,
    Fault,
    is_whole,
    other_choice,
    unknown_key,
    unknown_word,
    word_for,
    wrong_type,
)
from stoneage_rules.language.fields import (
    CONTEXTS,
    ONE_WORD,
    Amount,
    Contradiction,
    Described,
    Quantity,
    RecordForm,
    Shown,
    field,
    fields_of,
    toml_key,
)
from stoneage_rules.language.forms import (
    RANGE_ENDS,
    Form,
    PartsOf,
    Reading,
    Schema,
    SchemaWriter,
    Structurer,
    described,
    form_of,
    form_of_class,
    number_faults,
    table,
)
from stoneage_rules.language.reach import NO_DIFFERENCE, Bound, Clash, Path, Records
from stoneage_rules.text import choices_of, either, nearest, shortened

if TYPE_CHECKING:
    from stoneage_rules.kernel.position import Position
    from stoneage_rules.kernel.state import State
    from stoneage_rules.language.binding import Effect, Held, Linker, Parts, Reader
    from stoneage_rules.language.reach import Bounds
    from stoneage_rules.language.word import Verb
    from stoneage_rules.telling.phrases import Phrases


Span = tuple[int | None, int | None]
"""The least and the most that a number can be; None where that is not known."""
COUNT: Span = 0, None
"""The range of a count without a known end."""


def range_of(records: Records, amount: Amount) -> Span:
    """Returns the minimum and maximum of a number or quantity during a game; None if unknown."""
    least, most = ends_of(records, amount)
    return None if isinf(least) else int(least), None if isinf(most) else int(most)


def ends_of(records: Records, amount: Amount) -> tuple[float, float]:
    """Returns the least and the most that a number or quantity can be; infinite where that is not known."""
    if not isinstance(amount, Quantity):
        return amount, amount
    kind: QuantityKind = records.word("quantity", amount.name)
    span = kind.span(records, amount.of) if kind.span else (None, None)
    others = records.players - (amount.seats == "others")
    factor = amount.times * (others if amount.seats in ("all", "others") else 1)
    ends = -inf if span[0] is None else span[0], inf if span[1] is None else span[1]
    least, most = sorted([end * factor if factor else 0 for end in ends])
    more = ends_of(records, amount.plus)
    least, most = least + more[0], most + more[1]
    if amount.divide != 1:
        least, most = (end if isinf(end) else divided(int(end), amount) for end in (least, most))
    if amount.at_least is not None:
        low = ends_of(records, amount.at_least)
        least, most = max(least, low[0]), max(most, low[1])
    if amount.at_most is not None:
        high = ends_of(records, amount.at_most)
        least, most = min(least, high[0]), min(most, high[1])
    if amount.if_:
        other = ends_of(records, amount.else_)
        least, most = min(least, other[0]), max(most, other[1])
    return least, most


def constant(bounds: Bounds, quantity: Quantity) -> Iterator[Bound]:
    """Yields the bound of a quantity that its keys leave only one number; a plain number is one on purpose."""
    least, most = range_of(bounds, quantity)
    if isinstance(quantity.of, Quantity):
        yield from comparing(bounds, quantity.name, quantity.of)
    if isinstance(quantity.of, str) and type(quantity) is Quantity:
        idle, help = least is not None and least == most, "write the number itself, or change the keys beside it"
        sort = "SA517", "a number that is always the same"
        yield Bound(sort, (), idle, f"this is always {least}", help, set_by=(quantity.of,))


def is_same_for_all(bounds: Bounds, amount: object) -> bool:
    """Returns whether a number or quantity is the same for every seat, so that it cannot compare seats."""
    if not isinstance(amount, Quantity):
        return True
    kind: QuantityKind = bounds.word("quantity", amount.name)
    is_shared = kind.is_shared is not None and kind.is_shared(bounds, amount.of)
    more = (amount.plus, amount.at_least, amount.at_most, amount.else_, *amount.if_)
    return (is_shared or not kind.of_seat or amount.seats in ("all", "most", "fewest")) and all(
        is_same_for_all(bounds, each) for each in more
    )


def comparing(bounds: Bounds, key: str, quantity: Quantity | None) -> Iterator[Bound]:
    """Yields the bound of a quantity that compares seats, by the key of the word that has it."""
    if quantity is not None:
        set_by = (quantity.of,) if isinstance(quantity.of, str) else ()
        why, help = "it is the same number for every seat", "name what seats have"
        yield Bound(NO_DIFFERENCE, (key,), is_same_for_all(bounds, quantity), why, help, set_by=set_by)


def without_end(bounds: Bounds, key: str, amount: Amount, most: int) -> Iterator[Clash]:
    """Yields a clash for a quantity that can exceed the numbers listed before the game begins.

    Args:
        bounds: the content of the table.
        key: the key of the amount.
        amount: a number, which is bounded by its field, or a quantity.
        most: the largest number that can be listed.
    """
    end = range_of(bounds, amount)[1]
    if isinstance(amount, Quantity) and (end is None or end > most):
        why = f"this can be any number; {most} is the most" if end is None else f"this can be {end}; {most} is the most"
        title = "a quantity that can be more than a game can list"
        yield Clash("SA211", title, (key,), why, f"add `at_most = {most}` or less")


def divided(number: int, quantity: Quantity) -> int:
    """Returns a number divided as a quantity says."""
    return -(-number // quantity.divide) if quantity.rounded == "up" else number // quantity.divide


def at_least_zero(link: Linker, amount: Amount) -> Reader:
    """Compiles a number or quantity to a function that never returns less than 0."""
    reader, (least, _) = link.amount(amount), link.range_of(amount)
    if least is not None and least >= 0:
        return reader
    return lambda state, seat, n: max(0, reader(state, seat, n))


@attrs.frozen(eq=False)
class QuantityKind(Shown):
    """A word for a number read from the game, such as `track` in `{ track = "..." }`; the text names the counted thing."""

    name: str
    """The word."""
    help: str
    """The meaning, for the reference and editors."""
    bind: Callable[[Linker, Any], Reader]
    """Compiles the value after the word, a text or number, to a function; if it `takes` a quantity, the whole quantity."""
    refers_to: str | None = None
    """The kinds of record with ids allowed after it; `item` means items of all kinds."""
    choices: tuple[str, ...] = ()
    """Allowed keywords after it, such as `value`."""
    under: str = ""
    """The only key with effects that can read it, because it refers to an event there."""
    of_items: bool = False
    """True if that key must belong to an item itself."""
    words: str | Mapping[str, str] = "{name} of {of}"
    """The template of its description: `{name}` is the quantity, `{of}` the counted thing.  If keywords are allowed after it,
    each may have a template; the empty text is the default."""
    counts: Collection[str] | None = None
    """The kinds of record that it counts all of, besides the one that it refers to; None if unknown."""
    is_never_got: Callable[[Bounds, str], bool] | None = None
    """Returns whether it is always 0, because no seat can ever get the counted things; None if that cannot be."""
    parts: Callable[[Linker, str], Parts | None] | None = None
    """Compiles the sources of the quantity, item by item or good by good, for score sheets; None if it cannot be split."""
    keys: tuple[str, ...] = ()
    """Its keys from `ONE_WORD`, which other words do not accept."""
    belongs: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    """By keyword after it, the only contexts of effects that can read it; keywords without such a limit are left out."""
    bind_open: Callable[[Linker, Any], Reader] | None = None
    """Compiles it without face-down items, for all but final scoring; None if it never counts any."""
    takes: type = str
    """The type of the value after the word: a text, a whole number (`int`), or a nested quantity (`Quantity`)."""
    by_round: bool = False
    """True if the number depends only on the round, and is the same for every seat."""
    of_seat: bool = True
    """False if the number is the same for every seat, so it cannot compare seats."""
    is_shared: Callable[[Bounds, Any], bool] | None = None
    """Returns whether the counted thing is the same for every seat, though it often is not."""
    span: Callable[[Records, Any], Span] | None = None
    """Returns the minimum and maximum for a seat, None if unknown."""
    in_range: Callable[[IfRow], str] | None = None
    """Returns a row of `if` that reads the quantity in words, as in `from round 3 on`; empty for the usual words."""
    brought_by: str = ""
    """An example of content that gives it, with `{id}` in place of the counted id."""

    def describe(self, of: object) -> str:
        """Returns the number that it reads of `of`, which is in words already: `the number of wood`."""
        words = self.words if isinstance(self.words, str) else self.words.get(str(of), self.words[""])
        return words.format(name=self.name, of=of)

    def reach(self, bounds: Bounds, of: Any) -> Iterator[Bound]:
        """Yields the bound of a quantity that counts `of`."""
        if type(of) is not str:
            return
        members = bounds.group((self.refers_to or "").rpartition("|")[2], of)
        idle, why = bool(self.is_never_got and self.is_never_got(bounds, of)), f"nobody ever gets anything of `{of}`"
        help = f"{self.brought_by.format(id=of) or 'let something bring it'}, or count something else here"
        yield Bound(("SA517", "a number that is always 0"), (self.name,), idle, why, help, about=(of, *members))


# --- condition ----------------------------------------------------------------------------------------------------
# Conditions of content during a game: the rows of `if`, each a quantity with a range; all must hold.


DIFFERENCE = 'compare two numbers by what is between them: `{ goods = "ONE", plus = { goods = "OTHER", times = -1 }, min = 0 }`'


@attrs.frozen
class IfRow(Quantity):
    """One row of `if`: a quantity, and the range that must contain it now.

    In TOML `{ track = "hunger", min = 3 }`, `{ goods = "food", max = 0 }` or `{ track = "hunger", every = 2 }`.
    """

    min: int | None = field("the smallest number that satisfies the row", default=None, elsewhere=DIFFERENCE)
    max: int | None = field("the largest number that satisfies the row", default=None, elsewhere=DIFFERENCE)
    every: int | None = field("only multiples of this number satisfy the row", default=None, least=2, most=99,
        elsewhere=DIFFERENCE)  # fmt: skip
    in_: tuple[int, ...] | None = field("the only numbers that satisfy the row", default=None, silent_default=True,
        elsewhere="list the numbers, as in `in = [4, 7]`, or write `min = 4, max = 7`")  # fmt: skip

    def holds(self, number: int) -> bool:
        """Returns whether the row holds if its quantity is this number."""
        return (
            (self.min is None or number >= self.min)
            and (self.max is None or number <= self.max)
            and (self.every is None or number % self.every == 0)
            and (not self.in_ or number in self.in_)
        )

    def contradictions(self) -> Iterator[Contradiction]:
        yield from super().contradictions()
        if self.min is not None and self.max is not None and self.min > self.max:
            yield Contradiction(f"`max` is less than `min`, which is {self.min}", ("max",))
        if self.in_ == ():
            yield Contradiction("no number satisfies an empty list", ("in",), "an empty value", "write the numbers")
        if self.in_ and (self.min, self.max, self.every) != (None, None, None):
            help = "delete `in`, or the other keys of the range"
            yield Contradiction("`in` lists the numbers already", ("in",), help=help, at_key=True)
        for index, number in enumerate(self.in_ or ()):
            if is_whole(number) and number in (self.in_ or ())[:index]:
                yield Contradiction(f"`{number}` is in the list twice", ("in", index), help="delete one of the two")

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        """Yields the bounds of the row, which is idle if all possible numbers, or none, are in its range."""
        least, most = ends_of(bounds, self)
        ends = f"{least} or more" if isinf(most) else f"{most} or less" if isinf(least) else f"{least} to {most}"
        why, set_by = f"the number is {ends}, whatever happens", (self.of,) if isinstance(self.of, str) else ()
        low, high = -inf if self.min is None else self.min, inf if self.max is None else self.max
        always = self.every is None and not self.in_ and low <= least and most <= high
        yield Bound(ALWAYS, (), always, why, "delete the row, or write another range", set_by=set_by)
        has_multiple = self._has_multiple(max(least, low), min(most, high))
        for key, never in (("min", low > most), ("max", high < least), ("every", not has_multiple)):
            if getattr(self, key) is not None:
                yield Bound(NEVER, (key,), never, why, f"write a range within {ends}", set_by=set_by)
        for index, number in enumerate(self.in_ or ()):
            yield Bound(NEVER, ("in", index), not least <= number <= most, why, f"write numbers within {ends}", set_by=set_by)

    def _has_multiple(self, least: float, most: float) -> bool:
        """Returns whether there may be a multiple of `every` between two ends."""
        return self.every is None or isinf(least) or isinf(most) or -(-least // self.every) * self.every <= most

    def in_words(self, phrases: Phrases) -> str:
        return phrases.row(self).removeprefix("if ")

    @property
    def is_plain(self) -> bool:
        """True if it reads the number of the seat, or of all seats, and computes nothing."""
        return self == IfRow(self.name, self.of, seats=self.seats, min=self.min, max=self.max, every=self.every, in_=self.in_)


ALWAYS = "SA513", "a condition that always holds"
NEVER = "SA507", "a condition that can never hold"


RANGE = "write `min`, `max`, `every` or `in`"
RANGE_KEYS = tuple(toml_key(name) for name in attrs.fields_dict(IfRow) if name not in attrs.fields_dict(Quantity))
"""The keys of a row besides those of its quantity."""


def if_field(help: str) -> Any:
    """Returns the field of the key `if`, whose attribute is `if_`: rows that must all hold, none by default."""
    return field(help, default=(), silent_default=True)


def is_by_round(link: Linker, quantity: Quantity) -> bool:
    """Returns whether a quantity changes with the round alone, and is the same for every seat."""
    amounts = (quantity.plus, quantity.at_least, quantity.at_most, quantity.else_, *quantity.if_)
    known: bool = link.word("quantity", quantity.name).by_round
    return known and all(is_by_round(link, amount) for amount in amounts if isinstance(amount, Quantity))


# --- forms ----------------------------------------------------------------------------------------------------------


for _kind in (Quantity, IfRow):  # rows are declared after quantities
    object.__setattr__(attrs.fields(_kind).if_, "type", tuple[IfRow, ...])

MOST_NESTED_QUANTITIES, LONGEST_PATH = 6, 40
"""Deepest nesting of quantities allowed, and the longest path to one."""
MEANINGLESS = "a key that means nothing here"


class QuantityForm(RecordForm):
    """A quantity: one word for the counted thing, and keys that compute with the number."""

    example = '{ track = "..." }'
    is_table = is_computed = True
    conditions_within = Form.conditions_within
    edited = Form.edited
    wanted = 'a quantity such as `{ track = "..." }`'
    beside: Sequence[str] = ()
    """Further keys that its table can have."""
    no_key = "a key that a quantity does not have"
    made = Quantity
    fields = cached_property(lambda self: fields_of(self.made))

    @classmethod
    def fits(cls, kind: Any) -> bool:
        return kind is cls.made

    # --- reading --------------------------------------------------------------------------------------------------

    def read(self, value: Any, reading: Reading) -> Any:
        path = reading.path
        if reading.words.defers:
            return value
        inner = path[-MOST_NESTED_QUANTITIES:]
        if len(path) > LONGEST_PATH or (path != inner and all(type(step) is str for step in inner)):
            raise Fault("SA211", "quantities nested too deeply", f"{MOST_NESTED_QUANTITIES} deep is allowed")
        if type(value) is not dict:
            raise wrong_type(value, self.wanted)
        known = reading.words.quantities
        words = [key for key in value if key in known]
        of: Any = REPORTED
        if len(words) == 1 and not _has_no_choice(value[words[0]], known[words[0]]):
            of = reading.at(words[0], form_of_class(known[words[0]].takes), value[words[0]])
        read = {one.name: self.read_field(key, value[key], reading) for key, one in self.fields.items() if key in value}
        reading.add(*self._key_faults(value, known))
        numbers = {name: number for name, number in read.items() if number is not REPORTED}
        return REPORTED if of is REPORTED else self.made(words[0], of, **numbers)

    def _key_faults(self, value: Mapping[str, Any], known: Mapping[str, Any]) -> Iterator[Fault]:
        """Yields the faults of the keys of a quantity."""
        words = [key for key in value if key not in fields_of(Quantity)]
        strange = [word for word in words if word not in known]
        for word in strange:
            if len(strange) < len(words):
                help = RANGE if self.is_row else ""
                keys = (*self.beside, *fields_of(Quantity))
                yield unknown_key(word, keys, (), self.no_key, help)
            else:
                fault = unknown_word(
                    "SA202", "a quantity that does not exist", word, known, "quantity", at_key=True, path=(word,)
                )
                help = NO_QUANTITIES.get(word) or f"{_counted(word)}; {PLUGIN}"
                yield fault if fault.near else attrs.evolve(fault, help=help)
        if not strange and len(words) != 1:
            help = "" if words else 'name it, for example `goods = "..."`'
            note = "" if words else choices_of("quantity", known)
            yield Fault("SA207", "a quantity has one word that says what is counted", f"this one has {len(words)}", note, help)
        elif not strange:
            yield from _counted_faults(words[0], value, known)

    def out_of_range(self, value: Any, path: Path) -> Iterator[Fault]:
        if isinstance(value, Quantity):
            yield from number_faults(value.times, self._of_times(value), (*path, "times"))

    def _of_times(self, quantity: Quantity) -> Mapping[str, Any]:
        """Returns a field's bounds for the `times` of a quantity: as counts are never negative, `times` sets the sign.

        A number that something is added to, or that has a least, can be above 0 whatever `times` is.
        """
        more = (quantity.plus, quantity.at_least)
        is_raised = any(isinstance(each, Quantity) or (each is not None and each > 0) for each in more)
        lowest = self.metadata.get("least")
        least = 1 if lowest is not None and lowest >= 0 and not is_raised else None
        return {**self.metadata, "least": least, "most": None, "not_zero": True}

    def misplaced(self, made: Any, context: str, words: Structurer) -> Iterator[Fault]:
        belongs = words.quantities[made.name].belongs.get(made.of) if isinstance(made.of, str) else None
        if belongs is not None and context not in belongs:
            label = f"only effects of {either(CONTEXTS[word] for word in belongs)} know it"
            yield Fault("SA207", "a quantity that means nothing here", label, path=(made.name,))

    # --- walking --------------------------------------------------------------------------------------------------

    def parts(self, value: Any) -> PartsOf:
        of = form_of_class(Quantity if isinstance(value.of, Quantity) else str)
        return [(value.name, of, value.of), *super().parts(value)]

    def counted_by(self, made: Any, quantities: Mapping[str, Any]) -> Any:
        return quantities[made.name]

    def resolved(self, value: Any, path: Path, resolver: Any) -> Any:
        made = super().resolved(value, path, resolver)
        return attrs.evolve(made, of=resolver.counted(value, path)) if isinstance(made, Quantity) else value

    # --- schemas, random values -----------------------------------------------------------------------------------

    def schema(self, writer: SchemaWriter) -> Schema:
        about = "a number read from the game: one word that says what is counted, and keys that compute with it"
        return writer.define("quantity", lambda: table(self._keys(writer), about=about, minProperties=1))

    def _keys(self, writer: SchemaWriter) -> dict[str, Schema]:
        keys: dict[str, Schema] = {}
        for name, kind in sorted(writer.words.quantities.items()):
            schema = _word_form(kind).schema(writer)
            own = {"anyOf": [{"enum": [*kind.choices]}, schema]} if kind.refers_to and kind.choices else schema
            keys[name] = described(own, kind.help)
        for key, one in self.fields.items():
            form = form_of(int, {**one.form.metadata, "not_zero": True}) if key == "times" else one.form
            keys[key] = described(form.schema(writer), one.form.metadata["help"])
        return keys

    def with_numbers(self, writer: SchemaWriter, number: Schema) -> Schema | None:
        fields = fields_of(Quantity).items()
        return table(
            {key: described(number, one.form.metadata["help"]) for key, one in fields if int in one.form.types}, minProperties=1
        )

    def sample(self, choices: Any) -> Any:
        kind, least = choices.pick([*choices.quantities.values()]), self.metadata.get("least")
        times = choices.pick((1, 2) if least is not None and least >= 0 else (1, -1))
        return {kind.name: _word_form(kind).sample(choices.deeper()), **({"times": times} if times != 1 else {})}


NO_QUANTITIES = {
    **dict.fromkeys(
        ("and", "any", "not", "or"),
        "all rows must hold, and none is one of several, or the opposite of one; write an effect for each case",
    ),
    **dict.fromkeys(("module", "option"), "this is asked before the game, in a row of `when`"),
}
"""The help for words that rows of other kinds have."""


def _counted(word: str) -> str:
    """Returns how content counts what a word names."""
    return 'of a good or a track called `{0}` it is `{{ goods = "{0}" }}` or `{{ track = "{0}" }}`'.format(shortened(word))


def _word_form(kind: Any) -> Form:
    """Returns the form of the value behind the word of a quantity, with keywords apart if it can name a record, too."""
    return form_of(kind.takes, {"refers_to": kind.refers_to} if kind.refers_to else {"choices": kind.choices})


def _has_no_choice(of: object, kind: Any) -> bool:
    """Returns whether the value behind a word is none of its few choices."""
    return bool(kind.choices) and not kind.refers_to and of not in kind.choices


def _counted_faults(word: str, value: Mapping[str, Any], known: Mapping[str, Any]) -> Iterator[Fault]:
    of, kind = value[word], known[word]
    if of is not REPORTED and _has_no_choice(of, kind):
        yield _other_counted(word, of, kind.choices)
    for key in sorted(ONE_WORD.intersection(value).difference(kind.keys)):
        owners = [f"`{name}`" for name, other in known.items() if key in other.keys]
        yield Fault("SA207", MEANINGLESS, f"only {either(owners)} has it", at_key=True, path=(key,))
    if "of" in value and not kind.of_seat:
        label = f"`{word}` is no number of a seat: there are no seats to compare"
        yield Fault("SA207", MEANINGLESS, label, at_key=True, path=("of",))


def _other_counted(word: str, of: object, choices: Sequence[str]) -> Fault:
    """Returns the fault of the value behind a word with few choices, often a number that belongs in a range."""
    if type(of) is str:
        return other_choice("a word that does not belong here", of, choices, word, path=(word,))
    wanted = either([f'`{word} = "{choice}"`' for choice in choices])
    if word == "players":
        wanted += "; before the game, `when = [{ players = [2] }]` asks for the number"
    help = f"write {wanted}; in a row of `if`, `min` and `max` are the numbers that are asked for"
    return Fault("SA201", f"{word_for(of)} where text belongs", f"this is {word_for(of)}", help=help, path=(word,))


class AmountForm(QuantityForm):
    """A whole number, or a quantity."""

    example = "1"
    is_table = False
    types = (int, dict)

    @classmethod
    def fits(cls, kind: Any) -> bool:
        return bool(kind == Amount)

    @cached_property
    def number(self) -> Form:
        """The form of a number."""
        return form_of(int, self.metadata)

    def read(self, value: Any, reading: Reading) -> Any:
        if type(value) is str and not PLAIN_NUMBER.fullmatch(value):
            help = f"a number that changes is a quantity: {_counted(value)}"
            raise attrs.evolve(wrong_type(value, WORDS[int]), help=help)
        return super().read(value, reading) if type(value) is dict else self.number.read(value, reading)

    def out_of_range(self, value: Any, path: Path) -> Iterator[Fault]:
        return self.number.out_of_range(value, path) if type(value) is int else super().out_of_range(value, path)

    def condition_faults(self, want: Any, path: Path) -> Iterator[Fault]:
        if self.is_optional or not isinstance(want, dict) or RANGE_ENDS & set(want):
            yield from super().condition_faults(want, path)

    def schema(self, writer: SchemaWriter) -> Schema:
        return {"anyOf": [self.number.schema(writer), super().schema(writer)]}

    def with_numbers(self, writer: SchemaWriter, number: Schema) -> Schema | None:
        return {"anyOf": [number, super().with_numbers(writer, number)]}

    def sample(self, choices: Any) -> Any:
        return super().sample(choices) if choices.is_read() else self.number.sample(choices)


class IfRowForm(QuantityForm):
    """A row of `if`: a quantity with a range, and perhaps an `id`."""

    is_row = True
    is_computed = False
    example = '{ track = "...", min = 1 }'
    wanted = f"a row such as `{example}`"
    beside = RANGE_KEYS
    no_key = "a key that a row of `if` does not have"
    made = IfRow

    def _key_faults(self, value: Mapping[str, Any], known: Mapping[str, Any]) -> Iterator[Fault]:
        range = [key for key in value if key in RANGE_KEYS or (key not in {*known, *self.fields} and nearest(key, RANGE_KEYS))]
        counted = {key: item for key, item in value.items() if key not in (*range, "id")}
        found = [*super()._key_faults(counted, known)]
        yield from found
        for key in range:
            if key not in RANGE_KEYS:
                yield unknown_key(key, RANGE_KEYS, (), self.no_key)
        if type(value.get("id", "")) is not str:
            yield wrong_type(value["id"], WORDS[str], ("id",))
        # A number where none belongs means a range: `{ round = 3 }`, `{ ..., exactly = 3 }`.
        plain = [key for key, item in counted.items() if type(item) is int and key not in self.fields]
        if not (range or found) and not any(known[key].takes is not int for key in plain):
            yield Fault("SA207", "a condition that asks for nothing", "this row has no range", help=RANGE)

    def schema(self, writer: SchemaWriter) -> Schema:
        id = {"type": "string", "description": "a name by which edits find this row among others"}
        about = "a quantity, and the range in which it must lie now"
        return writer.define("if-row", lambda: table({**self._keys(writer), "id": id}, about=about, minProperties=2))

    with_numbers = Form.with_numbers

    def sample(self, choices: Any) -> Any:
        return {**super().sample(choices), choices.pick(("min", "max")): choices.between(0, 3)}


# --- effects with a condition -------------------------------------------------------------------------------------


@attrs.frozen
class Conditional(Described):
    """An effect that happens only while its condition holds; the effect itself can be seen in it."""

    held: Held
    effect: Effect

    @property
    def lists(self) -> Sequence[int]:
        """The first nodes of the effect's lists, if it has any."""
        lists: Sequence[int] = getattr(self.effect, "lists", ())
        return lists

    def __call__(self, state: State, seat: int, place: int, n: int) -> None:
        if self.held(state, seat, n):
            self.effect(state, seat, place, n)


def core(effect: Effect) -> Effect:
    """Returns an effect without its condition."""
    return effect.effect if isinstance(effect, Conditional) else effect


def gains_of(effect: Verb, link: Linker) -> tuple[tuple[int, ...], ...] | None:
    """Returns the goods that an effect can give (`Verb.gains`); None if it has a condition, and so may give nothing."""
    return None if effect.if_ else effect.gains(link)


def is_amount(value: object) -> bool:
    """Returns whether a value is a number or a quantity."""
    return isinstance(value, int | Quantity)


def points_of(effect: Verb) -> Amount | None:
    """Returns the points that an effect scores at once (`Verb.scores`); None if they depend on its condition."""
    scores = effect.scores()
    return None if effect.if_ and scores else scores


def obstacle_of(effect: Verb, state: Position, seat: int, place: int) -> str:
    """Returns the obstacle to an effect of a place now (`Verb.obstacle`), or that its condition does not hold."""
    rules: Any = state.rules
    figures = state.placed[place * rules.players + seat]
    if not all(row.holds(rules.linker.open_quantity(row)(state, seat, figures)) for row in effect.if_):
        return "its condition does not hold now"
    return effect.obstacle(state, seat, place)
