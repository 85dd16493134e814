"""Positions: how their numbers are stored, copied and compared, and the words to ask about them and their points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeVar, cast

import attrs

from stoneage_rules.errors import InvalidAction, UnknownName
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.frames import DECISION
from stoneage_rules.language.fields import Noted, PublicValue
from stoneage_rules.language.notebook import Probabilities, html_table
from stoneage_rules.text import shortened, suggestion, unknown

if TYPE_CHECKING:
    from stoneage_rules.data.views import Pending
    from stoneage_rules.kernel.chance import Odds
    from stoneage_rules.kernel.ruleset import Ruleset
    from stoneage_rules.kernel.state import State

# --- lookup -------------------------------------------------------------------------------------------------------
#
# Looks up seats, ids and kinds of action by name, and refuses unknown ones.


Value = TypeVar("Value")


def check_seat(rules: Ruleset, seat: int) -> int:
    """Returns the seat after checking that it exists; other types of whole number, such as those of arrays, become an int.

    Raises:
        UnknownName: there is no such seat, or it is no whole number.
    """
    if type(seat) is int and 0 <= seat < rules.players:
        return seat
    number = seat.__index__() if hasattr(seat, "__index__") else -1
    if not 0 <= number < rules.players:
        raise UnknownName(f"there is no seat {seat!r}; seats are 0 to {rules.players - 1}")
    return number


def has_kind(position: Position, zone: int, kind: int) -> bool:
    """Returns True if the zone still contains an item of the kind, as far as known; both are indexes."""
    items, hidden = position.rules.items, position._hidden_from(zone).count(kind)
    for item in position.zones[zone]:  # the first item is mostly the one
        if items[item].kind == kind:
            if not hidden:
                return True
            hidden -= 1
    return False


def odds_in(position: Position, zone: int) -> tuple[tuple[int, Fraction], ...]:
    """Returns every item that the next draw from a bag may give, as far as known, with its probability.

    For an item that another seat may own face down, this is the probability that it is still in the zone and drawn.
    """
    hidden, items, bag = position._hidden_from(zone), position.rules.items, position.zones[zone]
    if not hidden:
        return tuple([(item, Fraction(1, len(bag))) for item in bag])
    counts = Counter(items[item].kind for item in bag)
    left = len(bag) - len(hidden)
    odds = {kind: Fraction(count - hidden.count(kind), count * left) for kind, count in counts.items() if left}
    return tuple([(item, odds[items[item].kind]) for item in bag if odds.get(items[item].kind)])


def check_number(number: int, name: str) -> int:
    """Returns a whole number after checking that it is one; other types of whole number become an int.

    Raises:
        TypeError: it is none.
    """
    if not hasattr(number, "__index__"):
        raise TypeError(f"`{name}` is a whole number, not {number!r}")
    return number.__index__()


def names_of_seats(
    names: Sequence[str], rules: Ruleset, argument: str = "names", *, all_or_none: bool = False
) -> tuple[str, ...]:
    """Returns one text for each seat; those of the last seats may be missing.

    Raises:
        TypeError: they are no texts.
        ValueError: there are more of them than seats, or with `all_or_none` fewer.
    """
    if isinstance(names, str) or not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        functions = "; functions that choose belong in `game.run`" if argument == "policies" else ""
        raise TypeError(f"`{argument}` is a list of texts, not {shortened(repr(names))}{functions}")
    if len(names) > rules.players or (all_or_none and 0 < len(names) < rules.players):
        raise ValueError(f"`{argument}` needs a text for each of {rules.players} seats; {len(names)} were given")
    return tuple(names)


def check_answer(rules: Ruleset, answer: Action | Outcome) -> None:
    """Checks that an answer is an action or outcome of these rules.

    Raises:
        InvalidAction: it is not, such as a text or an action of other rules.
    """
    if not isinstance(answer, (Action, Outcome)) or answer.rules is not rules:
        raise InvalidAction(f"{shortened(repr(answer))} is no action or outcome of these rules; rules.parse(text) makes one")


def index_of(rules: Ruleset, noun: str, id: str) -> int:
    """Returns the index of an id: of a `good`, `track`, `zone`, `mark`, `phase`, `kind`, `place` or `item`.

    Raises:
        UnknownName: nothing of this noun has the id; names the nearest one and what there is.
    """
    return find(noun, id, rules.words[noun])


def find(noun: str, id: str, known: Mapping[str, Value]) -> Value:
    """Returns the object with an id.

    Raises:
        UnknownName: nothing known has the id; names the nearest one and what there is.
    """
    try:
        return known[id]
    except (KeyError, TypeError):
        raise UnknownName(unknown(noun, id, known)) from None


def is_kind(rules: Ruleset, kind: str) -> bool:
    """Returns True if a decision takes actions of a kind, even if these rules offer none."""
    decisions = (handler for handler in rules.handlers if handler.role == DECISION)
    return kind == "use" or any(kind in decision.shapes or kind in decision.extensions for decision in decisions)


def unknown_kind(rules: Ruleset, kind: str) -> InvalidAction:
    """Returns the error for a word that is no kind of action."""
    return InvalidAction(f"`{shortened(str(kind))}` is no kind of action; {suggestion(str(kind), sorted(rules.kinds_of_action))}")


# --- position -----------------------------------------------------------------------------------------------------
#
# Words to read the numbers of one moment of one game, and to ask about it.  Nothing here changes a position.
# `State` adds the changes; `View` is a position as one seat may know it.


@attrs.frozen
class Player(PublicValue):
    """The possessions of one seat, in the words of the content."""

    seat: int
    """Its number, from 0 on."""
    points: int
    """Points on the score track, without final scoring (see `score_sheet`)."""
    goods: Mapping[str, int]
    """The amount of each good."""
    tracks: Mapping[str, int]
    """Its position on each track except that of points."""
    figures: int
    """All figures of this colour in play, wherever they are."""
    at_home: int
    """Figures on the player board."""
    placed: Mapping[str, int]
    """The seat's figures on each place where it has any."""
    tools: tuple[tuple[int, bool], ...]
    """Value of each tool, and whether it has been used this round."""
    items: tuple[str, ...]
    """Open cards, buildings and so on."""
    face_down: tuple[str, ...]
    """Items that only their owner knows; empty in another seat's view (see `face_down_count`)."""
    face_down_count: int
    """The number of face-down items of the seat, known or not."""
    unspent: tuple[str, ...]
    """Open items with an unspent use."""
    marks: tuple[str, ...]
    """The marks of the seat: facts about it, for this round or for the game."""

    def __str__(self) -> str:
        """Returns the seat's possessions, in a few lines."""
        from stoneage_rules.telling.board import player_text

        return player_text(self)

    def _repr_html_(self) -> str:
        """Returns the same lines as a table, for notebooks."""
        lines = str(self).replace("\n  ", " ").splitlines()  # some take several lines
        return html_table((line.split(": ", 1) for line in lines), heads=False)


