"""The table of a command, put together from a file and the command line."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import attrs

from stoneage_rules.cli.parameters import expect_no_pack
from stoneage_rules.cli.screen import UsageError, screen
from stoneage_rules.errors import PolicyError
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.language.faults import Fault
from stoneage_rules.loading.load import load
from stoneage_rules.loading.table import Seat, Table, seats_of
from stoneage_rules.loading.table_files import read_checked
from stoneage_rules.policies.registry import (
    PERSON,
    POLICIES,
    is_function,
    make_policy,
    policy_names,
    with_version,
    without_options,
)
from stoneage_rules.text import UNSEEN, can_be_shown, did_you_mean, nearest


@attrs.frozen
class OpenTable:
    """The compiled rules and the seats of a table."""

    rules: Ruleset
    seats: tuple[Seat, ...]
    seed: int | None
    named: int = 0
    """The number of seats, from seat 0 on, that have a named player."""


def open_table(
    path: Path | None,
    players: int | None = None,
    modules: Sequence[str] | None = None,
    seed: int | None = None,
    *,
    allow_code: bool = False,
    named: int = sys.maxsize,
) -> OpenTable:
    """Loads a table file, with the settings of the command line added to it or in their place.

    Args:
        path: the table file.
        players: how many play, instead of the number in the file.
        modules: further modules.
        seed: the seed, instead of the file's.
        allow_code: whether policies may be functions; their modules are then sought in the folder of the file, too.
        named: how many seats, from 0 on, the command line fills; all by default, for commands that play no game.

    Raises:
        ContentError: the table or a pack is wrong.
        UsageError: the seed is below 0, or a pack is named where something else belongs.
    """
    if seed is not None and seed < 0:
        raise UsageError(f"a seed is 0 or more, not {seed}")
    table = check_policies(path, allow_code, named) if path else Table()
    rules = load(path, players=players, modules=(*table.modules, *modules) if modules else None)
    seed = table.seed if seed is None else seed
    return OpenTable(rules, seats_of(attrs.evolve(table, players=rules.players)), seed, len(table.seats))


def check_policies(path: Path, allow_code: bool = False, named: int = sys.maxsize) -> Table:
    """Reads a table file and checks that there are all the policies that it names, and that these may play.

    Raises:
        ContentError: a policy does not exist, or the file is no table.
        UsageError: the path is that of a pack.
    """
    expect_no_pack(path)
    return read_checked(path, partial(_policy_faults, allow_code, named))


TRUST = "`--allow-code` runs it, if you trust whoever wrote this; or say on the command line who plays"


def _policy_faults(allow_code: bool, named: int, folder: Path, table: Table) -> Iterator[Fault]:
    names = *policy_names(), PERSON
    for number, seat in enumerate(table.seats):
        if is_function(without_options(seat.policy)):
            if allow_code:
                look_in(folder)
            elif number >= named:
                title, label = "a policy that is code", f"`{seat.policy}` would run Python"
                yield Fault("SA303", title, label, help=TRUST, path=("seats", number, "policy"))
        elif without_options(seat.policy) not in names:
            near, known = nearest(seat.policy, names), f"there are {', '.join(names)}, and functions as `module:function`"
            title, label = "a policy that does not exist", f"no policy is called `{seat.policy}`"
            yield Fault("SA303", title, label, known, near=near, path=("seats", number, "policy"))
        elif without_options(seat.policy) in POLICIES:
            try:
                make_policy(seat.policy)
                with_version(seat)
            except PolicyError as error:
                yield Fault("SA303", "a policy that cannot be made", str(error), path=("seats", number, "policy"))


def look_in(folder: Path) -> None:
    """Has modules found in a folder, after all that is installed."""
    if str(folder.resolve()) not in sys.path:
        sys.path.append(str(folder.resolve()))


def open_seated(
    path: Path | None,
    players: int | None = None,
    modules: Sequence[str] | None = None,
    seed: int | None = None,
    words: Sequence[str] | None = None,
    policy: str | None = None,
    *,
    allow_code: bool,
    person: bool = False,
) -> OpenTable:
    """Loads a table as `open_table` does, with the players that `seated` returns."""
    named = len(words or ()) if policy is None else sys.maxsize
    opened = open_table(path, players, modules, seed, allow_code=allow_code, named=named)
    return seated(opened, words or (), policy, person=person)


def seated(opened: OpenTable, words: Sequence[str], policy: str | None = None, *, person: bool = False) -> OpenTable:
    """Returns a table with the players that `--seat` names, each as `POLICY` or `POLICY:NAME`, and `--policy` at all other seats.

    If only some seats are named, also by the table, a line says who plays at the others.

    Raises:
        UsageError: there is no such policy or seat, or a name cannot be shown.
    """
    players, seats = opened.rules.players, list(opened.seats)
    if len(words) > players:
        raise UsageError(f"{len(words)} seats are named; {players} players play")
    if policy is not None:
        seats = [Seat(name=seat.name, policy=_checked(policy, policy_names())) for seat in seats]
    known = (*policy_names(), PERSON) if person else policy_names()
    for number, word in enumerate(words):
        name, _, called = word.partition(":")
        if not all(map(can_be_shown, (name, called.strip()))):
            raise UsageError(f"`{word}` has {UNSEEN}")
        if without_options(name) not in known:
            name, called = _checked(word, known), ""
        seats[number] = Seat(name=called.strip() or seats[number].name, policy=name)
    if policy is None:
        tell_unnamed(max(len(words), opened.named), players, seats[-1].policy)
    return attrs.evolve(opened, seats=tuple(seats))


def tell_unnamed(named: int, players: int, policy: str) -> None:
    """Prints who plays at the other seats, if only the first ones are named."""
    if 0 < named < players:
        screen.problem(f"nobody is named from seat {named} on; `{policy}` plays there")


def _checked(name: str, known: Sequence[str]) -> str:
    """Returns the name of a policy if it is known, or can be `module:function`, also in the current folder.

    Raises:
        UsageError: there is none.
    """
    if is_function(without_options(name)):
        look_in(Path())
    elif without_options(name) not in known:
        hint = did_you_mean(name, known, f"there are {', '.join(known)}, and functions as `module:function`")
        raise UsageError(f"no policy is called `{name}`; {hint}")
    return name
