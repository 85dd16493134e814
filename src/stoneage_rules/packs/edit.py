"""Records with their edits, the effect of an edit on a value, and conflicts between packs."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from stoneage_rules.language.faults import REPORTED
from stoneage_rules.language.fields import Described, Shown
from stoneage_rules.language.word import ContentRecord, Verb
from stoneage_rules.packs.content import Pack
from stoneage_rules.packs.diagnostics import Diagnostic, TextPlace
from stoneage_rules.packs.find import Source
from stoneage_rules.packs.parts import at_words, element_name, owner_of
from stoneage_rules.packs.spans import TomlPath, value_at
from stoneage_rules.text import noun_of, shortened, written

if TYPE_CHECKING:
    from stoneage_rules.packs.patching import EditTable

# --- operation ----------------------------------------------------------------------------------------------------
#
# Operations on records and values, with their wording in messages, `why` and `diff`.
#
# The operators of a patch are in `operators`, the operations on whole records in `patching`.


DISAGREEMENT = "two packs disagree over {what}, and nothing says which counts"
"""The title of a conflict."""


@attrs.frozen(eq=False, kw_only=True)
class Operation(Shown):
    """An operation on a record or a value, as a row.

    The texts may use `{it}` (the value in conflict), `{value}` and `{pack}` (those of the edit), `{beside}` and `{neighbour}`.
    """

    done: str
    """The word before the value in `diff`, such as `set`; also `operation` in JSON."""
    in_history: str = ""
    """The start of a line of `why`."""
    in_conflict: str = ""
    """The label at the edit's line in the report of a conflict."""
    as_last: str = ""
    """The outcome if the edit comes last; empty if that depends on earlier edits."""
    if_alone: str = ""
    """The outcome if only this edit counts; empty if that depends on the previous value."""
    if_dismissed: str = ""
    """The outcome if the edit is ignored."""
    conflict: str = DISAGREEMENT
    """The title of a conflict between two edits with this operation."""
    for_numbers: Sequence[str] = ()
    """Lines with another way to settle such a conflict over a number; they may use `{path}`."""
    needs_original: bool = True
    """True if the report of a conflict should show the value as defined."""
    covers_all: bool = False
    """True if it replaces or removes everything within the value."""
    on_list: bool = False
    """True if it adds or drops elements of a list, which are identified by name."""
    ends_target: bool = False
    """True if it leaves nothing for another pack to edit."""
    leaves_gap: bool = False
    """True if it removes a key."""
    removes_record: bool = False
    """True if it removes the record."""
    commutes: Callable[[Provenance, Provenance], bool | None] = lambda first, second: None
    """Returns whether two edits of one value by it give the same result in either order.

    None means that this depends on the names of the list elements concerned.
    """


DEFINED = Operation(done="defined")
"""The definition of a record by its own pack."""


def is_same_toml(first: Any, second: Any) -> bool:
    """Returns whether two values are equal in TOML, where 1 and true differ."""
    return json.dumps(first, sort_keys=True, default=str) == json.dumps(second, sort_keys=True, default=str)


def as_path(path: TomlPath) -> str:
    """Returns a path as dotted text: `cost.wood`."""
    return ".".join(map(str, path))


# --- edit ---------------------------------------------------------------------------------------------------------
#
# Edits, the raw records that they change, and the provenance of every value.
#
# Edits change plain tables before these are structured, so they work alike for every kind of record.


RecordKey = tuple[str, str, str]
"""Kind, pack and id of a record; the pack is empty for kinds whose ids all packs share."""


def value_address(record: str, words: TomlPath) -> str:
    """Returns the printable address of a value: `building base:bld-01 cost.wood`."""
    return f"{record} {as_path(words)}".rstrip()


