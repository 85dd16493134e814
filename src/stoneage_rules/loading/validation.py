"""What is wrong with the settings of a table, given what there is to choose from: every fault of them at once.

How rules come of a table is in `modules`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.loading.table import Table, setting_of
from stoneage_rules.packs.content import Content, Pack
from stoneage_rules.packs.findings.diagnostics import nearest
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.findings.report import Report
from stoneage_rules.packs.findings.wording import counted, either
from stoneage_rules.packs.reading.find import Source
from stoneage_rules.packs.records.kinds import record_class
from stoneage_rules.packs.resolution.options import option_fault

__all__ = ["Choices"]

MOST_NAMED = 12
"""So many reconstructed records of a pack are named."""


class Choices:
    """The settings of one table, looked at one after the other; what is wrong goes into the report.

    Args:
        table: the settings.
        source: the table's file, if there is one.
        called: settings that do not come from the file, whatever it says.
        report: takes what is wrong.
    """

    def __init__(self, table: Table, source: Source | None, called: Collection[str], report: Report) -> None:
        self.table = table
        self.source = source
        self.called = called
        self.report = report
        self.absent: list[str] = []
        """Modules that are named in vain."""

    def refuse(self, code: str, message: str, path: tuple[str | int, ...], label: str, note: str = "", **more: Any) -> None:
        """Reports what is wrong with a setting."""
        self.report.add(Fault(code, message, label, note, path=path, **more), self.source_of(path))

    def source_of(self, path: tuple[str | int, ...]) -> Source:
        """The table's file, or the setting itself where no file gives it."""
        if self.source is not None and (not path or (path[0] in self.source.data and path[0] not in self.called)):
            return self.source
        return setting_of(self.table.to_dict(), path)

    def check_decisions(self) -> None:
        """Whether each value is decided once: of two decisions the order of the rows would decide."""
        first: dict[str, int] = {}
        for index, resolution in enumerate(self.table.resolve):
            if first.setdefault(resolution.datum, index) != index:
                label, help = f"{resolution.datum} is decided above", "delete one of the two"
                self.refuse("SA303", "a second decision over the same value", ("resolve", index, "datum"), label, help=help)

    @property
    def decides_inline(self) -> bool:
        """Whether the table's file has its decisions as one list."""
        source = self.source_of(("resolve",))
        return source is self.source and not source.written_at(("resolve",)).startswith("[[")

    def check_seats(self) -> None:
        """Whether the seats that are named are there."""
        players = self.table.players
        if players < 1:
            return  # What is wrong with the seats is that there are none.
        if not 0 <= self.table.starting_seat < players:
            self.refuse("SA303", "a starting seat that is not there", ("starting_seat",), f"seats are 0 to {players - 1}")
        if len(self.table.seats) > players:
            self.refuse("SA303", f"more seats than the {players} players", ("seats",), f"{len(self.table.seats)} are described")

    # --- options ------------------------------------------------------------------------------------------------

    def options(self, packs: Sequence[Pack]) -> dict[str, dict[str, Any]]:
        """Each pack's options with their values at this table; those that cannot be had keep their defaults."""
        values = {pack.id: {name: option.default for name, option in pack.manifest.options.items()} for pack in packs}
        by_id = {pack.id: pack for pack in packs}
        given = {name: dict(chosen) for name, chosen in self.table.options.items()}
        if self.table.edition is not None:
            owner = next((pack.id for pack in packs if "edition" in pack.manifest.options), packs[0].id)
            given.setdefault(owner, {})["edition"] = self.table.edition
        for pack, chosen in given.items():
            if pack in by_id:
                values[pack] |= {name: value for name, value in chosen.items() if self._is_option(by_id[pack], name, value)}
            else:
                self._refuse_pack(pack, by_id)
        return values

    def _refuse_pack(self, pack: str, known: Mapping[str, Pack]) -> None:
        fault = Fault(
            "SA303", "options of a pack that is not at the table", f"`{pack}` is not at the table",
            f"at the table: {', '.join(known)}", path=("options", pack), fix=nearest(pack, known), at_key=True,
        )  # fmt: skip
        source = self.source_of(fault.path)
        if pack in self.absent:
            self.report.hold_back(fault, source)
        else:
            self.report.add(fault, source)

    def _is_option(self, pack: Pack, name: str, value: Any) -> bool:
        """Whether a pack has an option and it can have a value."""
        options = pack.manifest.options
        path: tuple[str, ...] = ("options", pack.id, name)
        if name == "edition" and self.table.edition is not None:
            path = ("edition",)
        if name not in options:
            known = ", ".join(options) or "none"
            near = nearest(name, options)
            note = "" if near and len(options) == 1 else f"options of {pack.id}: {known}"
            label = f"`{pack.id}` has no option `{name}`"
            self.refuse("SA303", "an option that does not exist", path, label, note, fix=near, at_key=True)
            return False
        fault = option_fault(name, options[name], value)
        if fault is not None:
            self.report.add(attrs.evolve(fault, path=path), self.source_of(path), code="SA303")
        return fault is None

    # --- what the content allows --------------------------------------------------------------------------------

    def check_content(self, content: Content, *, is_whole: bool) -> None:
        """Whether so many can play with this content, and whether it is as sure as the table wants it.

        What is not whole because of what is wrong with it may have more seats, and fewer values that are not sure.
        """
        if not is_whole:
            if not self._allows_players(content):
                self.report.unchecked["the number of players"] = None
            if not self.table.allow_reconstructed:
                self.report.unchecked["`allow_reconstructed`"] = None
            return
        missing = [kind for kind in content.entries if record_class(kind).is_needed and not content.of(kind)]
        for kind in missing:
            self.refuse("SA204", f"a game without `[[{kind}]]`", (), f"no `{kind}` applies at this table")
        if "seats" not in missing and not self._allows_players(content):
            self._refuse_players(content)
        if not self.table.allow_reconstructed:
            self._check_reconstructed(content)

    def _allows_players(self, content: Content) -> bool:
        """Whether so many can play, as far as is known."""
        return any(entry.record.least <= self.table.players <= entry.record.most for entry in content.of("seats")[:1])

    def _refuse_players(self, content: Content) -> None:
        players, seats = self.table.players, content.of("seats")[0]
        least, most = seats.record.least, seats.record.most
        origin, rest = seats.origin_of(("most" if players > most else "least",))
        place = origin.place(rest)
        said = f"{counted(players, 'player')} {'is' if players == 1 else 'are'} too {'many' if players > most else 'few'}"
        self.refuse(
            "SA302", said, ("players",),
            f"{origin.pack} is for {least} to {most}", f"the number stands in {place.file}:{place.span.line}",
            help=f"write `players = {most if players > most else least}`",
        )  # fmt: skip

    def _check_reconstructed(self, content: Content) -> None:
        made_up: dict[str, list[str]] = {}
        for entry in content:
            if entry.reconstructed:
                made_up.setdefault(entry.pack, []).append(entry.id)
        if made_up:
            self.refuse(
                "SA304", "values that are not known to be the printed ones", ("allow_reconstructed",),
                "such are in " + "; in ".join(f"{pack}: {_some(ids)}" for pack, ids in made_up.items()),
                "`reconstructed` means that the printed value is not known for sure",
                help=f"delete this line to play with them, or take {either(made_up)} out of `modules`",
            )  # fmt: skip


def _some(ids: Sequence[str]) -> str:
    more = len(ids) - MOST_NAMED
    return ", ".join(ids[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
