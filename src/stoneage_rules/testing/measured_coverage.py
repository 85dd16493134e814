"""Measures how much of the rules comes about in many games: records, effects, decisions, refusals, statements, events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import attrs

from stoneage_rules.kernel.frames import LONGEST
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.language.described import Described
from stoneage_rules.testing.rule_things import SORTS, Thing
from stoneage_rules.testing.watched_rules import WatchedRules

__all__ = ["SORTS", "Coverage", "Thing", "measure"]


@attrs.frozen(eq=False)
class Coverage(Described):
    """The things that came about in some games, of all that could."""

    games: Mapping[int, int]
    """The number of games by player count."""
    there: Mapping[int, frozenset[Thing]]
    """All things of the rules, by player count."""
    met: Mapping[int, frozenset[Thing]]
    """Those that came about, by player count."""

    @property
    def never(self) -> list[Thing]:
        """The things that came about at no player count, in the order of sorts, files and lines."""
        met = frozenset[Thing]().union(*self.met.values())
        return [thing for thing in self.things if thing not in met]

    @property
    def things(self) -> list[Thing]:
        """All things, in the order of sorts, files and lines."""
        there = frozenset[Thing]().union(*self.there.values())
        return sorted(there, key=lambda thing: (SORTS.index(thing.sort), thing.file_and_line, thing.name))

    def counts(self, sort: str, players: Iterable[int]) -> tuple[int, int]:
        """Returns how many things of a sort came about at some player counts, and how many there are."""
        counts = list(players)
        there = {thing for count in counts for thing in self.there[count] if thing.sort == sort}
        return len(there & {thing for count in counts for thing in self.met[count]}), len(there)

    def __add__(self, other: Coverage) -> Coverage:
        """Returns the coverage of the games of both."""
        players = sorted({*self.games, *other.games})
        none: frozenset[Thing] = frozenset()
        return Coverage(
            {count: self.games.get(count, 0) + other.games.get(count, 0) for count in players},
            {count: self.there.get(count, none) | other.there.get(count, none) for count in players},
            {count: self.met.get(count, none) | other.met.get(count, none) for count in players},
        )


def measure(rules: Ruleset, seeds: Sequence[int], policies: str | Sequence[str] = "random", longest: int = LONGEST) -> Coverage:
    """Plays games, one for each seed, and returns what of the rules came about in them.

    Args:
        rules: the rules of the games; they are compiled again, so that ordinary play knows nothing of it.
        seeds: the seed of each game.
        policies: the name of the policy of all seats, or one name for each.
        longest: the number of answers after which a game is given up.

    Raises:
        EndlessGame: a game is not over then.
    """
    watched = WatchedRules(rules)
    for seed in seeds:
        watched.play(seed, policies, longest)
    return Coverage({rules.players: len(seeds)}, {rules.players: watched.there}, {rules.players: watched.met})