@attrs.frozen(eq=False)
class Provenance(Shown):
    """The origin of a value: the definition of its record, or an edit with its effect on this value.

    The history of a record is a list of these, and everything said about edits comes from it: conflicts, `why`, `diff`.
    """

    pack: str
    source: Source
    path: TomlPath
    """The path of the line in its file."""
    operation: Operation = DEFINED
    why: str = ""
    address: str = ""
    """The address of the record."""
    at: TomlPath = ()
    """The path of the value in the record."""
    value: Any = None
    before: Any = None
    words: TomlPath = ()
    """The path before the edit, with the elements of lists named by their `id` or `do`."""
    names: frozenset[str] = frozenset()
    """The names of the elements of a list that were added, dropped or renamed."""
    beside: tuple[str, Any] | None = None
    """For an inserted element: `after` or `before`, and the name of its neighbour."""
    result: int | None = None
    """For an adjusted number: its new value."""
    shift: tuple[int, int] | None = None
    """For an element that was added to a list or dropped: its index, and by how much the indexes after it changed."""
    is_idle: bool = False
    """True if the edit changed nothing."""

    def place(self, rest: TomlPath = (), label: str = "") -> TextPlace:
        """Returns the position of the value, or of one within it, as a place of a diagnostic."""
        return self.source.place(self.path + rest, label)

    @property
    def renames(self) -> bool:
        """True if the edit changes the name of an element of a list."""
        return bool(self.names) and not self.operation.on_list

    @property
    def is_on_list(self) -> bool:
        """True if the edit changes the elements of a list, or their names."""
        return self.operation.on_list or self.renames

    @property
    def scope(self) -> TomlPath:
        """The path in words of the edited value, or of the list whose elements are added, dropped or renamed."""
        return self.words[:-2] if self.renames else self.words[:-1] if self.operation.on_list else self.words

    @property
    def value_address(self) -> str:
        """The printable address of the value, or of the list if an element was added or dropped."""
        return value_address(self.address, self.words[:-1] if self.operation.on_list else self.words)

    def sets(self, path: TomlPath) -> bool:
        """Returns whether this set the value that is at a path after it, or a value around that."""
        return self.at == path[: len(self.at)]

    def path_before(self, path: TomlPath) -> TomlPath | None:
        """Returns the path that the value at a path had before this; None if this brought the value."""
        around = self.at[:-1]
        depth = len(around)
        if self.sets(path):
            return None if self.shift is not None else _by_name(self, path)
        if self.shift is None or len(path) <= depth or path[:depth] != around:
            return path
        (at, by), index = self.shift, path[depth]
        return (*around, index - by, *path[depth + 1 :]) if isinstance(index, int) and index >= at else path


def _by_name(edit: Provenance, path: TomlPath) -> TomlPath | None:
    """Returns the path of a value in the table or list that an edit replaced, with the elements of lists found by name."""
    new, old = edit.value, edit.before
    former = edit.at
    for step in path[len(former) :]:
        place: str | int | None = step
        if isinstance(step, int) and isinstance(value_at(new, (step,)), dict):
            place = _namesake(new, old, step)
        if place is None:
            return None
        new, old = value_at(new, (step,)), value_at(old, (place,))
        former = (*former, place)
    return former


def _namesake(new: list[Any], old: Any, index: int) -> int | None:
    """Returns the index in an old list of the element with the name of one in the new list; of namesakes, the nth for the nth."""
    name = element_name(new[index])
    earlier = sum(isinstance(element, dict) and element_name(element) == name for element in new[:index])
    elements = old if isinstance(old, list) else []
    same = [place for place, element in enumerate(elements) if isinstance(element, dict) and element_name(element) == name]
    return same[earlier] if earlier < len(same) else None


