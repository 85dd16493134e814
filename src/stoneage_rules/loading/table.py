"""The settings of a table, and their faults."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, SupportsIndex

import attrs

from stoneage_rules.errors import ContentError
from stoneage_rules.language.faults import REPORTED, Fault, data_fault
from stoneage_rules.language.fields import Described, PublicValue, field
from stoneage_rules.language.forms import Structurer
from stoneage_rules.packs.content import Content, Pack, Resolution
from stoneage_rules.packs.find import MANIFEST, GivenSettings, PackFiles, Source
from stoneage_rules.packs.load_order import another_version, no_range, not_there
from stoneage_rules.packs.options import Installed, fits, is_version_range, option_fault
from stoneage_rules.packs.report import Report, content_error, diagnostic_of
from stoneage_rules.packs.spans import TomlPath, value_at
from stoneage_rules.text import UNSEEN, can_be_shown, counted, either, first_of, nearest, shortened

UNCHECKED = ("the packs of the table",)
"""Reported as not checked if a table cannot be read."""


@attrs.frozen
class Seat(PublicValue):
    """The player at a seat: `[[seats]]` in a table file."""

    name: str = field("what the player is called", default="")
    policy: str = field("`person`, the name of a policy, or `module:function`, which creates one", default="sensible")
    version: str | None = field("the required version of the policy; in a record, its version then", default=None)


KINDS_OF_SETTINGS: Mapping[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("players", "first_seat"), SupportsIndex),
    **dict.fromkeys(("modules", "resolve", "seats"), (tuple, list)),
    "options": Mapping,
    "allow_reconstructed": bool,
}
"""The Python types of settings that could be mistaken; their contents are judged with the packs."""


@attrs.frozen
class Table(Described):
    """The settings of one table.

    Raises:
        TypeError: a setting has an impossible type.
    """

    players: int = field("how many play", default=4)
    modules: tuple[str, ...] = field("modules by id, and packs by the path of their folder", default=())
    edition: str | None = field("the edition of the base game, where editions differ", default=None)
    options: Mapping[str, Mapping[str, bool | int | str]] = field("each module's options: `[options.MODULE]`", factory=dict)
    requires: Mapping[str, str] = field('the versions that packs must have: `my-pack = ">=1.2"`', factory=dict)
    resolve: tuple[Resolution, ...] = field("decisions between packs that disagree", default=())
    first_seat: int = field("the seat that starts, from 0", default=0)
    allow_reconstructed: bool = field("whether reconstructed values are allowed", default=True)
    seats: tuple[Seat, ...] = field("the players, from seat 0 on", default=())
    seed: int | None = field("the seed of the chance source", default=None)
    _source: Source | None = attrs.field(init=False, default=None, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        for name, kinds in KINDS_OF_SETTINGS.items():
            value = getattr(self, name)
            if value is not REPORTED and (not isinstance(value, kinds) or (type(value) is bool and kinds is not bool)):
                raise TypeError(f"`{name}` of a table cannot be {value!r}")

    def to_dict(self) -> dict[str, Any]:
        """Returns the settings as plain data, without empty ones."""
        full = attrs.asdict(
            self,
            filter=lambda part, value: part.init and value is not None,
            value_serializer=lambda _, part, value: list(value) if type(value) is tuple else value,
        )
        return {name: value for name, value in full.items() if value not in ([], {})}

    def _as_played(self) -> Table:
        """Returns the settings for the ruleset; paths are absolute, so that any folder can load them again."""
        modules = tuple(str(Path(module).absolute()) if is_path(module) else module for module in self.modules)
        return attrs.evolve(self, seats=(), seed=None, requires={}, modules=modules)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Table:
        """Makes a table from plain data, as read from TOML.

        Raises:
            ContentError: the data is not a dict, a key is unknown or a value is of the wrong type.
        """
        fault = data_fault(data)
        table, faults = (None, [Fault("SA103", "settings that cannot be read", fault)]) if fault else read_settings(data, cls)
        if faults:
            raise table_error(faults, GivenSettings(data), UNCHECKED)
        assert isinstance(table, cls)
        return table


def read_settings(
    data: Mapping[str, Any], kind: type[Table], further: Callable[[Table], Iterable[Fault]] = lambda table: ()
) -> tuple[Any, list[Fault]]:
    """Returns the settings in plain data, and every fault, `further` ones too; use the table only if there is none."""
    table, faults = Structurer({}, {}).structure(data, kind)
    return table, faults or [*setting_faults(table, ()), *further(table)]


def setting_faults(table: Table, path: tuple[str, ...]) -> Iterator[Fault]:
    """Yields a fault for each number and name of a table that no packs could allow.

    Args:
        table: the settings, each of the right type.
        path: the path to the settings in their file.
    """
    if table.seed is not None and table.seed < 0:
        yield Fault("SA303", "a seed below 0", "a seed is 0 or more", path=(*path, "seed"))
    for number, seat in enumerate(table.seats):
        if not can_be_shown(seat.name):
            yield Fault("SA303", "a name that cannot be shown", f"it has {UNSEEN}", path=(*path, "seats", number, "name"))


def named_twice(first: str, path: TomlPath) -> Fault:
    """Returns the fault of a module that the same list names before, as `first`."""
    label = f"the same as `{first}` before"
    return Fault("SA303", "a module that is named twice", label, help="delete one of the two", path=path)


def table_error(faults: list[Fault], source: Source, unchecked: Sequence[str] = ()) -> ContentError:
    """Makes one error of faults in table settings, placed in their source."""
    return content_error([diagnostic_of(fault, source) for fault in faults], source.texts(), (), unchecked)


ADDRESS = re.compile(r"(?:^|/)(?:git\+)?(https?|ssh):/+([A-Za-z0-9._~%@:/+-]{1,200})(?<!\.zip)$")
"""Matches the address of a repository where a path should be; nothing in it means anything to a shell."""


def is_path(module: str) -> bool:
    """True if a module is named by the path of its folder, not by its id."""
    return "/" in module or "\\" in module or module.startswith(".") or module.endswith(".zip")


def named(module: str | Path) -> str:
    """Returns a module as a table names it: its id, or the path of its folder."""
    return str(module.absolute()) if isinstance(module, Path) else module


def seats_of(table: Table) -> tuple[Seat, ...]:
    """Returns every seat of a table, with defaults for those that it does not describe."""
    return (*table.seats, *[Seat()] * (table.players - len(table.seats)))


def with_source(table: Table, source: Source) -> Table:
    """Returns the same settings with their file, for messages."""
    table = attrs.evolve(table)
    object.__setattr__(table, "_source", source)
    return table


# --- validation ---------------------------------------------------------------------------------------------------
#
# Validates the settings of a table against the packs and the content, and reports every fault.


MOST_NAMED = 12
"""The most reconstructed records that are named for each pack."""


class TableValidation:
    """The validation of one table's settings.

    Args:
        table: the settings.
        source: the table's file, if there is one.
        overridden: the settings that the caller gave, instead of those in the file.
        report: collects the faults.
        installed: the ids of all installed modules.
    """

    def __init__(
        self, table: Table, source: Source | None, overridden: Collection[str], report: Report, installed: Collection[str]
    ) -> None:
        self.table = table
        self.file = source
        self.overridden = overridden
        self.report = report
        self.installed = installed
        self.absent: list[str] = []
        """Ids of modules that cannot be found."""

    def refuse(self, code: str, message: str, path: tuple[str | int, ...], label: str, note: str = "", **more: Any) -> None:
        """Reports a fault of the setting at a path; `more` are further fields of `Fault`."""
        self.report.add(Fault(code, message, label, note, path=path, **more), self.source)

    @cached_property
    def source(self) -> Source:
        """The table's file, except for settings that it does not have or that a call gives."""
        given, file = GivenSettings(self.table.to_dict()), self.file
        if file is None:
            return given
        names = [name for name in attrs.fields_dict(Table) if name not in file.data or name in self.overridden]
        origins: dict[TomlPath, tuple[Source, TomlPath]] = {(name,): (given, (name,)) for name in names}
        return Source(file.file, file.text, given.data, {(): (file, ()), **origins})

    def refuse_module(self, module: str, index: int) -> None:
        """Reports an id in `modules` that is not installed."""
        place, _ = self.source.locate(("modules", index))
        folder = Path(place.file if place.text else "").parent
        near = f"./{module}" if os.path.isfile(folder / module / MANIFEST) else nearest(module, self.installed)
        self.absent += [module, near or module]
        self.refuse(
            "SA301", "a pack that is not installed", ("modules", index), f"no pack is called `{module}`",
            "installed: " + (", ".join(self.installed) or "none"), near=near,
        )  # fmt: skip

    def refuse_folder(self, folder: Path, index: int) -> None:
        """Reports a path in `modules` without a pack."""
        name = folder.name
        self.absent.append(folder.stem)
        place, _ = self.source.locate(("modules", index))
        beside = f"beside {place.file}" if place.text else "in this folder"
        around = "" if os.path.exists(folder.parent) else ", nor the folder around it"
        label = f"there is no folder or zip file `{shortened(name)}`{around}"
        # The folder of the table's file precedes relative paths, and a path has no double slash.
        if address := ADDRESS.search(folder.as_posix()):
            label = "this is an address, not a path"
            help = f'`pip install "git+{address[1]}://{address[2]}"` installs it; then name the module by its id'
            self.refuse("SA301", "a pack that is not there", ("modules", index), label, help=help)
            return
        help = f"`stoneage new {name}` makes one" if re.fullmatch("[a-z][a-z0-9-]{,39}", name) else ""
        note = f"paths are looked up {beside}"
        self.refuse("SA301", "a pack that is not there", ("modules", index), label, note, help=help)

    def check_requires(self, packs: Sequence[Pack]) -> None:
        """Reports packs that the table requires and does not have, or has in another version."""
        versions = {pack.id: pack.manifest.pack.version for pack in packs}
        for name, spec in self.table.requires.items():
            path = "requires", name
            if not is_version_range(spec):
                self.report.add(no_range(spec, path), self.source)
            elif name in versions and not fits(versions[name], spec):
                self.report.add(another_version(name, versions[name], "to play with that one", path), self.source)
            elif name not in versions and not self.report.diagnostics:
                fault = not_there("this table", name, versions, self.installed)
                self.report.add(fault, self.source)

    def check_decisions(self) -> None:
        """Reports second decisions about the same value: their order would decide which one counts."""
        first: dict[str, int] = {}
        for index, resolution in enumerate(self.table.resolve):
            if first.setdefault(resolution.datum, index) != index:
                label, help = f"{resolution.datum} is decided above", "delete one of the two"
                self.refuse("SA303", "a second decision over the same value", ("resolve", index, "datum"), label, help=help)

    @property
    def decides_inline(self) -> bool:
        """True if the table's file writes its decisions as one inline list, not as `[[resolve]]` tables."""
        text = self.source.written_at(("resolve",))
        return bool(text) and not text.startswith("[[")

    def check_seats(self) -> None:
        """Reports seats that the table names but does not have; without players, only their number is at fault."""
        players = self.table.players
        if players < 1:
            return
        if not 0 <= self.table.first_seat < players:
            self.refuse("SA303", "a starting seat that is not there", ("first_seat",), f"seats are 0 to {players - 1}")
        if len(self.table.seats) > players:
            self.refuse("SA303", f"more seats than the {players} players", ("seats",), f"{len(self.table.seats)} are described")

    # --- options ------------------------------------------------------------------------------------------------

    def options(self, packs: Sequence[Pack]) -> dict[str, dict[str, Any]]:
        """Returns each pack's options with their values, and reports faults; an option with a fault keeps its default."""
        values = {pack.id: {name: option.default for name, option in pack.manifest.options.items()} for pack in packs}
        by_id = {pack.id: pack for pack in packs}
        settings = {name: dict(chosen) for name, chosen in self.table.options.items()}
        if self.table.edition is not None:
            owner = next((pack.id for pack in packs if "edition" in pack.manifest.options), packs[0].id)
            settings.setdefault(owner, {})["edition"] = self.table.edition
        for pack, chosen in settings.items():
            if pack in by_id:
                values[pack] |= {name: value for name, value in chosen.items() if self._is_option(by_id[pack], name, value)}
            else:
                self._refuse_pack(pack, by_id)
        return values

    def _refuse_pack(self, pack: str, known: Mapping[str, Pack]) -> None:
        """Reports options of a pack that is not at the table; suppressed if the pack is already reported as absent."""
        help = f'add `"{pack}"` to the list `modules`, or delete these lines' if pack in self.installed else ""
        fault = Fault(
            "SA303", "options of a pack that is not at the table", f"`{pack}` is not at the table",
            f"at the table: {', '.join(known)}", help, nearest(pack, [*known, *self.installed]),
            path=("options", pack), at_key=True,
        )  # fmt: skip
        self.report.add(attrs.evolve(fault, is_suppressed=pack in self.absent), self.source)

    def _is_option(self, pack: Pack, name: str, value: Any) -> bool:
        """Checks that a pack has an option that allows a value, and reports it otherwise."""
        options = pack.manifest.options
        path: tuple[str, ...] = ("options", pack.id, name)
        if name == "edition" and self.table.edition is not None:
            path = ("edition",)
        if name not in options:
            known = ", ".join(options) or "none"
            near = nearest(name, options)
            note = "" if near and len(options) == 1 else f"options of {pack.id}: {known}"
            label = f"`{pack.id}` has no option `{name}`"
            outer = 2 if name in attrs.fields_dict(Table) else 0
            self.refuse("SA303", "an option that does not exist", path, label, note, near=near, at_key=True, outer=outer)
            return False
        fault = option_fault(name, options[name], value)
        if fault is not None:
            self.report.add(attrs.evolve(fault, code="SA303", path=path), self.source)
        return fault is None

    # --- what the content allows --------------------------------------------------------------------------------

    def check_content(self, content: Content, read_installed: Installed, *, is_whole: bool) -> None:
        """Reports content that the table's player count or `allow_reconstructed` rules out.

        Skipped if the content is incomplete: mending its faults could change both results.
        """
        if not is_whole:
            if not self._allows_players(content):
                self.report.unchecked["the number of players"] = None
            if not self.table.allow_reconstructed:
                self.report.unchecked["`allow_reconstructed`"] = None
            return
        missing = [kind for kind in content.entries if content.kinds.model(kind).is_needed and not content.of(kind)]
        for kind in missing:
            self.refuse("SA204", f"a game without `[[{kind}]]`", (), f"no `{kind}` applies at this table")
        if "players" not in missing and not self._allows_players(content):
            self._refuse_players(content, read_installed())
        if not self.table.allow_reconstructed:
            self._check_reconstructed(content)

    def _allows_players(self, content: Content) -> bool:
        """True if the `[[players]]` record allows the table's number of players."""
        return any(self.table.players in entry.record.player_counts() for entry in content.of("players")[:1])

    def _refuse_players(self, content: Content, installed: Mapping[str, PackFiles]) -> None:
        players, counts = self.table.players, content.of("players")[0]
        least, most = counts.record.at_least, counts.record.at_most
        origin, path = counts.origin_of(("at_most" if players > most else "at_least",))
        place = origin.place(path)
        sources = [(name, source) for name, files in installed.items() for source in files.content]
        wider = [f"`{name}`" for name, source in sources if _widens(source.data, players)]
        other = f"for {players} there is {either(wider)}: add it to `modules`, or " if wider else ""
        message = f"{counted(players, 'player')} {'is' if players == 1 else 'are'} too {'many' if players > most else 'few'}"
        self.refuse(
            "SA302", message, ("players",),
            f"{origin.pack} is for {least} to {most}", f"the number stands in {place.file}:{place.span.line}",
            help=f"{other}write `players = {most if players > most else least}`",
        )  # fmt: skip

    def _check_reconstructed(self, content: Content) -> None:
        ids_by_pack: dict[str, list[str]] = {}
        for entry in content:
            if entry.reconstructed and entry.copy < 2:
                ids_by_pack.setdefault(entry.pack, []).append(entry.id)
        if ids_by_pack:
            self.refuse(
                "SA304", "values that are not known to be the printed ones", ("allow_reconstructed",),
                "such are in " + "; in ".join(f"{pack}: {first_of(ids, MOST_NAMED)}" for pack, ids in ids_by_pack.items()),
                "`reconstructed` means that the printed value is not known for sure",
                help=f"delete this line to play with them, or take {either(ids_by_pack)} out of `modules`",
            )  # fmt: skip


def _widens(data: Mapping[str, Any], players: int) -> bool:
    """Returns whether a file of a pack has an edit that allows this number of players."""
    edits = value_at(data, ("patch", "players"))
    keys = "at_least", "at_most"
    return type(edits) is list and any(players == value_at(edit, ("set", key)) for edit in edits for key in keys)
