"""Judges of the answers of plugins in play, and of the frames that they push.

Only methods of plugins are judged: the library's own cost nothing more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.frames import NOTHING_TO_CHOOSE, NOTHING_TO_HAPPEN, Asked, Frame, Judge
from stoneage_rules.kernel.legality import MOST_KEPT, Decision, Shortfall, source_of
from stoneage_rules.kernel.saving import NOWHERE
from stoneage_rules.kernel.state import State, View
from stoneage_rules.language.binding import Slot
from stoneage_rules.text import shortened

if TYPE_CHECKING:
    from stoneage_rules.kernel.ruleset import Ruleset

Test = Callable[[Any, Any], bool]
"""Returns True if an answer is right under given rules."""

FRAME = (
    "a frame is a tuple of whole numbers: `self.rules.frames[NAME]`, the seat, and one for each slot of that kind, in its range"
)


def are(kind: type[Any], test: Test | None = None) -> Test:
    """Returns the test of an answer of a type, all of whose parts pass a test."""
    return lambda rules, answer: isinstance(answer, kind) and (test is None or all(test(rules, part) for part in answer))


def _is_pair(rules: Ruleset, part: Any) -> bool:
    """Returns True for an outcome with its probability."""
    return type(part) is tuple and len(part) == 2 and isinstance(part[0], Outcome) and isinstance(part[1], Fraction)


def is_frame(rules: Ruleset, frame: Any) -> bool:
    """Returns True if a frame means something under these rules."""
    if type(frame) is not tuple or len(frame) < 2 or any(type(number) is not int for number in frame):
        return False
    kind, seat, *progress = frame
    if not (0 <= kind < len(rules.handlers) and 0 <= seat < rules.players):
        return False
    slots = rules.handlers[kind].progress
    return len(progress) == len(slots) and all(_fits(rules, *pair) for pair in zip(slots, progress, strict=True))


def _fits(rules: Ruleset, slot: Slot, number: int) -> bool:
    most = slot.most(rules) if slot.ids is None else len(slot.ids(rules)) - 1
    return slot.least <= number <= most or (slot.or_none and number == NOWHERE)


SEATS = are(tuple, lambda rules, each: each in range(rules.players)), "a tuple of seats"
TEXT = are(str), "a text"
NUMBER = (lambda rules, answer: type(answer) is int), "a whole number"

ANSWERS: Mapping[str, tuple[Test, str]] = {
    "options": (
        are(tuple, lambda rules, each: type(each) is Action and each.rules is rules),
        "a tuple of actions of these rules",
    ),
    "shortfalls": (are(object, lambda rules, each: type(each) is Shortfall), "what `explain` of each check does, a Shortfall"),
    "seen_by": SEATS,
    "known_to": SEATS,
    "hint": TEXT,
    "asked": (are(dict, lambda rules, fact: fact in Asked.__annotations__), "a dict of facts of `Asked`, all others in `more`"),
    "outcomes": (are(tuple, _is_pair), "a tuple of pairs of an outcome, such as `self.rules.draws[item]`, and a Fraction"),
    "sample": (are(Outcome), "an outcome, as `roll_dice` and `draw_one` do"),
    "due": (lambda rules, answer: answer is None or is_frame(rules, answer), f"None or a frame; {FRAME}"),
    "reader": NUMBER,
    "parts": (
        are(object, lambda rules, part: [*map(type, part)] == [tuple, int]),
        "pairs of a tuple of ids and a whole number",
    ),
    **dict.fromkeys(("closed", "room", "stoneage_placement_barred", "stoneage_roll_adjustment"), NUMBER),
    "stoneage_adjustment_cause": TEXT,
    "tell": (lambda rules, answer: type(answer) is Shortfall, "a Shortfall"),
}
"""Tests of a method's or hook's answer, each with the right answer in words; `reader` and `parts` belong to quantities."""
EMPTY = {"options": NOTHING_TO_CHOOSE, "outcomes": NOTHING_TO_HAPPEN}
"""The fault of an empty answer to a state, by method; a view may lack the secret that an option or outcome needs."""


def judge_of(method: str, source: object = None) -> Judge | None:
    """Returns the judge of a method of a plugin, by its name; `effect` is what `bind` of a verb returns."""
    if method in ("step", "resume", "drop", "effect"):
        return judging_frames()
    wanted = ANSWERS.get(method.rpartition(".")[2])
    if wanted is None:
        return None
    is_right, words = wanted
    decision = source if method == "options" and isinstance(source, Decision) else None
    empty = "" if method == "options" and decision is None else EMPTY.get(method, "")

    def judge(args: Any, answer: Any) -> str:
        if not is_right(args[0].rules, answer):
            return f"it must return {words}, not {shortened(repr(answer))}"
        if decision is not None:
            for action in answer:
                if source_of(decision, action) is None:
                    return f"`{action}` answers another question"
        return "" if answer or isinstance(args[0], View) else empty

    return judge


def judging_frames() -> Judge:
    """Returns the judge of a method or effect that changes a state; it remembers the frames that are right."""
    right: set[Any] = {()}

    def judge(args: Any, answer: Any) -> str:
        state: State = args[0]
        try:
            if right.issuperset(state.stack) and state.waiting in right:
                return ""
        except TypeError:
            pass  # a list among them, which is told below
        wrong = wrong_frames(state.rules, state.stack, state.waiting)
        if not wrong:
            if len(right) > MOST_KEPT:
                right.clear()
            right.update(state.stack, (state.waiting,))
        return wrong

    return judge


def wrong_frames(rules: Ruleset, stack: Iterable[Any], waiting: Iterable[Any]) -> str:
    """Returns the fault of frames on the stack, or set aside; empty if nothing is."""
    for frame in (*stack, *waiting):
        if not is_frame(rules, frame):
            return f"pushes {shortened(repr(frame))}; {FRAME}"
    for frame in waiting:
        kind = type(rules.handlers[frame[0]])
        if kind.verify_waiting is Frame.verify_waiting:
            return f"sets a frame {kind.name} aside: define `verify_waiting`, or states that are saved then cannot be read"
    return ""