@attrs.define(eq=False)
class RawRecord(Shown):
    """A record as a plain table, with the history of its edits."""

    kind: str
    pack: str
    id: str
    as_defined: dict[str, Any]
    """The table before any edit."""
    definition: Provenance
    """The provenance of this table."""
    model: type[ContentRecord]
    """The class of the kind's records."""
    verbs: Mapping[str, type[Verb]]
    """The verbs that its effects may name."""
    data: dict[str, Any] = attrs.field(default=attrs.Factory(lambda self: self.as_defined, takes_self=True))
    """The table after all edits so far; the one of the definition until the first of them."""
    history: list[Provenance] = attrs.field(factory=list)
    """The effects of all edits of the record, in order; conflicts are found among these."""

    @property
    def applied(self) -> list[Provenance]:
        """The effects of edits that changed the record, in order."""
        return [edit for edit in self.history if not edit.is_idle]

    @property
    def removal(self) -> Provenance | None:
        """The edit that removed the record, if one did."""
        return next((edit for edit in self.history if edit.operation.removes_record), None)

    @property
    def address(self) -> str:
        """`KIND PACK:ID`."""
        owner = owner_of(self.model, self.pack)
        return f"{self.kind} {owner}:{self.id}" if owner else f"{self.kind} {self.id}"

    @property
    def label(self) -> str:
        """The address without the kind."""
        return self.address.split()[1]

    @property
    def key(self) -> RecordKey:
        """Kind, pack and id; the pack is empty for kinds whose ids all packs share."""
        return self.kind, owner_of(self.model, self.pack), self.id

    def fresh(self) -> RawRecord:
        """Returns a copy of the record without its history of edits."""
        return RawRecord(self.kind, self.pack, self.id, self.data, self.definition, self.model, self.verbs)

    def back_from(self, path: TomlPath) -> Iterator[tuple[Provenance, TomlPath]]:
        """Yields the edits, the last first, then the definition, each with the path after it of the value now at a path.

        Ends at the edit that brought the value.
        """
        former: TomlPath | None = path
        for origin in (*reversed(self.applied), self.definition):
            if former is not None:
                yield origin, former
                former = origin.path_before(former)

    def origin_of(self, path: TomlPath) -> tuple[Provenance, TomlPath]:
        """Returns the provenance of the value at a path, and the rest of the path below the value that it set."""
        for origin, former in self.back_from(path):  # ends at the definition, which set every value
            if origin.sets(former):
                break
        if origin is self.definition and value_at(self.as_defined, former) is None:  # a list that edits have begun
            for edit in self.applied:
                if edit.shift and edit.at[:-1] == former:
                    return attrs.evolve(edit, path=edit.path[:-1]), ()
        return origin, former[len(origin.at) :]

    def keep_original(self) -> None:
        """Copies the table for editing, before the first edit."""
        if self.data is self.as_defined:
            self.data = copy.deepcopy(self.data)

    def note(
        self,
        edit: Edit,
        line: TomlPath,
        operation: Operation,
        at: TomlPath = (),
        value: Any = None,
        before: Any = None,
        *,
        words: TomlPath | None = None,
        names: Iterable[str] = (),
        **more: Any,
    ) -> None:
        """Records the effect of a line of an edit on the value at a path; the arguments are fields of the provenance."""
        self.history.append(
            Provenance(
                edit.pack,
                edit.source,
                edit.path + line,
                operation,
                str(edit.data.get("why", "")),
                self.address,
                at,
                value,
                before,
                self.in_words(at) if words is None else words,
                frozenset(names),
                **more,
            )
        )

    def in_words(self, path: TomlPath) -> TomlPath:
        """Returns a path as edits write it: with the elements of lists named by their `id` or `do`."""
        words: list[str | int] = []
        holder: Any = self.data
        for step in path:
            try:
                holder = holder[step]
            except (KeyError, IndexError, TypeError):
                holder = None
            is_named = isinstance(step, int) and isinstance(holder, dict)
            name = element_name(holder) if is_named else None
            words.append(step if name is None else str(name))
        return tuple(words)


@attrs.frozen(eq=False)
class Edit(Shown):
    """One `[[patch.KIND]]`, `[[replace.KIND]]` or `[[remove.KIND]]`."""

    table: EditTable
    kind: str
    model: type[ContentRecord]
    """The class of the kind's records."""
    pack: str
    source: Source
    path: TomlPath
    data: Mapping[str, Any]

    @property
    def may_apply(self) -> bool:
        """True if an error in its `when` leaves open whether it applies."""
        return self.data.get("when") is REPORTED

    @property
    def word(self) -> str:
        """`patch`, `replace` or `remove`."""
        return self.table.word


# --- conflicts ----------------------------------------------------------------------------------------------------
#
# Finds edits of one record that disagree: their result depends on which pack comes first.
#
# `merge` chooses the pairs of packs to compare; the row of an operation says whether two edits by it commute.


def overridden(edits: Sequence[Provenance]) -> dict[Provenance, Provenance]:
    """Maps each edit of a record that later edits in the sequence undo to the last of them."""
    covering = {edit.scope: index for index, edit in enumerate(edits) if edit.operation.covers_all and not edit.renames}
    undone = {}
    for index, edit in enumerate(edits):
        scope = edit.scope
        last = max(covering.get(scope[:length], -1) for length in range(len(scope) + 1))
        if last > index:
            undone[edit] = edits[last]
    return undone


