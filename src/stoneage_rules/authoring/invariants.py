"""The invariants of every state of every game, whatever the modules: functions that raise AssertionError if a state breaks one.

Derived numbers are worked out again from scratch; no table of the library is asked.

Example::

    from stoneage_rules.testing import invariants

    for name, invariant in invariants.ALL.items():
        invariant(state)
"""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, log
from typing import Any

from stoneage_rules.authoring.random_games import play_at_random
from stoneage_rules.errors import IllegalAction, StoneAgeError
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.chance import Odds
from stoneage_rules.kernel.frames import line_of, line_of_error
from stoneage_rules.kernel.legality import Reason
from stoneage_rules.kernel.state import RandomSource, State, View
from stoneage_rules.policies.registry import sensible_policy

# --- secrecy ------------------------------------------------------------------------------------------------------
#
# Finds secrets that get out: two states that differ only in one must look alike to everybody else.


MOST_ANSWERS = 4
"""Answers to one question that are compared with each other."""

OPTIONS, NEAR, FAR = 30, 15, 5
"""Actions that are looked at in a state: options, others of the same kinds, and actions of any kind, which seldom differ.

The refusals that a view and a guess are asked for are of half as many.
"""


def leaks(state: State, random: RandomSource) -> Iterator[str]:
    """Yields the ways in which seats can learn more than they may know, in one state and by the answers to its question.

    This includes seats that, by `seen_by`, learn an answer that their views hide.
    Each names the plugin behind the question, if any.

    Args:
        state: the state; it is not changed.
        random: the random source for guesses to compare with.
    """
    for method, found in (("asked", _leaks_of_views(state, random)), ("seen_by", _leaks_of_answers(state))):
        for leak in found:
            yield leak + _origin(state, method)


def _origin(state: State, method: str) -> str:
    """Returns the plugin that asks the question, with the line of a method; empty if the library does."""
    handler = state.rules.handlers[state.stack[-1][0]] if state.stack else None
    owner = handler and state.rules.owners.get(f"frame {handler.name}")
    return f"; asked by plugin {owner}, frame {handler.name}{line_of(getattr(handler, method))}" if handler and owner else ""


def _leaks_of_views(state: State, random: RandomSource) -> Iterator[str]:
    """Yields the secrets that a seat learns: from its view, or from the question that it is asked."""
    for seat in range(state.rules.players):
        view = state.view(seat)
        guess = view.guess(random)
        if guess.view(seat) != view:
            yield f"seat {seat} sees which of two states is so that differ only in what it cannot know"
        elif seat == state.seat and not state.is_chance:
            positions = (view,) if guess == state else (view, guess)  # equal states look alike
            for what, told in TOLD.items():
                expected = told(state)
                if any(told(position) != expected for position in positions):
                    yield f"{what} of seat {seat} depend on what it cannot know"
                    break  # what depends on one secret mostly makes the rest depend on it


def _leaks_of_answers(state: State) -> Iterator[str]:
    """Yields what a seat learns of an answer that `seen_by` keeps from it, and answers that it sees and that its view hides."""
    answers = _spread(state.legal() or tuple(outcome for outcome, _ in state.outcomes()), MOST_ANSWERS)
    seen = {answer: state.seen_by(answer) for answer in answers}
    after = {answer: _after(state, answer) for answer in answers}
    for seat in range(state.rules.players):
        told = [(answer, _told(after[answer], seat)) for answer in answers if seat not in seen[answer]]
        for (one, first), (two, second) in combinations(told, 2):
            for what in first:
                if first[what] != second[what]:
                    yield f"by {what}, seat {seat} can tell `{one}` from `{two}`, which it does not see"
        views = [(answer, after[answer].view(seat)) for answer in answers if seat in seen[answer] and not after[answer].is_over]
        for (one, view), (two, other) in combinations(views, 2):
            if view == other and after[one] != after[two]:
                yield f"by `seen_by`, seat {seat} learns `{one}` and `{two}`, and its view is the same after both"


def _after(state: State, answer: Action | Outcome) -> State:
    """Returns the state after an answer, with the events since."""
    after = state.copy()
    after._noted = []
    after.apply(answer)
    return after


def _told(after: State, seat: int) -> Mapping[str, Any]:
    """Returns what a seat sees after an answer; empty once the game is over, because everything is then shown."""
    if after.is_over:
        return {}
    view = after.view(seat)
    events = [event.for_viewer(seat).to_dict() for event in after.events]
    return {"its view": view.key(), "the events": events, "what is asked then": view.pending, "its options": view.legal()}


