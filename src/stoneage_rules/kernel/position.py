"""Words to read the numbers of one moment of one game, and to ask about it.  Nothing here changes a position.

`State` adds what can happen to it, `View` is one as a single seat may know it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, cast

import attrs

from stoneage_rules.kernel.lookup import check_action, check_answer, check_seat, index_of
from stoneage_rules.kernel.numbers import Numbers

if TYPE_CHECKING:
    from stoneage_rules.kernel.actions import Action, Outcome
    from stoneage_rules.kernel.chance import Odds
    from stoneage_rules.kernel.pending import Pending
    from stoneage_rules.kernel.score_sheet import ScoreSheet
    from stoneage_rules.kernel.state import State

__all__ = ["Player", "Position"]


@attrs.frozen
class Player:
    """One seat's own things, in the words of the content."""

    seat: int
    points: int
    """On the score track; final scoring comes on top (`score_sheet`)."""
    goods: Mapping[str, int]
    tracks: Mapping[str, int]
    figures: int
    """All figures of this colour in play, wherever they stand."""
    at_home: int
    """Figures on the player board."""
    placed: Mapping[str, int]
    """The seat's figures on each place on which it has any."""
    tools: tuple[tuple[int, bool], ...]
    """Value of each tool, and whether it has been used this round."""
    items: tuple[str, ...]
    """Cards, buildings and so on that lie open."""
    face_down: tuple[str, ...]
    """Items that only their owner knows; empty in another seat's view (see `face_down_count`)."""
    face_down_count: int
    unspent: tuple[str, ...]
    """Open items with a use that is still to come."""
    marks: tuple[str, ...]
    """The marks that the seat has: facts about it, for this round or for the game."""


