"""Games between policies from the first step to the last, with nothing kept on the way."""

from __future__ import annotations

import random
from collections.abc import Sequence

import attrs

from stoneage_rules.errors import EndlessGame
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.play.narration import Event
from stoneage_rules.policies.registry import Policy, choice_of

__all__ = ["PlayedOut", "play_out"]


@attrs.frozen
class PlayedOut:
    """A game that is over."""

    state: State
    noted: Sequence[Event]
    """The events of all steps, with an empty one after each step."""

    def last_steps(self, most: int) -> list[list[Event]]:
        """Returns the events of each of the last steps, at most so many steps."""
        steps: list[list[Event]] = []
        for event in reversed(self.noted):
            if event:
                steps[-1].append(event)
            elif len(steps) < most:
                steps.append([])
            else:
                break
        return [step[::-1] for step in reversed(steps)]


def play_out(rules: Ruleset, policies: Sequence[Policy], seed: int, longest: int) -> PlayedOut:
    """Plays the game that `Game.run` of a game with this seed, `skip_forced` and `longest` plays, in less time.

    Raises:
        EndlessGame: it is not over after `longest` steps.
    """
    source = random.Random(seed)
    state = rules.initial_state()
    state.events = noted = list[Event]()
    for _ in range(longest):
        legal = state.legal()
        if len(legal) > 1:
            state.apply(choice_of(policies[state.stack[-1][1]], state, legal))
        elif legal:
            state.apply(legal[0])
        elif state.stack:
            state.apply(state.sample(source))
        else:
            break
        noted.append(())
    if state.stack:
        raise EndlessGame(f"seed {seed}: not over after {longest} steps, in round {state.round}")
    return PlayedOut(state, noted)
