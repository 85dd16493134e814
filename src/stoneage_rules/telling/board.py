"""The board of a game as plain text: places with their items, seats, and the question.

It is imported only when a board is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any

import attrs

from stoneage_rules.kernel.nouns import PRICE_TABLE, Place
from stoneage_rules.kernel.position import Player, Position, ScoreSheet, names_of_seats
from stoneage_rules.telling.narration import product_of
from stoneage_rules.telling.phrases import Briefs, ShortBriefs, prompt_of, reader_of, value_in_words
from stoneage_rules.text import aligned, beside, in_columns, padded, plural, text_tables, width_of, wrapped

WIDTH = 80
"""The width of a board, in characters."""
DOUBT = "* not verified: some of its values are reconstructed"
MOST_CIRCLES = 10
"""The most circles that are drawn one by one."""


def text_board(position: Position, names: Sequence[str] = ()) -> str:
    """Returns the board with the question as lines of text.

    Args:
        position: a state, or the view of a seat, which hides the secrets of others.
        names: the names of the seats, in their order; empty for those without a name.
    """
    board = Board(position, names)
    return "\n".join([*board.heading(), *board.stocks(), *board.places(), *board.seats()])


class Board:
    """Writes one position as lines of text of at most 80 characters.

    Args:
        position: a state, or the view of a seat.
        names: the names of the seats.
        numbers: by the index of a place, the number that is typed for it.
    """

    def __init__(self, position: Position, names: Sequence[str] = (), numbers: Mapping[int, int] | None = None) -> None:
        self.position = position
        self.rules = position.rules
        self.names = (*names_of_seats(names, position.rules), *[""] * (position.rules.players - len(names)))
        self.numbers = numbers or {}
        self.briefs = self.rules.service(Briefs)

    @cached_property
    def _rows(self) -> list[Any]:
        """The records of the rows, as `Place.row` counts them."""
        return [entry.record for entry in self.rules.content.of("row")]

    @cached_property
    def _doubtful(self) -> set[str]:
        """The ids of the items that are not verified."""
        content = self.rules.content
        return {entry.name for kind in self.rules.kinds for entry in content.of(kind) if entry.reconstructed}

    def who(self, seat: int) -> str:
        """Returns the name of a seat; `seat 0` if it has none."""
        return self.names[seat] or f"seat {seat}"

    def heading(self) -> list[str]:
        """Returns round, phase, the seat that starts, and the question."""
        asked = self._asked()
        return wrapped(". ".join(filter(None, (self._moment(), asked[:1].upper() + asked[1:]))), WIDTH, 2)

    def _moment(self) -> str:
        position = self.position
        if position.is_over:
            return f"The game is over, after round {position.round}"
        if position.phase_index < 0:
            return "The game is set up"
        return f"Round {position.round}, {self.rules.phases[position.phase_index].name}; {self.who(position.first_seat)} starts"

    def moment(self) -> str:
        """Returns round, phase and the seat that starts, with all that is left to come, and whether it may be the last round."""
        return "; ".join((self._moment(), *self.stocks(), *self._last_round()))

    def _last_round(self) -> list[str]:
        """Returns why this may be the last round: a row that ends the game may find too few items."""
        position, told = self.position, []
        ends = [effect for entry in self.rules.content.of("phase") for effect in entry.record.effects if effect.do == "end-game"]
        emptied = {getattr(effect, "when_empty", None) for effect in ends}
        for number, row in enumerate(self._rows):
            spaces = [place for place in self.rules.places if place.row == number]
            left = position.left_in(row.from_)
            if row.when_short == "end" and left < len(spaces):
                told.append(f"{row.from_} {left}, up to {len(spaces)} needed")
            if row.id in emptied and any(not position.piles[place.index] for place in spaces):
                told.append(f"a last {row.kind}")
        return [f"perhaps the last round ({', '.join(told)})"] if told else []

    def stocks(self) -> list[str]:
        """Returns a line with how many items can still come into each row, from its deck or beneath the open ones."""
        position, told = self.position, []
        for number, row in enumerate(self._rows):
            piles = [f"+{position.piles[place.index]}" for place in self.rules.places if place.row == number]
            if row.pile:
                told.append(f"{plural(row.kind)} {' '.join(piles)}")
            elif (left := position.left_in(row.from_)) or row.when_short == "end":
                told.append(f"{row.from_} {left}")
        return [", ".join(told)] if told else []

    def _asked(self) -> str:
        """Returns the question to the seat that must choose; nothing at chance and after the end."""
        position = self.position
        if position.is_over or position.is_chance:
            return ""
        return f"{self.who(position.stack[-1][1])} chooses {prompt_of(position)}"

    # --- places -------------------------------------------------------------------------------------------------

    def places(self) -> list[str]:
        """Returns the present places: first those without room for items, then the others with their items."""
        there = [place for place in self.rules.places if not self._is_away(place)]
        bare = [place for place in there if place.row < 0]
        cells = self._told(bare, aligned([[place.id, self._circles(place)] for place in bare]))
        return [*in_columns(cells, WIDTH), *self._laid_out([place for place in there if place.row >= 0])]

    def places_in_brief(self, *, closely: bool = False) -> list[str]:
        """Returns all present places in brief, each with its number if it can be chosen; two in a line where both fit.

        A line depends on the items alone, and not on the figures: the eye finds each place where it was.

        Args:
            closely: whether only the first place of a row is named, and a single circle is shown where the number would be.
        """
        there = sorted((place for place in self.rules.places if not self._is_away(place)), key=lambda place: place.row >= 0)
        cells, named = [], {-1}
        for place in there:
            words = self._words(place, self.rules.service(ShortBriefs))
            circles, number = self._circles(place), str(self.numbers.get(place.index, ""))
            if closely and place.circles == 1:
                name = (
                    "" if place.row in named - {-1} else f"{plural(self._rows[place.row].kind)}:" if place.row >= 0 else place.id
                )
                start = [padded(number or circles, 3, right=True), name]
            else:
                pile = f"+{self.position.piles[place.index]}" if place.row >= 0 and self._rows[place.row].pile else ""
                room = width_of(circles) if place.circles else MOST_CIRCLES + 3
                start = [padded(number, 3 if closely else 2, right=True), place.id, padded(circles, room), pile]
            named.add(place.row)
            cells.append(" ".join((*filter(None, start), words)).rstrip())
        return [*chain(*map(_within_width, in_pairs(cells)))]

    def _words(self, place: Place, briefs: Briefs) -> str:
        """Returns price, effects and symbols of a place, and when it is open."""
        brief = briefs.place(self.position, place)
        text = "; ".join(filter(None, (brief.brings, brief.shows, briefs.opening(place))))
        price = self.price(place) if brief.item else ""
        return f"{price}: {text}" if price else text

    def _is_away(self, place: Place) -> bool:
        """Returns True for a workplace without an owner, and for an empty space."""
        if not self.position._closed_places >> place.index & 1:
            return False
        return place.owned >= 0 or (place.row >= 0 and self.position.item_at[place.index] < 0)

    def _circles(self, place: Place) -> str:
        """Returns the circles of a place, as `[011__]`: the seat of each figure, and each free circle; `+` for any number."""
        players = self.rules.players
        row = self.position.placed[place.index * players : (place.index + 1) * players]
        if sum(row) > MOST_CIRCLES or (place.circles or 0) > MOST_CIRCLES:
            taken = " ".join(f"{seat}x{count}" for seat, count in enumerate(row) if count)
            return f"[{taken}{'' if place.circles is None else f' of {place.circles}'}]"
        taken = "".join(str(seat) * count for seat, count in enumerate(row))
        return f"[{taken}{'+' if place.circles is None else '_' * (place.circles - len(taken))}]"

    def _laid_out(self, places: Sequence[Place]) -> Iterator[str]:
        """Yields for each space of a row its item and the size of the pile, its price, effects and symbols."""
        ids = [self.briefs.place(self.position, place).item for place in places]
        piles = [self.position.piles[place.index] for place in places]
        items = [f"{id}{'*' * (id in self._doubtful)}{f' +{pile}' * (pile > 0)}" for id, pile in zip(ids, piles, strict=True)]
        starts = aligned([[place.id, self._circles(place), item] for place, item in zip(places, items, strict=True)])
        yield from self._told(places, starts)
        if not self._doubtful.isdisjoint(ids):
            yield DOUBT

    def _told(self, places: Sequence[Place], starts: Sequence[str]) -> list[str]:
        """Returns the words about places behind the starts of their lines."""
        room = max(map(width_of, starts), default=0) + 2
        cells = (
            beside(padded(start, room), self._words(place, self.briefs), WIDTH)
            for start, place in zip(starts, places, strict=True)
        )
        return [*chain(*cells)]

    def price(self, place: Place) -> str:
        """Returns the price of the item on a place in the fewest words; empty if it has none."""
        item = self.position.item_at[place.index]
        price = place.price if place.price >= 0 else self.rules.items[item].price
        if price < 0:
            return ""
        text: str = self.rules.entries(PRICE_TABLE)[price].now(self.position, reader_of(self.position)).brief(self.rules.goods)
        return text

    # --- seats --------------------------------------------------------------------------------------------------

    def seats(self) -> list[str]:
        """Returns a table of the seats: points, figures at home and in all, goods, tracks, tools, items; and their marks."""
        rows = [self._heads(), *map(self._seat, range(self.rules.players))]
        return [line for table in text_tables(rows, WIDTH) for line in table] + self._shared() + self._marks()

    def possessions(self, seat: int) -> list[str]:
        """Returns what one seat has, as lines of a sentence."""
        cells = zip(self._heads()[1:], self._seat(seat)[1:], strict=True)
        told = [f"{head} {cell}" for head, cell in cells if cell not in ("", "0")]
        return wrapped(f"{self.who(seat)}: {', '.join((*told, *self.position.player(seat).marks))}", WIDTH, 2)

    def others(self, viewer: int) -> list[str]:
        """Returns the most important of what the others have: `others (points/food/resources/tools): 1 Ada 12/7/6/2`."""
        told = []
        for seat in range(self.rules.players):
            player = self.position.player(seat)
            food, *resources = player.goods.values()
            numbers = (player.points, food, sum(resources), sum(value for value, _ in player.tools))
            told.append(f"{self.who(seat)} {'/'.join(map(str, numbers))}")
        del told[viewer]
        return wrapped(f"points/food/resources/tools: {', '.join(told)}", WIDTH, 2)

    def _heads(self) -> list[str]:
        kinds = [*self.rules.kinds, *(["down"] if any(self.position.face_down) else [])]
        own = [track for at, track in enumerate(self.rules.tracks) if at not in self.rules.shared_tracks]
        return ["seat", "points", "home", *self.rules.goods, *own, "tools", *kinds]

    def _shared(self) -> list[str]:
        """Returns the numbers of tracks with one marker for all seats; no line if there are none."""
        rules = self.rules
        told = [f"{rules.tracks[at]} {self.position.tracks[at]} of {rules.track_tops[at]}" for at in sorted(rules.shared_tracks)]
        return wrapped(f"for all seats: {', '.join(told)}", WIDTH, 2) if told else []

    def _marks(self) -> list[str]:
        """Returns the marks of seats; no line if there are none."""
        marks = [(seat, self.position.player(seat).marks) for seat, bits in enumerate(self.position.marks) if bits]
        text = "; ".join(f"{self.who(seat)} {', '.join(names)}" for seat, names in marks)
        return wrapped(f"marks: {text}", WIDTH, 2) if text else []

    def _seat(self, seat: int) -> list[str]:
        player = self.position.player(seat)
        owned = [self.rules.items[item].kind for item in self.position.zones[self.rules.zones_of(seat)[0]]]
        kinds = [owned.count(kind) for kind in range(len(self.rules.kinds))]
        down = [player.face_down_count] * any(self.position.face_down)
        return [
            f"{seat} {self.names[seat].removesuffix(f' {seat}')}".rstrip(),
            str(player.points),
            f"{player.at_home}/{player.figures}",
            *map(str, self._held(player)),
            *(str(level) for at, level in enumerate(player.tracks.values()) if at not in self.rules.shared_tracks),
            tools_of(self.position, seat),
            *(str(count or "") for count in (*kinds, *down)),
        ]

    def _held(self, player: Player) -> Iterator[int]:
        """Yields how much a seat has of each good, as it is in the middle of an exchange."""
        asked = self.position.pending
        for good, count in player.goods.items():
            if asked is not None and asked.seat == player.seat:
                count += (asked.got or {}).get(good, 0) - (asked.given or {}).get(good, 0)
            yield count


def _within_width(line: str) -> list[str]:
    """Returns a line as one or more that are not too wide; further ones are indented."""
    blanks = len(line) - len(line.lstrip())
    return [line] if width_of(line) <= WIDTH else [" " * blanks + part for part in wrapped(line, WIDTH - blanks, 4)]


def in_pairs(cells: Iterable[str]) -> list[str]:
    """Returns texts as lines, two in each that has room for both."""
    left, lines = [*cells], []
    while left:
        first, *left = left
        pair = f"{padded(first, WIDTH // 2 - 2)}  {left[0]}" if left else first
        lines.append(pair if width_of(pair) <= WIDTH else first)
        del left[: lines[-1] == pair]
    return lines


def tools_of(position: Position, seat: int) -> str:
    """Returns the values of a seat's tools, as `3 (2 1) +4`: those used this round in brackets, one-use tools behind a `+`."""
    player, rules = position.player(seat), position.rules
    values = [rules.items[rules.item_index[id]].one_use for id in player.unspent]
    return " ".join(filter(None, (_own_tools(player), *(f"+{value}" for value in values if value))))