def disagreements(first: Sequence[Provenance], second: Sequence[Provenance]) -> Iterator[tuple[Provenance, Provenance]]:
    """Yields the pairs of edits that disagree, given the edits of one record by two packs."""
    undone = {**overridden(first), **overridden(second)}
    ours, theirs = ([edit for edit in edits if edit not in undone and edit.value is not REPORTED] for edits in (first, second))
    if [_as_data(edit) for edit in ours] == [_as_data(edit) for edit in theirs]:
        # Both packs make the same edits, so compare these step by step: one's first does not conflict with the other's second.
        yield from ((a, b) for a, b in zip(ours, theirs, strict=True) if disagree(a, b))
    else:
        yield from ((a, b) for a in ours for b in theirs if disagree(a, b))


def _as_data(edit: Provenance) -> str:
    return json.dumps([edit.operation.done, edit.words, edit.value, edit.beside], sort_keys=True, default=str)


def disagree(first: Provenance, second: Provenance) -> bool:
    """Returns whether the order of two edits of one record matters."""
    if first.scope == second.scope:
        return not _commute(first, second)
    outer, inner = sorted((first, second), key=lambda edit: len(edit.scope))
    if not _is_within(inner, outer):
        return False
    if outer.is_on_list:
        # The inner edit finds an element by name, and fails if the outer edit adds another of that name, or removes it.
        return inner.scope[len(outer.scope)] in outer.names
    return outer.operation.covers_all


def _is_within(inner: Provenance, outer: Provenance) -> bool:
    return inner.scope[: len(outer.scope)] == outer.scope


def _commute(first: Provenance, second: Provenance) -> bool:
    """Returns whether two edits of the same scope give the same result in either order."""
    if first.operation is second.operation:
        if first.operation.covers_all and first.words == second.words:
            return is_same_toml(first.value, second.value)
        commutes = first.operation.commutes(first, second)
        if commutes is not None:
            return commutes
    if first.is_on_list and second.is_on_list:
        return not (first.names & _named_by(second) or second.names & _named_by(first))
    return False


def _named_by(edit: Provenance) -> frozenset[str]:
    """Returns the names of the elements of a list that an edit changes or inserts next to."""
    return edit.names | {edit.beside[1]} if edit.beside is not None else edit.names


# --- conflict report ----------------------------------------------------------------------------------------------
# Reports conflicts between packs: the effect of each on the value, and lines to paste; each way settles the conflict.
#
# The conflicts are found above and in `merge`.


@attrs.frozen
class Files(Described):
    """The files where a conflict can be settled."""

    packs: Mapping[str, Pack]
    """The packs by id; their order is declared in their manifests."""
    decided_inline: bool
    """True if the table file writes its decisions as one list."""


def place_of(edit: Provenance, around: TomlPath | None = None) -> TextPlace:
    """Returns an edit's location, labelled with its effect; names the value if the conflict is about an enclosing one."""
    it = "it" if around in (None, edit.scope) else f"`{as_path(edit.scope)}`"
    words = edit.operation.in_conflict.format(value=_shown(edit.value), it=it, beside=edit.beside, neighbour=_neighbour(edit))
    return edit.place((), f"{edit.pack} {words}{_condition(edit)}")


def _condition(origin: Provenance) -> str:
    """Returns a note if an edit has a `when`, for the line that is shown does not include it."""
    edit = value_at(origin.source.data, origin.path[:3])
    return ", where its `when` holds" if isinstance(edit, dict) and edit.get("when") else ""


def undone(pack: str, first: Provenance, second: Provenance) -> Diagnostic:
    """Returns the diagnostic of an edit that a later edit of the same pack undoes completely."""
    later = place_of(second)
    place = TextPlace(later.file, later.span, f"{later.label}, and nothing of the other is left")
    title, help = "an edit that another of the same pack undoes", "delete one of the two edits"
    return Diagnostic("SA307", title, place_of(first), others=(place,), help=help, packs=(pack,))


def conflict(name: str, pair: Sequence[Provenance], defined: Mapping[Any, RawRecord], files: Files) -> Diagnostic:
    """Returns the diagnostic of two packs that disagree over a value and have no order.

    Args:
        name: the value's printable address.
        pair: the edit of each pack.
        defined: the records before any edit.
        files: the files where the conflict can be settled.
    """
    first, second = sorted(pair, key=lambda edit: edit.pack)
    kind, _, id = first.address.partition(" ")
    words = name.partition(" ")[2].partition(" ")[2]
    what = f"`{words}` of the {noun_of(kind)} {id}" if words else f"the {noun_of(kind)} {id}"
    around = min(first.scope, second.scope, key=len)
    ways = [*_by_order((first, second), around, files.packs), *_by_table(name, (first, second), around, files)]
    shared = first.operation if first.operation is second.operation else DEFINED
    if type(first.before) is int and first.words == second.words:
        ways += [line.format(path=words) for line in shared.for_numbers]
    inner = max(first, second, key=lambda edit: len(edit.scope))
    return Diagnostic(
        "SA401",
        shared.conflict.format(what=what),
        place_of(first, around),
        others=(place_of(second, around), *(_as_defined(inner, around, defined) if shared.needs_original else ())),
        help=_numbered(ways),
        packs=(first.pack, second.pack),
        datum=name,
    )


