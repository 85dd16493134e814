"""The board of a position as SVG: places in the order of the layouts, stocks, all that seats own, and the question."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from stoneage_rules.board.shapes import (
    BOLD,
    FONT,
    GAP,
    LINE,
    MUTED,
    PAPER,
    SEAT_COLOURS,
    STEP,
    Look,
    Piece,
    chip,
    cut,
    drawn,
    figure,
    in_lines,
    moved,
    tag,
    text,
    tint,
    title,
    word,
)  # fmt: skip
from stoneage_rules.errors import check_type
from stoneage_rules.kernel.nouns import Place
from stoneage_rules.kernel.position import Player, Position
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.telling.board import Board
from stoneage_rules.telling.phrases import Briefs, ShortBriefs

MARGIN, INNER = 12, 1176
"""The margin of the drawing, and its width without margins."""
GROUND, EDGE, BARE = "#f3efe6", "#0b6b54", "#e9ecef"
"""Colours: background, border of places that can be chosen now, places that give no good."""
MOST_BESIDE = 8
"""The most places of one line."""
WIDEST = 291
"""The greatest width of a place."""
HEAD = 24
"""The height of a place's name."""
MOST_FIGURES = 14
"""The most figures that are drawn one by one."""
NUMBER = re.compile(r"[+-]?\d+")
OWN_LOOKS = {
    "points": Look("points", "#f2d16b", "M8 0l2.4 5.3 5.6.7-4.1 3.9 1 5.8-4.9-2.9-4.9 2.9 1-5.8-4.1-3.9 5.6-.7z"),
    "tool": Look("tool", "#d8d2c4", "M3 1h8l4 4-3 2-2-1v9h-3v-9h-4z"),
    "figure": Look("figure", "#d8d2c4", "M8 1a3 3 0 1 1-.1 0zM5.5 7h5l2.5 8h-10z"),
    "dice": Look("dice", PAPER, "M1 1h14v14h-14zM3 3v3h3v-3zM10 3v3h3v-3zM6.5 6.5v3h3v-3zM3 10v3h3v-3zM10 10v3h3v-3z"),
}
"""The looks of the nouns that every game has."""


def svg(position: Position, names: Sequence[str] = ()) -> str:
    """Returns the board as SVG, for a file, a page or a notebook.

    Elements have attributes to find them by: `data-place`, `data-figure`, `data-item`, `data-seat`, `data-good`...

    Args:
        position: a state, or the view of a seat, which hides the secrets of others.
        names: the names of the seats, in their order; empty for those without a name.
    """
    check_type(position, "position", Position, "a State or View")
    return Drawing(position, names).whole()


