"""The loop over all records, the linker, and the digest of what plays alike."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from stoneage_rules.errors import PluginError
from stoneage_rules.kernel.answers import judge_of
from stoneage_rules.kernel.finalize import finalize, frame_order
from stoneage_rules.kernel.frames import guarded, line_of
from stoneage_rules.kernel.legality import Check
from stoneage_rules.kernel.nouns import FIGURE_TABLE, GOOD_TABLE, STATEMENT_TABLE
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.language.binding import Declared, Effect, Handle, Held, Linker, Parts, Reader
from stoneage_rules.language.fields import Amount, Quantity, missing_methods, plain
from stoneage_rules.language.quantity import Conditional, IfRow, Span, divided, range_of
from stoneage_rules.language.word import ContentRecord, Verb
from stoneage_rules.packs.content import Content, Entry, Language
from stoneage_rules.text import either

# --- amounts ------------------------------------------------------------------------------------------------------
#
# Computes with numbers that are read from a game: over seats, times, plus, divided, within bounds.


OVER_SEATS: Mapping[str, Callable[[Iterable[int]], int]] = {"all": sum, "most": max, "fewest": min}


def computed(link: Linker, reader: Reader, quantity: Quantity) -> Reader:
    """Returns the reader of a quantity, given that of its word for one seat."""
    if quantity.seats:
        reader = _over_seats(reader, quantity.seats, link.players)
    if quantity.times != 1:
        reader = _multiplied(reader, quantity.times)
    if quantity.plus != 0:
        reader = _sum(reader, link.amount(quantity.plus))
    if quantity.divide != 1:
        reader = _divided(reader, quantity)
    if quantity.at_least is not None:
        reader = _bound(max, reader, link.amount(quantity.at_least))
    if quantity.at_most is not None:
        reader = _bound(min, reader, link.amount(quantity.at_most))
    if quantity.if_:
        reader = _either(link.condition(quantity.if_), reader, link.amount(quantity.else_))
    return reader


def _either(held: Held, reader: Reader, other: Reader) -> Reader:
    return lambda state, seat, n: reader(state, seat, n) if held(state, seat, n) else other(state, seat, n)


def _over_seats(reader: Reader, seats: str, players: int) -> Reader:
    everybody = range(players)
    if seats == "others":
        return lambda state, seat, n: sum([reader(state, other, n) for other in everybody if other != seat])
    choose = OVER_SEATS[seats]
    return lambda state, seat, n: choose([reader(state, other, n) for other in everybody])


def _multiplied(reader: Reader, times: int) -> Reader:
    return lambda state, seat, n: times * reader(state, seat, n)


def _sum(reader: Reader, more: Reader) -> Reader:
    return lambda state, seat, n: reader(state, seat, n) + more(state, seat, n)


def _divided(reader: Reader, quantity: Quantity) -> Reader:
    return lambda state, seat, n: divided(reader(state, seat, n), quantity)


def _bound(choose: Callable[[int, int], int], reader: Reader, bound: Reader) -> Reader:
    return lambda state, seat, n: choose(reader(state, seat, n), bound(state, seat, n))


# --- linker -------------------------------------------------------------------------------------------------------
# Turns ids into indexes, nested effects into nodes and records into tables while words are bound.


def _nothing(state: Any, seat: int, place: int, n: int) -> None:
    """Does nothing: the effect of node 0, which ends every list and is never run."""


def _names(classes: Any) -> str:
    """Returns the name of a class, or of several, for messages."""
    return either([each.__name__ for each in getattr(classes, "__args__", None) or [classes]])


Made = TypeVar("Made", bound=Callable[..., Any])

CHECKING = "closed", "room", "tell", "passes", "explain"
"""The methods of checks that plugins add to tables."""


class ContentLinker:
    """The compiler's `Linker`: collects what binding asks for."""

    def __init__(self, content: Content, language: Language, frames: Mapping[str, int]) -> None:
        self.content = content
        self.players = content.settings.players
        self.here: Declared | None = None
        self.asked_for = language.asked_for
        self._word = ""
        """The kind of record whose method is called, as `record reef`."""
        self._is_final = True
        """True if quantities count face-down items, too."""
        self.nodes: list[tuple[Effect, int]] = [(_nothing, 0)]
        self.verbs: list[Verb | None] = [None]
        self.added: list[tuple[tuple[Handle[Any], int], ...]] = [()]
        self._adding: list[tuple[Handle[Any], int]] = []
        """The entries of tables that the effect which is being bound has added or found so far."""
        self._made_of: dict[int, tuple[Callable[..., Any], Amount | tuple[IfRow, ...]]] = {}
        """By the identity of a compiled function, the function and its content; a plugin's functions need not be hashable."""
        self.tables: dict[Handle[Any], list[Any]] = {}
        self._readers: dict[Handle[Any], str] = {}
        """The kind of record that a table was last read for while records were bound."""
        self.language = language
        self._frames = frames
        self._ids: dict[str, dict[str, int]] = {}
        for kind, entries in content.entries.items():
            self._ids[kind] = {entry.name: index for index, entry in enumerate(entries)}
        self._ids["item"] = {entry.name: index for index, entry in enumerate(content.items())}
        self._places: dict[str, tuple[int, ...]] = {}
        self._groups: dict[str, tuple[str, ...]] = {}
        """The groups of the records that add places."""
        self._number_places()

    # --- records ------------------------------------------------------------------------------------------------

    def bind_all(self) -> None:
        """Binds every record, kind by kind, and then finishes every kind."""
        for entry in self._entries():
            self.here, self._is_final = entry, entry.record.is_final
            self._called(entry.record.bind, entry.kind, self._binding)(self, entry)
            for keys in self.language.extra_keys_of(type(entry.record)):
                self._called(keys.bind, keys.table, self._binding)(self, entry, entry.record)
        self.here, self._is_final = None, True
        for name, kind in self.language.kinds.records.items():
            self._called(kind.finish, name, "finish")(self)

    def _called(self, method: Callable[..., Any], kind: str, name: str) -> Callable[..., Any]:
        """Guards a method of a kind of record that is about to be called: its errors name the plugin."""
        self._word = f"record {kind}"
        return self.guard(method, self._word, name)

    @property
    def _binding(self) -> str:
        """The binding that is going on, for messages."""
        return f"bind of {self.here.kind} {self.here.name}" if self.here is not None else "bind"

    def _entries(self) -> Iterator[Entry]:
        """Yields the records of the registered kinds in their order, those of declared kinds after the declarations."""
        for kind, record in self.language.kinds.records.items():
            yield from self.content.of(kind)
            if record.declares is not None:
                yield from self.content.items()

    def _number_places(self) -> None:
        """Gives every place its index: places of records first, then places of extra keys."""
        brought = [(entry, entry.record.place_ids(entry.name, self.players)) for entry in self._entries()]
        for entry in self._entries():
            for keys in self.language.extra_keys_of(type(entry.record)):
                brought.append((entry, keys.place_ids(entry.record, entry.name, self.players)))
        count = 0
        for entry, own in brought:
            if own:
                self._places[entry.name] = tuple(range(count, count + len(own)))
                self._groups[entry.name] = getattr(entry.record, "groups", ())
                count += len(own)

    # --- ids ----------------------------------------------------------------------------------------------------

    @property
    def most_figures(self) -> int:
        return next((figures.most for figures in self.entries(FIGURE_TABLE)), 0)

    def index(self, kind: str, id: str) -> int:
        return self._ids[kind][id]

    def ids(self, kind: str) -> Sequence[str]:
        return tuple(self._ids[kind])

    def declared(self, kind: str) -> Sequence[Entry]:
        return self.content.items() if kind == "item" else self.content.of(kind)

    def goods(self, name: str) -> tuple[int, ...]:
        goods = self.entries(GOOD_TABLE)
        group = tuple(index for index, good in enumerate(goods) if name in good.groups)
        return group or tuple(index for index, good in enumerate(goods) if good.id == name)

    def places(self, name: str) -> tuple[int, ...]:
        if name in self._places:
            return self._places[name]
        return tuple(place for record, groups in self._groups.items() if name in groups for place in self._places[record])

    def frame(self, name: str) -> int:
        return self._frames[name]

    # --- what is bound ------------------------------------------------------------------------------------------

    def sequence(self, effects: Sequence[Any]) -> int:
        node = 0
        for effect in reversed(effects):
            outer, self._adding = self._adding, []
            bound: Effect = self._bound(effect.bind, f"verb {effect.do}", "effect", self)
            self.nodes.append((Conditional(self.condition(effect.if_), bound) if effect.if_ else bound, node))
            self.verbs.append(effect)
            self.added.append(tuple(self._adding))
            self._adding = outer
            node = len(self.nodes) - 1
        return node

    def amount(self, amount: Amount) -> Reader:
        return self._made((lambda state, seat, n: amount) if isinstance(amount, int) else self.quantity(amount), amount)

    @property
    def quantities(self) -> Mapping[str, Any]:
        return self.language.quantities

    def quantity(self, quantity: Quantity) -> Reader:
        kind = self.language.quantities[quantity.name]
        of = quantity.of if isinstance(quantity.of, (str, int)) else quantity
        bind = kind.bind if self._is_final or kind.bind_open is None else kind.bind_open
        reader: Reader = self._bound(bind, f"quantity {quantity.name}", "reader", self, of)
        return self._made(computed(self, reader, quantity), quantity)

    def open_quantity(self, quantity: Quantity) -> Reader:
        before, self._is_final = self._is_final, False
        try:
            return self.quantity(quantity)
        finally:
            self._is_final = before

    def range_of(self, amount: Amount) -> Span:
        return range_of(self, amount)

    def condition(self, rows: Sequence[IfRow]) -> Held:
        tests = tuple((self.quantity(row), row.holds) for row in rows)
        return self._made(lambda state, seat, n: all(holds(reader(state, seat, n)) for reader, holds in tests), tuple(rows))

    def _made(self, function: Made, content: Amount | tuple[IfRow, ...]) -> Made:
        self._made_of[id(function)] = function, content
        return function

    def made_of(self, function: Callable[..., Any]) -> Amount | tuple[IfRow, ...] | None:
        return self._made_of.get(id(function), (None, None))[1]

    def parts(self, quantity: Quantity) -> Parts | None:
        kind, times = self.language.quantities[quantity.name], quantity.times
        if kind.parts is None or not quantity.is_plain:
            return None
        parts: Parts | None = self._bound(kind.parts, f"quantity {quantity.name}", "parts", self, quantity.of)
        return (
            parts
            if times == 1 or parts is None
            else lambda state, seat: [(sources, times * count) for sources, count in parts(state, seat)]
        )

    def word(self, sort: str, name: str) -> Any:
        return self.language.word(sort, name)

    def guard(self, call: Callable[..., Any], word: str, method: str = "") -> Callable[..., Any]:
        return self.language.guard(call, word, method)

    def _bound(self, bind: Callable[..., Any], what: str, sort: str, *args: Any) -> Any:
        """Returns the result of binding, of a sort that `judge_of` knows; errors of a plugin's word name the plugin."""
        owner = self.language.owners.get(what)
        if owner is None:
            return bind(*args)
        bound, where = guarded(bind, owner, f"{what}, {self._binding}")(*args), f"plugin {owner}, {what}, {self._binding}"
        if not callable(bound):
            raise PluginError(f"{where}: it must return a function, not `{bound!r}`{line_of(bind)}")
        return guarded(bound, owner, what, judge_of(sort))

    # --- tables -------------------------------------------------------------------------------------------------

    def _values(self, handle: Handle[Any], value: Any) -> list[Any]:
        """Returns the values of a table before a value is added.

        Raises:
            TypeError: it is no table, or the value is of a wrong class, or its class lacks a method.
            PluginError: the table has been read too early, by the records of another kind.
        """
        if not isinstance(handle, Handle):
            mend = f'write `{str(handle).upper()} = Handle[...]("{handle}")` and pass that'
            raise TypeError(f"`{handle}` is no handle of a table; {mend}")
        if handle.holds is not None and not isinstance(value, handle.holds):
            raise TypeError(f"`{value!r}` is put into the table {handle.name}, which holds {_names(handle.holds)}")
        reader = self._readers.get(handle)
        if self.here is not None and reader not in (None, self.here.kind):
            raise PluginError(
                f"`{self.here.kind}` adds to the table {handle.name}, which `{reader}` has read; name the mechanism of "
                f"`{self.here.kind}` in the `after` of that of `{reader}`"
            )
        for base, method in missing_methods(value):
            raise TypeError(f"the class {type(value).__name__} has no method `{method}`; {base.__name__} tells what it does")
        for method in CHECKING if isinstance(value, Check) and self._word in self.language.owners else ():
            if hasattr(value, method) and method not in vars(value):  # an object shared by records is guarded already
                call = self.guard(getattr(value, method), self._word, f"{type(value).__name__}.{method}")
                object.__setattr__(value, method, call)
        return self.tables.setdefault(handle, [])

    def add(self, handle: Handle[Any], value: Any) -> int:
        values = self._values(handle, value)
        if value not in values:
            values.append(value)
        self._adding.append((handle, values.index(value)))
        return values.index(value)

    def append(self, handle: Handle[Any], value: Any) -> int:
        values = self._values(handle, value)
        values.append(value)
        self._adding.append((handle, len(values) - 1))
        return len(values) - 1

    def entries(self, handle: Handle[Any]) -> Sequence[Any]:
        if self.here is not None:
            self._readers[handle] = self.here.kind
        return self.tables.get(handle, ())


