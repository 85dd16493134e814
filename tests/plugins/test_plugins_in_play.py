"""Plugins that fail in play: the error names plugin and hook, and what a caller keeps is as it was."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest

import stoneage_rules as sa
from mechanics.games import against, read_again
from stoneage_rules.plugin import FACE, Chance, Check, Decision, Limit, QuantityKind, Step, Verb, hookimpl, operations, roll_dice
from stoneage_rules.testing import play, position
from writing import pack

HUNT = '[[patch.location]]\ntarget = "hunt"\nappend.effects = [{ do = "ford" }]\n'
SCORE = '[[score]]\nid = "luck"\ncount = { luck = "any" }\n'
LIMIT = '[[limit]]\nid = "tide"\ncounts = "tide"\ngroup = "village"\nat_most = { 2 = 1 }\n'


class Slips(Exception):
    """The mistake."""


@attrs.define
class Trip:
    """Where the plugin goes wrong: everything is right until `at` is set."""

    at: str = ""

    def over(self, what: str) -> None:
        if self.at == what:
            raise Slips(what)


TRIP = Trip()


@pytest.fixture
def trip(monkeypatch: pytest.MonkeyPatch) -> Trip:
    """The switch, off again after the test."""
    monkeypatch.setattr(TRIP, "at", "")
    return TRIP


@attrs.frozen
class Ford(Verb):
    """A point, then a roll and a question."""

    do = "ford"

    def bind(self, link):
        frame = link.frame("wade")

        def effect(state, seat, place, n):
            operations.score(state, seat, 1)
            TRIP.over("verb ford")
            state.stack.append((frame, seat))

        return effect


class Wade(Step):
    name = "wade"

    def step(self, state, frame):
        operations.score(state, frame[1], 1)
        TRIP.over("frame wade, step")
        state.stack.append((self.rules.frames["current"], frame[1]))


class Current(Chance):
    name = "current"

    def outcomes(self, state, frame):
        TRIP.over("frame current, outcomes")
        return self.rules.rolls.odds(1)

    def accepts(self, state, frame, answer):
        TRIP.over("frame current, accepts")
        return answer.kind == "roll" and len(answer.args) == 1

    def sample(self, state, frame, random):
        TRIP.over("frame current, sample")
        return roll_dice(state, 1, random)

    prompt = "a roll"

    def asked(self, state, frame):
        TRIP.over("frame current, asked")
        return super().asked(state, frame)

    def resume(self, state, frame, outcome):
        operations.score(state, frame[1], 1)
        TRIP.over("frame current, resume")
        state.stack.append((self.rules.frames["stones"], frame[1]))


class Anywhere(Check):
    name = "stones.anywhere"

    def passes(self, facts, action):
        return True

    def explain(self, facts, action):
        raise NotImplementedError


class Stones(Decision):
    name = "stones"
    shapes = {"step": FACE}
    checks = (Anywhere,)

    def universe(self):
        for face in (1, 2):
            yield "step", (face,), face

    def options(self, state, frame):
        TRIP.over("frame stones, options")
        return self.rules.actions_of("step")

    def facts(self, state, frame):
        TRIP.over("frame stones, facts")
        return super().facts(state, frame)

    prompt = "where to step"

    def asked(self, state, frame):
        TRIP.over("frame stones, asked")
        return super().asked(state, frame)

    def resume(self, state, frame, action):
        operations.score(state, frame[1], 1)
        TRIP.over("frame stones, resume")


@attrs.frozen
class Tide(Limit):
    counts = "tide"

    def closed(self, state, seat):
        TRIP.over("counter tide")
        return self.group if TRIP.at == "counter tide, tell" else 0

    def tell(self, state, seat, place):
        raise Slips("counter tide, tell")


def luck(link: Any, of: str) -> Any:
    def read(state, seat, n):
        TRIP.over("quantity luck")
        return 0

    return read


class Plugin:
    """Everything that a plugin can bring."""

    @hookimpl
    def stoneage_register_verbs(self):
        return [Ford]

    @hookimpl
    def stoneage_register_frames(self):
        return [Wade, Current, Stones]

    @hookimpl
    def stoneage_register_quantities(self):
        return [QuantityKind("luck", "luck", luck)]

    @hookimpl
    def stoneage_register_limits(self):
        return [Tide]

    @hookimpl
    def stoneage_roll_adjustment(self, state, seat):
        TRIP.over("hook stoneage_roll_adjustment")
        return "two" if TRIP.at == "two" else 0

    @hookimpl
    def stoneage_placement_barred(self, state, seat):
        TRIP.over("hook stoneage_placement_barred")
        return None if TRIP.at == "none" else 0


@pytest.fixture
def rules(trip) -> sa.Ruleset:
    """Rules for two with the plugin and content that uses it."""
    return sa.load(players=2, plugins=[pack(HUNT + SCORE + LIMIT), Plugin()])


HUNTING = {"phase": "take-actions", "figures": {"hunt": [1, 1]}}
BEFORE: dict[str, list[str]] = {
    "verb ford": [],
    "hook stoneage_roll_adjustment": [],
    "frame wade, step": [],
    "frame current, accepts": [],
    "frame current, resume": [],
    "frame stones, resume": ["roll 3"],
}
"""The answers before the step that goes wrong; the hunt itself comes first."""
LAST = {"frame current, accepts": "roll 3", "frame current, resume": "roll 3", "frame stones, resume": "step 2"}


def test_with_nothing_wrong_all_of_it_plays(rules):
    state = position(rules, HUNTING)
    play(state, "resolve hunt", "roll 4", "roll 3", "step 2")
    assert (state.seat, state.player(0).points, state.good(0, "food")) == (1, 4, 14)


@pytest.mark.parametrize("slip", BEFORE)
def test_an_exception_in_a_step_names_plugin_and_hook_and_leaves_copies_alone(rules, trip, slip):
    state = position(rules, HUNTING)
    play(state, "resolve hunt")
    if slip in LAST:
        play(state, "roll 4", *BEFORE[slip])
    kept = state.copy()
    before = kept.key()
    trip.at = slip
    with pytest.raises(sa.PluginError) as raised:
        state.apply(rules.parse(LAST.get(slip, "roll 4")))
    said = str(raised.value)
    assert "Plugin, " + slip in said
    assert f"Slips: {slip}; to be mended in " in said
    assert "test_plugins_in_play.py:" in said
    assert isinstance(raised.value.__cause__, Slips)
    assert kept.key() == before
    trip.at = ""
    assert kept.after(rules.parse(LAST.get(slip, "roll 4"))).key() != before


@pytest.mark.parametrize(("slip", "ask"), [
    ("frame current, outcomes", lambda state: state.outcomes()),
    ("frame current, sample", lambda state: state.sample(random.Random(1))),
    ("frame current, asked", lambda state: against(state, "step 1")),
    ("frame stones, options", lambda state: state.legal()),
    ("frame stones, facts", lambda state: against(state, "step 1")),
    ("frame stones, asked", lambda state: against(state, "place hunt 1")),
    ("hook stoneage_placement_barred", lambda state: state.legal()),
    ("counter tide", lambda state: state.legal()),
    ("counter tide, tell", lambda state: against(state, "place hut 2")),
    ("quantity luck", lambda state: state.score_sheet(0)),
])  # fmt: skip
def test_an_exception_in_an_answer_names_plugin_and_hook(rules, trip, slip, ask):
    state = position(rules, HUNTING if "frame" in slip else {})
    if "frame" in slip:
        play(state, "resolve hunt", "roll 4", *(["roll 3"] if "stones" in slip else []))
    state = read_again(state)
    state._legal = state._options = None
    trip.at = slip
    with pytest.raises(sa.PluginError) as raised:
        ask(state)
    assert "Plugin, " + slip.removesuffix(", tell") in str(raised.value)


@pytest.mark.parametrize(("wrong", "hook", "answer"), [
    ("two", "stoneage_roll_adjustment", "'two'"), ("none", "stoneage_placement_barred", "None"),
])  # fmt: skip
def test_an_answer_that_is_no_whole_number(rules, trip, wrong, hook, answer):
    state = position(rules, HUNTING if wrong == "two" else {})
    state._legal = state._options = None
    trip.at = wrong
    with pytest.raises(sa.PluginError, match=f"Plugin, hook {hook}: it must return a whole number, not {answer}"):
        play(state, "resolve hunt", "roll 4") if wrong == "two" else state.legal()


@pytest.mark.parametrize("slip", ["verb ford", "frame wade, step", "frame current, resume", "hook stoneage_roll_adjustment"])
def test_a_game_takes_the_half_done_step_back(rules, trip, slip):
    game = sa.Game(rules, seed=3)
    game.play("place hunt 5")
    game.play("place hunt 5")
    before = game.state.key(), len(game.steps), game.log
    trip.at = slip
    with pytest.raises(sa.PluginError):
        game.play("resolve hunt")
    assert (game.state.key(), len(game.steps), game.log) == before
    trip.at = ""
    game.play("resolve hunt")
    assert game.state.legal() == rules.actions_of("step")


def test_what_the_plugin_notes_is_told(rules):
    game = sa.Game(rules, seed=3)
    for answer in ("place hunt 5", "place hunt 5", "resolve hunt", "step 1"):
        game.play(answer)
    assert sum("scores 1 point" in line for line in game.log) == 4


class Lucky:
    """Brings more than the best dice and tools."""

    @hookimpl
    def stoneage_roll_adjustment(self, state, seat):
        return 10_000


def test_a_total_stays_within_what_dice_and_tools_can_make():
    """Otherwise there would be yields that no table of options has."""
    rules = sa.load(players=2, plugins=[Lucky()])
    state = position(rules, HUNTING)
    play(state, "resolve hunt", "roll 6")
    assert state.good(0, "food") < 100
