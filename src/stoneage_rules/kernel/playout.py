"""Playing on at random in one loop: what `legal`, `sample` and `apply` do, without asking whether an answer is allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stoneage_rules.errors import EndlessGame
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.frames import advance, use_item

if TYPE_CHECKING:
    from stoneage_rules.kernel.state import RandomSource, State

__all__ = ["play_out"]


def play_out(state: State, random: RandomSource, until_round: float, longest: int, answers: list[Action | Outcome] | None) -> int:
    """Plays a state on at random; see `State.play_out`.

    The loop is written out here instead of calling `legal` and `apply`, because calls are most of what they cost.
    """
    draw = random.random
    rules, stack = state.rules, state.stack
    samplers, decisions, resumes, anytime = rules.samplers, rules.choices, rules.resumes, rules.anytime
    choices = 0
    state._legal = None
    for _ in range(longest + 1):
        if not stack or state.round >= until_round:
            return choices
        frame = stack[-1]
        uses, kind = False, frame[0]
        sampler = samplers[kind]
        if sampler is not None:
            answer: Any = sampler(state, frame, draw)
        else:
            options = state._options
            if options is None:
                options = decisions[kind](state, frame)  # type: ignore[misc]
            else:
                state._options = None
            usable = state.unspent[frame[1]] & anytime
            if usable:
                options += rules.uses(usable)
            choices += 1
            answer = options[int(draw() * len(options))] if len(options) > 1 else options[0]
            uses = bool(usable) and answer.kind == "use"
        if answers is not None:
            answers.append(answer)
        if uses:
            use_item(state, frame[1], answer.data)
        else:
            del stack[-1]
            resumes[kind](state, frame, answer)  # type: ignore[misc]
        advance(state)
    raise EndlessGame(f"not over after {longest} steps, in round {state.round}")
