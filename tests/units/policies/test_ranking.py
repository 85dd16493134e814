"""How the sensible policy ranks options: by words alone, and those of a plugin like the decision that it names."""

from __future__ import annotations

import ast
import gc
import random
import weakref
from pathlib import Path

import pytest

import stoneage_rules as sa
from play.conftest import rules_for
from policies.test_policies import play
from properties.tables import players_of
from shipped import HERE
from stoneage_rules import policies
from stoneage_rules.loading.load import RECENT
from stoneage_rules.plugin import ITEM, Decision, Mechanism
from stoneage_rules.policies import heuristic as sensible
from stoneage_rules.policies import make_policies, sensible_policy
from stoneage_rules.policies import valuation as appraisal
from stoneage_rules.policies.valuation import Appraisal, expected_yield
from stoneage_rules.testing import position


class Present(Decision):
    """One of the cards that lie open, for nothing."""

    name = "present"
    prompt = "which card to take"
    shapes = {"draft": ITEM}

    def universe(self):
        for item in self.rules.items:
            yield "draft", (item.id,), item.index

    def key(self, state, frame):
        return state.item_at

    def candidates(self, state, frame):
        return [action for action in self.rules.actions_of("draft") if action.data in state.item_at]

    def resume(self, state, frame, action):
        """Leaves the card where it is."""


class Alike(Present):
    """The same question, judged like the library's."""

    judged_like = "draft"


@pytest.mark.parametrize("asked", [Present, Alike])
def test_a_decision_of_a_plugin_is_answered_like_the_one_that_it_names(asked):
    rules = sa.load(players=2, plugins=[Mechanism("present", frames=(asked,))])
    state = position(rules, {"phase": "placing"})
    state.stack.append((rules.frames["present"], 0))
    view, legal = state.view(0), rules.handlers[state.stack[-1][0]].options(state, state.stack[-1])
    worth = {action: Appraisal(view, 0).item(action.data) for action in legal}
    best = {action for action in legal if worth[action] > max(worth.values()) - 0.01}
    answers = {sensible_policy(seed)(view, legal) for seed in range(500)}
    assert answers == (best if asked is Alike else set(legal))
    assert len(best) < len(legal)


@pytest.mark.parametrize("named", ["drafft", "fill-row"])
def test_a_decision_that_is_judged_like_none_is_refused(named):
    wrong = type("Wrong", (Present,), {"judged_like": named})
    with pytest.raises(sa.PluginError, match=f"frame present is judged like `{named}`, which is no decision of these rules"):
        sa.load(players=2, plugins=[Mechanism("present", frames=(wrong,))])


def test_expected_yields():
    assert expected_yield(1, 2) == pytest.approx((0 + 1 + 1 + 2 + 2 + 3) / 6)
    assert expected_yield(1, 6) == pytest.approx(1 / 6)
    assert expected_yield(1, 6, 4) == pytest.approx(5 / 6)
    assert expected_yield(2, 1) == pytest.approx(7)
    assert expected_yield(0, 3) == 0


@pytest.mark.parametrize("module", [policies, sensible, appraisal])
def test_it_knows_no_content(module):
    ids = {entry.id for entry in rules_for(players_of(HERE)[-1], *HERE).content if entry.kind != "statement"}
    tree = ast.parse(Path(module.__file__).read_text("utf-8"))
    words = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert not words & ids


def test_the_guide_is_not_kept_longer_than_its_rules():
    rules = sa.load(players=2, edition="2008", first_seat=1)
    play(rules, make_policies(["sensible"] * 2, 1), 1)
    gone = weakref.ref(rules)
    del rules
    RECENT.clear()
    gc.collect()
    assert gone() is None


def test_the_ranking_of_options_is_whole_and_what_the_policy_goes_by(rules):
    state, chance, policy, ranker = rules.initial_state(), random.Random(4), sensible_policy(4), sensible_policy(4)
    judged = 0
    while not state.is_over:
        if state.is_chance:
            state.apply(state.sample(chance))
            continue
        view, legal = state.view(state.seat), state.legal()
        choice = policy(view, legal)
        if len(legal) > 1:
            ranking = ranker.rank(view, legal)
            assert sorted(option.action.index for option in ranking) == sorted(action.index for action in legal)
            assert [option.value for option in ranking] == sorted((option.value for option in ranking), reverse=True)
            assert ranking[0].action is choice
            assert [option.reason for option in ranking if len(option.reason) >= 120] == []
            judged += ranking[0].value > ranking[-1].value
        state.apply(choice)
    assert judged > 100
    assert ranker.rank(state.view(0), ()) == ()
