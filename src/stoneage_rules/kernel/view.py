"""The state as one seat may know it.

A view is a copy from which the secrets are gone: what others own face down has joined what may still be drawn, and `HIDDEN`
stands for the secret numbers of frames.  Once the game is over, final scoring has shown everything, and nothing is hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast

from stoneage_rules.kernel import reasons
from stoneage_rules.kernel.dealt import arranged, counts_dealt
from stoneage_rules.kernel.lookup import check_seat, index_of
from stoneage_rules.kernel.position import Position
from stoneage_rules.language.handles import HIDDEN

if TYPE_CHECKING:
    from stoneage_rules.kernel.actions import Action
    from stoneage_rules.kernel.chance import Odds
    from stoneage_rules.kernel.legality import Reason
    from stoneage_rules.kernel.score_sheet import ScoreSheet
    from stoneage_rules.kernel.state import RandomSource, State

__all__ = ["View"]


class View(Position):
    """A state as `viewer` may know it: it can be read like a state, but not played on."""

    __slots__ = ("_kinds", "viewer")

    viewer: int
    """The seat whose view this is."""
    _kinds: tuple[tuple[int, ...], ...]
    """The hidden kinds, where items of several kinds can be hidden; else they follow from the counts."""

    @classmethod
    def of(cls, state: State, viewer: int) -> View:
        """Returns the view of one seat; later changes of the state do not show in it.

        Raises:
            UnknownName: there is no such seat.
        """
        rules = state.rules
        view = cls.__new__(cls)
        state._copy_numbers(view)
        view.viewer = viewer if type(viewer) is int and 0 <= viewer < rules.players else check_seat(rules, viewer)
        view._kinds = ()
        if any(state.face_down) and state.stack:
            view._hide_items()
        if rules.secrets.slots:
            view._hide_numbers(state)
        return view

    def _hide_items(self) -> None:
        """Puts what others own face down back among the unseen items of the zone that such items come from."""
        zones, viewer, secrets = [*self.zones], self.viewer, self.rules.secrets
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
        self.zones = tuple(zones)

    def _hide_kinds(self, zones: list[tuple[int, ...]], hidden: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """Puts items of several kinds back into zones; returns the hidden kinds by seat, from the zones as they are yet."""
        rules, secrets = self.rules, self.rules.secrets
        for item in hidden:
            home = secrets.zones[secrets.kinds[item]]
            zones[home] = tuple(sorted((*zones[home], item)))
        hands = [() if seat == self.viewer else self.zones[rules.zones_of(seat)[1]] for seat in range(rules.players)]
        last = [counts_dealt(self, seat, face_down=True) for seat in range(rules.players)]
        return tuple([arranged([secrets.kinds[item] for item in hand], last[seat]) for seat, hand in enumerate(hands)])

    def _hide_numbers(self, state: State) -> None:
        """Hides the secret numbers of frames, on the stack and set aside."""
        self.stack = [self._hidden(state, frame) for frame in self.stack]
        self.waiting = tuple(self._hidden(state, frame) for frame in self.waiting)

    def _hidden(self, state: State, frame: tuple[int, ...]) -> tuple[int, ...]:
        slots = self.rules.secrets.slots.get(frame[0])
        if slots is None or self.viewer in self.rules.handlers[frame[0]].known_to(state, frame):
            return frame
        return tuple([HIDDEN if place in slots else number for place, number in enumerate(frame)])

    @property
    def hidden_kinds(self) -> tuple[tuple[int, ...], ...]:
        """By seat, the kinds of the items that it alone knows, in order: their backs are seen by all."""
        only = self.rules.secrets.only_kind
        if only < 0 or not self.stack:
            return self._kinds or ((),) * self.rules.players
        return tuple([() if seat == self.viewer else (only,) * count for seat, count in enumerate(self.face_down)])

    # --- asking -------------------------------------------------------------------------------------------------

    def legal(self) -> tuple[Action, ...]:
        """Returns every action that the view's seat may choose now; empty if nothing is asked of it."""
        if self.seat != self.viewer:
            return ()
        frame = self.stack[-1]
        options = self.rules.choices[frame[0]]
        if options is None:
            return ()
        usable = self.unspent[self.viewer] & self.rules.anytime
        legal = options(cast("State", self), frame)
        return legal + self.rules.uses(usable) if usable else legal

    def why_not(self, action: Action) -> tuple[Reason, ...]:
        """Returns the reasons against an action of the view's seat now; `()` when it is legal.

        Raises:
            InvalidAction: it is no action of the view's rules.
        """
        return reasons.why_not(cast("State", self), action, self.viewer)

    def outcomes(self) -> Odds:
        """Returns every outcome of the pending chance event as far as the seat can know, with its probability.

        For an item that another seat may own face down, this is the probability that it is still in the zone and drawn.
        """
        return super().outcomes()

    def score_sheet(self, seat: int) -> ScoreSheet:
        """Returns a seat's points line by line, as they would count if the game ended now.

        While the game runs, what others own face down is not counted.

        Raises:
            UnknownName: there is no such seat.
        """
        return super().score_sheet(seat)

    def guess(self, random: RandomSource) -> State:
        """Returns a state that agrees with the view, each equally likely: `guess(random).view(viewer) == view`.

        What others own face down is dealt from what is unseen, and secret numbers are drawn from those that can be.
        It is a state like any other, so that a policy can play on from it; `random.random()` alone is called.

        Raises:
            PluginError: the secret numbers of a plugin's frames have ranges so wide that none was found that can be.

        Example: `view.guess(random.Random(1)).after(action).score_sheet(view.viewer).total`
        """
        from stoneage_rules.kernel.guessing import guess

        return guess(self, random)

    def to_dict(self) -> dict[str, Any]:
        """Returns the view in the content's words, ready for JSON; `View.schema()` describes it.

        Of what the seat cannot know, there is the number: `hidden` of each seat; a secret number of a frame is None.
        """
        from stoneage_rules.kernel.view_data import view_to_dict

        return view_to_dict(self)

    @staticmethod
    def schema() -> dict[str, Any]:
        """Returns the JSON Schema (draft 7) of what `to_dict` returns, the same for all rules."""
        from stoneage_rules.kernel.view_data import view_schema

        return view_schema()

    def has_kind(self, zone: int, kind: int) -> bool:
        """Returns True if the seat can know that an item of a kind is still to be drawn; both are indexes."""
        return sum(self.rules.items[item].kind == kind for item in self.zones[zone]) > self._hidden_from(zone)[kind]

    def odds_in(self, zone: int) -> tuple[tuple[int, Fraction], ...]:
        """Returns every item that the next draw can bring, as the seat knows, with its probability; the zone is an index."""
        hidden, items = self._hidden_from(zone), self.rules.items
        counts = Counter(items[item].kind for item in self.zones[zone])
        left = len(self.zones[zone]) - hidden.total()
        odds = {kind: Fraction(count - hidden[kind], count * left) for kind, count in counts.items() if count > hidden[kind]}
        return tuple([(item, odds[items[item].kind]) for item in self.zones[zone] if items[item].kind in odds])

    def left_in(self, zone: str) -> int:
        """Returns how many items are left in a zone: of its `unseen` ones, others own the rest face down.

        Raises:
            UnknownName: there is no such zone.
        """
        return super().left_in(zone) - self._hidden_from(index_of(self.rules, "zone", zone)).total()

    def _hidden_from(self, zone: int) -> Counter[int]:
        """Returns by kind how many items that others own face down are among those of a zone."""
        home = self.rules.secrets.zones
        return Counter(kind for kinds in self.hidden_kinds for kind in kinds if home[kind] == zone)

    def key(self) -> tuple[Hashable, ...]:
        """Returns all numbers of the view as one hashable value, with its seat: states that differ in a secret have the same."""
        return self.viewer, self._kinds, *super().key()

    def __repr__(self) -> str:
        return f"<View of seat {self.viewer}: round {self.round}>"
