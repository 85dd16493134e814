"""Plays a game for one seat at a client, and writes what this seat may know as lines of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator

import stoneage_rules as sa


class Server:
    """A game in which a client plays seat 0, and a policy the others."""

    def __init__(self, seed: int) -> None:
        self.game = sa.Game(sa.load(players=2), seed=seed)
        self.others = sa.policies.sensible_policy(seed)
        self.told = 0

    def lines(self) -> Iterator[str]:
        """Plays up to the client's turn or the end; yields what has happened, and then how things stand."""
        while self.game.seat == 1 and not self.game.is_over:
            self.game.play(self.others(self.game.state.view(1), self.game.legal()))
        for events in self.game.events(self.told):
            for event in events:
                yield json.dumps({"event": event.for_viewer(0).to_dict()})
        self.told = self.game.length
        view = self.game.state.view(0)
        yield json.dumps({"view": view.to_dict(), "legal": [action.text for action in view.legal()]})
        if self.game.is_over:
            yield json.dumps({"sheets": [self.game.score_sheet(seat).to_dict() for seat in range(2)]})

    def play(self, text: str) -> Iterator[str]:
        """Takes the answer of the client; yields the reasons if it is refused, else what follows."""
        try:
            self.game.play(text, seat=0)
        except sa.IllegalAction as error:
            yield json.dumps({"refused": [reason.to_dict() for reason in error.reasons]})
        yield from self.lines()
