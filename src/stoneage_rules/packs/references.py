"""References of records to each other, and lists that must name every record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any

import attrs

from stoneage_rules.language.faults import Fault, unknown_word
from stoneage_rules.language.fields import Field, fields_of, parts_of
from stoneage_rules.language.forms import form_of_class
from stoneage_rules.packs.content import Content, Entry, Language, Pack
from stoneage_rules.packs.diagnostics import Diagnostic, TextPlace
from stoneage_rules.packs.edit import Provenance, RecordKey, value_address
from stoneage_rules.packs.options import Suggestions
from stoneage_rules.packs.parts import FailedDeclarations, at_step, groups_of, owners_of
from stoneage_rules.packs.report import Report
from stoneage_rules.packs.spans import TomlPath
from stoneage_rules.text import a, choices_of, counted, either, noun_of, written

MOST_PLACES = 3
"""Maximum number of places shown that need a removed record."""
MOST_KNOWN = 20
"""Maximum number of names that are listed though none is like the wrong word."""
MOST_LINES = 20
"""Maximum number of further places named by line."""


def visible_packs(pack: Pack, packs: Sequence[Pack]) -> tuple[str, ...]:
    """Returns the other packs whose ids a pack may write without a namespace."""
    by_id = {other.id: other for other in packs}
    visible: list[str] = []
    base = [other.id for other in packs if other.manifest.pack.kind == "base" and other is not pack]
    queue = [*pack.manifest.requires, *pack.manifest.optional, *base]
    while queue:
        name = queue.pop(0)
        if name in by_id and name not in visible:
            visible.append(name)
            queue += by_id[name].manifest.requires
    return tuple(visible)


class References:
    """Resolves every reference from the point of view of the pack that wrote it."""

    def __init__(
        self,
        content: Content,
        language: Language,
        removed: Mapping[tuple[str, str, str], Provenance],
        failed: FailedDeclarations,
        suggestions: Suggestions,
        report: Report,
    ) -> None:
        self.suggestions = suggestions
        self.report = report
        self.removed = removed
        self.needs: dict[tuple[Provenance, str], tuple[RecordKey, str, list[TextPlace]]] = {}
        """The removed records that are still needed, by removal and needing pack: key, noun, and the places that need it."""
        self.kinds = language.kinds
        self.plain = {"counter": language.counters, "check": language.checks, "kernel": language.kernel}
        self.failed = failed
        self.language = language
        self.content = content
        self.here: Entry
        """The record whose references are resolved."""
        self.scopes = {pack.id: visible_packs(pack, content.packs) for pack in content.packs}
        self.names: dict[str, dict[str, dict[str, str]]] = {}
        for entry in content:
            self.names.setdefault(entry.kind, {}).setdefault(entry.id, {})[entry.pack] = entry.name
        with_groups = [kind for kind, record in language.kinds.records.items() if "groups" in attrs.fields_dict(record)]
        self.groups = {f"group:{kind}": _groups(content.of(kind)) for kind in with_groups}

    def resolved(self, entry: Entry) -> Entry:
        """Returns the record with every reference replaced by the name that play uses."""
        self.here = entry
        record = form_of_class(type(entry.record)).resolved(entry.record, (), self)
        return entry if record is entry.record else attrs.evolve(entry, record=record)

    def counted(self, quantity: Any, path: TomlPath) -> Any:
        """Returns the name in play of the thing that a quantity counts; reports a quantity that cannot be read at its place."""
        kind, at = self.language.quantities[quantity.name], (*path, quantity.name)
        if kind.under and not _can_read(kind, path, self.here, self.content.item_kinds):
            tellers = [f"`{verb.do}`" for verb in self.language.verbs.values() if verb.tells == kind.name]
            owners = [*(["an item"] if kind.of_items else []), *tellers]
            owner = f" of {' or of '.join(owners)}" if owners else ""
            label = f"only the effects under `{kind.under}`{owner} know {kind.help}"
            later = f'`{{ do = "advance", track = "TRACK", steps = {{ {quantity.name} = {written(quantity.of)} }} }}`'
            help = f"write what asks for it there; for later, an effect there can keep it on a track: {later}"
            origin, rest = self.here.origin_of(at)
            fault = Fault("SA207", "a quantity that means nothing here", label, help=help, path=rest, at_key=True)
            self.report.add_at(fault, origin)
        if kind.refers_to is None or quantity.of in kind.choices:
            return form_of_class(type(quantity.of)).resolved(quantity.of, at, self)
        or_choices = f"write {either(f'`{choice}`' for choice in kind.choices)}; or " if kind.choices else ""
        return self.word(str(quantity.of), kind.refers_to.split("|"), at, besides=or_choices)

    def word(self, word: Any, kinds: Sequence[str], path: TomlPath, *, at_key: bool = False, besides: str = "") -> Any:
        """Returns the name in play of a word's referent; reports a word that names nothing, with what it can be `besides`."""
        if type(word) is not str:
            return word
        kinds = tuple(chain.from_iterable(self.content.item_kinds if kind == "item" else (kind,) for kind in kinds))
        origin, rest = self.here.origin_of(path)
        for kind in kinds:
            found = self._look_up(word, kind, origin.pack)
            if len(found) == 1:
                name = next(iter(found.values()))
                return word if name == word else name
            if found:
                message, label = f"an id of more than one {noun_of(kind)}", f"which `{word}` is meant?"
                help = f"write {either(sorted(f'`{pack}:{word}`' for pack in found))}"
                fault = Fault("SA203", message, label, help=help, path=rest, at_key=at_key)
                self.report.add_at(fault, origin)
                return word
        gone = next((who for kind in kinds if (who := self._removed(word, kind, origin.pack))), None)
        if gone is not None:
            removal, key = gone
            needs = self.needs.setdefault((removal, origin.pack), (key, noun_of(kinds[-1]), []))
            needs[2].append(origin.place(rest, "needed here"))
            return word
        what = noun_of(kinds[-1])
        code = "SA210" if kinds[-1] in ("check", "kernel") else "SA203"
        message = f"a reference to {a(what)} that does not exist"
        fault = unknown_word(code, message, word, self._known(kinds, origin.pack), what, path=rest, at_key=at_key)
        if self.failed.may_be(word, kinds, (origin.pack, *self.scopes[origin.pack])):
            self.report.suppress(fault, origin.source, origin.path)
            return word
        fault = self._with_help(fault, word, kinds, origin.pack)
        self.report.add_at(attrs.evolve(fault, help=besides * (not fault.near) + fault.help), origin)
        return word

    def _with_help(self, fault: Fault, word: str, kinds: Sequence[str], pack: str) -> Fault:
        """Returns the fault of a word that names nothing, with what could be meant."""
        id, _, number = word.rpartition("-")
        named = [entry.record for kind in kinds for entry in self.content.of(kind) if entry.id == id and number.isdecimal()]
        if any(getattr(record, "copies", None) not in (None, 1) for record in named):
            return attrs.evolve(fault, help=f"the copies of `{id}` are named together: write `{id}`", note="", near=None)
        fault = self.suggestions.suggest(fault, word, kinds, pack, noun_of(kinds[-1]))
        other = self._of_another_kind(word, kinds, pack)
        if not fault.help and (other or not fault.near) and kinds[-1] in self.kinds.records and ":" not in word:
            known = [(noun_of(kind), self._known((kind,), pack)) for kind in reversed(kinds)]
            # A long list without anything like the word is useless.
            notes = [choices_of(noun, ids, word=word) for noun, ids in known if 0 < len(ids) <= MOST_KNOWN]
            help = other or f"add a `[[{kinds[-1]}]]` with this id, or name another {noun_of(kinds[-1])}"
            fault = attrs.evolve(fault, help=help, note="; ".join(notes), near=None)
        return fault

    def _of_another_kind(self, word: str, kinds: Sequence[str], pack: str) -> str:
        """Describes the group, or the record of another kind, that has an id, and what it names of the right kinds."""
        if members := self._members(word, kinds, pack):
            return f"`{word}` is a group: name one of {either(f'`{name}`' for name in members)}"
        for kind in self.names:
            for name in self._look_up(word, kind, pack).values() if kind not in kinds else ():
                parts = parts_of(self.content.by_name[kind, name].record)
                named = [f", with `{key} = {written(value)}`" for key, form, value in parts if value and {*form.refs} & {*kinds}]
                return f"`{word}` is {a(noun_of(kind))}{''.join(named)}; {a(noun_of(kinds[-1]))} belongs here"
        return ""

    def _look_up(self, word: str, kind: str, pack: str) -> Mapping[str, str]:
        """Returns every name in play that a word can refer to, by the pack that declares it."""
        plain = self._plain_words(kind, pack)
        if plain is not None:
            return {pack: word} if word in plain else {}
        owner, _, short = word.rpartition(":")
        holders = self.names.get(kind, {}).get(short, {})
        if not self.kinds.model(kind).namespaced:
            return dict(list(holders.items())[:1])
        owners = (owner,) if owner else (pack,) if pack in holders else self.scopes[pack]
        return {other: holders[other] for other in owners if other in holders and other in (pack, *self.scopes[pack])}

    def _plain_words(self, kind: str, pack: str) -> Iterable[str] | None:
        if kind in self.groups:
            seen = {pack, *self.scopes[pack]}
            return [group for group, makers in self.groups[kind].items() if makers & seen]
        return self.plain.get(kind)

    def _members(self, word: str, kinds: Sequence[str], pack: str) -> Sequence[str]:
        """Returns the ids of the records in a group that is named in place of a record."""
        seen = {pack, *self.scopes[pack]}
        named = (kind for kind in kinds if self.groups.get(f"group:{kind}", {}).get(word, set()) & seen)
        return [entry.id for kind in named for entry in self.content.of(kind) if word in entry.record.groups]

    def _known(self, kinds: Sequence[str], pack: str) -> list[str]:
        """Returns all names that a pack could have written, in their shortest form."""
        known: set[str] = set()
        for kind in kinds:
            plain = self._plain_words(kind, pack)
            if plain is not None:
                known.update(plain)
                continue
            for id, holders in self.names.get(kind, {}).items():
                seen = [other for other in (pack, *self.scopes[pack]) if other in holders]
                if not self.kinds.model(kind).namespaced or pack in seen or len(seen) == 1:
                    known.add(id)
                elif seen:
                    known.update(f"{other}:{id}" for other in seen)
        return sorted(known)

    # --- removed records ----------------------------------------------------------------------------------------

    def _removed(self, word: str, kind: str, pack: str) -> tuple[Provenance, RecordKey] | None:
        """Returns the edit that removed a word's record, and the key of that record."""
        owners = owners_of(self.kinds.model(kind), word, (pack, *self.scopes[pack]))
        keys = [(kind, owner, word.rpartition(":")[2]) for owner in owners]
        return next(((self.removed[key], key) for key in keys if key in self.removed), None)

    def refuse_removals(self) -> None:
        """Reports removed records that are still needed, once for each pack that needs them."""
        for (gone, pack), (key, what, places) in self.needs.items():
            name = f"{key[1]}:{key[2]}" if key[1] else key[2]
            others, more = places[:MOST_PLACES], places[MOST_PLACES:]
            help = f"delete the removal in {gone.pack}; or edit or remove all these places, too"
            if not more:
                at = ", ".join(f"{place.file}:{place.span.line}" for place in others)
                help = f"name another {what} in {at}, or delete the removal in {gone.pack}"
                help += ", or do not use the two packs together" if pack not in (gone.pack, key[1]) else ""
            found = Diagnostic(
                "SA402",
                f"{a(what)} is removed that is still needed",
                gone.place((), f"{gone.pack} removes `{name}`"),
                others=tuple(others),
                notes=(_further(more),) if more else (),
                help=help,
                packs=tuple(dict.fromkeys((gone.pack, pack))),
            )
            self.report.diagnostics.append(found)