# --- digest -------------------------------------------------------------------------------------------------------
#
# The digest of compiled rules: equal digests play alike.
#
# Names, sentences and confidences are left out, so that a better wording breaks no record.


KERNEL_FORMAT = 3
"""Counts changes of the kernel that change how content plays."""


def digest_of(content: Content, first_seat: int, code: Sequence[str]) -> str:
    """Returns the hash of everything that play can depend on: the content, and plugins with code."""
    tables = {
        kind: [
            {"name": entry.name, **plain(entry.record, str, entry.record.silent_fields), **_asked_in_play(entry.record)}
            for entry in entries
        ]
        for kind, entries in content.entries.items()
        if entries and not entries[0].record.is_silent
    }
    whole: dict[str, Any] = {"kernel": KERNEL_FORMAT, "players": content.settings.players, "first": first_seat, "tables": tables}
    if code:
        whole["code"] = list(code)
    text = json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _asked_in_play(record: ContentRecord) -> dict[str, Any]:
    """Returns the part of `when` that is judged item by item; the other rows decide if there is a record at all."""
    forms = [row.cost for row in record.when if row.cost]
    return {"forms": forms} if forms else {}


# --- compile ------------------------------------------------------------------------------------------------------
# The compiler: every record binds itself, and together they become a ruleset.
# `packs` has judged the records before; the mechanisms play them afterwards.


