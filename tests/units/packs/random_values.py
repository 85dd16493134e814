"""Values made at random: by type, by schema, and the names that they can have."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeVar

import attrs
from hypothesis import strategies as st

from stoneage_rules.language.fields import Field, fields_of
from stoneage_rules.language.forms import Form, NothingFits
from stoneage_rules.packs.content import Content, Language
from stoneage_rules.plugin import ContentRecord

# --- choice source ------------------------------------------------------------------------------------------------
#
# The one source of the choices of a random pack, whether they come from a seed or from a property test.


Item = TypeVar("Item")


class ChoiceSource:
    """Choices that all come from whole numbers; 0 is always the plainest choice, so that they shrink well.

    Args:
        below: returns a number from 0 to less than its argument, which is at least 1.
    """

    def __init__(self, below: Callable[[int], int]) -> None:
        self._below = below

    def below(self, count: int) -> int:
        """Returns a number from 0 to `count` - 1."""
        return self._below(count) if count > 1 else 0

    def between(self, least: int, most: int) -> int:
        """Returns a number from `least` to `most`; `least` is the plainest."""
        return least + self.below(most - least + 1)

    def one_in(self, count: int) -> bool:
        """Returns True in one of `count` cases."""
        return self.below(count) == count - 1

    def pick(self, options: Sequence[Item]) -> Item:
        """Returns one of several options.

        Raises:
            NothingFits: there are none.
        """
        if not options:
            raise NothingFits
        return options[self.below(len(options))]

    def some(self, options: Sequence[Item], least: int, most: int) -> list[Item]:
        """Returns different options, in any order: `least` to `most` of them, or fewer if there are no more.

        Raises:
            NothingFits: there are fewer than `least`.
        """
        left = list(options)
        if len(left) < least:
            raise NothingFits
        count = self.between(least, max(least, min(most, len(left))))
        return [left.pop(self.below(len(left))) for _ in range(count)]


def seeded(seed: int) -> ChoiceSource:
    """Returns choices that follow from a seed, on every Python alike."""
    draw = random.Random(seed).random
    return ChoiceSource(lambda count: int(draw() * count))


@st.composite
def choice_sources(draw: st.DrawFn) -> ChoiceSource:
    """Returns a strategy for sources of choices that shrink: everything that is made with one is made plainer."""
    return ChoiceSource(lambda count: draw(st.integers(0, count - 1)))


# --- known names --------------------------------------------------------------------------------------------------
#
# The names that a random pack can use: those of the content that it changes, and those of its own records.


ID = "random-pack"
"""The id of every such pack."""
RawTable = dict[str, Any]
"""A table of a content file, as TOML reads it."""
Header = str
"""The name of a table in double brackets: `location`, `patch.location`."""

RARE = 10
"""A reference to something that there is declares something new in one of so many cases; the larger the pack, the fewer."""
MOST_EAGER = 10
"""A pack with this many records declares fewer further ones."""
MOST_WANTED = 6
"""The most records of a pack's own that are still to be made when a reference declares another one."""


NOTHING: Mapping[str, Any] = MappingProxyType({})


