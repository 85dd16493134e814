"""The command `look` in a game: everything that has an id or a name, as it is now and as one seat may know it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from stoneage_rules.cli.show import confidence, kind_names, record_lines
from stoneage_rules.kernel.board import tools_of
from stoneage_rules.kernel.briefs import Brief, Briefs
from stoneage_rules.kernel.nouns import Place
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.condition import in_words, now_in_words
from stoneage_rules.language.phrases import Phrases
from stoneage_rules.mechanics.limits import LimitRecord
from stoneage_rules.mechanics.placement.opening import OPENINGS
from stoneage_rules.packs.content import Entry
from stoneage_rules.play.narration import Narrator
from stoneage_rules.text.spelling import did_you_mean
from stoneage_rules.text.wording import counted

__all__ = ["Looking"]

Description = Callable[[], Iterable[str]]


class Looking:
    """Describes anything that has a name in a game, as one seat may know it.

    Args:
        state: the game as it stands.
        seat: the seat that looks; of what others keep secret it is told nothing.
        narrator: knows what things are called.
    """

    def __init__(self, state: State, seat: int, narrator: Narrator) -> None:
        self.state = state
        self.seat = seat
        self.view = state.view(seat)
        self.rules: Ruleset = state.rules
        self.narrator = narrator
        self.briefs = self.rules.service(Briefs)

    def at(self, what: str) -> list[str]:
        """Returns the description of all that is called so, by its id or its name, in capitals or not."""
        subjects, kinds = self._subjects(), self._kinds()
        word = what.casefold()
        found = subjects.get(word) or kinds.get(word)
        if found is None:
            lists = "`board` shows ids; `look KIND` lists, such as `look location`"
            hint = did_you_mean(what, (*subjects, *kinds), lists)
            return [f"nothing is called `{what}`; {hint}"]
        return [line for describe in found for line in describe()]

    def names(self) -> list[str]:
        """Returns all ids and names that can be looked at."""
        return [*self._subjects(), *self._kinds()]

    def in_ids(self, line: str) -> str:
        """Returns an action as it is typed, with ids in place of the names of places: `place hut 2` for `place family hut 2`."""
        for place in self.rules.places:
            name = place.name
            if " " in name and f" {name.casefold()} " in f" {line.casefold()} ":
                at = line.casefold().index(name.casefold())
                return line[:at] + place.id + line[at + len(name) :]
        return line

    def _subjects(self) -> dict[str, list[Description]]:
        """Returns by each name, in small letters, what describes the things that have it."""
        found: dict[str, list[Description]] = {}
        described: set[tuple[str, str]] = set()

        def add(describe: Description, *names: str) -> None:
            for name in {name.casefold() for name in names if name}:
                found.setdefault(name, []).append(describe)

        rules = self.rules
        for seat in range(rules.players):
            add(partial(self._seat, seat), str(seat), f"seat {seat}", *self.narrator.names[seat : seat + 1])
        for place in rules.places:
            if place.owned < 0:
                add(partial(self._place, place), place.id, place.name)
                described.add((place.record[0], place.id))
        for index, item in enumerate(rules.items):
            record = rules.item_record(item.id)
            add(partial(self._item, index), item.id, self.briefs.record(*record).name)
            described.add(record)
        for index, id in enumerate(rules.zones):
            add(partial(self._zone, index), id, self.narrator.called("zone", id))
            described.add(("zone", id))
        for entry in rules.content:
            if (entry.kind, entry.name) not in described:
                add(partial(record_lines, entry, rules), entry.name, entry.id, entry.address, entry.record.name)
        return found

    def _kinds(self) -> dict[str, list[Description]]:
        """Returns by the name of each kind of record, and its plural, what lists its records."""
        kinds = self.rules.content.entries
        names = kind_names(kind for kind in kinds if kinds[kind])
        return {name: [partial(self._list, kind)] for name, kind in names.items()}

    def _list(self, kind: str) -> Iterator[str]:
        phrases = self.rules.service(Phrases)
        for entry in self.rules.content.of(kind):
            values = "; ".join(f"{key}: {words}" for key, words in phrases.fields(entry.record))
            yield ": ".join(filter(None, (_titled(entry.name, entry.record.name), values)))

    # --- seats --------------------------------------------------------------------------------------------------

    def _seat(self, seat: int) -> Iterator[str]:
        player = self.view.player(seat)
        home = f"{player.at_home} of {counted(player.figures, 'figure')} at home"
        yield f"{self.narrator.who(seat)}: {counted(player.points, 'point')}; {home}"
        goods = ", ".join(f"{count} {good}" for good, count in player.goods.items() if count)
        tracks = ", ".join(f"{track} {at}" for track, at in player.tracks.items())
        yield f"  goods: {goods or 'none'}; {tracks}; tools: {tools_of(self.view, seat) or 'none'}"
        if player.marks:
            yield f"  marks: {', '.join(player.marks)}"
        for id in (*player.items, *player.face_down):
            brief = self.briefs.item(self.rules.item_index[id])
            where = " (face down)" if id in player.face_down else " (not used yet)" if id in player.unspent else ""
            yield f"  {id}{where}: {brief.benefit}"
        hidden = player.face_down_count - len(player.face_down)
        if hidden:
            yield f"  {counted(hidden, 'item')} face down"
        sheet = self.view.score_sheet(seat)
        lines = ", ".join(f"{line.name} {line.points}" for line in sheet.lines if line.points)
        seen = "as far as can be seen, " if hidden else ""
        yield f"  if the game ended now, {seen}{counted(sheet.total, 'point')}" + (f": {lines}" if lines else "")

    # --- places -------------------------------------------------------------------------------------------------

    def _place(self, place: Place) -> Iterator[str]:
        row = self.view.figures_at(place.id)
        here = [f"{self.narrator.who(seat)} has {counted(count, 'figure')}" for seat, count in enumerate(row) if count]
        room = "any number of circles" if place.circles is None else self._room(place)
        yield f"{_titled(place.id, place.name)}: {room}; {', '.join(here) or 'nobody is here'}"
        size = "exactly" if place.least == place.most else f"{place.least} to"
        again = "; a seat may come again in the same round" if place.again else ""
        yield (
            f"  one placement takes {size} {counted(place.most, 'figure')}{again}" if place.room else "  nobody can place here"
        )
        brief = self.briefs.place(self.view, place)
        pile = self.view.piles[place.index]
        yield from self._brief(brief, "lies here" if place.row >= 0 else "", f"{pile} face down beneath" if pile else "")
        yield from self._opening(place)
        yield from self._limits(place)
        yield from self._source(self._entry(*place.record))

    def _room(self, place: Place) -> str:
        free = place.room - sum(self.view.figures_at(place.id))
        return f"{counted(place.room, 'circle')}, {free} free"

    def _opening(self, place: Place) -> Iterator[str]:
        """Yields the condition on which the place is open, and the numbers that close it to the seat that looks."""
        phrases = self.rules.service(Phrases)
        here = [opening for opening in self.rules.entries(OPENINGS) if opening.places >> place.index & 1]
        failing = [opening.row for opening in here if not opening.held(self.state, self.seat, 0)]
        if here:
            now = f"; closed to you now: {now_in_words(failing, phrases, self.state, self.seat)}" if failing else ""
            yield f"  open only {in_words([opening.row for opening in here], phrases)}{now}"

    def _limits(self, place: Place) -> Iterator[str]:
        """Yields the limits at this number of players on the groups that a place belongs to."""
        players = self.rules.players
        for entry in self.rules.content.of("limit"):
            record = entry.record
            if isinstance(record, LimitRecord) and record.group in place.groups and players in record.at_most:
                phrases = self.rules.service(Phrases)
                counts, most = record.counts.replace("-", " "), record.at_most[players]
                counts = counts.removesuffix("s") if most == 1 else counts
                number = f"{most} {counts}" if type(most) is int else f"as many {counts} as {phrases.amount(most)}"
                rows = f", {in_words(record.if_, phrases)}" if record.if_ else ""
                yield f"  limit {entry.name}: with {players} players at most {number} ({record.group}){rows}"

    # --- items and zones ----------------------------------------------------------------------------------------

    def _item(self, index: int) -> Iterator[str]:
        kind, id = self.rules.item_record(self.rules.items[index].id)
        title = _titled(id, self.briefs.record(kind, id).name)
        yield f"{title}: {self.narrator.called('kind', kind)}, {self._whereabouts(index)}"
        yield from self._brief(self.briefs.item(index))
        for place in (place for place in self.rules.places if place.owned == index):
            yield f"  a place for its owner: {self._room(place)}; brings: {self.briefs.place(self.view, place).brings}"
        yield from self._source(self._entry(kind, id))

    def _whereabouts(self, index: int) -> str:
        """Returns the place or owner of an item, as far as the seat knows."""
        view, rules = self.view, self.rules
        for place in rules.places:
            if view.item_at[place.index] == index:
                return f"on {place.id}"
        for seat in range(rules.players):
            if any(index in view.zones[zone] for zone in rules.zones_of(seat)):
                return f"owned by {self.narrator.who(seat)}"
        source = rules.sources[index]
        hidden = ", or face down with another seat" if len(view.zones[source]) > len(self.state.zones[source]) else ""
        homes = (f"in {id}{hidden}" for id, items in zip(rules.zones, view.zones, strict=False) if index in items)
        return next(homes, "not in the game")

    def _zone(self, index: int) -> Iterator[str]:
        id = self.rules.zones[index]
        left, seen = self.state.zones[index], self.view.zones[index]
        kinds = Counter(self.rules.kinds[self.rules.items[item].kind] for item in seen)
        hidden = len(seen) - len(left)
        yield f"{_titled(id, self.narrator.called('zone', id))}: {counted(len(left), 'item')} left"
        if kinds:
            known = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
            where = f", {hidden} of them face down with other seats" if hidden else ""
            yield f"  not seen yet: {known}{where}"

    # --- what all have ------------------------------------------------------------------------------------------

    @staticmethod
    def _brief(brief: Brief, lies: str = "", beneath: str = "") -> Iterator[str]:
        heads: Mapping[str, str] = {
            lies: (brief.item or "nothing") if lies else "",
            "price": brief.price,
            "brings": brief.brings,
            "shows": brief.shows,
        }
        parts = [*(f"{head}: {text}" for head, text in heads.items() if text), *filter(None, (beneath,))]
        if parts:
            yield f"  {'; '.join(parts)}"

    def _entry(self, kind: str, id: str) -> Entry:
        entry: Entry = self.rules.content.by_name()[kind, id]
        return entry

    def _source(self, entry: Entry) -> Iterator[str]:
        """Yields the remark that values are reconstructed, and the statements that a record carries out."""
        if entry.reconstructed or entry.record.reconstructed:
            yield f"  not verified: {confidence(entry)}"
        for statement in entry.record.rules:
            yield f"  {statement}: {self.rules.sentences.get(statement, 'unknown')}"


def _titled(id: str, name: str) -> str:
    """Returns an id with the name behind it, if it has another one."""
    return f"{id} ({name})" if name and name != id else id
