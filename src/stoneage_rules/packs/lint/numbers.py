"""Numbers that can never be reached, and bounds that can never bind: of figures, circles, limits, tracks and rolls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from stoneage_rules.packs.content import Entry
from stoneage_rules.packs.findings.wording import counted
from stoneage_rules.packs.lint.reach import Uses, Verdict
from stoneage_rules.packs.reading.spans import Path

__all__ = ["numbers"]

BEYOND = "a number that is never reached"
NEVER_BINDS = "a number that limits nothing"
LOWER = "lower it, or delete this line"
FACES = 6


def numbers(uses: Uses) -> Iterator[Verdict]:
    """Numbers beyond what there can be."""
    yield from _rates(uses)
    yield from _figures(uses)
    yield from _limits(uses)
    yield from _amounts(uses)


def _rates(uses: Uses) -> Iterator[Verdict]:
    tracks = uses.of("track")
    for entry in uses.content.of("exchange"):
        track = entry.record.track
        for index, rate in enumerate(entry.record.rates):
            label = f"the track `{track}` ends at {tracks[track].top}"
            yield uses.verdict(
                rate.at_least > tracks[track].top, entry, ("rates", index, "at_least"), "SA515", BEYOND, label,
                "lower it, or delete this rate", set_by=(track, entry.name),
            )  # fmt: skip


# --- figures and circles --------------------------------------------------------------------------------------------


def _figures(uses: Uses) -> Iterator[Verdict]:
    for entry, path, made in uses.parts:
        if hasattr(getattr(made, "figures", None), "exactly"):
            yield from _placements(uses, entry, path, made)
            yield from _circles(uses, entry, path, made)


def _placements(uses: Uses, entry: Entry, path: Path, made: Any) -> Iterator[Verdict]:
    figures, most = made.figures, uses.most_figures
    names = (entry.name, *uses.figure_records)
    for key in ("exactly", "at_least"):
        label = f"a colour has {counted(most, 'figure')} in all"
        idle = (getattr(figures, key) or 0) > most
        yield uses.verdict(
            idle, entry, (*path, "figures", key), "SA515", BEYOND, label, f"lower it to {most} or less", set_by=names
        )
    if figures.at_most is not None:
        room = _room(uses, made)
        circles = made.circles is not None and room <= most
        label = f"there is room for {room} at the most" if circles else f"a colour has {counted(most, 'figure')} in all"
        idle = figures.at_most >= min(room, most)
        yield uses.verdict(idle, entry, (*path, "figures", "at_most"), "SA515", NEVER_BINDS, label, LOWER, set_by=names)


def _room(uses: Uses, made: Any) -> int:
    """How many figures a place can hold at the most."""
    if made.circles is None:
        return uses.most_players * uses.most_figures
    room: int = uses.most_players if made.circles == "players" else made.circles
    return room


def _circles(uses: Uses, entry: Entry, path: Path, made: Any) -> Iterator[Verdict]:
    names, there = (entry.name, *uses.figure_records), uses.most_figures * uses.most_players
    if type(made.circles) is int and entry.kind == "location":
        label = f"all players together have {counted(there, 'figure')}"
        help = "lower it, or delete this line: a place without it has room for all"
        yield uses.verdict(made.circles > there, entry, (*path, "circles"), "SA515", NEVER_BINDS, label, help, set_by=names)
    if getattr(made, "again", False):
        room, least = _room(uses, made), made.figures.exactly or made.figures.at_least
        label = f"after one placement of {counted(least, 'figure')} there is no room for a second"
        idle = room < 2 * least
        yield uses.verdict(
            idle, entry, (*path, "again"), "SA514", "a key that makes no difference", label, LOWER, set_by=names, at_key=True
        )


# --- limits ---------------------------------------------------------------------------------------------------------


def _limits(uses: Uses) -> Iterator[Verdict]:
    for entry in uses.content.of("limit"):
        record = entry.record
        group = [place for place in uses.content.of("location") if record.group in place.record.groups]
        for players, at_most in record.at_most.items():
            if record.counts in MOST_COUNTED:
                most, why = MOST_COUNTED[record.counts](group, players)
                about = (entry.name, record.group, *(place.name for place in group))
                idle, path = at_most >= most, ("at_most", str(players))
                help = f"write {most - 1} or less, or take `{players} = {at_most}` away"
                yield uses.verdict(idle, entry, path, "SA515", NEVER_BINDS, why, help, about=about)


def _occupied(group: list[Entry], players: int) -> tuple[int, str]:
    copies = [players if place.record.copies == "players" else place.record.copies or 1 for place in group]
    return sum(copies), f"the group has {counted(sum(copies), 'place')}"


def _players(group: list[Entry], players: int) -> tuple[int, str]:
    room = max(_seats_on(place.record, players) for place in group)
    if room < players:
        return room, f"no place of the group has room for more than {counted(room, 'player')}"
    return players, f"{counted(players, 'player')} can be on a place without it, too"


def _seats_on(record: Any, players: int) -> int:
    """How many seats have room on a place together."""
    if record.circles is None:
        return players
    circles = players if record.circles == "players" else record.circles
    most: int = circles // (record.figures.exactly or record.figures.at_least)
    return min(players, most)


MOST_COUNTED: Mapping[str, Callable[[list[Entry], int], tuple[int, str]]] = {"occupied-places": _occupied, "players": _players}
"""The most that a counter can come to, and why; what a plugin's counts is not known."""


