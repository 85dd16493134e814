"""A table for people at several devices, without sockets: what each link may see and do, and what keeps the game."""

import json
import re
import secrets
import traceback
from pathlib import Path
from typing import Any

from stoneage_rules.errors import PolicyError
from stoneage_rules.files import unused, write_whole
from stoneage_rules.play.game import Game
from stoneage_rules.policies.registry import sensible_policy
from stoneage_rules.web.session import Session

LINK = re.compile("[A-Za-z0-9_-]{43,}")
"""The last part of a link, as `secrets.token_urlsafe()` makes it."""
SEED_BITS = 63
"""The size of a seed that nobody finds by trying, and that a record can still have."""
SEEN = {"facts", "items", "log", "moment", "shown"}
"""The questions of every link."""
ANSWERS = {"again", "against", "agree", "hint", "play", "set_away", "undo", "why"}
"""The further questions and answers of the link of a seat, which name the step that is open."""


class Chair(Session):
    """The session of one link: a seat, or with None those who watch, and see what every seat may know."""

    pages = 0
    """How many of its pages are open; whoever has the connections counts them."""

    def __init__(self, room: "Room", viewer: int | None) -> None:
        self.room, self.game = room, room.game
        self.people: Any = {viewer}
        self.policies = {}
        self._read_by(viewer)
        self.forget()

    def answer(self, message: bytes) -> str:
        """Answers a message of a page: a list in JSON of what it asks for, what is given, its step, and its rows of the log.

        An answer to a step that is not open changes nothing, and is told to be `late`.
        """
        try:
            name, given, step, rows = json.loads(message)
            self._has = self._has[:rows] if step.startswith(self.room.past) else []
            if name in SEEN or (name == "record" and self.game.is_over):
                return self.ask(name, json.dumps(given))
            if name in ANSWERS and self.viewer is not None:
                return self.ask(name, json.dumps(given), step or "none")
        except (OSError, ValueError, TypeError, AttributeError, LookupError, RecursionError):
            pass
        return '{"error":"this cannot be asked here and now"}'

    @property
    def step(self) -> str:
        """The question that is open now; it tells nothing of what is hidden."""
        return f"{self.room.past}.{self.game.length}"

    def again(self) -> None:  # type: ignore[override]
        """Begins another game for all, once this one is over."""
        self.room.again()

    def undo(self) -> None:  # type: ignore[override]
        """Wishes to take back the last decision of this seat, with all that followed.

        Raises:
            ValueError: there is none.
        """
        chosen = [number for number, step in enumerate(self.game.steps) if step.seat == self.viewer and not step.forced]
        if not chosen:
            raise ValueError("you have chosen nothing yet that could be taken back")
        self.room.wish = {
            "seat": self.viewer,
            "step": chosen[-1],
            "length": self.game.length,
            "agreed": [self.viewer],
            "refused": [],
        }
        self.room.settle()

    def agree(self, is_agreed: bool) -> None:
        """Agrees to what somebody wishes to take back, or refuses it."""
        if wish := self.room.wish:
            answer = "agreed" if is_agreed else "refused"
            wish[answer] = sorted({*wish[answer], self.viewer})
        self.room.settle()

    def set_away(self, seat: int, is_away: bool) -> None:
        """Has a policy choose for a seat, or the seat itself again.

        Raises:
            ValueError: it is another seat, and its page is open.
        """
        room = self.room
        if seat not in room.people or (seat != self.viewer and room.chairs[seat].pages):
            raise ValueError("who has that seat is here")
        if is_away:
            room.away.add(seat)
        else:
            room.away.discard(seat)
        room.settle()

    def _next(self) -> None:
        self.room.failing = None
        self.room.settle()