def compile_rules(
    content: Content,
    *,
    table: Any,
    language: Language,
    first_seat: int,
    questions: Mapping[str, tuple[Callable[..., int], ...]],
    locate: Callable[[str, tuple[str | int, ...]], str | None],
    load_again: Callable[[Any, str], Ruleset],
) -> Ruleset:
    """Compiles checked content to a frozen ruleset.

    Raises:
        TooManyOptions: a decision would have more options than can be listed.
        PluginError: a plugin's word or frame fails.
    """
    link = ContentLinker(content, language, frame_order(language.frames))
    link.bind_all()
    rules = Ruleset(
        table=table,
        digest=digest_of(content, first_seat, language.code),
        players=content.settings.players,
        first_seat=first_seat,
        nodes=tuple(link.nodes),
        verbs=tuple(link.verbs),
        tables={handle: tuple(values) for handle, values in link.tables.items()},
        questions=questions,
        citations=_citations(content, link),
        statements_by_kind=_statements_by_kind(content),
        sentences={statement.id: statement.text for statement in link.entries(STATEMENT_TABLE)},
        owners=language.owners,
        event_kinds=language.events,
        content=content,
        frame_kinds=language.frames,
        linker=link,
        locator=locate,
        load_again=load_again,
    )
    finalize(rules)
    return rules


def _citations(content: Content, link: ContentLinker) -> dict[str, tuple[str, ...]]:
    """Returns statement ids by record address and by check name."""
    cited: dict[str, tuple[str, ...]] = {entry.address: entry.record.rules for entry in content}
    for statement in link.entries(STATEMENT_TABLE):
        for check in statement.checks:
            cited[check] = (*cited.get(check, ()), statement.id)
    return cited


def _statements_by_kind(content: Content) -> dict[str, frozenset[str]]:
    """Returns, by kind of record, the statements that records of the kind carry out."""
    return {kind: frozenset(id for entry in entries for id in entry.record.rules) for kind, entries in content.entries.items()}