def _own_tools(player: Player) -> str:
    unused = [str(value) for value, used in player.tools if not used]
    used = [str(value) for value, used in player.tools if used]
    return " ".join([*unused, *([f"({' '.join(used)})"] if used else [])])


def player_text(player: Player) -> str:
    """Returns a seat's possessions, a line for each sort."""
    told = {**attrs.asdict(player, recurse=False), "tools": _own_tools(player)}
    there = {name.replace("_", " "): value for name, value in told.items() if value not in ((), {}, "")}
    return "\n".join(chain(*(wrapped(f"{name}: {value_in_words(value)}", WIDTH, 2) for name, value in there.items())))


def changes_of(before: Player, now: Player) -> list[str]:
    """Returns the changes of a seat's possessions, and its new items: `+11 points`, `-3 wood`, `bld-03`."""
    then, counts = (
        {**one.goods, **one.tracks, "points": one.points, "figures": one.figures, "tools": sum(value for value, _ in one.tools)}
        for one in (before, now)
    )
    changed = [f"{counts[name] - then[name]:+} {name}" for name in counts if counts[name] != then[name]]
    return changed + [item for item in now.items if item not in before.items]


def score_rows(sheets: Sequence[ScoreSheet]) -> list[tuple[str, ...]]:
    """Returns score sheets side by side: what counts, and by sheet the points, behind the product that they come from."""
    rows = [("on the score track", *(str(sheet.track) for sheet in sheets))]
    for lines in zip(*(sheet.lines for sheet in sheets), strict=True):
        rows.append((lines[0].name, *(f"{product_of(line)}{line.points}" for line in lines)))
    return [*rows, ("total", *(str(sheet.total) for sheet in sheets))]


def sheet_text(sheet: ScoreSheet) -> str:
    """Returns a score sheet as lines of text."""
    return "\n".join(aligned([(f"seat {sheet.seat}", "points"), *score_rows([sheet])], [1]))