# --- amounts of effects ---------------------------------------------------------------------------------------------


def _amounts(uses: Uses) -> Iterator[Verdict]:
    for do, (key, most_of) in AMOUNTS.items():
        for entry, path, effect in uses.effect_kinds(do):
            amount = getattr(effect, key)
            if type(amount) is int:
                most, why, names = most_of(uses, effect)
                yield uses.verdict(
                    amount > most, entry, (*path, key), "SA515", BEYOND, why, f"lower it to {most} or less",
                    set_by=(entry.name, *names),
                )  # fmt: skip


Most = tuple[float, str, tuple[str, ...]]


def _steps(uses: Uses, effect: Any) -> Most:
    top = uses.of("track")[effect.track].top
    return top, f"the track `{effect.track}` ends at {top}", (effect.track,)


def _new_figures(uses: Uses, effect: Any) -> Most:
    records = [entry.record for entry in uses.content.of("figure")]
    more = records[0].most - records[0].start if records else 0
    return more, f"{more} of a colour's figures are left to take", uses.figure_records


def _tools(uses: Uses, effect: Any) -> Most:
    most = sum(record.spaces * record.top for record in uses.of("tool").values())
    return most, f"the tools of a seat go up to {most} in all", tuple(uses.of("tool"))


def _goods(uses: Uses, effect: Any) -> Most:
    supply = uses.of("good")[effect.good].supply
    return (float("inf") if supply is None else supply), f"there is {supply} of it in all", (effect.good,)


def _total(uses: Uses, effect: Any) -> Most:
    dice = effect.dice or uses.most_figures
    tools = sum(record.spaces * record.top for record in uses.of("tool").values())
    tools += sum(item.record.one_use_tool or 0 for item in uses.content.items())
    why = f"{f'{dice} dice' if dice > 1 else 'a die'} and all tools make {dice * FACES + tools} at the most: nothing comes of it"
    return dice * FACES + tools, why, (*uses.of("tool"), *uses.figure_records)


AMOUNTS: Mapping[str, tuple[str, Callable[[Uses, Any], Most]]] = {
    "advance": ("steps", _steps),
    "figure": ("amount", _new_figures),
    "tool": ("amount", _tools),
    "gain": ("amount", _goods),
    "roll": ("divide", _total),
}
"""By verb, the key of a number and the most that it can be good for."""