def _spread(values: Sequence[Any], most: int) -> Sequence[Any]:
    """Returns at most a number of values, evenly spaced."""
    return values[:: max(1, len(values) // most)][:most]


def _refusals(position: State | View) -> list[tuple[Reason, ...]]:
    """Returns the reasons against some actions of the seat that is asked."""
    return [position.why_not(action) for action in _other_actions(position, NEAR // 2, FAR // 2)]


def _other_actions(position: State | View, near: int, far: int) -> list[Action]:
    """Returns some actions that are no options, but of the same kinds, and some of all actions."""
    rules, legal = position.rules, dict.fromkeys(position.legal())
    kinds = dict.fromkeys(action.kind for action in legal)
    refused = [action for kind in kinds for action in rules.kinds_of_action[kind] if action not in legal]
    begin = position.round % 7  # so that it is not always the same ones
    return [*_spread(refused[begin:], near), *_spread(rules.actions[begin:], far)]


TOLD: Mapping[str, Callable[[State | View], Any]] = {
    "the options": lambda position: position.legal(),
    "the facts of the question": lambda position: position.pending,
    "the words for options": lambda position: [position.rules.describe(action, position) for action in position.legal()],
    "the refusals": _refusals,
}
"""Everything that the asked seat sees, by its name."""

# --- copies -------------------------------------------------------------------------------------------------------
# Invariants of states that must be equal or alike: copies, saved and pickled states, and the knowledge of seats.


MOST_LEAKS = 3
"""The number of leaks shown of a state."""

LOOKAHEAD = 8
"""The number of steps that two equal states are played on, to see that they stay equal."""


def copies_are_independent(state: State) -> None:
    """A copy is equal, playing it on leaves the state as it was, and `after` gives what `apply` makes of a copy."""
    before = state.key()
    copy = state.copy()
    if copy != state:
        raise AssertionError("a copy is another state")
    first = play_at_random(copy, random.Random(LOOKAHEAD), LOOKAHEAD)
    if state.key() != before:
        raise AssertionError(f"a copy was played on with {[answer.text for answer in first]}, and the state has changed")
    again = state.copy()
    if play_at_random(again, random.Random(LOOKAHEAD), LOOKAHEAD) != first or again != copy:
        raise AssertionError("two copies, played on alike, go different ways")
    if first:
        again = state.copy()
        again.apply(first[0])
        if state.after(first[0]) != again:
            raise AssertionError(f"`after` makes another state of `{first[0]}` than `apply`")


def saves_are_read_back(state: State) -> None:
    """Saved as JSON and read again, a state is equal, has the same options, and goes on in the same way."""
    saved = state.to_dict()
    if (read := json.loads(json.dumps(saved))) != saved:
        raise AssertionError("what is saved is not the same as JSON")
    try:
        loaded = state.rules.state_from_dict(read)
    except StoneAgeError as error:
        raise AssertionError(f"what is saved cannot be read: {error}{line_of_error(error)}") from error
    _check_equal(state, loaded, "read again")
    if loaded.to_dict() != saved:
        raise AssertionError("saved once more, it is written otherwise")


def pickles_are_read_back(state: State) -> None:
    """Pickled and read again, a state is equal, has the same options, and goes on in the same way."""
    try:
        loaded = pickle.loads(pickle.dumps(state))
    except Exception as error:  # values that a plugin puts into a state can fail in any way
        raise AssertionError(f"it cannot be pickled: {type(error).__name__}: {error}") from error
    _check_equal(state, loaded, "pickled and read again")


def _check_equal(state: State, other: State, how: str) -> None:
    """Refuses a state that differs from another, or differs after both are played on alike."""
    if other != state or hash(other.key()) != hash(state.key()):
        raise AssertionError(f"{how}, it is another state")
    if other.legal() != state.legal():
        raise AssertionError(f"{how}, it has other options: {[*map(str, other.legal())]} instead of {[*map(str, state.legal())]}")
    mine, theirs = state.copy(), other.copy()
    if (
        play_at_random(mine, random.Random(LOOKAHEAD), LOOKAHEAD) != play_at_random(theirs, random.Random(LOOKAHEAD), LOOKAHEAD)
        or mine != theirs
    ):
        raise AssertionError(f"{how}, it goes on in another way")


def views_keep_secrets(state: State, seed: int = 0) -> None:
    """No seat can learn, by views, options, texts or events, another seat's secrets; views fit `seen_by`.

    Args:
        state: the state.
        seed: the seed of the guesses that the state is compared with.
    """
    found = list(leaks(state, random.Random(seed)))
    if found:
        more = [f"and {len(found) - MOST_LEAKS} more"] if len(found) > MOST_LEAKS else []
        raise AssertionError("; ".join([*found[:MOST_LEAKS], *more]))


# --- positions hold -----------------------------------------------------------------------------------------------
#
# Invariants of the numbers of a state: nothing negative, nothing lost, nothing in two places.


COUNTS = (
    "goods", "tracks", "figures", "at_home", "kits", "unspent", "marks", "occupied_by", "placed", "occupancy", "piles",
    "face_down",
)  # fmt: skip
"""The sequences of a state that contain no negative number."""


def numbers_are_in_range(state: State) -> None:
    """No number is negative but points, and tracks, tools, round, phase and first seat are within their bounds."""
    rules = state.rules
    for name in COUNTS:
        numbers = getattr(state, name)
        if any(type(number) is not int or number < 0 for number in numbers):
            raise AssertionError(f"{name} has {list(numbers)}; each must be a whole number from 0 on")
    if any(type(points) is not int for points in state.points):
        raise AssertionError(f"points are {state.points}; each must be a whole number")
    for what, value, least, most in (
        ("the seat that starts", state.first_seat, 0, rules.players - 1),
        ("the round", state.round, 0, state.round),
        ("the phase", state.phase_index, -1, len(rules.phases) - 1),
        *(("a track", position, 0, rules.track_tops[i % len(rules.tracks)]) for i, position in enumerate(state.tracks)),
    ):
        if not least <= value <= most:
            raise AssertionError(f"{what} is at {value}, which must be from {least} to {most}")
    for seat in range(rules.players):
        _check_tools(state, seat)


def _check_tools(state: State, seat: int) -> None:
    kits = state.rules.kits
    values = [value for value, _ in state.player(seat).tools]
    if len(values) > kits.spaces or not all(1 <= value <= kits.top for value in values):
        raise AssertionError(
            f"seat {seat} has tools {values}, but there are {kits.spaces} spaces for values from 1 to {kits.top}"
        )
    if max(values, default=0) - min(values, default=0) > 1:
        raise AssertionError(f"seat {seat} has tools {values}, which differ by more than 1")


def goods_fit_the_supply(state: State) -> None:
    """Of a good that can run out, the seats hold no more than there are."""
    for good, supply in enumerate(state.rules.supplies or ()):
        held = sum(state.goods[good :: len(state.rules.goods)])
        if 0 <= supply < held:
            raise AssertionError(f"{held} {state.rules.goods[good]} are held, but there are {supply} in all")


def figures_are_conserved(state: State) -> None:
    """Every figure of a seat is at home or on one place, and the places' own numbers agree with it."""
    rules, players = state.rules, state.rules.players
    rows = [state.placed[place.index * players : (place.index + 1) * players] for place in rules.places]
    for seat in range(players):
        placed, figures = sum(row[seat] for row in rows), state.figures[seat]
        if state.at_home[seat] + placed != figures or figures > rules.most_figures:
            there = f"{state.at_home[seat]} at home and {placed} placed"
            raise AssertionError(f"seat {seat} has {figures} of {rules.most_figures} figures, {there}")
        _expect_bits(state.occupied_by[seat], (row[seat] > 0 for row in rows), f"the places occupied by seat {seat}")
    if [*state.occupancy] != [sum(row) for row in rows]:
        raise AssertionError(f"the places count {[*state.occupancy]} figures, but {[sum(row) for row in rows]} stand there")
    full = (sum(row) >= place.room for place, row in zip(rules.places, rows, strict=True))
    _expect_bits(state._full_places, full, "the full places")
    for place, row in zip(rules.places, rows, strict=True):
        if sum(row) > place.room:
            raise AssertionError(f"{place.id} has {place.circles} circles, but {sum(row)} figures: {[*row]} by seat")


def items_are_conserved(state: State) -> None:
    """Every item is in one zone or on one space, and only owned items have uses left."""
    rules = state.rules
    where = Counter(item for zone in state.zones for item in zone)
    where.update(item for item in state.item_at if item >= 0)
    wrong = {item.id: where[item.index] for item in rules.items if where[item.index] != 1}
    if wrong or len(where) != len(rules.items):
        raise AssertionError(f"items must be in one place each; these are in another number of places: {wrong or where}")
    for seat in range(rules.players):
        owned, down = rules.zones_of(seat)
        if state.face_down[seat] != len(state.zones[down]):
            raise AssertionError(f"seat {seat} counts {state.face_down[seat]} items face down, but has {len(state.zones[down])}")
        unspent = {item for bit, item in enumerate(rules.later_uses) if state.unspent[seat] >> bit & 1}
        foreign = unspent.difference(state.zones[owned])
        if foreign or state.unspent[seat] >> len(rules.later_uses):
            ids = [rules.items[item].id for item in foreign]
            raise AssertionError(f"seat {seat} has uses left of what it does not own: {ids}")


def places_follow_their_items(state: State) -> None:
    """A space without an item is closed, as is a place without its owner, and items are on spaces alone."""
    rules = state.rules
    owned = {item for seat in range(rules.players) for item in state.zones[rules.zones_of(seat)[0]]}
    missing = (
        (place.row >= 0 and state.item_at[place.index] < 0) or (place.owned >= 0 and place.owned not in owned)
        for place in rules.places
    )
    _expect_bits(state._closed_places, missing, "the closed places")
    for place in rules.places:
        if place.row < 0 and state.item_at[place.index] >= 0:
            raise AssertionError(f"{rules.items[state.item_at[place.index]].id} lies on {place.id}, which is no space")


def _expect_bits(bits: int, flags: Iterable[bool], what: str) -> None:
    """Refuses bits that differ from flags."""
    expected = sum(1 << index for index, flag in enumerate(flags) if flag)
    if bits != expected:
        raise AssertionError(f"{what} are {bits:#b}, but must be {expected:#b}, a bit for each place")


# --- questions ----------------------------------------------------------------------------------------------------
#
# Invariants of what a state asks: options, reasons, odds, notation and scores agree with each other.


MOST_APPLIED = 3
"""Refused actions that `apply` is asked to carry out."""

MOST_OUTCOMES = 20
"""Outcomes whose notation is read back, and that a chance event is asked whether it accepts."""

MOST_DRAWN = 60
"""Draws that are held against the outcomes of a chance event."""

IMPOSSIBLE = log(1e-9)
"""The logarithm of a probability that counts as zero."""


def somebody_is_asked(state: State) -> None:
    """A state is exactly one of these: a choice with options, a chance event, or the end with its verdict."""
    legal = state.legal()
    if state.is_over:
        if state.is_chance or state.seat is not None or legal or state.outcomes() or not state.verdict:
            raise AssertionError(f"the game is over, but options are {legal}, verdict {state.verdict!r}, seat {state.seat}")
        if bool(state.winners) is (state.verdict == "nobody"):
            raise AssertionError(f"the winners are {state.winners} by the verdict {state.verdict!r}")
        return
    if state.winners or state.seat not in range(state.rules.players):
        raise AssertionError(f"the game goes on, but winners are {state.winners} and seat {state.seat} is asked")
    if bool(legal) is state.is_chance:
        raise AssertionError("options at a chance event" if legal else f"seat {state.seat} is asked, but has no options at all")
    _check_options(state, legal)


def _check_options(state: State, legal: tuple[Action, ...]) -> None:
    if type(legal) is not tuple:
        raise AssertionError(f"the options are a {type(legal).__name__}, and must be a tuple")
    if len(set(map(id, legal))) != len(legal):
        raise AssertionError(f"an action is offered twice: {[action.text for action in legal]}")
    actions = state.rules.actions
    foreign = [action for action in legal if not isinstance(action, Action) or actions[action.index] is not action]
    if foreign:
        raise AssertionError(f"the options are not all actions of these rules: {foreign}")


def asking_changes_nothing(state: State) -> None:
    """Options, outcomes, facts, reasons and scores can be asked for twice: the answers are equal, and the state is as before."""
    copy, before, events = state.copy(), state.key(), len(state._noted or ())
    first, second = [_answers_afresh(copy) for _ in range(2)]
    if copy.key() != before:
        raise AssertionError("asking for the options changes the state")
    for what, answer in first.items():
        if answer != second[what]:
            raise AssertionError(f"{what}, asked for twice, are {answer} and then {second[what]}")
    _answers(state)
    if state.key() != before or events != len(state._noted or ()):
        raise AssertionError("it is another state after options, outcomes and scores have been asked for")


def _answers_afresh(state: State) -> dict[str, object]:
    """Returns the answers of a state that has to work its options out again."""
    state._legal = state._options = None
    return _answers(state)


def _answers(state: State) -> dict[str, object]:
    return {
        "the options": state.legal(),
        "the outcomes": state.outcomes(),
        "the facts": state.pending,
        "the scores": state.scores,
    }


def odds_are_certain(state: State) -> None:
    """The outcomes of a chance event are distinct, possible, and together certain; `sample` and `accepts` agree with them."""
    odds = state.outcomes()
    if bool(odds) is not state.is_chance:
        raise AssertionError("a chance event without outcomes" if state.is_chance else "outcomes without a chance event")
    for method, problem in _wrong_odds(state, odds) if odds else ():
        raise AssertionError(problem + _origin(state, method))


def _wrong_odds(state: State, pairs: Odds) -> Iterator[tuple[str, str]]:
    """Yields the faults of a chance event, the worst first, each with the method to blame."""
    rules, odds, total = state.rules, dict(pairs), sum(chance for _, chance in pairs)
    if total != 1 or not all(type(chance) is Fraction and 0 < chance <= 1 for _, chance in pairs):
        yield "outcomes", f"the odds of the outcomes are fractions above 0 that make 1 in all, not {total}"
    if len(pairs) != len(texts := {outcome.text for outcome in odds}):
        yield "outcomes", f"{len(pairs)} outcomes have {len(texts)} texts"
    source = random.Random(len(odds))
    drawn = {state.sample(source) for _ in range(MOST_DRAWN)}
    yield from (("sample", f"`{outcome}` was drawn, which is none of the outcomes") for outcome in drawn - {*odds})
    # How likely it is that all draws are among so few outcomes, whichever these are.
    if log(comb(len(odds), len(drawn))) + MOST_DRAWN * log(sum(odds[outcome] for outcome in drawn)) < IMPOSSIBLE:
        shown = ", ".join(f"`{outcome}`" for outcome in [*drawn][:3])
        yield "sample", f"of {len(odds)} outcomes {MOST_DRAWN} draws brought only {len(drawn)}, such as {shown}"
    for outcome in (part for all in ([*odds], rules.draws, rules.outcomes) for part in _spread(all, MOST_OUTCOMES)):
        if state.is_legal(outcome) is not (outcome in odds):
            yield "accepts", f"`{outcome}` is {'refused' if outcome in odds else 'accepted'}, and `outcomes` says otherwise"


def score_sheets_add_up(state: State) -> None:
    """Every score sheet adds up exactly, and so do the parts of its lines, which name only possessions of the seat.

    A line without parts counts a number without sources, such as a rank.
    """
    rules = state.rules
    sheets = [state.score_sheet(seat) for seat in range(rules.players)]
    if json.loads(json.dumps(data := [sheet.to_dict() for sheet in sheets])) != data:
        raise AssertionError(f"the score sheets are not the same as JSON: {data}")
    for seat, sheet in enumerate(sheets):
        if not sheet.total == sheet.track + sum(line.points for line in sheet.lines) == rules._scoring.total(state, seat):
            raise AssertionError(
                f"the score sheet of seat {seat} does not add up to {rules._scoring.total(state, seat)}: {sheet}"
            )
        owned, down = rules.zones_of(seat)
        held = {rules.items[item].id for item in state.zones[owned] + state.zones[down]}
        held |= {good for good in rules.goods if state.good(seat, good)}
        for line in sheet.lines:
            sources = {source for part in line.parts for source in part.sources}
            adds_up = not line.parts or sum(part.points for part in line.parts) == line.points
            if not adds_up or not sources <= held:
                raise AssertionError(f"a line of the score sheet of seat {seat} does not add up, or names what it lacks: {line}")


def legality_agrees(state: State, actions: Sequence[Action] | None = None) -> None:
    """`legal`, `is_legal` and `why_not` agree about actions; `apply` refuses the others for these reasons, and changes nothing.

    Args:
        state: the state.
        actions: the actions to look at; by default some options and some other actions of the rules, always the same ones.
    """
    legal = set(state.legal())
    applied = 0
    for action in [*_spread(state.legal(), OPTIONS), *_other_actions(state, NEAR, FAR)] if actions is None else actions:
        reasons = state.why_not(action)
        if not (action in legal) is state.is_legal(action) is (not reasons):
            raise AssertionError(
                f"`{action}` is {'' if action in legal else 'not '}among the options, is_legal says {state.is_legal(action)}, "
                f"and why_not {'; '.join(map(str, reasons)) or 'gives no reason'}"
            )
        if not all(str(reason) and reason.check for reason in reasons):
            raise AssertionError(f"`{action}` is refused by a reason without words or check: {reasons}")
        if reasons and applied < MOST_APPLIED:
            applied += 1
            for problem in wrongly_refused(state, action, reasons):
                raise AssertionError(problem)


def wrongly_refused(state: State, action: Action, reasons: tuple[Reason, ...]) -> Iterator[str]:
    """Yields a problem if `apply` or the options disagree with the reasons against an action, or the state changes."""
    if state.is_legal(action):
        yield f"`{action}` is among the options"
    copy = state.copy()
    try:
        copy.apply(action)
        yield f"`{action}` was carried out"
    except IllegalAction as error:
        if error.reasons != reasons:
            yield f"`{action}` was refused for other reasons: {error}"
    if copy != state:
        yield f"`{action}` was refused, but the state has changed"


def notation_reads_back(state: State) -> None:
    """Every possible answer is written as text and read back as the same, so that `parse` refuses nothing that is offered."""
    for answer in (*state.legal(), *(outcome for outcome, _ in _spread(state.outcomes(), MOST_OUTCOMES))):
        try:
            read = state.rules.parse(answer.text)
        except StoneAgeError as error:
            raise AssertionError(f"`{answer.text}` is offered, but cannot be read: {error}") from error
        if read != answer:
            raise AssertionError(f"`{answer.text}` is offered, but read as `{read}`")


def questions_can_be_told(state: State) -> None:
    """The question can be told as JSON, every answer to it in words, and the policy `sensible` chooses one of them."""
    pending = state.pending
    try:
        json.dumps(pending and pending.to_dict())
    except TypeError as error:
        raise AssertionError(f"what is asked cannot be written as JSON: {error}") from error
    for answer in state.legal() or [outcome for outcome, _ in state.outcomes()][:MOST_OUTCOMES]:
        if not isinstance(state.rules.describe(answer, state), str):
            raise AssertionError(f"`{answer}` is described by {state.rules.describe(answer, state)!r}, which is no text")
    if state.legal() and (choice := sensible_policy(0)(state.view(state.stack[-1][1]), state.legal())) not in state.legal():
        raise AssertionError(f"the policy `sensible` chooses `{choice}`, which is no option")


# --- invariants ---------------------------------------------------------------------------------------------------


Invariant = Callable[[State], None]

CHEAP: Mapping[str, Invariant] = {
    invariant.__name__: invariant
    for invariant in (
        numbers_are_in_range,
        goods_fit_the_supply,
        figures_are_conserved,
        items_are_conserved,
        places_follow_their_items,
        somebody_is_asked,
    )
}
"""The invariants that take well below a millisecond, so that a test can check them after every step."""

OF_CHECKS: Mapping[str, Sequence[Invariant]] = {
    "holds": (*CHEAP.values(), score_sheets_add_up),
    "asks": (asking_changes_nothing, questions_can_be_told),
    "odds": (odds_are_certain,),
    "legality": (legality_agrees, notation_reads_back),
    "copies": (copies_are_independent,),
    "saves": (saves_are_read_back,),
    "secrets": (views_keep_secrets,),
}
"""The invariants by the check of a pack that reports them."""

ALL: Mapping[str, Invariant] = {
    invariant.__name__: invariant for some in (*OF_CHECKS.values(), [pickles_are_read_back]) for invariant in some
}
"""Every invariant by its name; the first line of its docstring says what must hold.  Together some ten milliseconds a state."""


def check_state(state: State, invariants: Mapping[str, Invariant] = CHEAP) -> None:
    """Asserts invariants of a state, the cheap ones by default.

    Raises:
        AssertionError: one of them does not hold; the message says what is wrong with which state.
    """
    for name, invariant in invariants.items():
        try:
            invariant(state)
        except AssertionError as error:
            raise AssertionError(f"{name}: {error}; in {state!r}") from error