@attrs.frozen
class ScorePart(PublicValue):
    """The contribution of one item, set of items or good to a line."""

    sources: tuple[str, ...]
    """The ids of the items, or of the good; several for a set."""
    amount: int
    """Its contribution to the count of the line."""
    points: int
    """Its contribution to the points of the line."""


@attrs.frozen
class ScoreLine(PublicValue):
    """One line of a score sheet: the factors and their product in points."""

    id: str
    """The id of the scoring rule in the content."""
    name: str
    """The thing that is counted, for people."""
    factors: tuple[int, ...]
    """The factors; a single one is the points themselves."""
    points: int
    """The points of the line."""
    parts: tuple[ScorePart, ...] = ()
    """The points by their sources; they add up to `points`. Empty if they have no source, or there are none."""
    statements: tuple[str, ...] = ()
    """The ids of the rule statements behind the line."""


@attrs.frozen
class TieBreak(PublicValue):
    """The number that seats with equal totals compare: the higher one wins."""

    name: str
    """The quantities in the sum, for people."""
    values: tuple[int, ...]
    """The values of the quantities, in the order of the name."""
    statements: tuple[str, ...]
    """The ids of the rule statements behind it."""
    value: int = attrs.Factory(lambda self: sum(self.values), takes_self=True)
    """Their sum."""


