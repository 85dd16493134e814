"""Frames of plugins that fail in play or name what means nothing: the plugin, the method and the line are told.

What they answer and push is judged by the kit: see `authoring/faulty_modules.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs
import pytest

import stoneage_rules as sa
from dealt import assert_no_state
from stoneage_rules.plugin import FACE, NOTHING, Action, Check, Decision, Shortfall, Slot, Verb, hookimpl, operations
from stoneage_rules.testing import play, position
from writing import pack

HUNT = '[[patch.location]]\ntarget = "hunt"\nappend.effects = [{ do = "ask" }]\nwhy = "it asks"\n'
HUNTING = {"phase": "take-actions", "figures": {"hunt": [1, 1]}}
HERE = "; to be mended in "


def plugin_of(**members: Any) -> object:
    """A plugin with the verb `ask` and the decision `asked`, whose members are replaced by others."""

    @attrs.frozen
    class Ask(Verb):
        """Asks for a number."""

        do = "ask"

        def bind(self, link):
            frame = link.frame("asked")
            return lambda state, seat, place, n: state.stack.append((frame, seat))

    class Asked(Decision):
        name = "asked"
        shapes = {"bid": FACE}

        def universe(self):
            for bid in range(3):
                yield "bid", (bid,), bid

        def resume(self, state, frame, action):
            """Does nothing."""

        prompt = "how much to bid"

    for name, member in members.items():
        setattr(Asked, name, member)

    class Plugin:
        @hookimpl
        def stoneage_register_verbs(self):
            return [Ask]

        @hookimpl
        def stoneage_register_frames(self):
            return [Asked]

    return Plugin()


def loaded(**members: Any) -> sa.Ruleset:
    return sa.load(players=2, plugins=[pack(HUNT), plugin_of(**members)])


def asked(**members: Any) -> sa.State:
    """A state where seat 0 is asked for a bid."""
    return play(position(loaded(**members), HUNTING), "resolve hunt", "roll 4")


def refusal(call: Callable[[], Any], method: str) -> str:
    """Returns what is said of a method of the decision."""
    with pytest.raises(sa.PluginError) as raised:
        call()
    said = str(raised.value)
    assert f"Plugin, frame asked, {method}: " in said
    assert HERE in said
    assert "test_wrong_answers.py:" in said
    return said


def test_with_nothing_wrong_it_plays():
    state = asked()
    assert [str(action) for action in state.legal()] == ["bid 0", "bid 1", "bid 2"]
    assert state.pending.to_dict().keys() == {"kind", "seat", "is_chance", "prompt", "forms"}, "it has no facts of its own"
    play(state, "bid 2")
    assert state.seat == 1


def test_a_prompt_whose_fact_is_not_returned():
    state = asked(prompt="how much {good} to bid", asked=lambda self, state, frame: {"more": {"price": 1}})
    with pytest.raises(
        sa.PluginError, match="`prompt` names a fact that `asked` does not return; there are more, seat, price"
    ) as raised:
        _ = state.pending
    assert "Plugin, frame asked: " in str(raised.value)


class Never(Check):
    """Nothing passes."""

    name = "never"

    def passes(self, facts: Any, action: Action) -> bool:
        return False

    def explain(self, facts: Any, action: Action) -> Shortfall:
        return Shortfall(self.name, "something else", "this")


def test_a_saved_state_without_options_is_refused_as_such():
    saved = asked().to_dict()
    rules = loaded(checks=(Never,))
    assert_no_state(rules, {**saved, "rules": rules.digest}, "what is pending has no answer")


def test_an_option_left_out_that_no_check_refuses():
    """Otherwise nobody could tell players why, and the author would be sent to the library."""
    state = asked(options=lambda self, state, frame: self.rules.actions_of("bid")[:1])
    said = refusal(lambda: state.why_not(state.rules.parse("bid 1")), "options")
    assert "`bid 1` passes every check and is left out all the same; write a check that refuses it" in said


# --- actions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("entry", "said"), [
    (("bid", (1,)), "ValueError: not enough values to unpack"),
    (("bud", (1,), 1), "KeyError: 'bud'"),
    (("bid", [1], 1), "TypeError: unhashable type: 'list'"),
])  # fmt: skip
def test_actions_that_cannot_be_written_or_read(entry, said):
    assert said in refusal(lambda: loaded(universe=lambda self: iter([entry])), "universe")


def test_a_kind_of_action_of_the_library_names_the_plugin():
    with pytest.raises(sa.PluginError) as raised:
        loaded(shapes={"place": NOTHING}, universe=lambda self: iter([("place", (), None)]))
    said = str(raised.value)
    assert "Plugin, frame asked: `place` is written `place PLACE NUMBER` elsewhere and `place` here; use another word" in said
    assert "of the library" not in said
    assert HERE in said


# --- operations ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("held", [14, 400])
def test_spending_more_than_there_is(held):
    """Also where there are so many goods that no byte holds them."""

    def resume(self: Any, state: sa.State, frame: Any, action: Any) -> None:
        operations.gain(state, 0, 0, held - 14)
        operations.pay(state, 0, 0, 999)

    state = asked(resume=resume)
    said = refusal(lambda: play(state, "bid 1"), "resume")
    assert f"seat 0 has {held} food and cannot spend 999" in said


@pytest.mark.parametrize(("change", "said"), [
    (lambda state: operations.gain(state, 0, 1, -2), "-2 wood cannot be gained; `pay` and `lose_goods` take goods away"),
    (lambda state: operations.gain_goods(state, 0, (0, 3, -1, 0, 0)), "-1 clay cannot be gained"),
    (lambda state: operations.pay(state, 0, 0, -1), "seat 0 has 14 food and cannot spend -1"),
    (lambda state: operations.advance(state, 0, 0, -1), "a marker is not moved on by -1; `go_back` moves it back"),
    (lambda state: operations.put(state, 0, 3, 50), "seat 0 has 5 figures at home and cannot place 50"),
])  # fmt: skip
def test_numbers_below_zero_or_above_what_there_is(change, said):
    state = asked(resume=lambda self, state, frame, action: change(state))
    assert said in refusal(lambda: play(state, "bid 1"), "resume")


# --- told when the rules are loaded -------------------------------------------------------------------------------


class Nameless(Check):
    """Without a name."""

    def passes(self, facts: Any, action: Action) -> bool:
        return True


class Mute(Nameless):
    """Without words."""

    name = "mute"


class Loose(Never):
    """With a word where a tuple belongs."""

    kinds: Any = "bid"


@pytest.mark.parametrize(("members", "said"), [
    ({"progress": [Slot("x")]}, "`progress` is [Slot("),
    ({"progress": ("x",)}, "it is a tuple of `Slot`s, such as `(OFFERS.slot(),)`"),
    ({"progress": (Slot("x"),) * 4}, "it has 4 slots; a frame has at most 3"),
    ({"shapes": ["bid"]}, "`shapes` is ['bid']; it has a `Shape` for each kind of action"),
    ({"shapes": {"bid": "NUMBER"}}, "`shapes` is {'bid': 'NUMBER'}"),
    ({"checks": [Never]}, "it is a tuple of classes derived from `Check`"),
    ({"checks": ("never",)}, "`checks` is ('never',)"),
    ({"gates": (Never(),)}, "`gates` is ("),
    ({"checks": (Nameless,)}, "the check Nameless: it has no `name`, by which statements can cite it"),
    ({"checks": (Mute,)}, "the check Mute: it has no method `explain`"),
    ({"checks": (Loose,)}, "the check Loose: `kinds` is 'bid'; a tuple of one word is written `('bid',)`"),
])  # fmt: skip
def test_traits_of_another_type(members, said):
    with pytest.raises(sa.PluginError) as raised:
        loaded(**members)
    assert "Plugin, hook stoneage_register_frames: the frame `asked`: " in str(raised.value)
    assert said in str(raised.value)


def test_a_verb_that_returns_nothing():
    @attrs.frozen
    class Forgetful(Verb):
        """Forgets to return."""

        do = "ask"

        def bind(self, link):
            """Returns nothing."""

    class Plugin:
        @hookimpl
        def stoneage_register_verbs(self):
            return [Forgetful]

    with pytest.raises(sa.PluginError, match=r"ask, bind of location hunt: it must return a function, not `None`; to ") as raised:
        sa.load(players=2, plugins=[pack(HUNT), Plugin()])
    assert "test_wrong_answers.py:" in str(raised.value)


def test_generators_are_gone_through_once():
    """Options that a plugin yields are judged and used, though they can be gone through only once."""

    def universe(self: Any) -> Iterator[tuple[str, tuple[int], int]]:
        yield "bid", (2,), 2

    assert [str(action) for action in asked(universe=universe).legal()] == ["bid 2"]
