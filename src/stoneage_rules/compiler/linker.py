"""Ids to indexes, nested effects to nodes, records to tables: what words ask for while they are bound."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, get_args

from stoneage_rules.compiler.amounts import computed
from stoneage_rules.compiler.contributions import Contributions
from stoneage_rules.errors import PluginError
from stoneage_rules.kernel.frames import guarded, line_of
from stoneage_rules.kernel.nouns import FIGURE_TABLE, GOOD_TABLE
from stoneage_rules.language.binding import Declared, Effect, Held, Parts, Reader
from stoneage_rules.language.condition import Conditional, IfRow
from stoneage_rules.language.fields import Amount, Quantity
from stoneage_rules.language.handles import Handle
from stoneage_rules.language.quantity import Span, range_of
from stoneage_rules.language.required import missing_methods
from stoneage_rules.packs.content import Content, Entry
from stoneage_rules.text.wording import either

__all__ = ["ContentLinker"]


def _nothing(state: Any, seat: int, place: int, n: int) -> None:
    """Does nothing: the effect of node 0, which ends every list and is never run."""


def _names(classes: Any) -> str:
    """Returns the name of a class, or of several, for messages."""
    return either([each.__name__ for each in get_args(classes) or [classes]])


class ContentLinker:
    """The compiler's `Linker`: collects what binding asks for."""

    def __init__(self, content: Content, contributions: Contributions, frames: Mapping[str, int]) -> None:
        self.content = content
        self.players = content.settings.players
        self.here: Declared | None = None
        self._is_final = True
        """True if quantities count what lies face down, too."""
        self.nodes: list[tuple[Effect, int]] = [(_nothing, 0)]
        self.tables: dict[Handle[Any], list[Any]] = {}
        self._readers: dict[Handle[Any], str] = {}
        """The kind of record that a table was last read for while records were bound."""
        self.contributions = contributions
        self._frames = frames
        self._ids: dict[str, dict[str, int]] = {}
        for kind, entries in content.entries.items():
            self._ids[kind] = {entry.name: index for index, entry in enumerate(entries)}
        self._ids["item"] = {entry.name: index for index, entry in enumerate(content.items())}
        self._places: dict[str, tuple[int, ...]] = {}
        self._groups: dict[str, tuple[str, ...]] = {}
        """The groups of the records that bring places."""
        self._number_places()

    # --- records ------------------------------------------------------------------------------------------------

    def bind_all(self) -> None:
        """Binds every record, kind by kind, and then finishes every kind."""
        for entry in self._entries():
            self.here, self._is_final = entry, entry.record.is_final
            bind = self.contributions.guard(entry.record.bind, f"record {entry.kind}", self._binding)
            bind(self, entry)
            for keys in self.contributions.extra_keys_of(type(entry.record)):
                self.contributions.guard(keys.bind, f"record {keys.table}", self._binding)(self, entry, entry.record)
        self.here, self._is_final = None, True
        for name, kind in self.contributions.kinds.items():
            self.contributions.guard(kind.finish, f"record {name}", "finish")(self)

    @property
    def _binding(self) -> str:
        """The binding that is going on, for messages."""
        return f"bind of {self.here.kind} {self.here.name}" if self.here is not None else "bind"

    def _entries(self) -> Iterator[Entry]:
        """Yields the records of the registered kinds in their order, those of declared kinds after the declarations."""
        for kind, record in self.contributions.kinds.items():
            yield from self.content.of(kind)
            if record.declares is not None:
                yield from self.content.items()

    def _number_places(self) -> None:
        """Gives every place its index: those of records first, then those of extra keys."""
        brought = [(entry, entry.record.place_ids(entry.name, self.players)) for entry in self._entries()]
        for entry in self._entries():
            for keys in self.contributions.extra_keys_of(type(entry.record)):
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
            bound = self.effect(effect)
            self.nodes.append((Conditional(self.condition(effect.if_), bound) if effect.if_ else bound, node))
            node = len(self.nodes) - 1
        return node

    def effect(self, effect: Any) -> Effect:
        """Returns what an effect does, without its condition."""
        bound: Effect = self._bound(effect.bind, f"verb {effect.do}", self)
        return bound

    def amount(self, amount: Amount) -> Reader:
        if isinstance(amount, Quantity):
            return self.quantity(amount)
        return lambda state, seat, n: amount

    @property
    def quantities(self) -> Mapping[str, Any]:
        return self.contributions.quantities

    def quantity(self, quantity: Quantity) -> Reader:
        kind = self.contributions.quantities[quantity.name]
        of = quantity if kind.takes is Quantity else quantity.of
        bind = kind.bind if self._is_final or kind.bind_open is None else kind.bind_open
        reader: Reader = self._bound(bind, f"quantity {quantity.name}", self, of)
        return computed(self, reader, quantity)

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
        return lambda state, seat, n: all(holds(reader(state, seat, n)) for reader, holds in tests)

    def parts(self, quantity: Quantity) -> Parts | None:
        kind, times = self.contributions.quantities[quantity.name], quantity.times
        if kind.parts is None or not quantity.is_plain:
            return None
        parts: Parts | None = self._bound(kind.parts, f"quantity {quantity.name}", self, quantity.of)
        return (
            parts
            if times == 1 or parts is None
            else lambda state, seat: [(sources, times * count) for sources, count in parts(state, seat)]
        )

    def word(self, sort: str, name: str) -> Any:
        return self.contributions.words[sort][name]

    def guard(self, call: Callable[..., Any], word: str) -> Callable[..., Any]:
        return self.contributions.guard(call, word)

    def _bound(self, bind: Callable[..., Any], what: str, *args: Any) -> Any:
        """Returns what binding gives; of a plugin's word, it and its making name the plugin in what they raise."""
        owner = self.contributions.owners.get(what)
        if owner is None:
            return bind(*args)
        bound, where = guarded(bind, owner, f"{what}, {self._binding}")(*args), f"plugin {owner}, {what}, {self._binding}"
        if not callable(bound):
            raise PluginError(f"{where}: it must return a function, not `{bound!r}`{line_of(bind)}")
        return guarded(bound, owner, what)

    # --- tables -------------------------------------------------------------------------------------------------

    def _values(self, handle: Handle[Any], value: Any) -> list[Any]:
        """Returns the values of a table, to which a value is to be added.

        Raises:
            TypeError: it is no table, or the value is of another class, or of one that lacks a method.
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
        return self.tables.setdefault(handle, [])

    def add(self, handle: Handle[Any], value: Any) -> int:
        values = self._values(handle, value)
        if value not in values:
            values.append(value)
        return values.index(value)

    def append(self, handle: Handle[Any], value: Any) -> int:
        values = self._values(handle, value)
        values.append(value)
        return len(values) - 1

    def entries(self, handle: Handle[Any]) -> Sequence[Any]:
        if self.here is not None:
            self._readers[handle] = self.here.kind
        return self.tables.get(handle, ())
