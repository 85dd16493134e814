"""A game of secrets on the same kernel: bids that are opened together, and items that only their owner knows.

It is content and one plugin, `secrets.py`, which imports the public doors alone.
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import stoneage_rules as sa
from dealt import assert_no_state, held
from properties.play import random_game, replayed, states
from stoneage_rules.plugin import (
    HIDDEN,
    Action,
    Check,
    Decision,
    EventKind,
    Facts,
    Mechanism,
    Position,
    Shortfall,
    Slot,
    State,
    number_field,
    operations,
)
from stoneage_rules.testing import assert_refused, invariants, leaks, legal_texts, play
from toy import secrets, snatch
from toy.games import begun, curios
from writing import write_pack

HERE = Path(__file__).parent


DRAWN = ("draw shell", "draw coral", "draw amber")


def test_a_round_worked_out_by_hand() -> None:
    """Seat 1 bids most, pays 4 and has the ship; 3 points for a curio that is shown, a new curio for one given back."""
    state = begun(curios(), *DRAWN, "bid 2", "bid 4", "bid 4")
    assert held(state, "coin") == [6, 2, 6]
    assert state.player(1).items == ("ship",)
    play(state, "show", "leave", "change", "draw pistol")
    assert state.points == (3, 4, 0)
    assert [state.player(seat).face_down for seat in range(3)] == [(), ("coral",), ("pistol",)]
    assert state.player(0).items == ("shell",)
    assert set(state.unseen("chest")) == {"amber", "whistle", "compass"}
    assert legal_texts(state) == tuple(f"bid {bid}" for bid in range(3))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_end_and_hold_together(players: int) -> None:
    rules = curios(players)
    for seed in range(4):
        for step, state in enumerate(states(rules, seed)):
            invariants.check_state(state, invariants.CHEAP if step % 3 else invariants.ALL)
        final, answers = random_game(rules, seed)
        assert replayed(rules, answers) == final


def test_two_bids_look_alike_to_everybody_else() -> None:
    low, high = begun(curios(), *DRAWN, "bid 1"), begun(curios(), *DRAWN, "bid 5")
    assert low != high
    assert low.view(0) != high.view(0)
    for seat in (1, 2):
        assert low.view(seat) == high.view(seat)
        assert low.view(seat).waiting[0][3] == HIDDEN
        jsonschema.Draft7Validator(sa.View.schema()).validate(low.view(seat).to_dict())
    assert low.legal() == high.legal()
    assert low.view(0).waiting[0][3] == 1


def test_who_learns_a_bid() -> None:
    """The bidder alone, until the last bid opens all."""
    state = begun(curios(), *DRAWN)
    assert state.seen_by(state.legal()[3]) == (0,)
    play(state, "bid 2", "bid 3")
    assert state.seen_by(state.legal()[3]) == (0, 1, 2)
    assert state.view(0).guess(random.Random(1)).stack == state.stack


def test_what_a_seat_cannot_pay_is_refused_in_a_saved_bid() -> None:
    state = begun(curios(), *DRAWN, "bid 2")
    assert_refused(state, "bid 7", check="sealed.holdings")
    saved = state.to_dict()
    saved["waiting"][0][3] = 7
    assert_no_state(state.rules, saved, "cannot pay its bid")


TRIED = 5_000


def test_a_guess_is_uniform_over_bids_and_curios_alike() -> None:
    """Chi-square against all that can be: seat 1 can bid 0 to 2, seat 2 0 to 3, of up to 8 that the slot can hold."""
    saved = begun(curios(), *DRAWN).to_dict()
    for seat, coins in enumerate((6, 2, 3)):
        saved["seats"][seat]["goods"]["coin"] = coins
    saved["first"], saved["stack"][-1][1] = 1, 1
    state = curios().state_from_dict(saved)
    play(state, "bid 1", "bid 3")
    view, source = state.view(0), random.Random(7)
    chest = [item for item in curios().item_ids if item in view.unseen("chest")]
    assert len(chest) == 5
    possible = {
        (one, two, first, second)
        for one, two in product(range(3), range(4))
        for first, second in product(chest, chest)
        if first != second
    }
    counts: Counter[tuple[int, int, str, str]] = Counter()
    for _ in range(TRIED):
        guess = view.guess(source)
        (one, two), hands = (frame[3] for frame in guess.waiting), [guess.player(seat).face_down[0] for seat in (1, 2)]
        counts[one, two, hands[0], hands[1]] += 1
    assert counts.keys() <= possible
    expected, freedom = TRIED / len(possible), len(possible) - 1
    chi_square = sum((counts[one] - expected) ** 2 / expected for one in possible)
    assert chi_square < freedom + 3.1 * (2 * freedom) ** 0.5, (chi_square, freedom)


def test_a_curio_that_is_changed_is_among_the_unseen_ones_again() -> None:
    state = begun(curios(), *DRAWN, "bid 0", "bid 0", "bid 0", "leave", "change")
    assert state.is_chance
    view = state.view(0)
    assert "coral" in view.unseen("chest")
    assert view.left_in("chest") == 4
    assert view._hidden_kinds[1] == ()
    assert {str(outcome): chance for outcome, chance in view.outcomes()} == {
        f"draw {item}": Fraction(1, 5) for item in ("coral", "amber", "whistle", "compass", "pistol")
    }


def test_the_log_of_a_seat_tells_bids_when_they_are_opened() -> None:
    game = sa.Game(curios(2), seed=1)
    while game.state.is_chance:
        game.step()
    game.play("bid 2")
    assert not [str(line) for line in game.log_for(1) if "has bid" in str(line)]
    game.play("bid 3")
    told = [str(line) for line in game.log_for(1) if "has bid" in str(line)]
    assert [line.strip() for line in told] == ["seat 0 has bid 2", "seat 1 has bid 3"]


NINE_IDS = Slot("bid", ids=lambda rules: "abcdefghi", secret=True)


@pytest.mark.parametrize(
    ("slot", "saved", "possible"),
    [
        (NINE_IDS, "c", {*range(7)}),
        (Slot("bid", ids=lambda rules: "abcd", secret=True), "c", {*range(4)}),
        (NINE_IDS._replace(or_none=True), "c", {-1, *range(7)}),
        (Slot("bid", least=2, most=lambda rules: 8, secret=True), 2, {*range(2, 7)}),
    ],
    ids=["ids", "few-ids", "ids-or-none", "least"],
)
def test_a_secret_number_is_guessed_among_all_that_its_slot_can_hold(slot: Slot, saved: object, possible: set[int]) -> None:
    """Seat 0 holds six coins, so that no bid of more passes the checks of saved states; a bid of nothing does."""

    class OtherBid(secrets.KeptBid):
        progress = (secrets.SALES.slot(), slot)

    state = with_frames(OtherBid).initial_state()
    play(state, *DRAWN, "bid 2")
    assert state.to_dict()["waiting"] == [["kept-bid", 0, 0, saved]]
    source, view = random.Random(1), state.view(1)
    assert {view.guess(source).waiting[0][3] for _ in range(200)} == possible


# --- what the kit finds ---------------------------------------------------------------------------------------------


def found(*frames: type, events: tuple[EventKind, ...] = ()) -> set[str]:
    """Returns the faults that the kit finds in games with other frames in place of some, without where they come from."""
    return {leak.partition("; asked by ")[0] for leak in told(*frames, events=events)}


def with_frames(*frames: type, events: tuple[EventKind, ...] = ()) -> sa.Ruleset:
    """Returns the rules with other frames, derived from them, in place of some.

    The digest knows plugins by their names alone: with the same one, a pickled state of the game could be read under these.
    """
    other = {frame.__mro__[1]: frame for frame in frames}
    mechanism = Mechanism(
        "spoilt-secrets",
        verbs=secrets.MECHANISM.verbs,
        frames=[other.get(frame, frame) for frame in secrets.MECHANISM.frames],
        events=(*secrets.MECHANISM.events, *events),
    )
    return sa.load(players=3, modules=[str(HERE / "curios")], plugins=[mechanism])


def told(*frames: type, events: tuple[EventKind, ...] = ()) -> set[str]:
    """Returns the faults that the kit finds in games with other frames in place of some, as it tells them."""
    rules, source = with_frames(*frames, events=events), random.Random(1)
    return {leak for seed in range(3) for state in states(rules, seed) if not state.is_over for leak in leaks(state, source)}


def highest(state: Position) -> int:
    return max((waiting[3] for waiting in state.waiting), default=0)


def bid(**members: Any) -> type:
    """The decision with other members."""
    return type("OtherBid", (secrets.SealedBid,), members)


def whispering(is_secret: bool) -> tuple[type, EventKind]:
    """A decision that notes an event with the bid, and the event."""

    def resume(self: Any, state: State, frame: tuple[int, ...], action: Action) -> None:
        operations.note(state, "whisper", frame[1], action.data)
        secrets.SealedBid.resume(self, state, frame, action)

    fields = {"bid": number_field("how much", is_secret=is_secret)}
    return bid(resume=resume), EventKind("whisper", "a bid", fields, "{seat} bids {bid}", "{seat} bids" * is_secret)


class BelowTwiceTheHighest(Check):
    name = "sealed.holdings"

    def passes(self, facts: Facts, action: Action) -> bool:
        return bool(action.data <= highest(facts.state) * 2 + 1)

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        return Shortfall(self.name, "less", f"{highest(facts.state)} is bid")


class LoudBidHeld(secrets.BidHeld):
    def explain(self, facts: Facts, action: Action) -> Shortfall:
        return Shortfall(self.name, "a lower bid", f"{highest(facts.state)} is bid")


FAULTS: dict[str, tuple[type, str]] = {
    "a number that is not declared secret": (
        type(
            "OpenBid", (secrets.KeptBid,), {"progress": tuple(slot._replace(secret=False) for slot in secrets.KeptBid.progress)}
        ),
        "by its view, seat 1 can tell `bid 0` from `bid 1`, which it does not see",
    ),
    "an answer that everybody sees after all": (
        bid(seen_by=lambda self, state, frame, answer: (frame[1],)),
        "by its view, seat 0 can tell",
    ),
    "an answer that all learn while their views hide it": (
        bid(seen_by=Decision.seen_by),
        "by `seen_by`, seat 1 learns `bid 0` and `bid 1`, and its view is the same after both",
    ),
    "options that depend on a secret": (
        bid(
            checks=(BelowTwiceTheHighest, secrets.BidHeld),
            key=lambda self, state, frame: (highest(state), secrets.SealedBid.key(self, state, frame)),
        ),
        "the options of seat 1 depend on what it cannot know",
    ),
    "a question that names a secret": (
        bid(asked=lambda self, state, frame: {"amount": highest(state)}),
        "the facts of the question of seat 1 depend on what it cannot know",
    ),
    "a refusal that names a secret": (bid(checks=(LoudBidHeld,)), "the refusals of seat 1 depend on what it cannot know"),
}


def test_the_kit_finds_nothing_where_all_is_kept() -> None:
    assert found() == set()
    hushed, event = whispering(is_secret=True)
    assert found(hushed, events=(event,)) == set()


@pytest.mark.parametrize("fault", FAULTS)
def test_the_kit_finds(fault: str) -> None:
    frame, said = FAULTS[fault]
    assert any(leak.startswith(said) for leak in found(frame))


def test_the_kit_finds_an_event_that_names_a_secret() -> None:
    loud, event = whispering(is_secret=False)
    assert any(leak.startswith("by the events, seat") for leak in found(loud, events=(event,)))


def test_the_kit_names_the_plugin_the_frame_and_the_line_that_give_a_secret_away() -> None:
    faults = told(
        bid(prompt="how much to bid after {highest}", asked=lambda self, state, frame: {"more": {"highest": highest(state)}})
    )
    assert all("; asked by plugin spoilt-secrets, frame sealed-bid; to be mended in " in fault for fault in faults)
    assert any("test_curios.py:" in fault for fault in faults)


# --- what items used at any time take away ---------------------------------------------------------------------------

ROBBERY = """
[[patch.painting]]
where = {{}}
set.anytime = [{}]
"""


def robbed(folder: Path, effect: str) -> sa.State:
    """Seat 0 has the ship, which takes something when it is used; seat 1 bids 5 for the storm, and seat 0 is asked last."""
    pack = write_pack(folder, {"robbery.toml": ROBBERY.format(effect)}, requires="curios")
    plugins = [secrets.MECHANISM, snatch.MECHANISM]
    state = sa.load(players=2, modules=[str(HERE / "curios"), str(pack)], plugins=plugins).initial_state()
    play(state, "draw shell", "draw coral", "bid 1", "bid 0", "leave", "leave", "bid 5")
    assert (state.player(0).items, state.seat) == (("ship",), 0)
    return state


def test_a_bid_is_paid_as_far_as_it_is_there(tmp_path: Path) -> None:
    state = robbed(tmp_path, '{ do = "lose", good = "coin", from = "others", amount = 4 }')
    play(state, "use ship")
    assert (state.good(1, "coin"), state.rules.state_from_dict(state.to_dict())) == (2, state)
    assert state.view(0).guess(random.Random(1)).view(0) == state.view(0)
    play(state, "bid 2")
    assert (state.player(1).items, state.good(1, "coin")) == (("storm",), 0)


def test_nobody_pays_for_a_painting_that_is_gone(tmp_path: Path) -> None:
    state = robbed(tmp_path, '{ do = "snatch", location = "easel", to = "gallery" }')
    play(state, "use ship")
    assert state.pending.prompt == "how much to bid for nothing"
    assert state.rules.state_from_dict(state.to_dict()) == state
    play(state, "bid 2")
    assert (state.player(1).items, state.good(1, "coin"), "storm" in state.unseen("gallery")) == ((), 6, True)
