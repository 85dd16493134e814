"""The numbers of one moment of one game: how they are stored, copied and compared."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stoneage_rules.kernel.ruleset import Ruleset

__all__ = ["Numbers"]


class Numbers:
    """Sequences of small integers; a seat's numbers stand at the seat's index unless said otherwise.

    Counts that change with nearly every step are bytes, or a list where a byte is too small; everything else is a tuple,
    which copies share until an operation replaces it.  Few containers, and few that the garbage collector looks at, keep
    copies cheap.
    """

    __slots__ = (
        "at_home", "closed_places", "face_down", "figures", "full_places", "goods", "item_at", "kits", "marks", "noted",
        "occupancy", "occupied_by", "phase_index", "piles", "placed", "points", "round", "rules", "stack", "start_seat", "tracks",
        "unspent", "waiting", "zones",
    )  # fmt: skip

    rules: Ruleset
    round: int
    """1 for the first round; 0 while the game is set up."""
    phase_index: int
    """Place of the running phase in `rules.phases`, -1 before the first."""
    start_seat: int
    """The seat with the first-player token."""
    goods: bytearray | list[int]
    """seat x good; a list as soon as somebody has more than 255 of one."""
    tracks: tuple[int, ...]
    """seat x track."""
    points: tuple[int, ...]
    figures: tuple[int, ...]
    at_home: bytearray | list[int]
    """Figures on each seat's player board."""
    kits: tuple[int, ...]
    """Each seat's tools, as a place in `rules.kits`."""
    unspent: tuple[int, ...]
    """Bits of the items whose later use is still to come, as in `rules.later_uses`."""
    marks: tuple[int, ...]
    """Bits of the marks of each seat."""
    occupied_by: tuple[int, ...]
    """Bits of the places on which the seat has figures."""
    placed: bytearray | list[int]
    """place x seat: figures there; `figures_at` reads one place's."""
    occupancy: bytearray | list[int]
    """place: figures of all seats there."""
    item_at: tuple[int, ...]
    """place: the item that lies there open, or -1."""
    piles: tuple[int, ...]
    """place: tiles face down beneath."""
    zones: tuple[tuple[int, ...], ...]
    """Items by zone: those of the content, then for each seat what is owned open and what face down."""
    face_down: tuple[int, ...]
    """How many items each seat owns face down."""
    full_places: int
    """Bits of the places without a free circle."""
    closed_places: int
    """Bits of the places that are not there: a space without a card, another round's workplace."""
    stack: list[tuple[int, ...]]
    """Unfinished work, the frame to be answered next last."""
    waiting: tuple[tuple[int, ...], ...]
    """Frames set aside for a later moment."""
    noted: list[tuple[Any, ...]] | None
    """Notes of what happened, when somebody listens; no part of the position."""

    def __init__(self) -> None:
        raise TypeError("positions come from rules.initial_state() or rules.state_from_dict()")

    def key(self) -> tuple[Hashable, ...]:
        """Returns all numbers of the position as one hashable value, without the events."""
        lists: tuple[Iterable[Any], ...] = (
            self.goods, self.tracks, self.points, self.figures, self.at_home, self.kits, self.unspent, self.marks,
            self.occupied_by, self.placed, self.occupancy, self.item_at, self.piles, self.zones, self.face_down, self.stack,
            self.waiting,
        )  # fmt: skip
        return self.round, self.phase_index, self.start_seat, self.full_places, self.closed_places, *map(tuple, lists)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        assert isinstance(other, Numbers)
        return self.rules.digest == other.rules.digest and self.key() == other.key()

    __hash__ = None  # type: ignore[assignment]

    def _copy_numbers(self, new: Numbers) -> None:
        """Fills `new` with copies; by hand, because a generic copy costs twenty times as much."""
        new.rules = self.rules
        new.round = self.round
        new.phase_index = self.phase_index
        new.start_seat = self.start_seat
        new.full_places = self.full_places
        new.closed_places = self.closed_places
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
        new.noted = None
