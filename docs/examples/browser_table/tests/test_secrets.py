"""No byte sent to a seat depends on what only others may know.

Whenever a card is drawn that some seats do not see, a second game begins in which another one was drawn.  As long as both can
go on by the same answers, those seats must be sent the same bytes by both: pages, and refusals of anything that they try.
"""

import os
import random

from client import MODULES, Site, status
from server import Room, page

import stoneage_rules as sa

GAMES = int(os.environ.get("STONEAGE_GAMES", "1"))


def twin_of(room, answers, other):
    """The same game up to a draw, and then with another card."""
    game = room.game
    twin = Room.__new__(Room)
    twin.links, twin.bots = room.links, {}
    twin.game = sa.Game(game.rules, names=game.names, policies=game.policies, auto_chance=False)
    for _, answer in answers:
        twin.game.play(answer)
    twin.game.play(other)
    return twin


class Watch:
    """The second games, each with the seats that must not tell it from the first."""

    def __init__(self, room, source):
        self.room, self.source, self.twins, self.known, self.alike = room, source, [], 0, 0

    def go_on(self):
        """Takes the new answers of the game into all second games, and begins those of new secrets."""
        game = self.room.game
        for number, (_, answer) in enumerate(game.answers(self.known), self.known):
            self.twins = [pair for pair in self.twins if not pair[0].game.why_not(answer)]
            for twin, _ in self.twins:
                twin.game.play(answer)
            before = game.state_after(number)
            blind = set(range(len(self.room.links))) - set(before.seen_by(answer)) if before.is_chance else set()
            others = [other for other, _ in before.outcomes() if other != answer] if blind else []
            if others:
                self.twins.append((twin_of(self.room, game.answers()[:number], self.source.choice(others)), blind))
        self.known = game.length
        if game.is_over:
            self.twins = []  # everything lies open

    def compare(self, seat, reply, tried=None):
        """Holds what was sent to a seat against what the second games would have sent."""
        head, _, body = reply.partition(b"\r\n\r\n")
        assert not any(link.encode() in reply for other, link in enumerate(self.room.links) if other != seat)
        for twin, blind in self.twins:
            if seat in blind and twin.game.view(seat) == self.room.game.view(seat):
                refusal = twin.answer(seat, tried, twin.game.length) if tried else ""
                assert page(twin, seat, refusal).encode() == body
                self.alike += 1
        return head


def chosen(game, source):
    """An answer at random, with a liking for cards: that is where secrets come from."""
    texts = [action.text for action in game.legal() if not action.text.startswith(("give", "take-back"))]
    liked = [text for text in texts if text.startswith(("place card", "resolve card", "pay"))]
    return source.choice(liked if liked and source.random() < 0.7 else texts)


def watched_game(folder, seed):
    """Plays a whole game by the buttons; returns how many answers of the server were compared."""
    source, players = random.Random(seed), 2 + seed % 4
    seats = tuple(sa.Seat(name=name, policy="person") for name in "ABCDE"[:players])
    site = Site(Room(folder / f"{seed}.txt", sa.Table(players=players, modules=MODULES, seats=seats), source))
    game = site.room.game
    watch = Watch(site.room, source)
    try:
        while not game.is_over:
            watch.go_on()
            seat, other = game.seat, source.randrange(players)
            if watch.twins or source.random() < 0.1:
                watch.compare(other, site.ask(other))
                tried = source.choice(game.rules.actions)
                if game.view(other).why_not(tried):
                    watch.compare(other, site.post(other, tried.text), tried.text)
            watch.compare(seat, site.post(seat, chosen(game, source)))
        watch.go_on()
        assert all(status(site.ask(seat)) == 200 for seat in range(players))
    finally:
        site.close()
    return watch.alike


def test_nothing_sent_to_a_seat_holds_the_secret_of_another(tmp_path):
    assert sum(watched_game(tmp_path, seed) for seed in range(GAMES)) > 10