@attrs.frozen
class ScoreSheet(PublicValue):
    """A seat's points: those on the track, then the lines of final scoring.

    >>> import stoneage_rules as sa
    >>> from stoneage_rules.testing import position
    >>> state = position(sa.load(players=2), {"seats": {0: {"points": 9, "goods": {"wood": 2}, "items": ["civ-07", "civ-08"]}}})
    >>> sheet = state.score_sheet(0)
    >>> sheet.total, sheet.track, [(line.id, line.points) for line in sheet.lines if line.points]
    (15, 9, [('resources-left', 2), ('culture', 4)])
    >>> sheet.lines[1].parts
    (ScorePart(sources=('civ-07', 'civ-08'), amount=4, points=4),)
    """

    seat: int
    """The seat that owns the points."""
    track: int
    """The points on the score track, from play."""
    lines: tuple[ScoreLine, ...]
    """The lines of final scoring, in the order of the content; lines without points, too."""
    tie_break: TieBreak | None = None
    """The number that decides between equal totals; None if these rules have no tie-break."""
    track_parts: tuple[ScorePart, ...] = ()
    """The total points on the track from each card, tile or phase; only `Game.score_sheet` knows them. `amount` is the number of
    times it gave points; points at the start of the game have no source.
    """

    total: int = attrs.Factory(lambda self: self.track + sum(line.points for line in self.lines), takes_self=True)
    """All points together."""

    def __str__(self) -> str:
        """Returns the lines as a person reads them, with the total."""
        from stoneage_rules.telling.board import sheet_text

        return sheet_text(self)

    def _repr_html_(self) -> str:
        """Returns the lines as a table, for notebooks."""
        from stoneage_rules.board.tables import score_table

        return score_table([self])


