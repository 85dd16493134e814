"""Views as vectors of numbers: what they tell, within which bounds, and that they tell no secret."""

from __future__ import annotations

import random
from functools import cache

import pytest

import stoneage_rules as sa
from learning.families import FULL, family, toys
from properties.play import pick, states
from properties.tables import TABLES, name_of, players_of
from shipped import HERE, SHIPPED, needs

AHEAD = 11
"""One position of so many is looked at."""


@cache
def observation() -> sa.Observation:
    return sa.Observation(family())


def positions(rules: sa.Ruleset, seed: int) -> list[sa.State]:
    """Positions from all over a game, its first and its last among them."""
    every = [state.copy() for state in states(rules, seed)]
    return [*every[::AHEAD], every[-1]]


def seat_of(label: str, viewer: int, players: int) -> tuple[int, str]:
    """The seat of a label that is counted from the viewer on, and the rest of the label."""
    number, _, rest = label.removeprefix("seat ").partition(" ")
    return (int(number) + viewer) % players, rest


def expected(view: sa.View) -> dict[str, dict[str, int]]:
    """Works out what must stand in some parts, without zeros, from the words of the view alone."""
    order = [(view.viewer + number) % view.rules.players for number in range(view.rules.players)]
    seats = [(f"seat {number}", view.player(seat)) for number, seat in enumerate(order)]
    told = {
        "round": {"round": view.round},
        "points": {seat: player.points for seat, player in seats},
        "goods": {f"{seat} {good}": count for seat, player in seats for good, count in player.goods.items()},
        "tracks": {f"{seat} {track}": space for seat, player in seats for track, space in player.tracks.items()},
        "figures": {seat: player.figures for seat, player in seats},
        "at-home": {seat: player.at_home for seat, player in seats},
        "face-down": {seat: player.face_down_count for seat, player in seats},
        "tools": {
            f"{seat} tool {place}{what}": number
            for seat, player in seats
            for place, (value, used) in enumerate(player.tools)
            for what, number in (("", value), (" unused", int(not used)))
        },
        "placed": {f"{place} {seat}": count for seat, player in seats for place, count in player.placed.items()},
        "items": {f"{seat} {item}": 1 for seat, player in seats for item in player.items},
        "own-face-down": dict.fromkeys(seats[0][1].face_down, 1),
        "unspent": {f"{seat} {item}": 1 for seat, player in seats for item in player.unspent},
        "marks": {f"{seat} {mark}": 1 for seat, player in seats for mark in player.marks},
        "seats": {seat: 1 for seat, _ in seats},
        "first": {f"seat {order.index(view.first_seat)}": 1},
        "turn": {} if view.seat is None else {f"seat {order.index(view.seat)}": 1},
        "phase": {} if view.phase is None else {view.phase: 1},
        "piles": {place.id: view.pile(place.id) for place in view.rules.places},
        "left": {zone: view.left_in(zone) for zone in view.rules.zones},
        "unseen": {f"{zone} {item}": 1 for zone in view.rules.zones for item in view.unseen(zone)},
        "open": {f"{place.id} {item}": 1 for place in view.rules.places if (item := view.item_on(place.id))},
        **{name: {} for name in ("question", "asked", "dice", "traded", "asked-place", "asked-item")},
    }
    if (asked := view.pending) is not None:
        told |= {
            "question": {asked.kind: 1},
            "asked-place": {asked.place: int(asked.place is not None)},
            "asked-item": {asked.item: int(asked.item is not None)},
            "asked": {fact: getattr(asked, fact.replace("-", "_")) for fact in ("amount", "total", "divide", "dice-count")},
            "dice": {f"face {face}": (asked.dice or ()).count(face) for face in range(1, 7)},
            "traded": {
                f"{what} {good}": n for what in ("given", "got", "paid") for good, n in (getattr(asked, what) or {}).items()
            },
        }
    return {name: {label: number for label, number in values.items() if number} for name, values in told.items()}


@pytest.mark.parametrize("number", range(len(family())))
def test_the_parts_say_what_the_view_says_within_their_bounds(number: int) -> None:
    alone, (lows, highs) = sa.Observation(family()[number]), observation().bounds
    for state in positions(family()[number], 11):
        for seat in range(state.rules.players):
            view = state.view(seat)
            numbers = observation()(view)
            named = observation().named(numbers)
            assert alone.named(alone(view)) == named
            assert {name: named.get(name, {}) for name in expected(view)} == expected(view)
            assert len(numbers) == len(observation())
            assert all(low <= number <= high for low, number, high in zip(lows, numbers, highs, strict=True))