def _further(places: Sequence[TextPlace]) -> str:
    """Lists the lines of the places that are not shown."""
    lines: dict[str, list[str]] = {}
    for place in places[:MOST_LINES]:
        lines.setdefault(place.file, []).append(str(place.span.line))
    named = "; ".join(f"{file}:{', '.join(dict.fromkeys(numbers))}" for file, numbers in lines.items())
    more = f" and {len(places) - MOST_LINES} more" if len(places) > MOST_LINES else ""
    return f"needed in {counted(len(places), 'further place')}, too: {named}{more}"


def _can_read(kind: Any, path: TomlPath, entry: Entry, item_kinds: Sequence[str]) -> bool:
    """Returns whether a quantity can be read at its place, which depends on the innermost list of effects around it."""
    lists: list[tuple[Any, Any]] = []
    made = entry.record
    for key, after in pairwise(path):
        if type(after) is int and key != "if" and not getattr(made, "passes_on", False):
            lists.append((key, made))
        elif type(after) is not int and _is_about_less(made, key):
            return False
        made = at_step(made, key)
    if not lists or lists[-1][0] != kind.under or _is_about_less(made, path[-1]):
        return False
    is_own = kind.of_items and len(lists) == 1 and entry.kind in item_kinds
    return is_own or kind.under != "effects" or getattr(lists[-1][1], "tells", "") == kind.name