def texts_of(value: Any) -> Iterator[str]:
    """Yields every text and key in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield key
            yield from texts_of(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from texts_of(inner)


@attrs.frozen
class KnownRecord:
    """A record that edits can change."""

    kind: str
    target: str
    data: Mapping[str, Any]


class KnownNames(ChoiceSource):
    """The names that a pack can use, which grow with each record that it declares, and the choices among them.

    Args:
        language: the words of the table.
        choices: the source of choices.
    """

    def __init__(self, language: Language, choices: ChoiceSource) -> None:
        super().__init__(choices.below)
        self.language = language
        self.ids: dict[str, list[str]] = {}
        """The ids of each kind, and the groups of each kind under `group:KIND`."""
        self.records: list[KnownRecord] = []
        self.item_kinds: list[str] = []
        self.players: Sequence[int] = (2,)
        """The player counts of the table."""
        self.modules: Sequence[str] = ()
        """The ids of all packs at the table."""
        self.wanted: list[tuple[str, str]] = []
        """The kind and id of each record that is referred to and still to be made."""
        self._plain: Mapping[str, list[str]] = {
            name: sorted(words)
            for name, words in (("counter", language.counters), ("check", language.checks), ("kernel", language.kernel))
        }
        self.edited: set[tuple[str, str, str]] = set()
        """The keys that have an edit: kind, target and key.  A pack's second one would undo the first."""
        self._count = 0
        self._texts: dict[str, set[str]] = {}
        """The texts in the records of each id."""

    def copy(self) -> KnownNames:
        """Returns the names as they are now, to go back to them."""
        other = copy.copy(self)
        for name in ("ids", "records", "item_kinds", "wanted", "_texts"):
            setattr(other, name, copy.copy(getattr(self, name)))
        return other

    def go_back(self, other: KnownNames) -> None:
        """Takes over the names of an earlier copy."""
        self.__dict__.update(other.__dict__)

    def add_content(self, content: Content) -> None:
        """Adds what a table has; records that are there only conditionally are left out."""
        self.item_kinds += content.item_kinds
        self.modules = [pack.id for pack in content.packs]
        for entry in content:
            if not entry.record.when:
                target = f"{entry.pack}:{entry.id}" if entry.record.namespaced else entry.id
                self.add(entry.kind, entry.name, target, entry.raw_record.data)

    def add(self, kind: str, id: str, target: str, data: Mapping[str, Any]) -> None:
        """Adds a record."""
        self._add_id(kind, id)
        for group in data.get("groups", ()):
            self._add_id(f"group:{kind}", group)
        self.records.append(KnownRecord(kind, target, data))
        self._texts[id] = {*self._texts.get(id, ()), *texts_of(data)}

    def _add_id(self, kind: str, id: str) -> None:
        self.ids[kind] = [*dict.fromkeys((*self.ids.get(kind, ()), id))]

    def model(self, kind: str) -> type[ContentRecord]:
        """Returns the class of the records of a kind."""
        return self.language.kinds.model(kind)

    def hide(self, kind: str, id: str) -> None:
        """Takes a record away from those that can be referred to, because it is not there at every table."""
        self.ids[kind] = [other for other in self.ids[kind] if other != id]

    # --- references ---------------------------------------------------------------------------------------------

    def _named(self, ref: str) -> Sequence[str]:
        if ref == "item":
            return [id for kind in self.item_kinds for id in self.ids.get(kind, ())]
        return self._plain[ref] if ref in self._plain else self.ids.get(ref, ())

    def reference(self, refs: Sequence[str], beside: Mapping[str, Any] = NOTHING) -> str:
        """Returns what a reference says: something that there is, or a new record that is made later.

        Args:
            refs: the kinds that it can refer to.
            beside: what stands beside it; mostly it refers to what belongs to that.

        Raises:
            NothingFits: there is nothing, and too much is still to be made.
        """
        known = [name for ref in refs for name in self._named(ref)]
        new = [ref for ref in refs if ref.removeprefix("group:") in self.language.kinds.records]
        related = {text for word in texts_of(beside) for text in self._texts.get(word, ())}
        near = [name for name in known if name in related]
        alone = not near and any(self.model(ref).is_used_by_name for ref in new if ref in self.language.kinds.records)
        if new and len(self.wanted) < MOST_WANTED and (not known or self._declares(alone=alone and bool(beside))):
            return self.declare(self.pick(new))
        return self.pick(known if not near or self.one_in(20) else near)

    def _declares(self, *, alone: bool) -> bool:
        """Returns whether a reference declares something new, as it mostly does where nothing fits what stands beside it."""
        if alone and self._count < MOST_EAGER:
            return self.below(6) > 0
        return self.one_in(RARE + self._count)

    def is_needed(self, record: KnownRecord) -> bool:
        """Returns whether another record names one."""
        id = record.target.rpartition(":")[2]
        names = {id, record.target, *record.data.get("groups", ())}
        return any(not names.isdisjoint(texts_of(other.data)) for other in self.records if other is not record)

    def declare(self, ref: str) -> str:
        """Returns the id of a new record that is made later, or a group that it will be the first of.

        Raises:
            NothingFits: there can be only one such record, or no more of them.
        """
        kind = ref.removeprefix("group:")
        model = self.model(kind)
        if (model.is_single and self.ids.get(kind)) or len(self.ids.get(kind, ())) >= model.max_records:
            raise NothingFits
        if ref != kind and "groups" not in fields_of(model):
            raise NothingFits
        self._count += 1
        id = f"new-{kind.replace('_', '-')}-{self._count}"
        id = id if model.namespaced else f"{ID}.{id}"
        self._add_id(kind, id)
        self.wanted.append((kind, id))
        if ref == kind:
            return id
        group = f"{id}s"
        self._add_id(ref, group)
        return group


