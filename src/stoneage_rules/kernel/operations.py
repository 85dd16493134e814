"""Every change that a step of the game makes to a state.

Verbs and frames change a state through these functions alone; each notes an event when somebody listens.  Those of goods
are in `goods_operations`, those of items in `item_operations`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stoneage_rules.kernel.goods_operations import gain, gain_goods, left_in_supply, lose_goods, pay, spend
from stoneage_rules.kernel.item_operations import (
    deal,
    discard,
    draw,
    give_back,
    keep,
    lay,
    lift_item,
    own,
    reveal,
    slide,
    uncover,
)
from stoneage_rules.kernel.notes import NOBODY, note, replaced
from stoneage_rules.language.handles import MOST

if TYPE_CHECKING:
    from stoneage_rules.kernel.state import State

__all__ = [
    "add_figure", "add_tool", "advance", "change_waiting", "deal", "discard", "draw", "end_waiting", "gain", "gain_goods",
    "give_back", "give_mark", "go_back", "keep", "lay", "left_in_supply", "lift", "lift_item", "lose_figures", "lose_goods",
    "lose_tool", "mark", "note", "own", "pass_first", "pass_first_to", "pay", "put", "refresh", "reveal", "score",
    "set_aside", "slide", "spend", "spend_tools", "spend_uses", "start_phase", "uncover", "unmark",
]  # fmt: skip

# --- figures --------------------------------------------------------------------------------------------------


def put(state: State, seat: int, place: int, count: int) -> None:
    """Puts figures from home onto a place, and leaves the place's marks on the seat; a ValueError if fewer are at home."""
    spot, bit, there = state.rules.places[place], 1 << place, state.occupancy[place] + count
    home = state.at_home[seat] - count
    if home < 0:
        raise ValueError(f"seat {seat} has {state.at_home[seat]} figures at home and cannot place {count}")
    state.at_home[seat] = home
    state.placed[place * state.rules.players + seat] += count
    state.occupancy[place] = there
    state.occupied_by = replaced(state.occupied_by, seat, state.occupied_by[seat] | bit)
    if there >= spot.room:
        state.full_places |= bit
    if spot.marks:
        mark(state, seat, spot.marks)
    if state.noted is not None:
        state.noted.append(("put", seat, place, count))


def lift(state: State, seat: int, place: int) -> int:
    """Takes a seat's figures from a place back home; returns how many."""
    spot, others = place * state.rules.players + seat, ~(1 << place)
    count, state.placed[spot] = state.placed[spot], 0
    state.occupancy[place] -= count
    state.at_home[seat] += count
    state.occupied_by = replaced(state.occupied_by, seat, state.occupied_by[seat] & others)
    state.full_places &= others
    return count


def add_figure(state: State, seat: int, count: int) -> None:
    """Adds figures from the general supply, home at once, as many as the colour still has."""
    count = min(count, state.rules.most_figures - state.figures[seat])
    state.figures = replaced(state.figures, seat, state.figures[seat] + count)
    state.at_home[seat] += count
    note(state, "figure", seat, count)


def lose_figures(state: State, seat: int, count: int) -> None:
    """Takes figures at home out of the game, as many as are there; a colour keeps its last figure."""
    count = min(count, state.at_home[seat], state.figures[seat] - 1)
    if count > 0:
        state.figures = replaced(state.figures, seat, state.figures[seat] - count)
        state.at_home[seat] -= count
        note(state, "lose-figures", seat, count)


# --- tracks, points, marks ---------------------------------------------------------------------------------------


def advance(state: State, seat: int, track: int, steps: int) -> None:
    """Moves a marker forward on a track, never back; steps beyond its end are lost."""
    rules = state.rules
    if steps < 0:
        raise ValueError(f"a marker is not moved on by {steps}; `go_back` moves it back")
    spot = seat * len(rules.tracks) + track
    before = state.tracks[spot]
    after = min(before + steps, rules.track_tops[track])
    state.tracks = replaced(state.tracks, spot, after)
    if state.noted is not None:
        state.noted.append(("advance", seat, track, after - before, after))


def go_back(state: State, seat: int, track: int, steps: int) -> None:
    """Moves a marker back on a track, not below 0."""
    spot = seat * len(state.rules.tracks) + track
    before, after = state.tracks[spot], max(0, state.tracks[spot] - steps)
    if after < before:
        state.tracks = replaced(state.tracks, spot, after)
        note(state, "go-back", seat, track, before - after, after)


