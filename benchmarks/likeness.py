"""Counts what no person at a club table would do, in games of one policy with itself: `python benchmarks/likeness.py`.

| column | counts, a game of all seats unless told |
|---|---|
| hunts | placements of one figure to hunt by a seat that already has the food of this round |
| late | fields and tools taken in the last round; in brackets, those that score nothing by the seat's cards |
| declined | own items declined though payable |
| goods | goods left in the end, a seat |
| hut 4 | the share of games in which somebody takes the hut by round 4 |
| points, rounds | the mean of a seat, and of a game |
"""

from __future__ import annotations

import argparse
import random
from collections import Counter

import stoneage_rules as sa

EARLY = 4
"""The last round in which the hut is taken early."""
SCORED_BY = {"fields": "farmer", "toolmaker-hut": "toolmaker"}
"""By place, the icon whose number a step or a tool is multiplied with."""


class Watched:
    """Counts of one game."""

    def __init__(self, rules: sa.Ruleset) -> None:
        self.rules = rules
        self.counts: Counter[str] = Counter()
        self.grown: list[tuple[int, int, str]] = []
        """Fields and tools, with their round and seat."""
        self.hut = 99

    def is_fed(self, state: sa.State, seat: int) -> bool:
        """Returns whether a seat needs no more food in this round, its placed figures counted."""
        player = state.player(seat)
        figures = player.placed
        mouths = player.figures + bool(figures.get("hut"))
        income = player.tracks["agriculture"] + bool(figures.get("fields"))
        return player.goods["food"] + income + 2 * figures.get("hunt", 0) >= mouths

    def see(self, state: sa.State, seat: int, legal: tuple[sa.Action, ...], action: sa.Action) -> None:
        """Counts an answer."""
        if action.kind == "place":
            place, figures = action.args
            if place == "hut":
                self.hut = min(self.hut, state.round)
            elif place in SCORED_BY:
                self.grown.append((state.round, seat, place))
            self.counts["hunts"] += place == "hunt" and figures == 1 and self.is_fed(state, seat)
        elif action.kind == "decline" and state.pending.kind == "buy":
            self.counts["declined"] += any(option.kind == "pay" for option in legal)

    def end(self, state: sa.State) -> Counter[str]:
        """Counts the end."""
        icons = [Counter[str]() for _ in range(self.rules.players)]
        for seat in range(self.rules.players):
            player = state.player(seat)
            for item in (*player.items, *player.face_down):
                icons[seat].update(self.rules.item(item).icons)
            self.counts["goods"] += sum(player.goods.values()) - player.goods["food"]
        late = [(seat, place) for number, seat, place in self.grown if number == state.round]
        self.counts.update(late=len(late), useless=sum(not icons[seat][SCORED_BY[place]] for seat, place in late))
        self.counts.update(huts=self.hut <= EARLY, points=sum(state.scores), rounds=state.round)
        return self.counts


def watched(rules: sa.Ruleset, name: str, number: int) -> Counter[str]:
    """Plays a game and returns its counts."""
    seats, chance = sa.policies.make_policies([name] * rules.players, number), random.Random(number)
    state, seen = rules.initial_state(), Watched(rules)
    while not state.is_over:
        legal = state.legal()
        answer = legal[0] if legal else state.sample(chance)
        if legal:
            seat = state.stack[-1][1]
            answer = answer if len(legal) == 1 else seats[seat](state.view(seat), legal)
            seen.see(state, seat, legal, answer)
        state.apply(answer)
    return seen.end(state)


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(description="Counts what people would not do.")
    parser.add_argument("--policy", default="sensible")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--players", type=int, action="append")
    asked = parser.parse_args()
    for players in asked.players or (2, 3, 4):
        rules, sums = sa.load(players=players), Counter[str]()
        for number in range(asked.games):
            sums.update(watched(rules, asked.policy, number))
        mean = {name: count / asked.games for name, count in sums.items()}
        print(
            f"{players} seats: hunts {mean['hunts']:.2f}, late {mean['late']:.2f} ({mean['useless']:.2f}), "
            f"declined {mean.get('declined', 0):.2f}, goods {mean['goods'] / players:.1f}, hut 4 {mean['huts']:.0%}, "
            f"points {mean['points'] / players:.1f}, rounds {mean['rounds']:.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