def _is_about_less(made: Any, key: Any) -> bool:
    """Returns whether a field of an effect, such as a price, is read without the object of the effect."""
    form = form_of_class(type(made)).at(key, made, {}) if attrs.has(type(made)) else None
    return form is not None and bool(form.metadata.get("becomes"))


def _groups(entries: Iterable[Entry]) -> Mapping[str, set[str]]:
    """Returns the groups that records belong to, each with the packs that assign records to it."""
    groups: dict[str, set[str]] = {}
    for entry in entries:
        for index, group in enumerate(groups_of(entry.raw_record.data)):
            groups.setdefault(group, set()).add(entry.origin_of(("groups", index))[0].pack)
    return groups


# --- listed order -------------------------------------------------------------------------------------------------
#
# Sorts records whose order another record lists, and checks that it lists each exactly once.
#
# A field with `orders` holds such a list.


def _lists(content: Content) -> Iterator[tuple[Entry, Field, str]]:
    """Yields each record that lists an order, with the field and the kind that it orders."""
    for entries in content.entries.values():
        for field in fields_of(type(entries[0].record)).values() if entries else ():
            if field.form.metadata.get("orders"):
                yield from ((entry, field, field.form.refs[0]) for entry in entries)


def in_listed_order(content: Content) -> Content:
    """Returns the content with records in their listed order; those not listed come last."""
    entries = dict(content.entries)
    for entry, part, kind in _lists(content):
        ranks = {name: rank for rank, name in reversed([*enumerate(getattr(entry.record, part.name))])}
        entries[kind] = tuple(sorted(entries[kind], key=lambda each: ranks.get(each.name, len(ranks))))
    return attrs.evolve(content, entries=entries)