# --- sampler ------------------------------------------------------------------------------------------------------
# The choices that the forms of the language make values from.


SMALL = 5
"""The number of values that a number takes as a rule, from its smallest one on."""
DEEPEST = 2
"""The most effects, prices and quantities within each other."""
LIKELY = 3
"""One of so many keys that can be left away is written."""
AROUND = ("id", "name", "rules", "confidence", "reconstructed", "when")
"""The keys of every record, which do not make it what it is."""


@attrs.frozen
class Sampler(ChoiceSource):
    """The choices for one value, with what is around it."""

    names: KnownNames
    context: str = ""
    """The context of the effects in it."""
    depth: int = 0
    """How many effects, prices and quantities are around it."""
    beside: Mapping[str, Any] = NOTHING
    """The table that contains it."""
    given: Mapping[str, Any] = NOTHING
    """The keys of a record that have a value already."""

    @property
    def verbs(self) -> Mapping[str, Any]:
        return self.names.language.verbs

    @property
    def quantities(self) -> Mapping[str, Any]:
        return self.names.language.quantities

    def below(self, count: int) -> int:
        return self.names.below(count)

    def reference(self, refs: Sequence[str]) -> str:
        return self.names.reference(refs, self.beside)

    def number(self, least: int | None, most: int | None) -> int:
        """Returns a number within a range, nearly always a small one, and hardly ever 0 or less if it has no bounds."""
        first = least if least is not None else self.pick((1, 1, 1, -3))
        last = first + SMALL if most is None else min(most, first + SMALL)
        return most if most is not None and self.one_in(30) else self.between(first, last)

    def is_read(self) -> bool:
        """Returns whether a number is read from the game."""
        return self.depth < DEEPEST and self.one_in(6)

    def is_written(self, field: Field) -> bool:
        """Returns whether a key that can be left away is written."""
        inner = field.form.inner
        if field.form.is_computed or (field.form.is_list and inner is not None and inner.is_effect):
            return self.below(4) > 0
        is_rare = field.name in AROUND or (inner is not None and inner.is_row)
        return field.name != "when" and self.one_in(LIKELY * (4 if is_rare else 1))

    def within(self, form: Form, beside: Mapping[str, Any]) -> Sampler:
        """Returns the choices for a value of a field."""
        return attrs.evolve(self, context=form.context_in(self.context), beside=beside, given=NOTHING)

    def deeper(self) -> Sampler:
        """Returns the choices within one more effect, price or quantity."""
        if self.depth > DEEPEST:
            raise NothingFits
        return attrs.evolve(self, depth=self.depth + 1)

    def requirement(self) -> dict[str, Any]:
        """Returns a row of `when`."""
        module = {"module": self.pick(self.names.modules)} if self.names.modules and self.one_in(3) else {}
        players = {"players": sorted(self.some(self.names.players, 1, len(self.names.players)))}
        return {**module, **(players if not module or self.one_in(3) else {})}
