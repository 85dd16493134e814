"""For each check of modules a tiny plugin with exactly that fault; the check must find it, and no other check anything.

All of them are about one decision, `door`, which the bush of the toy game asks for.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

from stoneage_rules.plugin import (
    FACE,
    Chance,
    Check,
    Decision,
    EventKind,
    Verb,
    expect,
    hookimpl,
    number_field,
    operations,
    roll_dice,
)

CONTENT = '[[patch.location]]\ntarget = "bush"\nappend.effects = [{ do = "knock" }]\n'


@attrs.frozen
class Knock(Verb):
    """The seat opens a door."""

    do = "knock"

    def bind(self, link: Any) -> Any:
        frame = link.frame("door")
        return lambda state, seat, place, n: state.stack.append((frame, seat))


class Door(Decision):
    """Nothing is wrong with it."""

    name = "door"
    shapes = {"open": FACE}

    def universe(self):
        for face in (1, 2):
            yield "open", (face,), face

    prompt = "which door to open"

    def resume(self, state, frame, action):
        operations.score(state, frame[1], action.data)


def door(**members: Any) -> type:
    """The decision with another member."""
    return type("Door", (Door,), members)


class ListForTuple(Door):
    def options(self, state, frame):
        return list(super().options(state, frame))


class Never(Check):
    """A check that explains by a text."""

    name = "never"

    def passes(self, facts, action):
        return action.data == 1

    def explain(self, facts, action):
        return "no"


class ScoresWhenAsked(Door):
    def options(self, state, frame):
        operations.score(state, frame[1], 1)
        return super().options(state, frame)


class EveryOtherTime(Door):
    turn = 0

    def options(self, state, frame):
        self.turn = 1 - self.turn
        return super().options(state, frame)[: 1 + self.turn]


class GlobalSource(Door):
    def resume(self, state, frame, action):
        operations.score(state, frame[1], random.randint(1, 6))


class PastTheOperations(Door):
    def resume(self, state, frame, action):
        state.points = tuple(points + (seat == frame[1]) for seat, points in enumerate(state.points))


class Counts(Door):
    opened = 0

    def resume(self, state, frame, action):
        self.opened += 1
        operations.score(state, frame[1], self.opened)


class CountsInTheModule(Door):
    def resume(self, state, frame, action):
        OPENED.append(frame[1])
        operations.score(state, frame[1], len(OPENED))


OPENED: list[int] = []


class OwnSource(Door):
    source = random.Random(1)

    def resume(self, state, frame, action):
        operations.score(state, frame[1], self.source.randint(1, 6))


class TakesTheRestOff(Door):
    def resume(self, state, frame, action):
        super().resume(state, frame, action)
        del state.stack[1:]


class SecondRound(Door):
    def resume(self, state, frame, action):
        super().resume(state, frame, action)
        if state.round == 2:
            [].pop()


class GivesWhatLies(Door):
    def resume(self, state, frame, action):
        for item in state.item_at:
            if item >= 0:
                operations.own(state, frame[1], item)
                break


class ForgetsOne(Door):
    def options(self, state, frame):
        return super().options(state, frame)[1:]


class NotesOtherwise(Door):
    def resume(self, state, frame, action):
        super().resume(state, frame, action)
        operations.note(state, "knock", frame[1])


class RefusesItself(Door):
    """It refuses to read the states with its own question."""

    def verify(self, state, frame):
        expect(False, "this door is never asked for")


class PlaysForListeners(Door):
    def resume(self, state, frame, action):
        operations.score(state, frame[1], 2 if state._noted is None else 1)


class OpenSecret(Door):
    """It says that only its own seat sees which door is opened, and everybody sees the points."""

    def seen_by(self, state, frame, answer):
        return (frame[1],)


class Behind(Chance):
    """A roll whose odds make one half."""

    name = "behind"

    def outcomes(self, state, frame):
        return tuple((outcome, chance / 2) for outcome, chance in self.rules.rolls.odds(1))

    def accepts(self, state, frame, answer):
        return answer.kind == "roll" and len(answer.args) == 1

    def sample(self, state, frame, random):
        return roll_dice(state, 1, random)

    prompt = "what is behind the door"

    def resume(self, state, frame, outcome):
        operations.score(state, frame[1], 1)


class Fair(Behind):
    """The same roll, with its odds."""

    def outcomes(self, state, frame):
        return self.rules.rolls.odds(1)


class ItemsForOutcomes(Fair):
    def outcomes(self, state, frame):
        return [(item, 1) for item in state.zones[0]]


class AlwaysTheFirst(Fair):
    def sample(self, state, frame, random):
        return self.rules.rolls.odds(1)[0][0]


class AcceptsEverything(Fair):
    def accepts(self, state, frame, answer):
        return True


class CountsForNobody(Door):
    opened = 0

    def resume(self, state, frame, action):
        self.opened += 1
        super().resume(state, frame, action)


@attrs.frozen
class DescribesItselfByANumber(Knock):
    def describe(self, phrases):
        return 1


@attrs.frozen
class ScoresPastTheOperations(Knock):
    def bind(self, link: Any) -> Any:
        def effect(state, seat, place, n):
            state.points = tuple(points + 1 for points in state.points)

        return effect


class LeadsToARoll(Door):
    def resume(self, state, frame, action):
        state.stack.append((self.rules.frames["behind"], frame[1]))


class Module:
    """A plugin of the verb and some frames."""

    def __init__(self, *frames: type, verb: type = Knock) -> None:
        self.frames, self.verb = frames, verb

    @hookimpl
    def stoneage_register_verbs(self):
        return [self.verb]

    @hookimpl
    def stoneage_register_frames(self):
        return list(self.frames)


class Conditional(Module):
    """Its effect has a condition."""

    content = CONTENT.replace('"knock"', '"knock", if = [{ round = "now", min = 1 }]')


class DeclaresAnEvent(Module):
    @hookimpl
    def stoneage_register_events(self):
        return [EventKind("knock", "a seat knocks", {"times": number_field("how often")}, "{seat} knocks {times} times")]


class BarsTooMuch(Module):
    @hookimpl
    def stoneage_placement_barred(self, state, seat):
        return 1 << len(state.rules.places)


class ChangesAnother(Module):
    """When it is loaded, it changes a file of the game that it is for."""

    def __init__(self, folder: Path) -> None:
        super().__init__(Door)
        self.file = next(file for file in folder.glob("*/*.toml") if "[[good]]" in file.read_text("utf-8"))

    @hookimpl
    def stoneage_register_frames(self):
        self.file.write_text(self.file.read_text("utf-8").replace("value = 2", "value = 3"), "utf-8")
        return [Door]


GOOD = Module(Door)

FAULTY: Mapping[str, tuple[str, Any, str]] = {
    "a list for a tuple": ("answers", Module(ListForTuple),
     r"Module, frame door, options: it must return a tuple of actions .*; to be mended in \S+:\d+"),
    "no options": ("answers", Module(door(candidates=lambda *_: ())),
     r"frame door, options: there is no action to choose; do not ask then, or keep one.*; to be mended in \S+:\d+"),
    "an explanation that is a text": ("answers", Module(door(checks=(Never,))),
     r"frame door, shortfalls: it must return what `explain` .*, not \['no'\]"),
    "a seat that there is not": ("answers", Module(door(seen_by=lambda self, state, frame, answer: (self.rules.players,))),
     r"frame door, seen_by: it must return a tuple of seats, not \(\d,\); to be mended in \S+:\d+"),
    "a frame with a word": ("answers", Module(door(
         resume=lambda self, state, frame, action: state.stack.append(("door", frame[1]))
     )),
     r"frame door, resume: pushes \('door', \d\); a frame is a tuple of whole .*; to be mended in \S+:\d+"),
    "a frame with a number too many": ("answers", Module(door(
         resume=lambda self, state, frame, action: state.stack.append((*frame, 1))
     )),
     r"frame door, resume: pushes \(\d+, \d, 1\); a frame is .*, and one for each slot"),
    "bits beyond the places": ("answers", BarsTooMuch(Door),
     r"hook stoneage_placement_barred: it must return bits of places .*; to be mended in \S+:\d+"),
    "an event with other values than are declared": ("answers", DeclaresAnEvent(NotesOtherwise),
     r"frame door, resume: .*`knock` was noted with 0 values.*; to be mended"),
    "items for outcomes": ("answers", Module(LeadsToARoll, ItemsForOutcomes),
     r"frame behind, outcomes: it must return a tuple of pairs of an outcome, .*; to be mended in \S+:\d+"),
    "an exception in a hint": ("answers", Module(door(hint=lambda self, state, frame, action: {}[action.text])),
     r"Module, frame door, hint: KeyError: 'open \d'; to be mended in \S+:\d+"),
    "a fact that nobody knows": ("answers", Module(door(asked=lambda *_: {"doors": 2})),
     r"frame door, asked: it must return a dict of facts of `Asked`, .*; to be mended in \S+:\d+"),
    "a verb that is described by a number": ("answers", Module(Door, verb=DescribesItselfByANumber),
     r"verb knock, describe: it must return a text, not 1; to be mended in \S+:\d+"),
    "scores when asked": ("quiet", Module(ScoresWhenAsked),
     r"frame door, options: changes the state; .*; to be mended in \S+:\d+"),
    "other options every other time": ("steady", Module(EveryOtherTime),
     r"frame door, options: answers .* and asked again .*; to be mended in \S+:\d+"),
    "the global source": ("random", Module(GlobalSource),
     r"frame door, resume: draws from Python\'s global random source; .*; to be mended in \S+:\d+"),
    "points past the operations": ("operations", Module(PastTheOperations),
     r"frame door, resume: changes points of the state past `operations`; to be mended in \S+:\d+"),
    "points past the operations, on a condition": ("operations", Conditional(Door, verb=ScoresPastTheOperations),
     r"verb knock: changes points of the state past `operations`; to be mended in"),
    "a counter that changes no game": ("memory", Module(CountsForNobody),
     r"after a game remembered is `opened` of frame door; a state is all"),
    "a counter in the handler": ("memory", Module(Counts),
     r"another way from step \d+ on; remembered is `opened` of frame door"),
    "a list in the plugin's module": ("memory", Module(CountsInTheModule),
     r"another way from step \d+ on; remembered is `OPENED` of authoring.faulty_modules"),
    "a source of chance of its own": ("memory", Module(OwnSource),
     r"another way from step \d+ on; remembered is `source` of frame door"),
    "the work of others taken off the stack": ("operations", Module(TakesTheRestOff),
     r"frame door, resume: takes frames off the stack; .*; to be mended in \S+:\d+"),
    "a key that cannot be hashed": ("plays", Module(door(key=lambda self, state, frame: [frame[1]])),
     r"Module, frame door, options: TypeError: unhashable .*; to be mended in \S+:\d+"),
    "an exception in the second round": ("plays", Module(SecondRound),
     r"frame door, resume: IndexError: pop from empty list; to be mended in \S+:\d+"),
    "an item in two places": ("holds", Module(GivesWhatLies),
     r"Module, frame door, resume: items_are_conserved: items must be in one .*; to be mended in \S+:\d+"),
    "a set as a fact": ("asks", Module(door(asked=lambda *_: {"more": {"doors": {1, 2}}})),
     r"what is asked cannot be written as JSON"),
    "half of all chances": ("odds", Module(LeadsToARoll, Behind),
     r"make 1 in all, not 1/2; asked by plugin .*Module, frame behind; to be mended in \S+:\d+"),
    "a draw that is always the first": ("odds", Module(LeadsToARoll, AlwaysTheFirst),
     r"of 6 outcomes 60 draws brought only 1, such as `roll 1`; asked by plugin .*; to be"),
    "every outcome accepted": ("odds", Module(LeadsToARoll, AcceptsEverything),
     r"`\S+.*` is accepted, and `outcomes` says otherwise; .*, frame behind; to be mended"),
    "an action that cannot be read": ("legality", Module(door(universe=lambda self: [("open", (), 1)])),
     r"`open` is offered, but cannot be read"),
    "an option that no check forbids is missing": ("legality", Module(ForgetsOne),
     r"`open 1`"),
    "a state that is refused when it is read": ("saves", Module(RefusesItself),
     r"what is saved cannot be read: .*this door is never asked for; to be mended in"),
    "another game for listeners": ("replays", Module(PlaysForListeners),
     r"played again it ends otherwise"),
    "a secret that everybody sees": ("secrets", Module(OpenSecret),
     r"can tell `open 1` from `open 2`, which it does not see"),
}  # fmt: skip
"""By what is wrong, the check that must find it, the plugin, and the words that the check must say."""
