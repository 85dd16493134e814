"""The options of `legal` against those that the rulebook allows, worked out independently, over thousands of states.

The other proofs of `legal` (what it costs, that it is stable) are elsewhere; the rules one by one are in `tests/rules`.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

import stoneage_rules as sa
from long_profile import extremes
from play.rulebook import CHOICES, Table, choices, placements, tool_choices
from properties.play import LONGEST, pick

GAMES = 5
PLAYERS = extremes((2, 3, 4))


@pytest.fixture(scope="module", params=PLAYERS)
def rules(request: pytest.FixtureRequest) -> sa.Ruleset:
    return sa.load(players=request.param)


def agree(table: Table) -> None:
    """The library's options are the rulebook's, each once."""
    offered = [str(action) for action in table.state.legal()]
    assert len(set(offered)) == len(offered)
    assert set(offered) == choices(table), f"{table.state!r}, asked {table.asked}"


def test_every_decision_of_random_games_offers_what_the_rulebook_allows(rules: sa.Ruleset) -> None:
    asked: Counter[str] = Counter()
    for seed in range(GAMES):
        table, source = Table(rules.initial_state()), random.Random(seed)
        while not table.state.is_over:
            if not table.state.is_chance:
                asked[table.asked] += 1
                agree(table)
            table.apply(pick(table.state, source))
    assert set(asked) == set(CHOICES), "a kind of decision was never met"
    assert asked.total() > 2000


def test_rich_positions_offer_what_the_rulebook_allows(rules: sa.Ruleset) -> None:
    """Random games see few full hands: here goods, tools, figures and kept cards are dealt out at random."""
    asked: Counter[str] = Counter()
    source = random.Random(rules.players)
    for seed in range(GAMES):
        table, moves = Table(rules.initial_state()), random.Random(seed)
        for _ in range(LONGEST):
            if table.state.is_over:
                break
            if not table.state.is_chance and source.random() < 0.4:
                rich = Table(dealt(table.state, source))
                rich.dice = table.dice
                asked[rich.asked] += 1
                agree(rich)
            table.apply(pick(table.state, moves))
    assert set(asked) == set(CHOICES)
    assert asked.total() > 500


def dealt(state: sa.State, source: random.Random) -> sa.State:
    """The same position with other belongings, as long as what is asked stays the same question."""
    saved = state.to_dict()
    hungry = saved["stack"][-1][0] == "feed-or-starve"
    for entry in saved["seats"]:
        for good in entry["goods"]:
            if good != "food" or not hungry:
                entry["goods"][good] = int(source.random() * 9)
        entry["tools"] = random_tools(source)
        if not hungry:
            entry["figures"] = max(entry["figures"], 10 - int(source.random() * 3))
    for card in ("civ-33", "civ-34", "civ-35", "civ-36"):
        give(saved, card, int(source.random() * state.rules.players), unspent=source.random() < 0.6)
    return state.rules.state_from_dict(saved)


def random_tools(source: random.Random) -> list[list[object]]:
    """Tools that some number of tools gained leaves, each used or not."""
    gained = int(source.random() * 13)
    values = [gained] if gained < 1 else [1 + (gained - 1 - place) // 3 for place in range(min(3, gained))]
    return [[value, source.random() < 0.5] for value in values if value]


def give(saved: dict[str, object], card: str, seat: int, *, unspent: bool) -> None:
    """Moves a card from the deck, if it is still there, to a seat."""
    deck, entry = saved["zones"]["deck"], saved["seats"][seat]  # type: ignore[index]
    if card in deck and len(deck) > 8:
        deck.remove(card)
        entry["items"].append(card)
        if unspent:
            entry["unspent"].append(card)


def test_nobody_is_passed_over_who_can_place_and_nobody_asked_who_cannot(rules: sa.Ruleset) -> None:
    passed = 0
    for seed in range(GAMES):
        table, source = Table(rules.initial_state()), random.Random(seed)
        last: int | None = None
        while not table.state.is_over:
            state = table.state
            placing = not state.is_chance and table.asked == "place-figures"
            # Other questions in between (two resources at any time) do not change whose turn it is.
            if placing and last is not None:
                skipped = seats_between(last, state.seat, rules.players)
                passed += len(skipped)
                assert not any(list(placements(state, seat)) for seat in skipped)
            if not state.is_chance and table.asked == "resolve-place" and last is not None:
                assert not any(list(placements(state, seat)) for seat in range(rules.players))
                last = None
            answer = pick(state, source)
            if placing:
                last = state.seat if answer.kind == "place" else last
            table.apply(answer)
    assert passed


def seats_between(last: int, now: int | None, players: int) -> list[int]:
    """The seats clockwise after the last one to place and before the one who places now."""
    assert now is not None
    found = []
    seat = (last + 1) % players
    while seat != now:
        found.append(seat)
        seat = (seat + 1) % players
    return found


def test_tools_are_asked_for_exactly_when_there_are_some(rules: sa.Ruleset) -> None:
    seen: Counter[bool] = Counter()
    for seed in range(GAMES):
        table, source = Table(rules.initial_state()), random.Random(seed)
        while not table.state.is_over:
            roller = table.state.seat if table.asked == "roll-for-total" else None
            some = roller is not None and len(set(tool_choices(table, roller))) > 1
            table.apply(pick(table.state, source))
            if roller is not None:
                assert (not table.state.is_over and table.asked == "use-tools") is some
                seen[some] += 1
    assert seen[True] > 20
    assert seen[False] > 20
