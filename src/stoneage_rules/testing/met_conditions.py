"""Looks in random games for conditions of a pack that hold at no moment, or at every moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Held
from stoneage_rules.language.condition import IfRow
from stoneage_rules.packs.content import Entry
from stoneage_rules.packs.records.parts import walked
from stoneage_rules.testing.random_games import LONGEST, RandomGame
from stoneage_rules.testing.trial_tables import Trial
from stoneage_rules.text.wording import counted

__all__ = ["conditions_met"]

GAMES = 4
"""The most random games that are played at a table while some condition has not been seen to hold and to fail."""

Row = tuple[Held, Sequence[int]]
"""A row of `if`, compiled, and the places whose figures it reads, if it does."""
Rows = Mapping[str, list[Row]]
"""Rows by `file:line` of where they are written."""


def conditions_met(trial: Trial) -> list[str]:
    """Returns how many conditions of a pack were looked at, and those that held never or always; nothing if it has none."""
    seen: dict[str, set[bool]] = {}
    games = 0
    for table in trial.tables[: len(trial.players)]:
        rules = trial.load(table)
        rows = _rows(trial, rules)
        for where in rows:
            seen.setdefault(where, set())
        for seed in range(GAMES):
            if all(len(seen[where]) == 2 for where in rows):
                break
            _watch(rules, seed, rows, seen)
            games += 1
    if not seen:
        return []
    steady = [
        f"{words} of these games: {', '.join(places)}"
        for words, steadily in (("held at no moment", ({False}, set())), ("held at every moment", ({True},)))
        if (places := [where for where, found in seen.items() if found in steadily])
    ]
    return [f"{counted(len(seen), 'condition')} in {counted(games, 'game')}", *steady]


def _rows(trial: Trial, rules: Ruleset) -> Rows:
    """Returns the rows that the pack writes; those that read what has just happened are left out."""
    rows: dict[str, list[Row]] = {}
    for entry in rules.content:
        for path, row in walked(entry.record):
            if isinstance(row, IfRow) and not rules.linker.word("quantity", row.name).under:
                origin, rest = entry.origin_of(path)
                if origin.pack == trial.id:
                    span = origin.source.span(origin.path + rest)
                    rows.setdefault(f"{origin.source.file}:{span.line}", []).append(_compiled(rules, entry, row))
    return rows


def _compiled(rules: Ruleset, entry: Entry, row: IfRow) -> Row:
    """Returns a row of a record as a function, and the places of the record if it reads the figures that act there."""
    kind = rules.linker.word("quantity", row.name)
    reader = rules.linker.quantity(row) if entry.record.is_final else rules.linker.open_quantity(row)
    places = rules.linker.places(entry.name) if row.of in kind.belongs else ()
    return (lambda state, seat, n: row.holds(reader(state, seat, n))), places


def _watch(rules: Ruleset, seed: int, rows: Rows, seen: Mapping[str, set[bool]]) -> None:
    """Plays a game, and notes for whom each row holds at each question."""
    readers = [(where, *row) for where, several in rows.items() for row in several]
    game, seats = RandomGame(rules, seed), range(rules.players)
    for state in _states(game):
        for where, held, places in readers:
            if len(seen[where]) == 2:
                continue
            if places:
                acting = [(seat, state.placed[place * rules.players + seat]) for place in places for seat in seats]
                seen[where].update(held(state, seat, figures) for seat, figures in acting if figures)
            else:
                seen[where].update(held(state, seat, 0) for seat in seats)


def _states(game: RandomGame) -> Iterator[State]:
    """Yields the state of a game at each question, and at its end."""
    for _ in range(LONGEST):
        yield game.state
        if game.state.is_over:
            return
        game.step()
