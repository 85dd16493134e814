"""Modules whose `seen_by` is left out or wrong: refused when the rules are made, or found by the check of secrets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import stoneage_rules as sa
from authoring.secret_modules import AUCTION, AUCTION_CONTENT, OMENS, OMENS_CONTENT, Offer, Omen, module
from stoneage_rules.plugin import Frame, Mechanism
from stoneage_rules.testing import check_module, invariants
from stoneage_rules.testing.machine import RulesMachine
from stoneage_rules.testing.strategies import PlayedOn
from writing import TOY, write_pack

MODULES = {"auction": (AUCTION, AUCTION_CONTENT, Offer), "omens": (OMENS, OMENS_CONTENT, Omen)}


def pack(folder: Path, name: str) -> Path:
    return write_pack(folder, {"rules.toml": MODULES[name][1]}, id=name)


def sabotaged(name: str, seen_by: Any) -> Mechanism:
    """Returns a module whose question has another `seen_by`."""
    plugin, _, question = MODULES[name]
    return module(plugin, type(question.__name__, (question,), {"seen_by": seen_by}))


def load(root: Path, plugin: Mechanism) -> sa.Ruleset:
    return sa.load(players=3, modules=[str(root.parent / TOY.name), str(root)], plugins=[plugin])


def everybody(self: Any, state: Any, frame: Any, answer: Any) -> tuple[int, ...]:
    return tuple(range(self.rules.players))


def own_seat(self: Any, state: Any, frame: Any, answer: Any) -> tuple[int, ...]:
    return (frame[1],)


def problems(root: Path, plugin: Mechanism) -> dict[str, str]:
    return {result.name: result.detail for result in check_module(root, plugins=[plugin]) if result.outcome == "failed"}


@pytest.mark.parametrize("name", MODULES)
def test_a_sound_module_passes_every_check(name: str, tmp_path: Path) -> None:
    assert problems(pack(tmp_path, name), MODULES[name][0]) == {}


@pytest.mark.parametrize(("name", "slot"), [("auction", "offer"), ("omens", "item")])
def test_a_question_with_a_secret_must_say_who_sees_the_answer(name: str, slot: str, tmp_path: Path) -> None:
    question = MODULES[name][2]
    with pytest.raises(sa.PluginError) as refused:
        load(pack(tmp_path, name), sabotaged(name, Frame.seen_by))
    said = str(refused.value)
    assert said.startswith(f"plugin {name}, hook stoneage_register_frames: the frame `{question.name}`: `{slot}` of the class ")
    assert f"class {question.__name__} is secret, but everybody learns the answers to it" in said
    assert "write `def seen_by(self, state, frame, answer): return (frame[1],)`" in said


@pytest.mark.parametrize("name", MODULES)
def test_an_answer_that_all_learn_and_their_views_hide_is_found(name: str, tmp_path: Path) -> None:
    found = problems(pack(tmp_path, name), sabotaged(name, everybody))
    assert {*found} == {"secrets"}
    said = r"by `seen_by`, seat \d learns `(\S+) \S+` and `\1 \S+`, and its view is the same after both; asked by plugin "
    assert re.search(rf"{said}{name}, frame {MODULES[name][2].name}; to be mended in ", found["secrets"]), found["secrets"]


def test_offers_that_are_opened_and_nobody_learns_are_found(tmp_path: Path) -> None:
    found = problems(pack(tmp_path, "auction"), sabotaged("auction", own_seat))
    assert re.search(r"by its view, seat \d can tell `offer \d` from `offer \d`, which it does not see", found["secrets"])


def test_the_record_for_another_seat_hides_an_offer_as_seen_by_says(tmp_path: Path) -> None:
    root = pack(tmp_path, "auction")
    for seen_by, told in ((Offer.seen_by, False), (everybody, True)):
        game = sa.Game(load(root, sabotaged("auction", seen_by)), seed=1)
        while game.state.is_chance:
            game.step()
        game.play("offer 1")
        assert ("offer 1" in str(game.record.for_seat(1))) is told


def test_the_invariants_and_the_machine_find_it_as_well(tmp_path: Path) -> None:
    machine = RulesMachine()
    machine.games = (PlayedOn(load(pack(tmp_path, "auction"), sabotaged("auction", everybody))),)
    while machine.state.is_chance:
        machine.game.play_on(b"\1")
    with pytest.raises(AssertionError, match="by `seen_by`, seat 1 learns"):
        machine.secrets_are_kept()
    with pytest.raises(AssertionError, match="by `seen_by`, seat 1 learns"):
        invariants.check_state(machine.state, invariants.ALL)
