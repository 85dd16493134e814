"""Plays packs of the gallery at random: alone, in pairs by lot, and with all modules; looks at every step.

    PYTHONPATH=tests python -m properties.house_games --games 2000 --jobs 2 [--packs ambush caravan ...]

Every game must end and replay, every state must be read back as it was saved, and views must keep their secrets. Every kind of
answer that a question offers must be given by some game, and every answer of a question with at most twelve of them.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from random import Random
from typing import NamedTuple

import stoneage_rules as sa
from gallery import GALLERY, NAMES
from mechanics.games import read_again
from properties.invariants import check_all
from properties.play import LONGEST, replayed
from shipped import HERE
from stoneage_rules.testing import invariants

FEW = 12
"""The most answers of a question that must all be given."""
SECRETS = 25
"""One step in so many is looked at for secrets, beside the first of every question."""


class Trial(NamedTuple):
    """A table, and the games to play there."""

    packs: tuple[str, ...]
    modules: tuple[str, ...]
    players: int
    seeds: range

    def __str__(self) -> str:
        return f"{'+'.join(self.packs)}{' with all modules' if self.modules else ''}, {self.players} players"


class Found(NamedTuple):
    """Counts what the games of a table showed."""

    trial: Trial
    games: int
    steps: int
    offered: dict[str, Counter[str]]
    """By question, how often each answer was offered."""
    given: dict[str, Counter[str]]
    """By question, how often each answer was given."""
    problem: str = ""


def choose(state: sa.State, given: Counter[str], chance: Random) -> sa.Action:
    """Chooses at random: a kind of answer that was never given, and now and then the rarest; of few answers, the rarest."""
    legal, kinds = state.legal(), Counter[str]()
    for text, times in given.items():
        kinds[text.split()[0]] += times
    least = min(kinds[action.kind] for action in legal)
    if least == 0 or chance.random() < 0.1:
        legal = tuple([action for action in legal if kinds[action.kind] == least])
    if len(legal) <= FEW:
        least = min(given[action.text] for action in legal)
        legal = tuple([action for action in legal if given[action.text] == least])
    return legal[int(chance.random() * len(legal))]


def play(rules: sa.Ruleset, seed: int, found: Found) -> int:
    """Plays a game, and looks at every step; returns how many there were."""
    chance, state, answers = Random(seed), rules.initial_state(), list[sa.Action | sa.Outcome]()
    while not state.is_over:
        if len(answers) > LONGEST:
            raise AssertionError(f"not over after {LONGEST} steps, in round {state.round}")
        read_again(state)
        question = state.rules.handlers[state.stack[-1][0]].name
        offers = found.offered.setdefault(question, Counter())
        given = found.given.setdefault(question, Counter())
        if len(answers) % SECRETS == 0 or not given:
            check_all(state)
            invariants.views_keep_secrets(state, seed)
            assert not list(invariants.leaks(state, chance))
        if state.is_chance:
            answers.append(state.sample(chance))
            given["chance"] += 1
        else:
            offers.update(action.text for action in state.legal())
            answers.append(answer := choose(state, given, chance))
            given[answer.text] += 1
        state.apply(answers[-1])
    read_again(state)
    check_all(state)
    assert bool(state.winners) == (state.verdict != "nobody")
    assert replayed(rules, answers) == state
    return len(answers)


def try_table(trial: Trial) -> Found:
    """Plays the games of a table."""
    rules = sa.load(players=trial.players, modules=[*trial.modules, *(str(GALLERY / name) for name in trial.packs)])
    found, steps = Found(trial, 0, 0, {}, {}), 0
    for number, seed in enumerate(trial.seeds):
        try:
            steps += play(rules, seed, found)
        except Exception as error:
            return found._replace(games=number, steps=steps, problem=f"seed {seed}: {type(error).__name__}: {error}")
    return found._replace(games=len(trial.seeds), steps=steps)


def can_be_loaded(packs: Sequence[str], modules: Sequence[str], players: int) -> bool:
    """Returns whether packs agree with each other, and with modules."""
    try:
        sa.load(players=players, modules=[*modules, *(str(GALLERY / name) for name in packs)])
    except sa.ContentError:
        return False
    return True


def trials(packs: Sequence[str], games: int, seed: int) -> list[Trial]:
    """Returns tables of each pack alone, of as many pairs by lot, and of each pack with all modules."""
    lot = Random(seed)
    pairs = sorted(combinations(packs, 2), key=lambda pair: lot.random())
    sets = [((pack,), ()) for pack in packs] + [(pair, ()) for pair in pairs[: len(packs)]] + [((pack,), HERE) for pack in packs]
    tables = [(names, modules, 2 + number % (3 if modules else 2)) for number, (names, modules) in enumerate(sets)]
    tables = [table for table in tables if can_be_loaded(*table)]
    shares = [games * number // len(tables) for number in range(len(tables) + 1)]
    return [
        Trial(names, tuple(modules), players, range(seed + start, seed + end))
        for (names, modules, players), start, end in zip(tables, shares, shares[1:], strict=False)
    ]


def missing(results: Sequence[Found], usual: Collection[str]) -> Iterator[str]:
    """Yields the answers that no game gave though it should: of usual questions in all games, of others with each pack."""
    packs = sorted({pack for found in results for pack in found.trial.packs})
    asked: dict[tuple[str, str], list[Found]] = {}
    for pack in ("", *packs):
        for found in results:
            for question in found.offered:
                if (question in usual) is (pack == "") and (not pack or pack in found.trial.packs):
                    asked.setdefault((pack, question), []).append(found)
    for (pack, question), those in asked.items():
        offered = {text for found in those for text in found.offered[question]}
        given = {text for found in those for text in found.given[question]}
        kinds = {text.split()[0] for text in offered} - {text.split()[0] for text in given}
        texts = offered - given if len(offered) <= FEW else set()
        yield from (f"{pack or 'all games'}, {question}: `{text}` was never given" for text in sorted(kinds | texts))


def report(results: Sequence[Found], refused: int, usual: Collection[str]) -> bool:
    """Prints what was found; returns whether all is well."""
    kinds: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for found in results:
        for question, given in found.given.items():
            kinds[question].update(text.split()[0] for text in given.elements())
    lines = [f"{found.trial}: {found.problem}" for found in results if found.problem]
    lines += missing(results, usual)
    games, steps = sum(found.games for found in results), sum(found.steps for found in results)
    print(f"{games} games at {len(results)} tables, {steps} steps, each saved and read back; {refused} tables refused")
    for question, given in sorted(kinds.items()):
        print(f"{question}: {', '.join(f'{kind} {count}' for kind, count in sorted(given.items()))}")
    print(*lines, f"{len(lines)} faults", sep="\n")
    return not lines


def main(arguments: Sequence[str]) -> int:
    """Plays the games that the arguments ask for; returns 1 for a fault."""
    parser = argparse.ArgumentParser(description="Plays packs of the gallery at random, and looks at every step.")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--packs", nargs="*", default=NAMES, choices=NAMES)
    asked = parser.parse_args(arguments)
    tables = trials(asked.packs, asked.games, asked.seed)
    with ProcessPoolExecutor(asked.jobs) as pool:
        results = []
        for found in pool.map(try_table, tables):
            results.append(found)
            print(f"{found.trial}: {found.games} games {found.problem}", file=sys.stderr, flush=True)
    usual = {question for modules in ((), HERE) for question in try_table(Trial((), modules, 4, range(10))).offered}
    return 0 if report(results, 3 * len(asked.packs) - len(tables), usual) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
