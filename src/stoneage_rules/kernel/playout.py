"""Playing on at random in one loop: what `legal`, `sample` and `apply` do, without asking whether an answer is allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stoneage_rules.errors import EndlessGame
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.frames import MOST_STEPS, endless, use_item

if TYPE_CHECKING:
    from stoneage_rules.kernel.state import RandomSource, State

__all__ = ["play_out"]


def play_out(state: State, random: RandomSource, until_round: int, longest: int, answers: list[Action | Outcome] | None) -> int:
    """Plays a state on as `State.play_out` says; `legal`, `apply` and `advance` are written out, because calls cost most."""
    draw, stack, rules = random.random, state.stack, state.rules
    steps, samplers, decisions, resumes, anytime = rules.steps, rules.samplers, rules.onward, rules.resumes, rules.anytime
    choices = 0
    state._legal = None
    for _ in range(longest + 1):
        for _ in MOST_STEPS:
            if not stack:
                return choices
            frame = stack.pop()
            step = steps[frame[0]]
            if step is None:
                break
            step(state, frame)
        else:
            raise endless(state)
        stack.append(frame)
        if state.round >= until_round:
            return choices
        usable, sampler = 0, samplers[frame[0]]
        if sampler is not None:
            answer: Any = sampler(state, frame, draw)
        else:
            options = state._options or decisions[frame[0]](state, frame)  # type: ignore[misc]
            state._options = None
            usable = state.unspent[frame[1]] & anytime
            if usable:
                options += rules.uses(usable)
            choices += 1
            answer = options[int(draw() * len(options))] if len(options) > 1 else options[0]
        if answers is not None:
            answers.append(answer)
        if usable and answer.kind == "use":
            use_item(state, frame[1], answer.data)
        else:
            stack.pop()
            resumes[frame[0]](state, frame, answer)  # type: ignore[misc]
    raise EndlessGame(f"not over after {longest} steps, in round {state.round}")
