"""No byte that a room sends to a seat, or to those who watch, depends on what others alone may know.

Whenever a card is drawn that some seats do not see, a second game begins in which another one was drawn. As long as both can
go on by the same answers, those seats must be sent the same bytes by both, whatever they ask; and so must those who watch.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Iterator
from pathlib import Path

import stoneage_rules as sa
from shipped import SHIPPED, needs
from stoneage_rules.web.room import Chair, Room

GAMES = int(os.environ.get("STONEAGE_GAMES", "1"))
"""How many games are played; each takes some seconds."""
PLAYERS = 4


def sent(chair: Chair, name: str, *given: object, rows: int = 0) -> str:
    """Returns all bytes of an answer, as text."""
    return chair.answer(json.dumps([name, given, chair.step, rows]).encode())


def room_of(folder: Path, game: sa.Game) -> Room:
    """Returns a room for people at all seats."""
    folder.mkdir()
    return Room(game, folder / "game.txt")


class Worlds:
    """A game, and second games in which one hidden card is another, each with the seats that must not tell it from the first."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.source = folder, random.Random(seed)
        self.rules = sa.load(players=PLAYERS, modules=SHIPPED)
        self.room = room_of(folder / "one", sa.Game(self.rules, seed, skip_forced=True, policies=["person"] * PLAYERS))
        self.twins: list[tuple[Room, set[int | None], int]] = []
        self.known, self.compared = 0, 0

    def follow(self) -> None:
        """Takes the new answers of the game into all second games, and begins those of new secrets."""
        game = self.room.game
        self.twins = [] if game.is_over else [twin for twin in self.twins if twin[2] < game.length]
        for twin, _, _ in self.twins:
            if twin.game.length > game.length:
                twin.game.undo_to(game.length)
                for chair in twin.chairs:
                    chair.forget()
        self.known = min(self.known, game.length)
        for number in range(self.known, game.length if not game.is_over else 0):
            _, answer = game.answers(number)[0]
            self.twins = [one for one in self.twins if not one[0].game.why_not(answer)]
            for twin, _, _ in self.twins:
                twin.game.play(answer, forced=game.steps[number].forced)
            self._fork(number, answer)
        self.known = game.length
        for twin, _, _ in self.twins:
            twin.past = self.room.past

    def _fork(self, number: int, answer: sa.Action | sa.Outcome) -> None:
        before = self.room.game.state_after(number)
        if not (before.is_chance and isinstance(answer, sa.Outcome)):
            return
        blind = {None, *range(PLAYERS)} - {*before.seen_by(answer)}
        others = [other for other, _ in before.outcomes() if other != answer and self._back(other) == self._back(answer)]
        if len(blind) == 1 or not others:
            return
        other = sa.Game(self.rules, auto_chance=False, policies=["person"] * PLAYERS)
        for step in self.room.game.steps[:number]:
            other.play(step.answer, forced=step.forced)
        other.play(self.source.choice(others))
        folder = self.folder / f"{number}-{len(list(self.folder.iterdir()))}"
        self.twins.append((room_of(folder, other), blind, number))

    def _back(self, outcome: sa.Outcome) -> str:
        """Returns the kind of the item that an outcome draws, which all see: it is the item's back."""
        return self.rules.item(outcome.args[0]).kind if outcome.kind == "draw" else outcome.kind

    def compare(self, seat: int | None, name: str, *given: object) -> str:
        """Has a seat ask, and holds the bytes against those of the second games."""
        place = PLAYERS if seat is None else seat
        reply = sent(self.room.chairs[place], name, *given)
        for twin, blind, _ in self.twins:
            if seat in blind:
                assert sent(twin.chairs[place], name, *given) == reply
                assert twin.news() == self.room.news()
                self.compared += 1
        return reply


def tried(worlds: Worlds) -> Iterator[tuple[int | None, str, list[object]]]:
    """Yields what seats ask that are not to choose, and those who watch; nothing of it changes the game."""
    source, game = worlds.source, worlds.room.game
    yield None, "shown", []
    for seat in range(PLAYERS):
        yield seat, "shown", []
        if seat != game.seat:
            yield seat, "play", [source.choice(worlds.rules.actions).text]
            yield seat, "why", [source.choice(worlds.rules.actions).text]
            yield seat, "against", [source.choice(worlds.rules.places).id]
            yield seat, "play", [source.randrange(30)]
            yield seat, "hint", []
    someone = source.choice([None, *range(PLAYERS)])
    yield someone, "log", [source.randrange(200)]
    yield someone, "moment", [source.randrange(game.length)]


def chosen(game: sa.Game, source: random.Random) -> str:
    """Returns an answer at random, with a liking for cards: that is where secrets come from."""
    texts = [action.text for action in game.legal() if not action.text.startswith(("give", "take-back"))]
    liked = [text for text in texts if text.startswith(("place card", "resolve card", "pay"))]
    return source.choice(liked if liked and source.random() < 0.7 else texts)


def watched_game(folder: Path, seed: int) -> int:
    """Plays a whole game; returns how many replies were compared."""
    worlds = Worlds(folder, seed)
    game, source = worlds.room.game, worlds.source
    worlds.follow()
    while not game.is_over:
        if worlds.twins:
            for seat, name, given in tried(worlds):
                reply = worlds.compare(seat, name, *given)
                hidden = {item for other, player in enumerate(game.state.players) if other != seat for item in player.face_down}
                assert not hidden & {*re.findall(r"[\w-]+", reply)}
        seat = game.seat
        assert seat is not None
        reply = sent(worlds.room.chairs[seat], "play", chosen(game, source))
        assert reply == sent(worlds.room.chairs[seat], "shown")
        worlds.follow()
        if source.random() < 0.02:
            sent(worlds.room.chairs[seat], "undo")
            for other in range(PLAYERS):
                sent(worlds.room.chairs[other], "agree", True)
            worlds.follow()
    return worlds.compared


@needs(*SHIPPED)
def test_nothing_sent_to_a_seat_or_to_those_who_watch_depends_on_the_secret_of_others(tmp_path: Path) -> None:
    compared = []
    for seed in range(GAMES):
        (tmp_path / f"{seed}").mkdir()
        compared.append(watched_game(tmp_path / f"{seed}", seed))
    assert sum(compared) > 100 * GAMES