def score(state: State, seat: int, points: int, by: str = "") -> None:
    """Scores points, within a thousand million; a negative number takes them off.  `by` is the kind and id of what gives them."""
    before = state.points[seat]
    after = max(-MOST, min(MOST, before + points))
    state.points = replaced(state.points, seat, after)
    if state.noted is not None:
        state.noted.append(("score", seat, after - before, after, by))


def mark(state: State, seat: int, marks: int) -> None:
    """Leaves marks on a seat, given as bits; the event of what left them tells it."""
    state.marks = replaced(state.marks, seat, state.marks[seat] | marks)


def give_mark(state: State, seat: int, mark: int) -> None:
    """Gives a seat a mark, by its index, if it has it not."""
    if not state.marks[seat] >> mark & 1:
        state.marks = replaced(state.marks, seat, state.marks[seat] | 1 << mark)
        note(state, "mark", seat, mark)


def unmark(state: State, seat: int, mark: int) -> None:
    """Takes a mark from a seat, by its index, if it has it."""
    if state.marks[seat] >> mark & 1:
        state.marks = replaced(state.marks, seat, state.marks[seat] & ~(1 << mark))
        note(state, "unmark", seat, mark)


# --- tools ------------------------------------------------------------------------------------------------------


def add_tool(state: State, seat: int) -> None:
    """Adds a tool: a new one, or a lowest one goes up, or nothing if all are at the top."""
    before = state.kits[seat]
    state.kits = replaced(state.kits, seat, state.rules.kits.gained[before])
    if state.noted is not None:
        state.noted.append(("tool", seat, before, state.kits[seat]))


def lose_tool(state: State, seat: int) -> None:
    """Undoes `add_tool`: a highest tool, a used one first, goes down by one; one of value 1 is gone."""
    before = state.kits[seat]
    after = state.rules.kits.lost[before]
    if after != before:
        state.kits = replaced(state.kits, seat, after)
        note(state, "lose-tool", seat, before, after)


def spend_tools(state: State, seat: int, values: tuple[int, ...], one_use: int) -> None:
    """Uses tools for this round, and one-use items (bits of `unspent`) for good."""
    if values:
        state.kits = replaced(state.kits, seat, state.rules.kits.spend(state.kits[seat], values))
    if one_use:
        spend_uses(state, seat, one_use)


def spend_uses(state: State, seat: int, uses: int) -> None:
    """Uses later uses of items up, given as bits of `unspent`."""
    state.unspent = replaced(state.unspent, seat, state.unspent[seat] & ~uses)


def refresh(state: State) -> None:
    """Ends what lasts until the end of a round: used tools become fresh, marks go that do not stay.

    A seat whose figures have not acted yet keeps the mark of their place.
    """
    rules = state.rules
    state.kits = tuple([rules.kits.refreshed[kit] for kit in state.kits])
    kept = [rules.lasting_marks] * rules.players
    for place in [place for place in rules.places if place.marks and not place.stays]:
        kept = [marks | place.marks * (there >> place.index & 1) for marks, there in zip(kept, state.occupied_by, strict=True)]
    state.marks = tuple([marks & keeps for marks, keeps in zip(state.marks, kept, strict=True)])
    note(state, "refresh", NOBODY)


# --- frames that wait ------------------------------------------------------------------------------------------


def set_aside(state: State, frame: tuple[int, ...]) -> None:
    """Sets a frame aside for a later moment, behind those that wait already."""
    state.waiting = (*state.waiting, frame)


def change_waiting(state: State, spot: int, frame: tuple[int, ...]) -> None:
    """Replaces a frame that waits."""
    state.waiting = replaced(state.waiting, spot, frame)


def end_waiting(state: State, spot: int) -> None:
    """Takes a frame away that waits no longer."""
    state.waiting = state.waiting[:spot] + state.waiting[spot + 1 :]


# --- time -------------------------------------------------------------------------------------------------------


def start_phase(state: State, phase: int) -> None:
    """Begins a phase; the first one begins a round."""
    state.phase_index = phase
    if phase == 0:
        state.round += 1
        note(state, "round", NOBODY, state.round, state.start_seat)
    note(state, "phase", NOBODY, phase)


def pass_first(state: State) -> None:
    """Passes the first-player token to the left."""
    pass_first_to(state, (state.start_seat + 1) % state.rules.players)


def pass_first_to(state: State, seat: int) -> None:
    """Passes the first-player token to a seat; if that has it already, nothing happens.

    The order of what has begun stays: the token counts from the next effect on that asks for it.
    """
    if seat != state.start_seat:
        state.start_seat = seat
        note(state, "first", seat)
