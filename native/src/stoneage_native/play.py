"""Random games of the library's states, played by the engine."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from stoneage_native import _engine
from stoneage_native.tables import Export
from stoneage_rules.kernel import state as library
from stoneage_rules.kernel.frames import LONGEST
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.saving import settle_places
from stoneage_rules.kernel.state import RandomSource, State, bound_of

FRAME = {name: number for number, name in enumerate(_engine.FRAME_NAMES)}
LONG = "q"
"""The numbers of a state for the engine."""


def unknown(rules: Ruleset) -> tuple[str, ...]:
    """Returns what the engine does not know of some rules, so that Python plays them; empty if it knows all."""
    return tuple(Export(rules).lacks)


class Engine:
    """Plays the random games of one ruleset."""

    def __init__(self, rules: Ruleset, export: Export) -> None:
        self.rules = rules
        self.tables: Any = _engine.tables(export.block())
        self._to_engine = [FRAME.get(handler.name, -1) for handler in rules.handlers]
        self._to_rules = {number: rules.frames[name] for name, number in FRAME.items() if name in rules.frames}
        self._lengths = [2 + len(handler.progress) for handler in rules.handlers]

    # --- states -------------------------------------------------------------------------------------------------

    def numbers(self, state: State) -> array[int] | None:
        """Returns a state as numbers for the engine; None if it has a frame that the engine does not know."""
        won = -1 if state.won is None else sum(1 << seat for seat in state.won)
        frames: list[int] = []
        for frame in chain(state.stack, state.waiting):
            if self._to_engine[frame[0]] < 0:
                return None
            frames += (self._to_engine[frame[0]], *frame[1:], *(0,) * (5 - len(frame)))
        try:
            return array(
                LONG,
                (
                    state.round, state.phase_index, state.first_seat, won, len(state.stack), len(state.waiting), *state.goods,
                    *state.tracks, *state.points, *state.figures, *state.at_home, *state.kits, *state.unspent, *state.marks,
                    *state.placed, *state.item_at, *state.piles,
                    *(number for zone in state.zones for number in (len(zone), *zone)), *frames,
                ),
            )  # fmt: skip
        except OverflowError:
            return None

    def put_back(self, state: State, packed: bytes) -> None:
        """Gives a state the numbers of the engine."""
        numbers = array(LONG)
        numbers.frombytes(packed)
        rules = self.rules
        players, places = rules.players, len(rules.places)
        at = 0

        def next_of(count: int) -> list[int]:
            nonlocal at
            at += count
            return numbers[at - count : at].tolist()

        round, phase, first, won, depth, waiting = next_of(6)
        counts = [players * len(rules.goods), players * len(rules.tracks), *[players] * 6, players * places, places, places]
        goods, tracks, points, figures, home, kits, unspent, marks, placed, item_at, piles = map(next_of, counts)
        zones = tuple([tuple(next_of(*next_of(1))) for _ in state.zones])
        frames = [self._frame(next_of(5)) for _ in range(depth + waiting)]
        winners = None if won < 0 else tuple([seat for seat in range(players) if won >> seat & 1])
        state.round, state.phase_index, state.first_seat, state.won = round, phase, first, winners
        state.tracks, state.points, state.figures, state.kits = tuple(tracks), tuple(points), tuple(figures), tuple(kits)
        state.unspent, state.marks, state.item_at, state.piles = tuple(unspent), tuple(marks), tuple(item_at), tuple(piles)
        state.zones, state.waiting = zones, tuple(frames[depth:])
        state.stack[:] = frames[:depth]
        byte = type(state.placed)
        state.goods = bytearray(goods) if max(goods, default=0) < 256 else goods
        state.at_home, state.placed = byte(home), byte(placed)
        rows = [placed[row : row + players] for row in range(0, len(placed), players)]
        state.occupancy = byte(map(sum, rows))
        state.occupied_by = tuple([sum([(row[seat] > 0) << at for at, row in enumerate(rows)]) for seat in range(players)])
        state.face_down = tuple([len(zones[rules.zones_of(seat)[1]]) for seat in range(players)])
        settle_places(state)

    def _frame(self, numbers: Sequence[int]) -> tuple[int, ...]:
        index = self._to_rules[numbers[0]]
        return (index, *numbers[1 : self._lengths[index]])

    # --- playing ------------------------------------------------------------------------------------------------

    def play_out(self, state: State, random: RandomSource, until_round: int, longest: int) -> int:
        """Plays a state on as the library does, with the same result; whatever the engine cannot play, the library does."""
        numbers = self.numbers(state) if type(random) is Random else None
        if numbers is None or type(random) is not Random:
            return library.play_out(state, random, until_round, longest, None)
        version, words, gauss = random.getstate()
        generator = array("I", words)
        played = _engine.play_out(self.tables, numbers, generator, until_round, longest)
        if played is None:
            return library.play_out(state, random, until_round, longest, None)
        fault, given, choices, packed = played
        if given:
            random.setstate((version, tuple(generator), gauss))
            self.put_back(state, packed)
        if fault:
            choices += library.play_out(state, random, until_round, longest - given, None)
        return int(choices)


class Rollout(NamedTuple):
    """A random game from a position."""

    scores: tuple[int, ...]
    """As in `state.scores`: with final scoring if the game is over, else the points so far."""
    totals: tuple[int, ...]
    """The totals of the score sheets, as if the game ended then."""
    choices: int
    """The choices of seats until then."""


def play_out(state: State, seeds: Sequence[int], until_round: int | None = None) -> list[Rollout]:
    """Returns the games that `state.play_out(random.Random(seed), until_round=...)` plays by each seed; the state stays as it is.

    Raises:
        EndlessGame: a game is not over after as many answers as no game should take.
    """
    players, games = state.rules.players, list[Rollout]()
    rows = _rows(state, seeds, until_round) or [(1,)] * len(seeds)
    for seed, (fault, *row) in zip(seeds, rows, strict=True):
        if fault:
            games.append(_rollout(state.copy(), seed, until_round))
        else:
            games.append(Rollout(tuple(row[1 : players + 1]), tuple(row[players + 1 :]), row[0]))
    return games


def _rows(state: State, seeds: Sequence[int], until_round: int | None) -> list[tuple[int, ...]] | None:
    """Returns fault, choices, scores and totals of the game of each seed; None if the engine cannot play them."""
    engine, width = state.rules.engine, 2 + 2 * state.rules.players
    if not isinstance(engine, Engine) or any(not -(2**64) < seed < 2**64 for seed in seeds):
        return None
    numbers, rows = engine.numbers(state), array(LONG, bytes(8 * len(seeds) * width))
    keys = array("Q", map(abs, seeds))
    if numbers is None or not _engine.roll_out(engine.tables, numbers, keys, bound_of(until_round), LONGEST, rows):
        return None
    return [tuple(rows[at : at + width]) for at in range(0, len(rows), width)]


def _rollout(state: State, seed: int, until_round: int | None) -> Rollout:
    choices = state.play_out(Random(seed), until_round=until_round)
    return Rollout(state.scores, tuple([state.score_sheet(seat).total for seat in range(state.rules.players)]), choices)


def engine(rules: Ruleset) -> Engine | None:
    """Returns the engine of some rules; None if there is anything that it does not know."""
    export = Export(rules)
    return None if export.lacks else Engine(rules, export)
