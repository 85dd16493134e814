"""Answers whose `seen_by` is left out or wrong: refused when the rules are made, or found by the check of secrets."""

from __future__ import annotations

import re
from typing import Any

import pytest

import stoneage_rules as sa
from sources import ROOT
from stoneage_rules.plugin import Frame, Mechanism, Slot
from stoneage_rules.testing import check_module, invariants
from stoneage_rules.testing.machine import RulesMachine
from stoneage_rules.testing.strategies import PlayedOn
from toy import secrets

CURIOS = ROOT / "tests" / "toy" / "curios"


def load(module: Mechanism = secrets.MECHANISM) -> sa.Ruleset:
    return sa.load(players=3, modules=[str(CURIOS)], plugins=[module])


def everybody(self: Any, state: Any, frame: Any, answer: Any) -> tuple[int, ...]:
    return tuple(range(self.rules.players))


def own_seat(self: Any, state: Any, frame: Any, answer: Any) -> tuple[int, ...]:
    return (frame[1],)


def problems() -> dict[str, str]:
    results = check_module(CURIOS, plugins=[secrets.MECHANISM])
    # No figure ever stands on the easel, which `used` asks for.
    return {result.name: result.detail for result in results if result.outcome == "failed" and result.name != "used"}


def test_a_sound_module_passes_every_check() -> None:
    assert problems() == {}


def test_a_question_with_a_secret_must_say_who_sees_the_answer() -> None:
    class Whisper(secrets.SealedBid):
        progress = (*secrets.SealedBid.progress, Slot("word", secret=True))
        seen_by = Frame.seen_by

    with pytest.raises(sa.PluginError) as refused:
        load(Mechanism("secrets", frames=(Whisper,)))
    said = str(refused.value)
    assert said.startswith("plugin secrets, hook stoneage_register_frames: the frame `sealed-bid`: `word` of the class Whisper ")
    assert "is secret, but everybody learns the answers to it" in said
    assert "write `def seen_by(self, state, frame, answer): return (frame[1],)`" in said


@pytest.mark.parametrize("name", ["sealed-bid", "draw-hidden"])
def test_an_answer_that_all_learn_and_their_views_hide_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (question,) = (type(handler) for handler in load().handlers if handler.name == name)
    monkeypatch.setattr(question, "seen_by", everybody)
    found = problems()
    assert {*found} == {"secrets"}
    said = r"by `seen_by`, seat \d learns `(\S+) \S+` and `\1 \S+`, and its view is the same after both"
    assert re.search(said, found["secrets"]), found["secrets"]
    assert name == "draw-hidden" or "; asked by plugin secrets, frame sealed-bid; to be mended in " in found["secrets"]


def test_bids_that_are_opened_and_nobody_learns_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets.SealedBid, "seen_by", own_seat)
    assert re.search(r"by the events, seat \d can tell `bid \d` from `bid \d`, which it does not see", problems()["secrets"])


def test_the_invariants_and_the_machine_find_it_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets.SealedBid, "seen_by", everybody)
    machine = RulesMachine()
    machine.games = (PlayedOn(load()),)
    while machine.state.is_chance:
        machine.game.play_on(b"\1")
    with pytest.raises(AssertionError, match="by `seen_by`, seat 1 learns"):
        machine.every_invariant_holds()
    with pytest.raises(AssertionError, match="by `seen_by`, seat 1 learns"):
        invariants.check_state(machine.state, invariants.ALL)