def check_listed(content: Content, report: Report) -> None:
    """Reports records that are missing from the list of their order, or listed twice."""
    for entry, part, kind in _lists(content):
        names = getattr(entry.record, part.name)
        for index, name in enumerate(names):
            if name in names[:index]:
                origin, rest = entry.origin_of((part.key, index))
                fault = Fault("SA207", f"`{name}` stands twice in one list", "this one has no effect", path=rest)
                report.add_at(fault, origin)
        if value_address(entry.address, (part.key,)) in content.settled:
            continue  # Packs disagree about the list; the table resolves that.
        for missing in [each for each in content.of(kind) if each.name not in names]:
            report.add_at(_not_listed(missing, entry, part.key), missing)


def _not_listed(missing: Entry, holder: Entry, key: str) -> Fault:
    label = f"`{missing.id}` stands nowhere in `{key}` of the {noun_of(holder.kind)} {holder.pack}:{holder.id}"
    help = f"name it in `{key}`, or delete these lines"
    if missing.pack != holder.pack:
        edit = f"[[patch.{holder.kind}]]", f'target = "{holder.pack}:{holder.id}"', f'append.{key} = ["{missing.id}"]'
        help = "\n  ".join(["say when it comes, for example after all others", *edit])
    return Fault("SA217", f"{a(noun_of(missing.kind))} that never comes", label, help=help, path=("id",))
