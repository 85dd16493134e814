"""The settings of a table as plain data.  `table_files` reads them from files, `load` makes rules of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from stoneage_rules.errors import ContentError
from stoneage_rules.language.described import Described
from stoneage_rules.language.fields import field
from stoneage_rules.packs.content import Resolution
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.findings.report import diagnostic_of, refusal
from stoneage_rules.packs.reading.find import Setting, Source
from stoneage_rules.packs.records.structure import Structurer
from stoneage_rules.text.terminal import UNSAFE

__all__ = [
    "UNCHECKED", "Seat", "Table", "is_path", "named", "read_settings", "seats_of", "setting_faults", "setting_of", "table_error",
]  # fmt: skip

UNCHECKED = ("the packs of the table",)
"""Reported as not checked if a table cannot be read."""


@attrs.frozen
class Seat(Described):
    """The player at a seat: `[[seats]]` in a table file."""

    name: str = field("what the player is called", default="")
    policy: str = field("who chooses: `person`, the name of a policy, or `module:function`, which makes one", default="sensible")


@attrs.frozen
class Table(Described):
    """The settings of one table."""

    players: int = field("how many play", default=4)
    modules: tuple[str, ...] = field("modules by id, and packs by the path of their folder", default=())
    edition: str | None = field("the edition of the base game, where editions differ", default=None)
    options: Mapping[str, Mapping[str, bool | int | str]] = field("each module's options: `[options.MODULE]`", factory=dict)
    requires: Mapping[str, str] = field('the versions that packs must have: `my-pack = ">=1.2"`', factory=dict)
    resolve: tuple[Resolution, ...] = field("decisions between packs that disagree", default=())
    starting_seat: int = field("the seat that starts, from 0", default=0)
    allow_reconstructed: bool = field("whether values that had to be reconstructed may be played with", default=True)
    seats: tuple[Seat, ...] = field("who sits at each seat, from seat 0 on", default=())
    seed: int | None = field("the seed of the chance source", default=None)

    def to_dict(self) -> dict[str, Any]:
        """Returns the settings as plain data, without those that are empty."""
        full: dict[str, Any] = attrs.asdict(self)
        full["modules"] = list(self.modules)
        full["resolve"] = [attrs.asdict(resolution) for resolution in self.resolve]
        full["seats"] = [attrs.asdict(seat) for seat in self.seats]
        full["requires"] = dict(self.requires)
        full["options"] = {name: dict(values) for name, values in self.options.items()}
        return {name: value for name, value in full.items() if value not in (None, [], {})}

    def as_played(self) -> Table:
        """Returns what rules keep of the settings; paths are absolute, so that they can be loaded again from any folder."""
        modules = tuple(str(Path(module).absolute()) if is_path(module) else module for module in self.modules)
        return attrs.evolve(self, seats=(), seed=None, requires={}, modules=modules)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], *, source: Source | None = None) -> Table:
        """Makes a table of plain data.

        Args:
            data: the settings, as TOML gives them.
            source: the file they come from, for messages.

        Raises:
            ContentError: a key is unknown or a value is of the wrong type.
        """
        table, faults = read_settings(data, cls)
        if faults:
            if source is not None:
                raise table_error(faults, source, unchecked=UNCHECKED)
            raise refusal([diagnostic_of(fault, setting_of(data, fault.path)) for fault in faults], {}, (), UNCHECKED)
        assert isinstance(table, cls)
        return table


def read_settings(data: Mapping[str, Any], kind: type[Table]) -> tuple[Any, list[Fault]]:
    """Returns the settings in plain data, and every fault; the table is to be used only if there is none."""
    table, faults = Structurer({}, {}).structure(data, kind)
    return table, faults or list(setting_faults(table, ()))


def setting_faults(table: Table, path: tuple[str, ...]) -> Iterator[Fault]:
    """Yields a fault for each number and name of a table that is refused whatever the packs are.

    Args:
        table: the settings, each of the right type.
        path: the path to the settings in their file.
    """
    if table.seed is not None and table.seed < 0:
        yield Fault("SA303", "a seed below 0", "a seed is 0 or more", path=(*path, "seed"))
    for number, seat in enumerate(table.seats):
        if not UNSAFE.isdisjoint(seat.name):
            label = "it has a character that steers a terminal, turns the direction of writing or cannot be seen"
            yield Fault("SA303", "a name that cannot be shown", label, path=(*path, "seats", number, "name"))


def setting_of(data: Mapping[str, Any], path: tuple[str | int, ...]) -> Setting:
    """Returns the setting at a path of a table's data, or at the longest part of the path that exists.

    It stands for a place in a file, for settings that come from no file.
    """
    value: Any = data
    for depth, step in enumerate(path):
        if not isinstance(step, str) or not isinstance(value, Mapping) or step not in value:
            path = path[:depth]
            break
        value = value[step]
    return Setting(path, value)


def table_error(faults: list[Fault], source: Source, unchecked: Sequence[str] = ()) -> ContentError:
    """Makes one error of faults in table settings, placed in the file; `unchecked` describes what was not checked."""
    texts = {} if isinstance(source, Setting) else source.texts()
    return refusal([diagnostic_of(fault, source) for fault in faults], texts, (), unchecked)


def is_path(module: str) -> bool:
    """True if a module is named by the path of its folder, not by its id."""
    return "/" in module or "\\" in module or module.startswith(".") or module.endswith(".zip")


def named(module: str | Path) -> str:
    """Returns a module as a table names it: its id, or the path of its folder."""
    return str(module.absolute()) if isinstance(module, Path) else module


def seats_of(table: Table) -> tuple[Seat, ...]:
    """Returns every seat of a table, with defaults for those that it does not describe."""
    return (*table.seats, *[Seat()] * (table.players - len(table.seats)))
