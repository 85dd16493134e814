"""A moment of a game, the same as one seat may know it, and a random game in one loop."""

from __future__ import annotations

import sys
from collections.abc import Hashable
from operator import index
from typing import Any, Protocol, cast

from stoneage_rules.errors import EndlessGame
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.frames import LONGEST, MOST_STEPS, FrameTuple, endless, run_steps, use_item
from stoneage_rules.kernel.legality import Reason, refusal, why_not
from stoneage_rules.kernel.operations import NOBODY, arranged, counts_dealt
from stoneage_rules.kernel.position import Foreign, Position, check_seat
from stoneage_rules.language.binding import HIDDEN
from stoneage_rules.language.events import Event, read_event

# --- view ---------------------------------------------------------------------------------------------------------
#
# The state as one seat may know it.
# A view is a copy without the secrets: face-down items of others have joined the items that may still be drawn, and `HIDDEN`
# replaces the secret numbers of frames.  Once the game is over, final scoring has shown everything, and nothing is hidden.


class View(Position):
    """A state as `viewer` may know it: it reads like a state, but cannot be played."""

    __slots__ = ("_kinds", "viewer")

    viewer: int
    """The seat whose view this is; -1 for a spectator."""
    _kinds: tuple[tuple[int, ...], ...]
    """The hidden kinds, where items of several kinds can be hidden; else they follow from the counts."""

    @classmethod
    def _of(cls, state: State, viewer: int | None) -> View:
        """Returns the view of one seat, or of a spectator; later changes of the state do not show in it.

        Raises:
            UnknownName: there is no such seat.
        """
        rules = state.rules
        view = cls.__new__(cls)
        state._copy_numbers(view)
        if type(viewer) is int and 0 <= viewer < rules.players:
            view.viewer = viewer
        else:
            view.viewer = NOBODY if viewer is None else check_seat(rules, viewer)
        view._kinds = ()
        if any(state.face_down) and state.stack:
            view._hide_items()
        if rules._secrets.slots:
            view._hide_numbers(state)
        return view

    def _hide_items(self) -> None:
        """Puts what others own face down back among the unseen items of the zone that such items come from."""
        zones, viewer, secrets = [*self.zones], self.viewer, self.rules._secrets
        first = len(zones) - 2 * len(self.face_down) + 1
        hidden: tuple[int, ...] = ()
        for seat, count in enumerate(self.face_down):
            if count and seat != viewer:
                hidden += zones[first + 2 * seat]
                zones[first + 2 * seat] = ()
        if hidden and secrets.only_kind >= 0:
            zones[secrets.zone] = tuple(sorted(zones[secrets.zone] + hidden))
        elif hidden:
            self._kinds = self._hide_kinds(zones, hidden)
        self.zones: tuple[tuple[int, ...], ...] = tuple(zones)

    def _hide_kinds(self, zones: list[tuple[int, ...]], hidden: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """Puts items of several kinds back into zones; returns the hidden kinds by seat, from the zones as they are yet."""
        rules, secrets = self.rules, self.rules._secrets
        for item in hidden:
            home = secrets.zones[secrets.kinds[item]]
            zones[home] = tuple(sorted((*zones[home], item)))
        hands = [() if seat == self.viewer else self.zones[rules.zones_of(seat)[1]] for seat in range(rules.players)]
        last = [counts_dealt(self, seat, face_down=True) for seat in range(rules.players)]
        return tuple([arranged([secrets.kinds[item] for item in hand], last[seat]) for seat, hand in enumerate(hands)])

    def _hide_numbers(self, state: State) -> None:
        """Hides the secret numbers of frames, on the stack and set aside."""
        self.stack: list[tuple[int, ...]] = [self._hidden(state, frame) for frame in self.stack]
        self.waiting: tuple[tuple[int, ...], ...] = tuple(self._hidden(state, frame) for frame in self.waiting)

    def _hidden(self, state: State, frame: FrameTuple) -> tuple[int, ...]:
        slots = self.rules._secrets.slots.get(frame[0])
        if slots is None or self.viewer in self.rules.handlers[frame[0]].known_to(state, frame):
            return frame
        return tuple([HIDDEN if place in slots else number for place, number in enumerate(frame)])

    @property
    def _hidden_kinds(self) -> tuple[tuple[int, ...], ...]:
        """By seat, the kinds of the items that it alone knows, in order: their backs are seen by all."""
        only = self.rules._secrets.only_kind
        if only < 0 or not self.stack:
            return self._kinds or ((),) * self.rules.players
        return tuple([() if seat == self.viewer else (only,) * count for seat, count in enumerate(self.face_down)])

    # --- asking -------------------------------------------------------------------------------------------------

    def legal(self) -> tuple[Action, ...]:
        """Returns every action that the view's seat may choose now; empty if it is not to move."""
        if self.seat != self.viewer:
            return ()
        frame = self.stack[-1]
        options = self.rules._choices[frame[0]]
        if options is None:
            return ()
        usable = self.unspent[self.viewer] & self.rules.anytime
        legal = options(cast("State", self), frame)
        return legal + self.rules._uses(usable) if usable else legal

    def why_not(self, answer: Action | Outcome) -> tuple[Reason, ...]:
        """Returns the reasons against an action of the view's seat, or an outcome, now; `()` when it is legal.

        Raises:
            InvalidAction: it is not an action or outcome of the view's rules.
        """
        return why_not(cast("State", self), answer, self.viewer)

    def guess(self, random: RandomSource) -> State:
        """Returns a random state that agrees with the view, all equally likely: `guess(random).view(viewer) == view`.

        Face-down items of others are dealt from the unseen ones, and secret numbers are drawn from the possible ones.
        It is a state like any other, so a policy can play on from it; only `random.random()` is called.

        Raises:
            PluginError: the secret numbers of a plugin's frames have such wide ranges that no possible values were found.

        Example: `view.guess(random.Random(1)).after(action).score_sheet(view.viewer).total`
        """
        from stoneage_rules.kernel.chance import guess

        return guess(self, random)

    def to_dict(self) -> dict[str, Any]:
        """Returns the view in the content's words, ready for JSON; `View.schema()` describes it.

        Items that the seat cannot know are only counted: `hidden` of each seat.
        """
        from stoneage_rules.data.views import view_data

        return view_data(self).to_dict()

    @staticmethod
    def schema() -> dict[str, Any]:
        """Returns the JSON Schema (draft 7) of the result of `to_dict`, the same for all rules."""
        from stoneage_rules.data.views import ViewData

        return ViewData.schema()

    def _hidden_from(self, zone: int) -> tuple[int, ...]:
        home = self.rules._secrets.zones
        return tuple([kind for kinds in self._hidden_kinds for kind in kinds if home[kind] == zone])

    def key(self) -> tuple[Hashable, ...]:
        """Returns all numbers of the view as one hashable value, with its seat: states that differ in a secret have the same."""
        return self.viewer, self._kinds, *super().key()

    def __repr__(self) -> str:
        return f"<View of seat {self.viewer}: round {self.round}>"


for _name in ("apply", "apply_action", "push", "step", "after", "child"):
    setattr(View, _name, Foreign(_name, "view.guess(random).after(action)", "view"))
for _name in ("copy", "clone"):
    setattr(View, _name, Foreign(_name, "view.guess(random)", "view"))


# --- state --------------------------------------------------------------------------------------------------------
#
# The state of one game: asking for legal answers, and applying them.
# `frames` and `operations` carry out a step; here is only the loop around them.


class RandomSource(Protocol):
    """Anything with the `random()` of `random.Random`; no other method is ever called."""

    def random(self) -> float:
        """Returns the next number, from 0 up to, but not including, 1."""


class State(Position):
    """One moment of one game; small, mutable and cheap to copy.

    Chance is an input like an action: where `is_chance` holds, `apply` takes an outcome.
    """

    __slots__ = ("_legal", "_options")

    _legal: tuple[Action, ...] | None
    _options: tuple[Action, ...] | None

    # --- choosing -----------------------------------------------------------------------------------------------

    def legal(self) -> tuple[Action, ...]:
        """Returns every action that `seat` may choose now, in a fixed order; empty at chance and after the end."""
        legal = self._legal
        if legal is None:
            stack = self.stack
            if not stack:
                return ()
            frame = stack[-1]
            rules = self.rules
            legal = self._options
            if legal is None:
                options = rules._choices[frame[0]]
                if options is None:
                    return ()
                legal = options(self, frame)
            usable = self.unspent[frame[1]] & rules.anytime
            if usable:
                legal += rules._uses(usable)
            self._legal = legal
        return legal

    def why_not(self, answer: Action | Outcome, seat: int | None = None) -> tuple[Reason, ...]:
        """Returns the reasons against an action or outcome now; `()` when it is legal.

        With `seat`, a question to another seat is an additional reason.

        Raises:
            InvalidAction: it is not an action or outcome of the state's rules.
            UnknownName: there is no such seat.
        """
        return why_not(self, answer, seat)

    def sample(self, random: RandomSource) -> Outcome:
        """Draws one outcome of the pending chance event; calls only `random.random()`.

        Raises:
            ValueError: no chance event is pending.
        """
        stack = self.stack
        sampler = self.rules._samplers[stack[-1][0]] if stack else None
        if sampler is None:
            raise ValueError("no chance event is pending; ask is_chance first")
        return sampler(self, stack[-1], random.random)

    # --- doing --------------------------------------------------------------------------------------------------

    def apply(self, answer: Action | Outcome) -> None:
        """Carries out an action or an outcome, and all consequences up to the next question.

        Args:
            answer: an action or outcome of the state's rules; `rules.parse(text)` makes one of a text.

        Raises:
            IllegalAction: it is refused; the state is unchanged and the error carries the reasons.
            InvalidAction: it is not an action or outcome of these rules, but, for example, a text.
        """
        stack = self.stack
        if not stack:
            raise self._refusal(answer)
        frame = stack[-1]
        rules = self.rules
        accepts = rules._acceptors[frame[0]]
        if accepts is not None:
            if type(answer) is not Outcome or answer.rules is not rules or not accepts(self, frame, answer):
                raise self._refusal(answer)
        elif answer not in (self._legal or self.legal()):
            raise self._refusal(answer)
        elif answer.kind == "use":
            self._legal = self._options = None
            use_item(self, frame[1], answer.data)
            run_steps(self)
            return
        self._legal = self._options = None
        stack.pop()
        rules._resumes[frame[0]](self, frame, answer)  # type: ignore[misc]
        steps = rules.steps  # As `run_steps` does it, which is written out here because of the price of a call.
        for _ in MOST_STEPS:
            if not stack:
                return
            frame = stack.pop()
            step = steps[frame[0]]
            if step is None:
                stack.append(frame)
                return
            step(self, frame)
        raise endless(self)

    def _refusal(self, answer: object) -> Exception:
        return refusal(self, answer)

    def play_out(
        self,
        random: RandomSource,
        *,
        until_round: int | None = None,
        answers: list[Action | Outcome] | None = None,
        longest: int | None = LONGEST,
        policies: None = None,
    ) -> int:
        """Plays on at random, each option equally likely, to the end or to the first question of a round.

        It never undoes a seat's last choice, as `take-back` does in a trade: that could loop forever. A forced choice draws no
        random number; every other answer is drawn with `random.random()` only.

        Example: `state.play_out(random, until_round=state.round + 1)`

        Args:
            random: the source of chance.
            until_round: stops at the first question of this round; None for the end of the game.
            answers: a list to which every action and outcome is added: applied one by one, they lead to the same state.
            longest: the number of answers after which the game is treated as endless, by default `rules.bounds.answers`; None for
                no bound.
            policies: refused: `sa.policies.play_on` lets policies choose.

        Returns:
            the number of choices that seats made, including forced ones.

        Raises:
            EndlessGame: it was not over after `longest` answers.
            TypeError: policies were given.
        """
        if policies is not None:
            raise TypeError("`play_out` plays at random; `sa.policies.play_on(state, policies, random)` lets policies choose")
        until, most = bound_of(until_round), bound_of(longest)
        engine = self.rules.engine if answers is None and self._noted is None else None
        return play_out(self, random, until, most, answers) if engine is None else engine.play_out(self, random, until, most)

    def after(self, answer: Action | Outcome) -> State:
        """Returns a copy with `answer` applied."""
        new = self.copy()
        new.apply(answer)
        return new

    def copy(self) -> State:
        """Returns an independent state; the rules are shared, events are not copied."""
        new = State.__new__(State)
        self._copy_numbers(new)
        new._legal = self._legal
        new._options = self._options
        return new

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.copy()

    # --- looking ------------------------------------------------------------------------------------------------

    @property
    def events(self) -> tuple[Event, ...]:
        """All events since the state began to listen, as in `rules.initial_state(listen=True)`; `()` if it does not."""
        round, events = self.round, []
        for noted in reversed(self._noted or ()):
            events.append(read_event(self.rules, noted, round))
            round -= noted[0] == "round"
        return tuple(reversed(events))

    def view(self, seat: int | None) -> View:
        """Returns the state as one seat may know it, or with None as a spectator may, who knows what every seat knows.

        Raises:
            UnknownName: there is no such seat.
        """
        return View._of(self, seat)

    # --- saving -------------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Returns the state in the content's words, as plain lists, numbers and texts; `rules.state_from_dict` reads it."""
        from stoneage_rules.kernel.saving import state_to_dict

        return state_to_dict(self)

    def __reduce__(self) -> tuple[Any, ...]:
        from stoneage_rules.kernel.saving import state_from_dict

        return state_from_dict, (self.rules, self.to_dict())

    def __repr__(self) -> str:
        if not self.stack:
            return f"<State: over, {', '.join(map(str, self.scores))} points>"
        what = self.rules.handlers[self.stack[-1][0]].name
        return f"<State: round {self.round}, seat {self.seat}, {what}>"


# --- playout ------------------------------------------------------------------------------------------------------
#
# Playing on at random in one loop: what `legal`, `sample` and `apply` do, without asking whether an answer is allowed.


def play_out(state: State, random: RandomSource, until_round: int, longest: int, answers: list[Action | Outcome] | None) -> int:
    """Plays a state on as `State.play_out` says; `legal`, `apply` and `run_steps` are written out, because calls cost most."""
    draw, stack, rules = random.random, state.stack, state.rules
    steps, samplers, decisions, resumes, anytime = rules.steps, rules._samplers, rules.onward, rules._resumes, rules.anytime
    choices = 0
    state._legal = None
    for _ in range(longest + 1):
        for _ in MOST_STEPS:
            if not stack:
                return choices
            frame = stack.pop()
            step = steps[frame[0]]
            if step is None:
                break
            step(state, frame)
        else:
            raise endless(state)
        stack.append(frame)
        if state.round >= until_round:
            return choices
        usable, sampler = 0, samplers[frame[0]]
        if sampler is not None:
            answer: Any = sampler(state, frame, draw)
        else:
            options = state._options or decisions[frame[0]](state, frame)  # type: ignore[misc]
            state._options = None
            usable = state.unspent[frame[1]] & anytime
            if usable:
                options += rules._uses(usable)
            choices += 1
            answer = options[int(draw() * len(options))] if len(options) > 1 else options[0]
        if answers is not None:
            answers.append(answer)
        if usable and answer.kind == "use":
            use_item(state, frame[1], answer.data)
        else:
            stack.pop()
            resumes[frame[0]](state, frame, answer)  # type: ignore[misc]
    raise endless_after(state, longest)


def bound_of(number: int | None) -> int:
    """Returns the number of a round or of answers as a bound; None means no bound."""
    return sys.maxsize - 1 if number is None else index(number)


def endless_after(state: State, steps: int) -> EndlessGame:
    """Returns the error that ends a game after too many steps."""
    return EndlessGame(f"not over after {steps} steps, in round {state.round}")
