"""What several commands share: the table that is played at, from a file and from the command line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs

from stoneage_rules.cli.parameters import Modules, Players, Seed, TableFile
from stoneage_rules.cli.path_hints import expect_modules, expect_no_pack
from stoneage_rules.cli.screen import UsageError
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.loading.dependencies import pack_folder
from stoneage_rules.loading.installed import installed_modules
from stoneage_rules.loading.load import load
from stoneage_rules.loading.table import Seat, Table, read_table, seats_of, table_error
from stoneage_rules.packs.findings.diagnostics import nearest
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.policies.registry import POLICIES

__all__ = [
    "PERSON",
    "Modules",
    "Players",
    "Seed",
    "Setting",
    "TableFile",
    "check_policies",
    "check_policy",
    "existing",
    "open_table",
]

PERSON = "person"
"""The policy of whoever sits at the terminal."""


@attrs.frozen
class Setting:
    """A table that is ready to be played at."""

    rules: Ruleset
    seats: tuple[Seat, ...]
    seed: int | None

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called; empty texts where they have no name."""
        return tuple(seat.name for seat in self.seats)


def open_table(
    path: Path | None, players: int | None = None, modules: Sequence[str] | None = None, seed: int | None = None
) -> Setting:
    """The rules and seats of a table file with what the command line changes.

    Raises:
        ContentError: the table or a pack is wrong.
        UsageError: the seed is none, or a pack is named as something else.
    """
    expect_modules(modules or ())
    if seed is not None and seed < 0:
        raise UsageError(f"a seed is 0 or more, not {seed}")
    if path is None:
        rules = load(players=players, modules=modules)
        return Setting(rules, seats_of(attrs.evolve(rules.table, seats=())), seed)
    table = check_policies(path)
    together = (*table.modules, *modules) if modules else None
    rules = load(path, players=players, modules=together)
    if seed is None:
        seed = table.seed
    return Setting(rules, seats_of(attrs.evolve(table, players=rules.players)), seed)


def existing(pack: Path) -> Path:
    """The folder or file of a pack that is named by its path or its id.

    Raises:
        UsageError: there is none.
    """
    found = pack_folder(pack)
    if not found.exists():
        near = nearest(str(pack), installed_modules())
        hint = f"; did you mean `{near}`?" if near else ""
        raise UsageError(f"{pack} does not exist, and no module of this id is installed{hint}")
    return found


def check_policies(path: Path) -> Table:
    """The table in a file, if there are all the policies that it names.

    Raises:
        ContentError: there are not, or the file is no table.
        UsageError: it is a pack.
    """
    expect_no_pack(path)
    table, source = read_table(path)
    faults = []
    for number, seat in enumerate(table.seats):
        if seat.policy not in (*POLICIES, PERSON):
            fix = nearest(seat.policy, (*POLICIES, PERSON))
            known = "there are " + ", ".join((*POLICIES, PERSON))
            fault = Fault("SA303", "a policy that does not exist", f"no policy is called `{seat.policy}`", known, fix=fix)
            faults.append(attrs.evolve(fault, path=("seats", number, "policy")))
    if faults:
        raise table_error(faults, source)
    return table


def check_policy(name: str, *, person: bool = False) -> str:
    """A policy's name, if there is one.

    Raises:
        UsageError: there is none.
    """
    known = (*POLICIES, PERSON) if person else tuple(POLICIES)
    if name not in known:
        near = nearest(name, known)
        hint = f"did you mean `{near}`?" if near else "there are " + ", ".join(known)
        raise UsageError(f"no policy is called `{name}`; {hint}")
    return name