class Room(Session):
    """One game and its links, kept by files; whoever uses it from several threads holds a lock.

    Beside the record is a file with the links, the seats that are away, and what somebody wishes to take back.

    Args:
        game: a new game, or one that goes on, with a seed that nobody can guess; at its seats are people, and policies by name.
        path: the file of its record.

    Raises:
        ValueError: the file with the links has something else.
        OSError: a file cannot be written.
    """

    is_kept = True
    """False while the files lack something, because they cannot be written."""
    failing: int | None = None
    """A seat whose policy has failed since a person chose last."""
    wish: Any = None
    """The wish of a seat to take back: from which step on, at which length of the game, and which seats agree."""

    def __init__(self, game: Game, path: Path) -> None:
        self._path, self._beside = path, path.with_name(f"{path.name}.links")
        self.chairs: list[Chair] = []
        self._sit(game, paused=True)
        self.bots = self.policies
        self.chairs = [Chair(self, seat) for seat in (*range(game.rules.players), None)]
        links, away = [secrets.token_urlsafe() for _ in self.chairs], list[int]()
        try:
            if self._beside.exists():
                links, away, wish = json.loads(self._beside.read_text("utf-8"))
                self.wish = wish or None
            self.links = dict(zip(links, self.chairs, strict=True))
            """The chairs by the last part of their links: for each seat, and at last for those who watch."""
            self.away = {*away}
            if len(self.links) < len(links) or not all(map(LINK.fullmatch, links)) or self.away - self.people:
                raise ValueError
            self.settle()
        except (TypeError, ValueError, LookupError, RecursionError) as error:
            raise ValueError(f"{self._beside} does not have the links of this table; move it, and new ones are made") from error
        self._write()

    def forget(self) -> None:
        """Forgets what the chairs have told: no step or row of before is one of now."""
        super().forget()
        self.wish = self.failing = None
        self.past = secrets.token_hex(4)
        for chair in self.chairs:
            chair.game = self.game
            chair.forget()

    def again(self) -> None:  # type: ignore[override]
        """Begins another game with the same links, and keeps the record of this one under another name.

        Raises:
            ValueError: this one is not over.
            OSError: its record cannot be written.
        """
        if not self.game.is_over:
            raise ValueError("this game is not over")
        self.game.record.write(unused(self._path.with_stem(f"{self._path.stem}-{self.game.seed}")))
        super().again(secrets.randbits(SEED_BITS))
        self.keep()

    def news(self) -> str:
        """Returns in JSON what all may know; whoever is told of another step asks for what is to be seen."""
        return json.dumps(
            {
                "step": self.chairs[0].step,
                "gone": [seat for seat in self.people - self.away if not self.chairs[seat].pages],
                "away": [*self.away],
                "wish": self.wish,
                "kept": self.is_kept,
                "failing": self.failing,
            }
        )

    def let_policies_choose(self) -> bool:
        """Has policies choose until a person is asked, or a policy that takes its time; returns whether one is still to choose.

        For those who are away `sensible` chooses, unless all people are away; it does, too, for a policy that fails.
        """
        self.policies = {} if self.people == self.away else self.bots | dict.fromkeys(self.away, sensible_policy())
        try:
            self.go_on()
        except PolicyError:
            traceback.print_exc()
            self.failing = self.game.seat
            self.stand_in()
        self.settle()
        return self.game.seat in self.policies

    def settle(self) -> None:
        """Takes back what is wished if all agree whom it concerns: nobody but the seat while nothing else has happened.

        A wish ends with the next step.
        """
        wish = self.wish
        if wish and wish["length"] != self.game.length:
            self.wish = None
        elif wish and not wish["refused"]:
            others = any(seat != wish["seat"] for seat, _ in self.game.answers(wish["step"]))
            if not others or self.people - self.away <= {*wish["agreed"]}:
                self.game.undo_to(wish["step"])
                self.forget()
        self.keep()

    def keep(self) -> None:
        """Writes the files anew."""
        try:
            self._write()
            self.is_kept = True
        except OSError:
            self.is_kept = False

    def _write(self) -> None:
        write_whole(self._beside, json.dumps([[*self.links], [*self.away], self.wish]))
        self.game.record.write(self._path)
