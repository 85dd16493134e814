"""A whole game as lines of text that a person can read and a diff can show: what was asked, what was answered.

    round 3, take-actions, position 49c5e22ab9
    0/2 resolve forest          seat 0 had two options
    0 roll 2 4 4 6              dice and draws; the seat is whose work it is

Nothing is compared here; which games are kept is in `test_playthroughs`.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator

import stoneage_rules as sa
from properties.play import LONGEST, pick


def transcript(rules: sa.Ruleset, seed: int) -> Iterator[str]:
    """The lines of one game: every step, where a phase begins its position, and where a round does what everybody has."""
    state, source = rules.initial_state(), random.Random(seed)
    yield f"{rules.players} players, {', '.join(rules.packs)}, seed {seed}"
    moment: tuple[object, ...] = ()
    for _ in range(LONGEST):
        if state.is_over or moment != (state.round, state.phase):
            yield from ["", f"round {state.round}, {state.phase or 'set-up'}, position {digest(state)}"]
            if state.is_over or moment[:1] != (state.round,):
                yield from standing(state)
            moment = state.round, state.phase
        if state.is_over:
            yield from result(state)
            return
        options = "" if state.is_chance else f"/{len(state.legal())}"
        answer = pick(state, source)
        yield f"{state.seat}{options} {answer}"
        state.apply(answer)
    raise AssertionError(f"a game of more than {LONGEST} steps")


def answers_of(lines: list[str]) -> list[str]:
    """The answers in the lines of a game."""
    return [line.partition(" ")[2] for line in lines[1:] if line[:1].isdigit()]


def standing(state: sa.State) -> Iterator[str]:
    """Writes the starting seat, the holdings of all without zeros, and the open items."""
    yield f"  seat {state.first_seat} is first"
    for seat in range(state.rules.players):
        player = state.player(seat)
        counts = {
            **player.goods, **player.tracks, "figures": player.figures, "items": len(player.items),
            "unspent": len(player.unspent), "face down": player.face_down_count,
        }  # fmt: skip
        had = [f"{count} {what}" for what, count in counts.items() if count]
        tools = "+".join(f"{value}{'*' * used}" for value, used in player.tools)
        yield f"  seat {seat}: {', '.join([f'{player.points} points', *had, *([f'tools {tools}'] if tools else [])])}"
    laid = [f"{place.id} {state.item_on(place.id)}" for place in state.rules.places if state.item_on(place.id)]
    yield f"  laid out: {', '.join(laid) or 'nothing'}"


def digest(state: sa.State) -> str:
    """The first figures of a hash of all that lies on the table; how the rules number their effects is no part of it."""
    saved = state.to_dict()
    del saved["rules"], saved["format"], saved["stack"]
    return hashlib.sha256(json.dumps(saved, sort_keys=True).encode()).hexdigest()[:10]


def result(state: sa.State) -> Iterator[str]:
    """The score sheets and the winners."""
    yield ""
    for seat in range(state.rules.players):
        sheet = state.score_sheet(seat)
        lines = ", ".join(f"{line.id} {'x'.join(map(str, line.factors))} {line.points}" for line in sheet.lines)
        yield f"seat {seat}: {sheet.track} on the track, {lines}; {sheet.total} in all"
    yield f"won by {', '.join(f'seat {seat}' for seat in state.winners)}"
