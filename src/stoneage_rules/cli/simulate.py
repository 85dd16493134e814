"""The command `simulate`: statistics over many games between policies."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from statistics import mean, pstdev
from typing import Annotated

import attrs
from cyclopts import Parameter
from rich.progress import Progress

from stoneage_rules.cli.parameters import Modules, Players, Seats, Seed, TableParameter
from stoneage_rules.cli.screen import ERROR, FINDINGS, OK, UsageError, make_console, screen
from stoneage_rules.cli.table_options import PERSON, OpenTable, open_table, seated
from stoneage_rules.errors import EndlessGame
from stoneage_rules.play.game import Game
from stoneage_rules.play.narration import Narrator
from stoneage_rules.policies.registry import make_policies


@attrs.frozen
class GameResult:
    """The outcome of one game."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    rounds: int
    ending: str


def simulate(
    table: TableParameter = None,
    *,
    games: Annotated[int, Parameter(name=("-n", "--games"), help="How many games.")] = 100,
    players: Players = None,
    seed: Seed = None,
    policy: Annotated[
        str | None, Parameter(help="The policy of all seats for which no `--seat` stands; instead of the table's.")
    ] = None,
    seat: Seats = None,
    module: Modules = None,
) -> int:
    """Play many games by policies, and count.

    Shown are each seat's scores (mean, spread as the standard deviation, lowest, highest) and its share of the
    victories, the length of the games and how they ended. Game number i has the seed SEED + i, so that
    `stoneage play --seed` shows any of them in full. Persons of a table are played by the sensible policy.
    """
    if games < 1:
        raise UsageError(f"at least one game is played, not {games}")
    opened = open_table(table, players, module, seed)
    opened = seated(opened, seat or [], policy)
    names = ["sensible" if one.policy == PERSON else one.policy for one in opened.seats]
    start = opened.seed if opened.seed is not None else secrets.randbits(32)
    results: list[GameResult] = []
    code, why = _play_all(opened, names, range(start, start + games), results)
    _show(opened, names, results, start)
    if why:
        screen.problem(why)
    return code


def _play_all(opened: OpenTable, names: Sequence[str], seeds: Sequence[int], results: list[GameResult]) -> tuple[int, str]:
    """Plays a game for each seed, up to one that does not end; the exit code, and what is wrong if anything is."""
    narrator = Narrator(opened.rules)
    try:
        with Progress(console=make_console(stderr=True), disable=not screen.is_terminal, transient=True) as progress:
            for seed in progress.track(seeds, description="playing"):
                results.append(_play(opened, names, seed, narrator))
    except KeyboardInterrupt:
        return ERROR, f"interrupted after {len(results)} of {len(seeds)} games"
    except EndlessGame as error:
        return FINDINGS, str(error)
    return OK, ""


def _play(opened: OpenTable, names: Sequence[str], seed: int, narrator: Narrator) -> GameResult:
    game = Game(opened.rules, seed, skip_forced=True)
    game.run(make_policies(names, seed))
    return GameResult(game.state.scores, game.state.winners, game.state.round, _ending(game, narrator))


LAST_STEPS = 20
"""The steps before the end that are played again for their events; final scoring takes fewer."""


def _ending(game: Game, narrator: Narrator) -> str:
    """Returns the cause of the end of a game: the sentence just before it in the log."""
    start = max(0, game.length - LAST_STEPS)
    again = Game(game.rules, start=game.state_after(start), auto_chance=False)
    for _, answer in game.answers(start):
        again.play(answer)
    last = [*narrator.tell(chain(*again.events()))]
    number = next((n for n, sentence in enumerate(last) if sentence.event == "end"), 0)
    cause = last[number - 1] if number else None
    return cause.text if cause and cause.seat is None and cause.event not in ("phase", "round") else "the game ended"


def _show(opened: OpenTable, names: Sequence[str], results: Sequence[GameResult], start: int) -> None:
    packs = ", ".join(opened.rules.packs)
    screen.say(f"{len(results)} games, {opened.rules.players} players, {packs}, seeds from {start}", style="bold")
    if not results:
        return
    narrator = Narrator(opened.rules, opened.names)
    rows = []
    for seat, name in enumerate(names):
        scores = [result.scores[seat] for result in results]
        # A shared victory counts in part for each.
        wins = sum(1 / len(result.winners) for result in results if seat in result.winners)
        share = f"{wins:g} ({100 * wins / len(results):.0f} %)"
        spread = f"{pstdev(scores):.1f}"
        rows.append((narrator.who(seat), name, f"{mean(scores):.1f}", spread, min(scores), max(scores), share))
    heads = ("seat", "policy", "mean", "spread", "lowest", "highest", "victories")
    screen.table(heads, rows, right=range(2, len(heads)))
    rounds = [result.rounds for result in results]
    screen.say(f"rounds: {mean(rounds):.1f} on average, {min(rounds)} to {max(rounds)}")
    endings = Counter(result.ending for result in results)
    for ending, count in endings.most_common():
        screen.say(f"ended as {ending}: {count}")
