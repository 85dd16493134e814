"""The record of a game as one seat may have it: steps that it has not seen are shown as `?`."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from stoneage_rules.kernel.lookup import check_seat
from stoneage_rules.kernel.view import View
from stoneage_rules.language.handles import HIDDEN
from stoneage_rules.play.record import UNSEEN, Record, check_of, parts_of, prelude_of
from stoneage_rules.play.so_far import GameSoFar

__all__ = ["seat_record"]


def seat_record(game: GameSoFar, seat: int) -> Record:
    """Returns the record of `Record.for_seat`."""
    seat = check_seat(game.rules, seat)
    if game.start is not None and _hides(game.start.view(seat)):
        raise ValueError(f"the game starts where something is hidden from seat {seat}: its record cannot begin there")
    whole = Record.of(game)
    header = attrs.evolve(whole.header, seed=None, viewer=seat)
    return attrs.evolve(whole, header=header, body="".join(_parts(game, seat)))


def _hides(view: View) -> bool:
    """Returns True if a view hides anything."""
    return any(view.hidden_kinds) or any(HIDDEN in frame for frame in (*view.stack, *view.waiting))


def _parts(game: GameSoFar, seat: int) -> Iterator[str]:
    """Yields the lines before the first step, and those of each step, as the seat may read them."""
    state = game.state_after(0).copy()
    yield _with_check(prelude_of(game), state.view(seat))
    for (by, answer), part in zip(game.answers(), parts_of(game), strict=True):
        line, end, more = part.partition("\n")
        if seat not in state.seen_by(answer):
            line = f"{'-' if by is None else by} {answer.kind} {UNSEEN}"
        state.apply(answer)
        yield _with_check(line + end + more, state.view(seat))


def _with_check(part: str, view: View) -> str:
    """Returns lines with the check line, if there is one, of a seat's view in place of that of the whole state."""
    lines = part.split("\n")
    return "\n".join([f"check {view.round} {check_of(view)}" if line.startswith("check ") else line for line in lines])
