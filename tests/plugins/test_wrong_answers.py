"""Frames of plugins that answer or push what means nothing: the plugin, the method and the line are told at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs
import pytest

import stoneage_rules as sa
from stoneage_rules.plugin import (
    FACE,
    NOTHING,
    Action,
    Check,
    Decision,
    PackPlugin,
    Shortfall,
    Slot,
    Verb,
    hookimpl,
    operations,
)
from stoneage_rules.testing import play, position

HUNT = '[[patch.location]]\ntarget = "hunt"\nappend.effects = [{ do = "ask" }]\nwhy = "it asks"\n'
HUNTING = {"phase": "take-actions", "figures": {"hunt": [1, 1]}}
HERE = "; to be mended in "


def plugin_of(effect: Callable[..., Any] | None = None, **members: Any) -> object:
    """A plugin with the verb `ask` and the decision `asked`, whose members are replaced by others."""

    @attrs.frozen
    class Ask(Verb):
        """Asks for a number."""

        do = "ask"

        def bind(self, link):
            frame = link.frame("asked")
            return effect or (lambda state, seat, place, n: state.stack.append((frame, seat)))

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


Pack = Callable[[str], PackPlugin]


def loaded(pack: Pack, **members: Any) -> sa.Ruleset:
    return sa.load(players=2, plugins=[pack(HUNT), plugin_of(**members)])


def asked(pack: Pack, **members: Any) -> sa.State:
    """A state in which seat 0 is asked for a bid."""
    state = position(loaded(pack, **members), HUNTING)
    play(state, "resolve hunt", "roll 4")
    return state


def refusal(call: Callable[[], Any], method: str, *, has_line: bool = True) -> str:
    """Returns what is said of a method of the decision."""
    with pytest.raises(sa.PluginError) as raised:
        call()
    said = str(raised.value)
    assert f"Plugin, frame asked, {method}: " in said
    assert (HERE in said and "test_wrong_answers.py:" in said) is has_line
    return said


def test_with_nothing_wrong_it_plays(pack):
    state = asked(pack)
    assert [str(action) for action in state.legal()] == ["bid 0", "bid 1", "bid 2"]
    assert state.pending is not None
    assert state.pending.to_dict().keys() == {"kind", "seat", "is_chance", "prompt", "forms"}, "it has no facts of its own"
    play(state, "bid 2")
    assert state.seat == 1


# --- answers ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "said"), [
    (lambda self, state, frame: (), "there is no action to choose; do not ask then, or keep one that is always possible"),
    (lambda self, state, frame: list(self.rules.of_kind("bid")), "it must return a tuple of actions, not `[<Action 'bid 0'>"),
    (lambda self, state, frame: None, "it must return a tuple of actions, not `None`"),
    (lambda self, state, frame: ("bid 1",), "`'bid 1'` is no action of these rules; take them from `self.rules.of_kind(KIND)`"),
])  # fmt: skip
def test_options_that_are_none_or_no_actions(pack, options, said):
    assert said in refusal(lambda: asked(pack, options=options).legal(), "options")


class Never(Check):
    """Nothing passes."""

    name = "never"

    def passes(self, facts: Any, action: Action) -> bool:
        return False

    def explain(self, facts: Any, action: Action) -> Shortfall:
        return Shortfall(self.name, "something else", "this")


class Wordless(Never):
    """Not explained by a Shortfall."""

    def explain(self, facts: Any, action: Action) -> Any:
        return "no"


class Odd(Wordless):
    """Odd numbers do not pass."""

    def passes(self, facts: Any, action: Action) -> bool:
        return action.data % 2 == 0


def test_checks_that_nothing_passes(pack):
    """The options are the library's own then; the line is that of the plugin's class."""
    assert "there is no action to choose" in refusal(lambda: asked(pack, checks=(Never,)).legal(), "options")


def test_a_saved_state_without_options_is_refused_as_such(pack):
    saved = asked(pack).to_dict()
    rules = loaded(pack, checks=(Never,))
    with pytest.raises(sa.InvalidState, match="there is no action to choose"):
        rules.state_from_dict({**saved, "rules": rules.digest})


def test_candidates_that_are_no_actions(pack):
    said = refusal(lambda: asked(pack, candidates=lambda self, state, frame: ["bid 1"]).legal(), "options")
    assert "`'bid 1'` is no action of these rules" in said


def test_an_option_left_out_that_no_check_refuses(pack):
    """Otherwise nobody could tell players why, and the author would be sent to the library."""
    state = asked(pack, options=lambda self, state, frame: self.rules.of_kind("bid")[:1])
    said = refusal(lambda: state.why_not(state.rules.parse("bid 1")), "options")
    assert "`bid 1` passes every check and is left out all the same; write a check that refuses it" in said


@pytest.mark.parametrize("answer", ["no", None])
def test_a_check_that_explains_by_something_else(pack, answer, monkeypatch):
    monkeypatch.setattr(Wordless, "explain", lambda self, facts, action: answer)
    state = asked(pack, checks=(Odd,))
    said = refusal(lambda: state.why_not(state.rules.parse("bid 1")), "shortfalls")
    assert f"`explain` of a check must return a Shortfall, not `{answer!r}`" in said


@pytest.mark.parametrize(("method", "answer", "said"), [
    ("key", [1], "it must return something that can be hashed, such as a tuple, not `[1]`"),
    ("seen_by", [0], "it must return a tuple of seats, not `[0]`"),
    ("seen_by", (0, 2), "it must return a tuple of seats, not `(0, 2)`"),
    ("hint", 1, "it must return a text, not `1`"),
    ("hint", ["7" * 74], f"it must return a text, not `['{'7' * 74}']`"),
    ("hint", ["7" * 75], f"it must return a text, not `['{'7' * 73}...`"),
])  # fmt: skip
def test_answers_of_another_type(pack, method, answer, said):
    def ask() -> None:
        state = asked(pack, **{method: lambda self, *args: answer})
        action = state.legal()[0]
        state.why_not(state.rules.parse("place hunt 1"))
        state.rules.describe(action, state)
        state.seen_by(action)
        state.pending  # noqa: B018

    assert said in refusal(ask, method)


# --- actions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("entry", "said"), [
    (("bid", (1,)), "it must yield a kind, a tuple of arguments and data for each action, not `('bid', (1,))`"),
    (("bud", (1,), 1), "it yields the kind `'bud'`, which is none of its `shapes`: bid"),
    (("bid", [1], 1), "`bid` is written `bid NUMBER`, which `[1]` does not fit"),
    (("bid", (), 1), "`bid` is written `bid NUMBER`, which `()` does not fit"),
    (("bid", ("one",), 1), "`bid` is written `bid NUMBER`, which `('one',)` does not fit"),
])  # fmt: skip
def test_actions_that_cannot_be_written_or_read(pack, entry, said):
    assert said in refusal(lambda: loaded(pack, universe=lambda self: iter([entry])), "universe")


def test_a_kind_of_action_of_the_library_names_the_plugin(pack):
    with pytest.raises(sa.PluginError) as raised:
        loaded(pack, shapes={"place": NOTHING}, universe=lambda self: iter([("place", (), None)]))
    said = str(raised.value)
    assert "Plugin, frame asked: `place` is written `place PLACE NUMBER` elsewhere and `place` here; use another word" in said
    assert "of the library" not in said
    assert HERE in said


# --- frames -------------------------------------------------------------------------------------------------------


class Unlike(int):
    """No plain number."""


@pytest.mark.parametrize(("frame", "said"), [
    ([1, 0], "it pushes `[1, 0]`; a frame is a tuple of whole numbers"),
    (("asked", 0), "it pushes `('asked', 0)`; a frame is a tuple of whole numbers"),
    ((1, None), "it pushes `(1, None)`; a frame is a tuple of whole numbers"),
    ((999, 0), "no kind of frame has the number 999: `self.rules.frames[NAME]` is the number"),
    ((0, 9), "for the seat 9; seats are 0 to 1"),
    ((1,), "it pushes `(1,)`; a frame is a tuple"),
])  # fmt: skip
@pytest.mark.parametrize("way", ["pushed", "set aside", "by the verb"])
def test_frames_that_mean_nothing(pack, frame, said, way):
    def put(state: sa.State) -> None:
        operations.set_aside(state, frame) if way == "set aside" else state.stack.append(frame)

    if way == "by the verb":
        plugins = [pack(HUNT), plugin_of(effect=lambda state, seat, place, n: put(state))]
        state = position(sa.load(players=2, plugins=plugins), HUNTING)
        with pytest.raises(sa.PluginError, match=r"Plugin, verb ask: .*; to be mended in .*test_wrong_answers.py:") as raised:
            play(state, "resolve hunt", "roll 4")
        assert said in str(raised.value)
    else:
        state = asked(pack, resume=lambda self, state, own, action: put(state))
        assert said in refusal(lambda: play(state, "bid 1"), "resume")


def test_the_numbers_of_frames_end_with_the_last_kind(pack):
    def put(self: Any, state: sa.State, frame: Any, action: Any) -> None:
        state.stack.append((len(state.rules.handlers), 0))

    assert "no kind of frame has the number" in refusal(lambda: play(asked(pack, resume=put), "bid 1"), "resume")


def test_a_frame_with_other_numbers_than_its_slots(pack):
    state = asked(pack, resume=lambda self, state, frame, action: state.stack.append((*frame, 1)))
    assert "a frame `asked` with other numbers than its slots: none" in refusal(lambda: play(state, "bid 1"), "resume")


# --- operations ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("held", [14, 400])
def test_spending_more_than_there_is(pack, held):
    """Also where there are so many goods that no byte holds them."""

    def resume(self: Any, state: sa.State, frame: Any, action: Any) -> None:
        operations.gain(state, 0, 0, held - 14)
        operations.pay(state, 0, 0, 999)

    state = asked(pack, resume=resume)
    said = refusal(lambda: play(state, "bid 1"), "resume")
    assert f"seat 0 has {held} food and cannot spend 999" in said


@pytest.mark.parametrize(("change", "said"), [
    (lambda state: operations.gain(state, 0, 1, -2), "-2 wood cannot be gained; `pay` and `lose_goods` take goods away"),
    (lambda state: operations.gain_goods(state, 0, (0, 3, -1, 0, 0)), "-1 clay cannot be gained"),
    (lambda state: operations.pay(state, 0, 0, -1), "seat 0 has 14 food and cannot spend -1"),
    (lambda state: operations.advance(state, 0, 0, -1), "a marker is not moved on by -1; `go_back` moves it back"),
])  # fmt: skip
def test_numbers_below_zero(pack, change, said):
    state = asked(pack, resume=lambda self, state, frame, action: change(state))
    assert said in refusal(lambda: play(state, "bid 1"), "resume")


def test_placing_more_figures_than_are_at_home(pack):
    state = asked(pack, resume=lambda self, state, frame, action: operations.put(state, 0, 3, 50))
    assert "seat 0 has 5 figures at home and cannot place 50" in refusal(lambda: play(state, "bid 1"), "resume")


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
def test_traits_of_another_type(pack, members, said):
    with pytest.raises(sa.PluginError) as raised:
        loaded(pack, **members)
    assert "Plugin, hook stoneage_register_frames: the frame `asked`: " in str(raised.value)
    assert said in str(raised.value)


def test_a_verb_that_returns_nothing(pack):
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


def test_generators_are_gone_through_once(pack):
    """Options that a plugin yields are judged and used, though they can be gone through only once."""

    def universe(self: Any) -> Iterator[tuple[str, tuple[int], int]]:
        yield "bid", (2,), 2

    assert [str(action) for action in asked(pack, universe=universe).legal()] == ["bid 2"]
