"""The command `look` in a game: what `show` tells of everything with an id or a name, and what a seat has."""

from __future__ import annotations

from collections.abc import Iterator

from stoneage_rules.cli.show import kind_names, record_lines
from stoneage_rules.kernel.board import tools_of
from stoneage_rules.kernel.briefs import Briefs
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.phrases import Phrases
from stoneage_rules.packs.content import Entry
from stoneage_rules.play.narration import Narrator
from stoneage_rules.text.spelling import did_you_mean
from stoneage_rules.text.wording import counted

__all__ = ["Looking"]

LISTS = "`board` shows ids; `look KIND` lists, such as `look location`"
"""The help against a name that nothing has."""


class Looking:
    """Describes anything that has a name in a game, and the possessions of a seat as another seat may know them.

    Args:
        state: the game as it stands.
        seat: the seat that looks; of what others keep secret it is told nothing.
        narrator: knows what things are called.
    """

    def __init__(self, state: State, seat: int, narrator: Narrator) -> None:
        self.view = state.view(seat)
        self.rules: Ruleset = state.rules
        self.narrator = narrator
        self.briefs = self.rules.service(Briefs)

    def at(self, what: str) -> list[str]:
        """Returns the description of all that is called so, by its id or its name, in capitals or not."""
        word = what.casefold()
        if word in (seats := self._seats()):
            return list(self._seat(seats[word]))
        if entries := self._entries().get(word):
            return [line for entry in entries for line in record_lines(entry, self.rules)]
        if kind := self._kinds().get(word):
            return list(self._list(kind))
        known = (*seats, *self._entries(), *self._kinds())
        return [f"nothing is called `{what}`; {did_you_mean(what, known, LISTS)}"]

    def names(self) -> list[str]:
        """Returns all ids and names that can be looked at."""
        return [*self._seats(), *self._entries(), *self._kinds()]

    def in_ids(self, line: str) -> str:
        """Returns an action as it is typed, with ids in place of the names of places: `place hut 2` for `place family hut 2`."""
        for place in self.rules.places:
            name = place.name
            if " " in name and f" {name.casefold()} " in f" {line.casefold()} ":
                at = line.casefold().index(name.casefold())
                return line[:at] + place.id + line[at + len(name) :]
        return line

    def _seats(self) -> dict[str, int]:
        """Returns the seats by what they are called, in small letters."""
        seats = range(self.rules.players)
        named = zip(map(str.casefold, self.narrator.names), seats, strict=False)
        return {**{name: seat for name, seat in named if name}, **{name: n for n in seats for name in (str(n), f"seat {n}")}}

    def _entries(self) -> dict[str, list[Entry]]:
        """Returns the records by each id and name, in small letters."""
        found: dict[str, list[Entry]] = {}
        for entry in self.rules.content:
            for name in {name.casefold() for name in (entry.name, entry.id, entry.address, entry.record.name) if name}:
                found.setdefault(name, []).append(entry)
        records = self.rules.content.by_name()
        for place in self.rules.places:  # copies of a location have ids and names of their own
            for name in (place.id, place.name):
                found.setdefault(name.casefold(), [records[place.record]])
        return found

    def _kinds(self) -> dict[str, str]:
        """Returns the kinds of record by their names and plurals."""
        kinds = self.rules.content.entries
        return kind_names(kind for kind in kinds if kinds[kind])

    def _list(self, kind: str) -> Iterator[str]:
        phrases = self.rules.service(Phrases)
        for entry in self.rules.content.of(kind):
            values = "; ".join(f"{key}: {words}" for key, words in phrases.fields(entry.record))
            name = f" ({entry.record.name})" if entry.record.name else ""
            yield f"{entry.name}{name}" + (f": {values}" if values else "")

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
