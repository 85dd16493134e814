"""Prints the log of a game as it goes on."""

from __future__ import annotations

from stoneage_rules.cli.screen import screen
from stoneage_rules.play.narration import HEADINGS, Narrator
from stoneage_rules.play.so_far import GameSoFar

__all__ = ["LogPrinter", "print_heading", "round_start"]


def print_heading(narrator: Narrator, game: GameSoFar) -> None:
    """Prints the lines above a log: the table with its options, the seed, and how much of the content is reconstructed."""
    for line in narrator.heading(game.seed):
        screen.say(line, style="bold")


def round_start(game: GameSoFar) -> int:
    """Returns the number of steps before the last round began."""
    rounds = (number for number, noted in enumerate(game.events()) if any(event.name == "round" for event in noted))
    return max(rounds, default=0)


class LogPrinter:
    """Prints the log of a game as it goes on; it listens to the game.

    Args:
        narrator: says what is printed, and to whom.
        start: the number of steps before the first one that is printed; None for the set-up, too.
    """

    def __init__(self, narrator: Narrator, start: int | None = None) -> None:
        self.narrator = narrator
        self._printed = -1 if start is None else start
        """How many steps have been printed; -1 before the set-up has."""
        self._resolving = False
        """True while a place is being resolved: the lines that follow are indented."""
        self._of_chance: list[tuple[int, str]] = []
        """The sentences of chance that have been printed, each with the number of steps before it."""

    def __call__(self, game: GameSoFar) -> None:
        """Prints the steps since the last call, or that steps were taken back."""
        count = game.length
        if count < self._printed:
            self._take_back(game)
        elif count > self._printed:
            start = max(0, self._printed)
            events = [] if self._printed >= 0 else list(game.opening)
            for number, ((seat, _), noted) in enumerate(zip(game.answers(start), game.events(start), strict=True), start):
                events += noted
                if seat is None:
                    self._of_chance += [(number, sentence.text) for sentence in self.narrator.tell(noted[:1])]
            for sentence in self.narrator.tell(events):
                self._print(sentence.event, sentence.text)
        self._printed = count

    def _take_back(self, game: GameSoFar) -> None:
        """Prints how far the game has been taken back, and what is known now of the chance that will come again."""
        screen.say(f"-- taken back to round {game.state.round} --", style="bold yellow")
        known = [text for number, text in self._of_chance if number >= game.length]
        if known:
            screen.say(f"   known now, and it would come again: {'; '.join(known)}", style="yellow")
        del self._of_chance[len(self._of_chance) - len(known) :]

    def _print(self, event: str, text: str) -> None:
        if event in HEADINGS:
            screen.say()
            screen.say(text[:1].upper() + text[1:], style="bold cyan" if event == "round" else "bold")
        else:
            screen.say(f"  {text}" if self._resolving and event != "resolve" else text)
        self._resolving = event == "resolve" or (self._resolving and event not in HEADINGS)