def _numbered(ways: Sequence[str]) -> str:
    """Returns solutions as a numbered list; each begins with a line that is not indented."""
    lines = ["any one of these settles it"]
    number = 0
    for line in ways:
        number += not line.startswith(" ")
        lines.append(f"  {line}" if line.startswith(" ") else f"  {number}. {line}")
    return "\n".join(lines)


def _by_order(pair: tuple[Provenance, Provenance], around: TomlPath, packs: Mapping[str, Pack]) -> Iterator[str]:
    for mine, other in (pair, pair[::-1]):
        # After an edit that removes its target, nothing is left for the other pack to edit.
        if not other.operation.ends_target:
            yield from _order_lines(packs[mine.pack], other.pack)
            yield f"  {_outcome(mine.operation.as_last, mine, around) or f'then {mine.pack} comes last'}"


def _by_table(name: str, pair: tuple[Provenance, Provenance], around: TomlPath, files: Files) -> Iterator[str]:
    outcomes = []
    for edit, other in (pair, pair[::-1]):
        pack, operation = edit.pack, edit.operation
        outcome = _outcome(operation.if_alone, edit, around) or f"then only what {pack} does counts"
        outcomes.append((pack, outcome + (other.operation.if_dismissed if other.operation is not operation else "")))
    yield from _table_lines(name, outcomes, files)


def _table_lines(name: str, outcomes: Sequence[tuple[str, str]], files: Files) -> Iterator[str]:
    """Yields the lines for a table file that prefer one of two packs, with the outcome of each choice."""
    (use, outcome), (other, otherwise) = outcomes
    if files.decided_inline:
        yield "in the table file, as the first row of `resolve`:"
        yield f"  {written({'datum': name, 'use': use})},"
    else:
        # A `[[resolve]]` table can be added at the end of any file, any number of times.
        yield "in the table file, at the end:"
        yield from ("  [[resolve]]", f"  datum = {written(name)}", f"  use = {written(use)}")
    yield f"  {outcome}"
    yield f'  with `use = "{other}"` instead, {otherwise}'


def _order_lines(pack: Pack, after: str) -> Iterator[str]:
    """Yields the lines for a manifest that place its pack after another."""
    manifest = pack.files.manifest
    assert manifest is not None
    named = manifest.data.get("order", {}).get("after")
    if named is not None:
        yield f"in {manifest.file}, under [order], instead of `after`:"
    elif "order" in manifest.data:
        yield f"in {manifest.file}, under [order]:"
    else:
        yield f"in {manifest.file}, at the end:"
        yield "  [order]"
    yield f"  after = {written([*(named or ()), after])}"


def _outcome(words: str, edit: Provenance, around: TomlPath) -> str:
    """Returns the outcome of an edit, from a template; empty if it changes only part of the value in conflict."""
    values = {"value": _shown(edit.value), "pack": edit.pack, "neighbour": _neighbour(edit)}
    return words.format(**values) if edit.scope == around else ""


def _neighbour(edit: Provenance) -> str:
    return "" if edit.beside is None else _shown(edit.beside[1])


def _as_defined(edit: Provenance, around: TomlPath, defined: Mapping[Any, RawRecord]) -> tuple[TextPlace, ...]:
    """Returns the place of the value as its own pack defines it, if that pack writes it."""
    record = next((record for record in defined.values() if record.address == edit.address), None)
    # If one edit removes the whole record, show the value that the other edit changes.
    shown = around or edit.scope
    if record is None or not shown:
        return ()
    path, value = at_words(record.data, shown)
    if value is None:
        return ()
    origin = record.definition
    it = "it" if shown == around else f"`{as_path(shown)}`"
    return (origin.place(path, f"in {record.pack} {it} is {_shown(value)}"),)


def _shown(value: Any) -> str:
    return shortened(written(value))