class Position(Numbers):
    """The numbers of one moment, read and asked about in the words of the content."""

    __slots__ = ()

    # --- asking -------------------------------------------------------------------------------------------------

    def legal(self) -> tuple[Action, ...]:
        """Returns every action that `seat` may choose now, in a fixed order; empty at chance and after the end."""
        raise NotImplementedError

    def is_legal(self, action: Action) -> bool:
        """Returns True if the action is among the legal ones.

        Raises:
            InvalidAction: it is no action of these rules, such as a text.
        """
        return check_action(self.rules, action) in self.legal()

    def outcomes(self) -> Odds:
        """Returns every outcome of the pending chance event with its exact probability; empty if none is pending."""
        if not self.is_chance:
            return ()
        frame = self.stack[-1]
        odds: Odds = self.rules.handlers[frame[0]].outcomes(self, frame)
        return odds

    def has_kind(self, zone: int, kind: int) -> bool:
        """Returns True if a zone still has an item of a kind; both are indexes."""
        items = self.rules.items
        for item in self.zones[zone]:  # noqa: SIM110 (a generator takes thrice as long, and the first item is mostly the one)
            if items[item].kind == kind:
                return True
        return False

    def odds_in(self, zone: int) -> tuple[tuple[int, Fraction], ...]:
        """Returns every item that the next draw from a bag can bring, with its probability; the zone is an index."""
        bag = self.zones[zone]
        return tuple([(item, Fraction(1, len(bag))) for item in bag])

    def left_in(self, zone: str) -> int:
        """Returns how many items are left in a zone.

        Raises:
            UnknownName: there is no such zone.
        """
        return len(self.zones[index_of(self.rules, "zone", zone)])

    def seen_by(self, answer: Action | Outcome) -> tuple[int, ...]:
        """Returns the seats that learn an answer to what is pending: of a hidden draw the one that draws, mostly all.

        Example: `state.seen_by(rules.parse("roll 3 5"))` is `(0, 1)` in a game of two.

        Raises:
            InvalidAction: it is no action or outcome of these rules, such as a text.
            ValueError: the game is over.
        """
        if not self.stack:
            raise ValueError("the game is over: nothing is pending")
        check_answer(self.rules, answer)
        frame = self.stack[-1]
        if answer.kind == "use":
            return tuple(range(self.rules.players))
        seats: tuple[int, ...] = self.rules.handlers[frame[0]].seen_by(self, frame, answer)
        return seats

    def __str__(self) -> str:
        """Returns the board as lines of text, at most 80 characters wide, with what is asked."""
        from stoneage_rules.kernel.board import text_board

        return text_board(self)

    # --- reading ------------------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """True once the game has ended and been scored."""
        return not self.stack

    @property
    def is_chance(self) -> bool:
        """True while a roll or a draw comes next."""
        stack = self.stack
        return self.rules.samplers[stack[-1][0]] is not None if stack else False

    @property
    def seat(self) -> int | None:
        """The seat that must choose now, or for which chance decides; None after the end."""
        return self.stack[-1][1] if self.stack else None

    @property
    def pending(self) -> Pending | None:
        """The question that is to be answered next, a choice, roll or draw, with its facts by name; None after the end.

        It is worked out each time it is asked for: `seat` and `is_chance` are quicker.
        """
        from stoneage_rules.kernel.pending import pending_of

        return pending_of(self)

    @property
    def phase(self) -> str | None:
        """The id of the running phase; None while the game is set up."""
        return self.rules.phases[self.phase_index].id if self.phase_index >= 0 else None

    def good(self, seat: int, good: str) -> int:
        """Returns how many of a good a seat holds.

        Raises:
            UnknownName: there is no such seat or good.
        """
        rules = self.rules
        return self.goods[check_seat(rules, seat) * len(rules.goods) + index_of(rules, "good", good)]

    def track(self, seat: int, track: str) -> int:
        """Returns a seat's position on a track.

        Raises:
            UnknownName: there is no such seat or track.
        """
        rules = self.rules
        return self.tracks[check_seat(rules, seat) * len(rules.tracks) + index_of(rules, "track", track)]

    def tools(self, seat: int) -> tuple[tuple[int, bool], ...]:
        """Returns a seat's tools: the value of each, and whether it has been used this round.

        Raises:
            UnknownName: there is no such seat.
        """
        return self.rules.kits.kits[self.kits[check_seat(self.rules, seat)]]

    def figures_at(self, place: str) -> tuple[int, ...]:
        """Returns the figures on a place, by seat.

        Raises:
            UnknownName: there is no such place.
        """
        row = self.rules.place(place).index * self.rules.players
        return tuple(self.placed[row : row + self.rules.players])

    def item_on(self, place: str) -> str | None:
        """Returns the id of the item that lies open on a place, or None.

        Raises:
            UnknownName: there is no such place.
        """
        item = self.item_at[self.rules.place(place).index]
        return self.rules.items[item].id if item >= 0 else None

    def pile(self, place: str) -> int:
        """Returns how many items lie face down on a place, beneath the open one.

        Raises:
            UnknownName: there is no such place.
        """
        return self.piles[self.rules.place(place).index]

    def unseen(self, zone: str) -> tuple[str, ...]:
        """Returns the ids of the items that may still be drawn from a zone, in no order.

        Of a queue they are in their order, the first to come first.  In a view those are among them that others own face
        down, so that there are more than are left (`left_in`).

        Raises:
            UnknownName: there is no such zone.
        """
        return tuple(self.rules.items[item].id for item in self.zones[index_of(self.rules, "zone", zone)])

    def player(self, seat: int) -> Player:
        """Returns all that belongs to a seat, in the words of the content.

        Raises:
            UnknownName: there is no such seat.
        """
        rules, seat = self.rules, check_seat(self.rules, seat)
        goods, tracks = len(rules.goods), len(rules.tracks)
        names = rules.item_ids
        owned, down = rules.zones_of(seat)
        return Player(
            seat=seat,
            points=self.points[seat],
            goods=dict(zip(rules.goods, self.goods[seat * goods : (seat + 1) * goods], strict=True)),
            tracks=dict(zip(rules.tracks, self.tracks[seat * tracks : (seat + 1) * tracks], strict=True)),
            figures=self.figures[seat],
            at_home=self.at_home[seat],
            placed={
                place.id: self.placed[place.index * rules.players + seat]
                for place in rules.places
                if self.occupied_by[seat] >> place.index & 1
            },
            tools=self.tools(seat),
            items=tuple(names[item] for item in self.zones[owned]),
            face_down=tuple(names[item] for item in self.zones[down]),
            face_down_count=self.face_down[seat],
            unspent=tuple(names[item] for bit, item in enumerate(rules.later_uses) if self.unspent[seat] >> bit & 1),
            marks=tuple(mark for bit, mark in enumerate(rules.marks) if self.marks[seat] >> bit & 1),
        )

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's points: on the track while the game runs, with final scoring once it is over."""
        if self.stack:
            return tuple(self.points)
        return tuple(self.rules.scoring.total(cast("State", self), seat) for seat in range(self.rules.players))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, several if they share the victory; empty while the game runs."""
        return () if self.stack else self.rules.scoring.winners(cast("State", self))

    def score_sheet(self, seat: int) -> ScoreSheet:
        """Returns a seat's points line by line, as they would count if the game ended now.

        Raises:
            UnknownName: there is no such seat.
        """
        return self.rules.scoring.sheet(cast("State", self), check_seat(self.rules, seat))