@needs(*SHIPPED)
def test_questions_that_wait_are_told_by_seat() -> None:
    """Every seat sees who picks a die later, counted from its own place."""
    rules = family()[FULL]
    waiting = []
    for state in states(rules, 12):
        told = [observation().named(observation()(state.view(seat))).get("waiting", {}) for seat in range(rules.players)]
        absolute = [{seat_of(label, viewer, rules.players) for label in labels} for viewer, labels in enumerate(told)]
        assert all(labels == absolute[0] for labels in absolute)
        waiting += absolute[0]
    assert {question for _, question in waiting} == {"pick-later"}
    assert len({seat for seat, _ in waiting}) > 2


def test_neither_order_nor_repetition_of_tables_matters() -> None:
    turned = sa.Observation([*reversed(family()), *family()])
    assert turned.digest == observation().digest
    view = positions(toys()[1], 1)[-2].view(1)
    assert turned(view) == observation()(view)
    assert sa.Observation(family()[0]).digest not in (observation().digest, sa.Observation(family()[1]).digest)


def test_the_legend_names_every_part() -> None:
    alone = sa.Observation({"players": 2})
    lines = str(alone).splitlines()
    shown = [part for part in alone.parts if part.labels]
    assert [line.split()[1] for line in lines[1:]] == [part.name for part in shown]
    goods = next(line for line in lines if " goods " in line).split(maxsplit=4)
    assert goods[4] == "seat 0 food ... seat 1 gold"
    assert repr(alone) == f"<Observation {alone.digest[:12]}: {len(alone)} numbers of 1 tables>"


def test_only_views_of_the_family_can_be_observed() -> None:
    state = sa.load(players=2).initial_state()
    with pytest.raises(TypeError, match=r"an observation is made of a view, not of <State: .*`state.view\(seat\)` is one"):
        observation()(state)  # type: ignore[arg-type]
    with pytest.raises(sa.UnknownName, match=r"2 players, base> is no table of this space, which is for <Ruleset .* 3 players"):
        sa.Observation({"players": 3})(state.view(0))


# --- secrets ------------------------------------------------------------------------------------------------------

SECRETS = (*[sa.load(**TABLES[name_of(HERE, players)]) for players in (2, players_of(HERE)[-1])], sa.load(players=2))


def begun(game: sa.Game, steps: int) -> sa.Game:
    """The first steps of a game."""
    again = sa.Game(game.rules, auto_chance=False)
    for _, answer in game.answers()[:steps]:
        again.play(answer)
    return again


def twins_of(game: sa.Game, source: random.Random) -> list[tuple[sa.Game, set[int]]]:
    """Games that differ from a finished one in one answer that some seats did not see, with these seats."""
    twins = []
    for number, (_, answer) in enumerate(game.answers()):
        before = game.state_after(number)
        blind = set(range(game.rules.players)) - set(before.seen_by(answer))
        options = before.legal() or tuple(outcome for outcome, _ in before.outcomes()) if blind else ()
        others = [other for other in options if other is not answer and set(before.seen_by(other)).isdisjoint(blind)]
        if others:
            twin = begun(game, number)
            twin.play(others[int(source.random() * len(others))])
            twins.append((twin, blind))
    return twins


def compare(game: sa.Game, twin: sa.Game, blind: set[int]) -> int:
    """Plays a twin on by the answers of the game as long as it can; returns in how many steps the blind seats were told alike."""
    alike, observe, first = 0, sa.Observation(game.rules), begun(game, twin.length)
    while not twin.state.is_over:
        for seat in blind:
            assert twin.view(seat) == first.view(seat)
            assert observe(twin.view(seat)) == observe(first.view(seat))
            assert twin.log_for(seat, twin.length - 1) == first.log_for(seat, twin.length - 1)
            alike += 1
        answer = game.answers(twin.length)[0][1]
        if twin.why_not(answer):
            break
        twin.play(answer)
        first.play(answer)
    return alike


@pytest.mark.parametrize("rules", SECRETS, ids=["all-2", "all-5", "base-2"])
def test_nothing_told_to_other_seats_depends_on_what_a_seat_hides(rules: sa.Ruleset) -> None:
    alike = 0
    for seed in range(2):
        source = random.Random(seed)
        game = sa.Game(rules, auto_chance=False)
        while not game.state.is_over:
            game.play(pick(game.state, source))
        for twin, blind in twins_of(game, source)[:4]:
            alike += compare(game, twin, blind)
    assert alike > 40