class Arrangement:
    """The places of a ruleset in lines, as its layouts have them: `rules.service(Arrangement)`."""

    regions = ("top", "middle", "bottom", "beside")

    def __init__(self, rules: Ruleset) -> None:
        self._left = dict.fromkeys(rules.places)
        self._words = {place: self._called(rules, place) for place in rules.places}
        layouts = [layout.record for layout in rules.definitions("layout")]
        self.lines: list[list[Place]] = []
        for region in self.regions:
            line: list[Place] = []
            for layout in [layout for layout in layouts if layout.region == region]:
                block = [*chain.from_iterable(map(self._taken, layout.places))]
                if len(line) + len(block) > MOST_BESIDE:
                    self._add(line)
                    line = []
                line += block
            self._add(line)
        self._add([*self._left])

    @staticmethod
    def _called(rules: Ruleset, place: Place) -> set[str]:
        """Returns the words that name a place in layouts."""
        kind, id = place.record
        row = {rules.definitions("row")[place.row].id} if place.row >= 0 else set()
        return {name.rpartition(":")[2] for name in {id, place.id, *place.groups, *row, *({kind} if place.owned >= 0 else ())}}

    def _taken(self, word: str) -> list[Place]:
        """Returns the places that a word of a layout names, without those that are taken; now they are, too."""
        named = [place for place in self._left if word.rpartition(":")[2] in self._words[place]]
        for place in named:
            del self._left[place]
        return named

    def _add(self, places: Sequence[Place]) -> None:
        """Adds places as lines of nearly equal length."""
        count = -(-len(places) // MOST_BESIDE)
        self.lines += [list(places[len(places) * at // count : len(places) * (at + 1) // count]) for at in range(count)]


class Drawing:
    """Draws one position.

    Args:
        position: a state, or the view of a seat.
        names: the names of the seats.
    """

    def __init__(self, position: Position, names: Sequence[str]) -> None:
        self.position, self.rules = position, position.rules
        self.board = Board(position, names)
        self.briefs, self.long = self.rules.service(ShortBriefs), self.rules.service(Briefs)
        self.looks = {**OWN_LOOKS, **looks_of(self.rules)}
        self.legal = {argument for action in position.legal() for argument in action.args}

    def whole(self) -> str:
        """Returns the whole drawing."""
        position, said = self.position, " ".join(self.board.heading())
        shapes, y = [text(MARGIN, 23, cut(said, INNER, 15, **BOLD), 15, **BOLD)], 34.0
        lines = [[place for place in line if self._is_there(place)] for line in self.rules.service(Arrangement).lines]
        rows = (*map(self._line, filter(None, lines)), self._stocks(), *map(self._seat, position.players))
        for shape, height in rows:
            shapes.append(moved(0, y, shape))
            y += height + GAP
        return tag(
            "svg", title(said), tag("rect", width=INNER + 2 * MARGIN, height=y, fill=GROUND), *shapes,
            xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {INNER + 2 * MARGIN} {y:g}", font_family=FONT, role="img",
            data_round=position.round, data_phase=position.phase, data_first=position.first_seat,
            data_viewer=getattr(position, "viewer", None), data_winners=" ".join(map(str, position.winners)),
        )  # fmt: skip

    # --- places -------------------------------------------------------------------------------------------------

    def _is_there(self, place: Place) -> bool:
        """Returns False for a workplace without an owner."""
        return place.owned < 0 or not self.position._closed_places >> place.index & 1

    def _line(self, places: Sequence[Place]) -> tuple[str, float]:
        """Returns places side by side, and their height."""
        each = min(WIDEST, (INNER + GAP) / len(places) - GAP)
        needed, cells = zip(*(self._cell(place, each) for place in places), strict=True)
        return "".join(moved(MARGIN + at * (each + GAP), 0, draw(max(needed))) for at, draw in enumerate(cells)), max(needed)

    def _cell(self, place: Place, width: float) -> tuple[float, Callable[[float], str]]:
        """Returns the height that a place needs, and its drawing by the height that it is given."""
        room = width - 2 * GAP
        rows, is_legal = self._contents(place, room), place.id in self.legal
        words = [self.briefs.phrases.effects(effect for effect in place.effects if not effect.buys), self.briefs.opening(place)]
        own = in_lines(self._said(" ".join(words)), room)
        foot = in_lines(chain(self._circles(place), self._lying(place)), room)
        top, low = HEAD + len(own) * STEP, len(foot) * STEP + GAP
        panel = sum(len(lines) for _, lines in rows) * STEP + GAP if rows else 0
        edge = {"stroke": EDGE, "stroke_width": 3} if is_legal else {"stroke": LINE}

        def draw(height: float) -> str:
            shapes = [title(f"{place.name}: {self.long.place(self.position, place)}")]
            shapes.append(tag("rect", width=f"{width:g}", height=f"{height:g}", rx=7, fill=self._ground(place), **edge))
            shapes.append(text(GAP, 17, cut(place.name, room, 12, **BOLD), 12, **BOLD))
            if rows:
                shapes.append(moved(GAP, top, self._item(place, rows, room, height - top - low)))
            shapes += chain(drawn(own, GAP, HEAD), drawn(foot, GAP, height - low + 3))
            pile = self.position.piles[place.index]
            return tag("g", *shapes, data_place=place.id, data_pile=pile, data_legal="" if is_legal else None)

        return top + panel + low, draw

    def _contents(self, place: Place, room: float) -> list[tuple[str, list[list[Piece]]]]:
        """Draws an item: label, price, effects, symbols."""
        item = self.position.item_at[place.index]
        if item < 0:
            return []
        brief = self.briefs.item(item)
        told = {"cost": self.board.price(place), "now": brief.brings, "shows": brief.shows}
        return [(label, in_lines(self._said(words), room - 48)) for label, words in told.items() if words or label == "now"]

    def _item(self, place: Place, rows: Sequence[tuple[str, list[list[Piece]]]], width: float, height: float) -> str:
        """Returns the item on a place in its frame."""
        item = self.rules.item(str(self.position.item_on(place.id)))
        shapes, y = [title(item), tag("rect", width=f"{width:g}", height=f"{height:g}", rx=5, fill=PAPER, stroke=LINE)], 3
        for label, lines in rows:
            shapes += [text(GAP, y + 14, label, 10, MUTED) if lines else "", *drawn(lines, 42, y)]
            y += len(lines) * STEP
        return tag("g", *shapes, data_item=item.id)

    def _lying(self, place: Place) -> Iterator[Piece]:
        """Yields the id of the item on a place, with a star if it is not verified, and the size of the pile beneath."""
        if item := self.position.item_on(place.id):
            yield word(item + "*" * bool(self.rules.item(item).reconstructed), 10, MUTED)
        if pile := self.position.piles[place.index]:
            yield word(f"+{pile} below", 10, MUTED)

    def _ground(self, place: Place) -> str:
        """Returns the background of a place: a light shade of the good that its figures gather."""
        words = self.briefs.phrases.effects(place.effects).split()
        return next((tint(self.looks[name].colour) for name in words if name in self.looks and name not in OWN_LOOKS), BARE)

    def _circles(self, place: Place) -> Iterator[Piece]:
        """Yields the figures on a place and its free circles; a plus means any number."""
        counts = self.position.figures_at(place.id)
        many = sum(counts) > MOST_FIGURES
        for seat, count in enumerate(counts):
            each = count if many else 1
            yield from [figure(seat, each, data_figure=seat, data_count=each)] * (count // max(1, each))
        free = tag("circle", cx=8, cy=8, r=7, fill=PAPER, stroke=LINE)
        if place.circles is None:
            yield Piece(16, free + text(4, 12, "+", 12, MUTED))
        yield from [Piece(16, free)] * ((place.circles or 0) - sum(counts))

    def _said(self, words: str) -> Iterator[Piece]:
        """Yields pieces for words: a chip for each noun with looks, with the number before it."""
        count = ""
        for said in (*words.split(), ""):
            look = self.looks.get(said.rstrip(",;:"))
            if look:
                yield chip(count, look)
            elif count:
                yield word(count)
            count = said if NUMBER.fullmatch(said) else ""
            if said and not look and not count:
                yield word(said)

    # --- stocks and seats ---------------------------------------------------------------------------------------

    def _stocks(self) -> tuple[str, float]:
        """Returns how many items are left in each zone."""
        pieces = []
        for zone in self.rules.definitions("zone"):
            left, items = self.position.left_in(zone.id), " ".join(self.position.unseen(zone.id))
            pieces.append(word(f"{zone.name}: {left}", fill=MUTED, data_zone=zone.id, data_left=left, data_items=items))
        lines = in_lines(pieces, INNER)
        return "".join(drawn(lines, MARGIN, 0)), len(lines) * STEP

    def _seat(self, player: Player) -> tuple[str, float]:
        """Returns the drawing of a seat's possessions in a frame, and its height."""
        position, seat = self.position, player.seat
        acts = position.seat == seat and not position.is_chance
        roles = {"to move": acts, "starts": position.first_seat == seat, "wins": seat in position.winners}
        name = word(cut(self.board.who(seat), 90, 13, **BOLD), 13, **BOLD)
        role = word(", ".join(said for said, holds in roles.items() if holds), 10, MUTED)
        own = in_lines(self._owned(player), INNER - 150)
        columns = [([[figure(seat), name], [role]], 9), (in_lines(self._counts(player), 270), 150)]
        columns += [(in_lines(self._goods(player), 360), 425), (in_lines(self._tools(player), 380), 790)]
        top = max(len(lines) for lines, _ in columns[1:])
        height = max(2, top + len(own)) * STEP + 2 * GAP
        edge = {"stroke": SEAT_COLOURS[seat], "stroke_width": 3 if acts else 1}
        shapes = [tag("rect", width=INNER, height=height, rx=7, fill=PAPER, **edge)]
        for lines, x in (*columns, ([[], *[[]] * (top - 1), *own], 150)):
            shapes += drawn(lines, x, GAP + 2)
        data = {"data_points": player.points, "data_score": position.scores[seat], "data_home": player.at_home}
        return moved(MARGIN, 0, *shapes, data_seat=seat, data_figures=player.figures, **data), height

    def _counts(self, player: Player) -> Iterator[Piece]:
        """Yields score, figures and tracks of a seat."""
        yield chip(self.position.scores[player.seat], self.looks["points"])
        yield chip(f"{player.at_home} of {player.figures}", self.looks["figure"], "figures at home, and all")
        for at, (track, level) in enumerate(player.tracks.items()):
            if player.seat and at in self.rules.shared_tracks:  # the first seat's sheet shows the marker of all
                continue
            yield chip(level, self.looks[track], f"{track}, of {self.rules.track(track).top}", data_track=track, data_level=level)

    def _goods(self, player: Player) -> Iterator[Piece]:
        for good, count in player.goods.items():
            yield chip(count, self.looks[good], data_good=good, data_count=count)

    def _tools(self, player: Player) -> Iterator[Piece]:
        """Yields the tools of a seat, those used hollow and in brackets, and its marks."""
        for value, used in player.tools:
            data = {"data_tool": value, "data_used": int(used)}
            yield chip(f"({value})" if used else value, self.looks["tool"], "used this round" * used, hollow=used, **data)
        for mark in player.marks:
            yield word(mark, 10, MUTED, data_mark=mark)

    def _owned(self, player: Player) -> Iterator[Piece]:
        """Yields the items of a seat: a star for a use that is still to come, a question mark for those face down."""
        for id in player.items:
            star = "*" * (id in player.unspent)
            yield self._owned_item(id, star, data_owned=id, data_unspent=star or None)
        for id in player.face_down:
            yield self._owned_item(id, "?", data_face_down=id)
        if hidden := player.face_down_count - len(player.face_down):
            yield word(f"{hidden} face down", fill=MUTED, data_hidden=hidden)

    def _owned_item(self, id: str, sign: str, **data: Any) -> Piece:
        """Returns the drawing of an owned item: its symbol or icons, or else its id."""
        item = self.rules.item(id)
        shown = {**({item.symbol: ""} if item.symbol else {}), **item.icons}
        pieces = [chip(count, self.looks[name], str(item)) for name, count in shown.items()]
        pieces = [*(pieces or [chip(id, Look("", BARE, ""), str(item))]), *([word(sign, **BOLD)] if sign else [])]
        return Piece(sum(piece.width + GAP for piece in pieces) - GAP, tag("g", *drawn([pieces], 0, 0), **data))


def looks_of(rules: Ruleset) -> Mapping[str, Look]:
    """Returns the looks of every good, track, symbol and icon by id."""
    drawn = {entry.name: entry.record for entry in rules.content if hasattr(entry.record, "glyph")}
    return {name: Look(record.name or name, record.colour or BARE, record.glyph or "") for name, record in drawn.items()}
