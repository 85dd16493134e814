"""Wrong answers of plugins in play: plugin, class and method are told where the mistake is, and not what it breaks later.

What the kit finds of them is proved in `test_faulty_modules`.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import attrs
import pytest

import stoneage_rules as sa
from authoring.faulty_modules import Door, Fair
from dealt import assert_no_state
from mechanics.games import read_again
from stoneage_rules.plugin import (
    NOTHING,
    PLACEMENT_CHECKS,
    Action,
    Check,
    ContentRecord,
    Limit,
    Mechanism,
    PlaceCheck,
    QuantityKind,
    Shortfall,
    Slot,
    Step,
    Verb,
    operations,
)
from stoneage_rules.testing import play, position
from writing import pack

CONTENT = """
[[patch.location]]
target = "hunt"
append.effects = [{ do = "knock" }]

[[score]]
id = "luck"
count = { luck = "any" }

[[limit]]
id = "tide"
counts = "tide"
group = "village"
at_most = { 2 = 1 }
"""
HUNTING = {"phase": "take-actions", "figures": {"hunt": [1, 1]}}


@attrs.frozen
class Knock(Verb):
    """The seat is asked for a door, or a die is rolled."""

    do = "knock"

    def bind(self, link):
        frame = link.frame("walk")
        return lambda state, seat, place, n: state.stack.append((frame, seat))


class Walk(Step):
    name = "walk"

    def step(self, state, frame):
        state.stack.append((self.rules.frames["wind"], frame[1]))


class Wind(Fair):
    name = "wind"

    def resume(self, state, frame, outcome):
        state.stack.append((self.rules.frames["door"], frame[1]))


@attrs.frozen
class Tide(Limit):
    counts = "tide"

    def closed(self, state, seat):
        return 0

    def tell(self, state, seat, place):
        return "low water", "high water"


def rules_with(cls: type | None = None, verb: type = Knock, luck: Any = 0, parts: Any = None, **members: Any) -> sa.Ruleset:
    """Rules with a plugin, of whose classes one has other members."""
    changed = {each: type(each.__name__, (each,), members) if each is cls else each for each in (Walk, Wind, Door)}

    number = QuantityKind("luck", "luck", lambda link, of: lambda state, seat, n: luck, parts=parts)
    tide = attrs.frozen(type("Tide", (Tide,), members)) if cls is Tide else Tide
    return loaded(CONTENT, verbs=[verb], frames=[*changed.values()], quantities=[number], limits=[tide])


def loaded(content: str, **parts: Any) -> sa.Ruleset:
    return sa.load(players=2, plugins=[pack(content), Mechanism("Module", **parts)])


def played(rules: sa.Ruleset, *answers: str) -> sa.State:
    return play(position(rules, HUNTING), "resolve hunt", "roll 4", *answers)


def asked(**members: Any) -> sa.State:
    """A state where seat 0 is asked for a door, with these members of the decision."""
    return played(rules_with(Door, **members), "roll 3")


def told(call: Callable[[], Any], where: str) -> str:
    """Returns what is said of a mistake, which must name the plugin, the word, the method and a line of this file."""
    with pytest.raises(sa.PluginError) as raised:
        call()
    said = str(raised.value)
    assert f"Module, {where}: " in said, said
    assert "; to be mended in " in said
    assert "test_answers_in_play.py:" in said
    return said


def test_with_nothing_wrong_it_plays():
    state = asked()
    assert state.pending.to_dict().keys() == {"kind", "seat", "is_chance", "prompt", "forms"}, "it has no facts of its own"
    play(state, "open 2")
    assert (state.seat, state.player(0).points) == (1, 2)


def others(self: Any, state: Any, frame: Any) -> Any:
    return sa.load(players=3).actions_of("place")[:2]


@pytest.mark.parametrize(
    "options",
    [
        lambda self, state, frame: None,
        lambda self, state, frame: ("open 1", "open 2"),
        lambda self, state, frame: [*self.rules.actions_of("open")],
        lambda self, state, frame: {*self.rules.actions_of("open")},
        lambda self, state, frame: (1, 2),
        lambda self, state, frame: "open 1",
        others,
    ],
)
def test_options_that_are_no_tuple_of_actions_are_told_where_they_are_asked_for(options):
    rules = rules_with(Door, options=options)
    for ask in (
        lambda state: state.legal(),
        lambda state: state.apply(rules.parse("open 1")),
        lambda state: state.play_out(random.Random(1)),
        lambda state: state.view(state.seat).legal(),
    ):
        said = told(partial(ask, played(rules, "roll 3")), "frame door, options")
        assert "it must return a tuple of actions of these rules, not " in said


def test_options_that_answer_another_question_are_told_and_not_what_becomes_of_them():
    options = lambda self, state, frame: self.rules.actions_of("open")[:1] + self.rules.actions_of("place")[:1]  # noqa: E731
    said = told(asked(options=options).legal, "frame door, options")
    assert "`place hunt 1` answers another question" in said


@pytest.mark.parametrize("members", [{"options": lambda *_: ()}, {"candidates": lambda *_: ()}, {"universe": lambda self: ()}])
def test_a_question_without_options_is_told_and_no_loop_waits_for_them(members):
    state = asked(**members)
    said = told(state.legal, "frame door, options")
    assert "there is no action to choose; do not ask then, or keep one that is always possible" in said
    told(lambda: state.play_out(random.Random(1)), "frame door, options")


@pytest.mark.parametrize("candidates", [lambda *_: None, lambda *_: ["open 1"], lambda *_: [None]])
def test_candidates_that_are_no_actions(candidates):
    told(asked(candidates=candidates).legal, "frame door, options")


@pytest.mark.parametrize("universe", [lambda self: None, lambda self: ["open"], lambda self: iter([("open", (1,), 1), None])])
def test_actions_that_cannot_be_listed_are_told_when_rules_are_loaded(universe):
    told(lambda: rules_with(Door, universe=universe), "frame door, universe")


FRAMES: list[Callable[[sa.State], Any]] = [
    lambda state: (999, 0),
    lambda state: (-1, 0),
    lambda state: (state.rules.frames["door"], 9),
    lambda state: (state.rules.frames["door"], -1),
    lambda state: (state.rules.frames["door"],),
    lambda state: (state.rules.frames["door"], 0, 1),
    lambda state: (state.rules.frames["roll-for-total"], 0),
    lambda state: (state.rules.frames["roll-for-total"], 0, 999, 1),
    lambda state: ("door", 0),
    lambda state: [state.rules.frames["door"], 0],
    lambda state: (state.rules.frames["door"], True),
    lambda state: None,
]


def test_a_frame_that_means_nothing_is_told_by_who_pushes_it():
    pushed: list[Any] = []

    def push(state: sa.State) -> None:
        frame, aside = pushed
        operations.set_aside(state, frame(state)) if aside else state.stack.append(frame(state))

    class Pushes(Knock):
        def bind(self, link):
            return lambda state, seat, place, n: push(state)

    for members, answers, where in (
        ({"cls": Walk, "step": lambda self, state, frame: push(state)}, (), "frame walk, step"),
        ({"cls": Wind, "resume": lambda self, state, frame, outcome: push(state)}, ("roll 3",), "frame wind, resume"),
        ({"cls": Door, "resume": lambda self, state, frame, action: push(state)}, ("roll 3", "open 1"), "frame door, resume"),
        ({"verb": attrs.frozen(Pushes)}, (), "verb knock"),
    ):
        rules = rules_with(**members)
        for pushed[:] in product(FRAMES, (False, True)):
            assert "a frame is a tuple of whole numbers" in told(partial(played, rules, *answers), where)


@pytest.mark.parametrize(("cls", "method", "answer", "ask"), [
    (Wind, "outcomes", None, lambda state: state.outcomes()),
    (Wind, "outcomes", (), lambda state: state.outcomes()),
    (Wind, "outcomes", ((1, Fraction(1)),), lambda state: state.outcomes()),
    (Wind, "sample", None, lambda state: state.sample(random.Random(1))),
    (Wind, "sample", 3, lambda state: state.play_out(random.Random(1))),
    (Wind, "asked", None, lambda state: state.pending),
    (Wind, "asked", {"wind": 1}, lambda state: state.pending),
    (Wind, "hint", None, lambda state: state.rules.describe(state.rules.parse("roll 3"), state)),
    (Wind, "seen_by", None, lambda state: state.seen_by(state.rules.parse("roll 3"))),
    (Wind, "seen_by", (0, 9), lambda state: state.seen_by(state.rules.parse("roll 3"))),
    (Door, "key", [1], lambda state: play(state, "roll 3").legal()),
    (Door, "shortfalls", None, lambda state: play(state, "roll 3").why_not(state.rules.parse("open 1"))),
    (Door, "shortfalls", ["no"], lambda state: play(state, "roll 3").why_not(state.rules.parse("open 1"))),
])  # fmt: skip
def test_other_answers_that_cannot_be_used(cls, method, answer, ask):
    state = played(rules_with(cls, **{method: lambda *_: answer}))
    told(lambda: ask(state), f"frame {cls.name}, {'options' if method == 'key' else method}")


def test_a_saved_state_in_which_nothing_can_happen_is_refused_as_one():
    rules = rules_with(Wind, outcomes=lambda *_: ())
    with pytest.raises(sa.InvalidState, match="what is pending has no answer"):
        rules.state_from_dict(played(rules).to_dict())


@pytest.mark.parametrize("count", [None, "two", 1.5, ()])
def test_a_quantity_that_is_no_whole_number(count):
    rules = rules_with(luck=count)
    told(lambda: rules.initial_state().score_sheet(0), "quantity luck")


@pytest.mark.parametrize(("members", "ask"), [
    ({"closed": lambda *_: None}, lambda state: state.legal()),
    ({"closed": lambda *_: "hut"}, lambda state: state.legal()),
])  # fmt: skip
def test_a_limit_that_does_not_answer_as_it_must(members, ask):
    def call() -> None:
        ask(read_again(position(rules_with(Tide, **members), {})))

    told(call, f"counter tide, {next(reversed(members))}")


def test_a_limit_that_does_not_say_what_falls_short():
    rules = rules_with(Tide, closed=lambda self, *_: self.group, tell=lambda *_: None)
    with pytest.raises(sa.PluginError, match=r"Module, counter tide, tell: TypeError: cannot unpack"):
        position(rules, {}).why_not(rules.parse("place hut 2"))


CORAL = '[[reef]]\nid = "coral"\n'


class Shut(PlaceCheck):
    name = "shut"

    def closed(self, state, seat):
        return 0

    def tell(self, state, seat, place):
        return Shortfall(self.name, "an open place", "a shut one")


def slip(*_: Any) -> Any:
    raise ZeroDivisionError("a slip")


@pytest.mark.parametrize(("members", "said"), [
    ({"closed": slip}, "Shut.closed: ZeroDivisionError: a slip"),
    ({"closed": lambda *_: None}, "Shut.closed: it must return a whole number, not None"),
    ({"closed": lambda *_: (1,)}, "Shut.closed: it must return a whole number, not (1,)"),
    ({"closed": lambda *_: 1 << 1, "tell": lambda *_: "no"}, "Shut.tell: it must return a Shortfall, not 'no'"),
    ({"counts_on": 1 << 1, "room": lambda *_: None}, "Shut.room: it must return a whole number, not None"),
])  # fmt: skip
def test_a_check_of_placements_that_does_not_answer_as_it_must(members, said):
    @attrs.frozen
    class Reef(ContentRecord):
        table = "reef"

        def bind(self, link, declared):
            link.append(PLACEMENT_CHECKS, type("Shut", (Shut,), members)())

    def call() -> None:
        state = position(loaded(CORAL, records=[Reef]), {})
        state.legal()
        for place in state.rules.places:
            state.why_not(state.rules.parse(f"place {place.id} 1"))

    assert said in told(call, "record reef, " + said.partition(": ")[0])


def test_a_check_that_is_added_often_is_guarded_once():
    """As one of a module of Python is, which all rulesets share."""
    shared = Shut()

    @attrs.frozen
    class Reef(ContentRecord):
        table = "reef"

        def bind(self, link, declared):
            for _ in range(sys.getrecursionlimit()):
                link.append(PLACEMENT_CHECKS, shared)

    assert position(loaded(CORAL, records=[Reef]), {}).legal()


class Later(Step):
    name = "later"

    def step(self, state, frame):
        """Does nothing: it waits for ever."""


class Reads(Later):
    def verify_waiting(self, state, frame):
        """Accepts it."""


def setting_aside(kind: type, verb: bool = False) -> sa.Ruleset:
    """Rules where a door, or the verb, sets a step aside."""

    class SetsAside(Knock):
        def bind(self, link):
            later, walk = link.frame("later"), link.frame("walk")

            def effect(state, seat, place, n):
                operations.set_aside(state, (later, seat)) if verb else state.stack.append((walk, seat))

            return effect

    aside = lambda self, state, frame, *_: operations.set_aside(state, (self.rules.frames["later"], frame[1]))  # noqa: E731
    frames = [Walk, Wind, type("Door", (Door,), {"resume": aside}), kind]
    return loaded(CONTENT.partition("[[score]]")[0], verbs=[attrs.frozen(SetsAside)], frames=frames)


@pytest.mark.parametrize(("verb", "where"), [(False, "frame door, resume"), (True, "verb knock")])
def test_what_is_set_aside_must_be_readable_again(verb, where):
    answers = () if verb else ("roll 3", "open 1")
    said = told(lambda: played(setting_aside(Later, verb), *answers), where)
    assert "sets a frame later aside: define `verify_waiting`" in said
    rules = setting_aside(Reads, verb)
    state = played(rules, *answers)
    assert len(state.waiting) == 1
    assert rules.state_from_dict(state.to_dict()) == state


@pytest.mark.parametrize("seat", [None, -1, 0])
def test_an_event_may_be_nobodys(seat):
    rules = rules_with(Door, resume=lambda self, state, frame, action: operations.note(state, "storm", seat, 3))
    game = sa.Game(rules, start=position(rules, HUNTING), auto_chance=False)
    for answer in ("resolve hunt", "roll 4", "roll 3", "open 1"):
        game.play(answer)
    (event,) = [event for step in game.events() for event in step if event.name == "storm"]
    assert event.seat == (0 if seat == 0 else None)
    assert game.log


@pytest.mark.parametrize("seat", ["x", 1.5, (0,)])
def test_an_event_of_what_is_no_seat_is_told_where_it_is_noted(seat):
    rules = rules_with(Door, resume=lambda self, state, frame, action: operations.note(state, "storm", seat, 3))
    game = sa.Game(rules, start=position(rules, HUNTING), auto_chance=False)
    for answer in ("resolve hunt", "roll 4", "roll 3", "open 1"):
        game.play(answer)
    said = told(game.events, "frame door, resume")
    assert f"the seat of the event `storm` is a whole number or None, not {seat!r}" in said


@pytest.mark.parametrize("parts", [None, 5, [1], [("wood", 1)], [(("wood",), "one")], [(("wood",), 1, 2)]])
def test_parts_of_a_quantity_that_are_no_pairs(parts):
    rules = rules_with(luck=1, parts=lambda link, of: lambda state, seat: parts)
    told(lambda: [line.parts for line in rules.initial_state().score_sheet(0).lines], "quantity luck")


@pytest.mark.parametrize("kind", [tuple, list, iter, lambda pairs: (pair for pair in pairs), lambda pairs: map(tuple, pairs)])
def test_parts_may_be_gone_through_but_once(kind):
    rules = rules_with(luck=3, parts=lambda link, of: lambda state, seat: kind([(("wood",), 1), (("clay",), 2)]))
    (line,) = [line for line in rules.initial_state().score_sheet(0).lines if line.id == "luck"]
    assert [(part.sources, part.amount) for part in line.parts] == [(("wood",), 1), (("clay",), 2)]


def test_a_prompt_whose_fact_is_not_returned():
    state = asked(prompt="which {good} to open", asked=lambda self, state, frame: {"more": {"price": 1}})
    with pytest.raises(
        sa.PluginError, match="`prompt` names a fact that `asked` does not return; there are more, seat, price"
    ) as raised:
        _ = state.pending
    assert "Module, frame door: " in str(raised.value)


class Never(Check):
    """Nothing passes."""

    name = "never"

    def passes(self, facts: Any, action: Action) -> bool:
        return False

    def explain(self, facts: Any, action: Action) -> Shortfall:
        return Shortfall(self.name, "something else", "this")


def test_a_saved_state_without_options_is_refused_as_such():
    saved = asked().to_dict()
    rules = rules_with(Door, checks=(Never,))
    assert_no_state(rules, {**saved, "rules": rules.digest}, "what is pending has no answer")


def test_an_option_left_out_that_no_check_refuses():
    """Otherwise nobody could tell players why, and the author would be sent to the library."""
    state = asked(options=lambda self, state, frame: self.rules.actions_of("open")[:1])
    said = told(lambda: state.why_not(state.rules.parse("open 2")), "frame door, options")
    assert "`open 2` passes every check and is left out all the same; write a check that refuses it" in said


# --- actions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("entry", "said"), [
    (("open", (1,)), "ValueError: not enough values to unpack"),
    (("oben", (1,), 1), "KeyError: 'oben'"),
    (("open", [1], 1), "TypeError: unhashable type: 'list'"),
])  # fmt: skip
def test_actions_that_cannot_be_written_or_read(entry, said):
    assert said in told(lambda: rules_with(Door, universe=lambda self: iter([entry])), "frame door, universe")


def test_a_kind_of_action_of_the_library_names_the_plugin():
    with pytest.raises(sa.PluginError) as raised:
        rules_with(Door, shapes={"place": NOTHING}, universe=lambda self: iter([("place", (), None)]))
    said = str(raised.value)
    assert "Module, frame door: `place` is written `place PLACE NUMBER` elsewhere and `place` here; use another word" in said
    assert "of the library" not in said
    assert "; to be mended in " in said


# --- operations ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("held", [14, 400])
def test_spending_more_than_there_is(held):
    """Also where there are so many goods that no byte holds them."""

    def resume(self: Any, state: sa.State, frame: Any, action: Any) -> None:
        operations.gain(state, 0, 0, held - 14)
        operations.pay(state, 0, 0, 999)

    state = asked(resume=resume)
    said = told(lambda: play(state, "open 1"), "frame door, resume")
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
    assert said in told(lambda: play(state, "open 1"), "frame door, resume")


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
        rules_with(Door, **members)
    assert "Module, hook stoneage_register_frames: the frame `door`: " in str(raised.value)
    assert said in str(raised.value)


def test_a_verb_that_returns_nothing():
    @attrs.frozen
    class Forgetful(Knock):
        """Forgets to return."""

        def bind(self, link):
            """Returns nothing."""

    said = told(lambda: rules_with(verb=Forgetful), "verb knock, bind of location hunt")
    assert "it must return a function, not `None`; to " in said


def test_generators_are_gone_through_once():
    """Options that a plugin yields are judged and used, though they can be gone through only once."""

    def universe(self: Any) -> Iterator[tuple[str, tuple[int], int]]:
        yield "open", (2,), 2

    assert [str(action) for action in asked(universe=universe).legal()] == ["open 2"]