class Position(Noted):
    """The numbers of one moment, with access in the words of the content.

    Sequences of small integers; a seat's numbers are at the seat's index unless stated otherwise. Counts that change with nearly
    every step are bytes, or a list if a byte is too small; everything else is a tuple, shared by copies until an operation
    replaces it. Few containers, and few tracked by the garbage collector, keep copies cheap.
    """

    rules: Ruleset
    """The rules of the game."""
    round: int
    """1 for the first round; 0 while the game is set up."""
    phase_index: int
    """Index of the running phase in `rules.phases`, -1 before the first."""
    first_seat: int
    """The seat with the first-player token."""
    won: tuple[int, ...] | None
    """The winning seats, where content has decided it; None where points decide."""
    goods: bytearray | list[int]
    """seat x good; a list as soon as somebody has more than 255 of one."""
    tracks: tuple[int, ...]
    """seat x track."""
    points: tuple[int, ...]
    """The points of each seat on the score track."""
    figures: tuple[int, ...]
    """All figures of each seat, wherever they are."""
    at_home: bytearray | list[int]
    """Figures on each seat's player board."""
    kits: tuple[int, ...]
    """Each seat's tools, as an index into `rules.kits`."""
    unspent: tuple[int, ...]
    """Bits of the items with an unspent use, as in `rules.later_uses`."""
    marks: tuple[int, ...]
    """Bits of the marks of each seat."""
    occupied_by: tuple[int, ...]
    """Bits of the places where the seat has figures."""
    placed: bytearray | list[int]
    """place x seat: figures there; see `figures_at`."""
    occupancy: bytearray | list[int]
    """place: figures of all seats there."""
    item_at: tuple[int, ...]
    """place: the open item there, or -1."""
    piles: tuple[int, ...]
    """place: face-down tiles beneath."""
    zones: tuple[tuple[int, ...], ...]
    """Items by zone: those of the content, then for each seat its open and its face-down items."""
    face_down: tuple[int, ...]
    """The number of face-down items of each seat."""
    _full_places: int
    """Bits of the places without a free circle."""
    _closed_places: int
    """Bits of the places that are not there: a space without a card, another round's workplace."""
    stack: list[tuple[int, ...]]
    """Unfinished work; the last frame is next."""
    waiting: tuple[tuple[int, ...], ...]
    """Frames set aside for a later moment."""
    _noted: list[tuple[Any, ...]] | None
    """Notes of what happened, when somebody listens; no part of the position."""

    __slots__ = tuple(__annotations__)

    def __init__(self) -> None:
        raise TypeError("positions come from rules.initial_state() or rules.state_from_dict()")

    def key(self) -> tuple[Hashable, ...]:
        """Returns all numbers of the position as one hashable value, without the events."""
        lists: tuple[Iterable[Any], ...] = (
            self.goods, self.tracks, self.points, self.figures, self.at_home, self.kits, self.unspent, self.marks,
            self.occupied_by, self.placed, self.occupancy, self.item_at, self.piles, self.zones, self.face_down, self.stack,
            self.waiting,
        )  # fmt: skip
        return (
            self.round, self.phase_index, self.first_seat, self.won, self._full_places, self._closed_places, *map(tuple, lists),
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        assert isinstance(other, Position)
        return self.rules.digest == other.rules.digest and self.key() == other.key()

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def _copy_numbers(self, new: Position) -> None:
        """Fills `new` with copies; by hand, because a generic copy costs twenty times as much."""
        new.rules = self.rules
        new.round = self.round
        new.phase_index = self.phase_index
        new.first_seat = self.first_seat
        new.won = self.won
        new._full_places = self._full_places
        new._closed_places = self._closed_places
        new.goods = self.goods.copy()
        new.tracks = self.tracks
        new.points = self.points
        new.figures = self.figures
        new.at_home = self.at_home.copy()
        new.kits = self.kits
        new.unspent = self.unspent
        new.marks = self.marks
        new.occupied_by = self.occupied_by
        new.placed = self.placed.copy()
        new.occupancy = self.occupancy.copy()
        new.item_at = self.item_at
        new.piles = self.piles
        new.zones = self.zones
        new.face_down = self.face_down
        new.stack = self.stack.copy()
        new.waiting = self.waiting
        new._noted = None

    # --- asking -------------------------------------------------------------------------------------------------

    def legal(self) -> tuple[Action, ...]:
        """Returns every action that `seat` may choose now, in a fixed order; empty at chance and after the end."""
        raise NotImplementedError

    def is_legal(self, answer: Action | Outcome) -> bool:
        """Returns True if an action is legal, or an outcome possible, now.

        Raises:
            InvalidAction: it is not an action or outcome of these rules, but, for example, a text.
        """
        check_answer(self.rules, answer)
        if isinstance(answer, Action):
            return answer in self.legal()
        accepts = self.rules._acceptors[self.stack[-1][0]] if self.stack else None
        return accepts is not None and accepts(self, self.stack[-1], answer)

    def outcomes(self) -> Odds:
        """Returns every outcome of the pending chance event with its exact probability; empty if none is pending."""
        if not self.is_chance:
            return ()
        frame = self.stack[-1]
        odds: Odds = self.rules.handlers[frame[0]].outcomes(self, frame)
        return Probabilities(odds)

    def left_in(self, zone: str) -> int:
        """Returns how many items are left in a zone: in a view, its `unseen` ones without the face-down items of others.

        Raises:
            UnknownName: there is no such zone.
        """
        index = index_of(self.rules, "zone", zone)
        return len(self.zones[index]) - len(self._hidden_from(index))

    def _hidden_from(self, zone: int) -> tuple[int, ...]:
        """Returns the kinds of the items among those of a zone that others own face down."""
        return ()

    def seen_by(self, answer: Action | Outcome) -> tuple[int, ...]:
        """Returns the seats that learn an answer to the open question: usually all, for a hidden draw only the seat that draws.

        Example: `state.seen_by(rules.parse("roll 3 5"))` is `(0, 1)` in a two-player game.

        Raises:
            InvalidAction: it is not an action or outcome of these rules, but, for example, a text.
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
        """Returns the board as lines of text, at most 80 characters wide, with the pending question."""
        from stoneage_rules.telling.board import text_board

        return text_board(self)

    def _repr_html_(self) -> str:
        """Returns the board as a picture, for notebooks, which show a picture within HTML with its alternative text."""
        from stoneage_rules.board.picture import svg

        return svg(self)

    # --- reading ------------------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """True once the game has ended and been scored."""
        return not self.stack

    @property
    def is_chance(self) -> bool:
        """True while a roll or a draw comes next."""
        stack = self.stack
        return self.rules._samplers[stack[-1][0]] is not None if stack else False

    @property
    def seat(self) -> int | None:
        """The seat that must choose now, or whose chance event is pending; None after the end."""
        return self.stack[-1][1] if self.stack else None

    @property
    def pending(self) -> Pending | None:
        """The open question, a choice, roll or draw, with its facts by name; None after the end.

        It is computed on each access: `seat` and `is_chance` are faster.
        """
        from stoneage_rules.data.views import pending_of

        return pending_of(self)

    @property
    def phase(self) -> str | None:
        """The id of the running phase; None while the game is set up."""
        return self.rules.phases[self.phase_index].id if self.phase_index >= 0 else None

    def good(self, seat: int, good: str) -> int:
        """Returns the amount of a good that a seat holds.

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
        """Returns the id of the open item on a place, or None.

        Raises:
            UnknownName: there is no such place.
        """
        item = self.item_at[self.rules.place(place).index]
        return self.rules.items[item].id if item >= 0 else None

    def pile(self, place: str) -> int:
        """Returns the number of face-down items on a place, beneath the open one.

        Raises:
            UnknownName: there is no such place.
        """
        return self.piles[self.rules.place(place).index]

    def unseen(self, zone: str) -> tuple[str, ...]:
        """Returns the ids of the items that may still be drawn from a zone, in no order.

        A queue gives them in order, the next one first. A view includes the items that others own face down, so there are more
        than are left (`left_in`).

        Raises:
            UnknownName: there is no such zone.
        """
        return tuple(map(self.rules.item_ids.__getitem__, self.zones[index_of(self.rules, "zone", zone)]))

    def player(self, seat: int) -> Player:
        """Returns a seat's possessions, in the words of the content.

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
                place.id: count for place, count in zip(rules.places, self.placed[seat :: rules.players], strict=True) if count
            },
            tools=self.tools(seat),
            items=tuple(map(names.__getitem__, self.zones[owned])),
            face_down=tuple(map(names.__getitem__, self.zones[down])),
            face_down_count=self.face_down[seat],
            unspent=tuple([names[item] for bit, item in enumerate(rules.later_uses) if self.unspent[seat] >> bit & 1]),
            marks=tuple([mark for bit, mark in enumerate(rules.marks) if self.marks[seat] >> bit & 1]),
        )

    @property
    def players(self) -> tuple[Player, ...]:
        """Everything that belongs to each seat, as `player` returns it."""
        return tuple(map(self.player, range(self.rules.players)))

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's points: on the track while the game runs, with final scoring once it is over."""
        if self.stack:
            return tuple(self.points)
        return tuple(self.rules._scoring.total(cast("State", self), seat) for seat in range(self.rules.players))

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats, several if they share the victory; empty while the game runs, and if nobody wins."""
        if self.stack:
            return ()
        return self.rules._scoring.winners(cast("State", self)) if self.won is None else self.won

    @property
    def verdict(self) -> str:
        """Returns the verdict: `points`, or `nobody`, `all` or `seat` if an effect decided who won; empty while the game runs."""
        if self.stack or self.won is None:
            return "" if self.stack else "points"
        return {0: "nobody", self.rules.players: "all"}.get(len(self.won), "seat")

    def score_sheet(self, seat: int) -> ScoreSheet:
        """Returns a seat's points line by line, as if the game ended now.

        Raises:
            UnknownName: there is no such seat.
        """
        return self.rules._scoring.sheet(cast("State", self), check_seat(self.rules, seat))


# --- words of other libraries -------------------------------------------------------------------------------------


class Foreign:
    """An attribute that states of other libraries have: its error says what it is called here.

    A `__getattr__` would be shorter, and make every other attribute slower.
    """

    def __init__(self, name: str, own: str, noun: str = "state") -> None:
        self.told = f"a {noun} has no `{name}`; here it is `{own}`"

    def __get__(self, position: Position | None, kind: type) -> NoReturn:
        raise AttributeError(self.told)


for _name, _own in {
    "legal_actions": "state.legal()", "legal_moves": "state.legal()", "is_terminal": "state.is_over",
    "current_player": "state.seat", "clone": "state.copy()", "apply_action": "state.apply(action)",
    "push": "state.apply(action)", "step": "state.apply(action)", "child": "state.after(action)", "returns": "state.scores",
    "is_chance_node": "state.is_chance",
}.items():  # fmt: skip
    setattr(Position, _name, Foreign(_name, _own))
