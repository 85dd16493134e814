"""The options of a question at the terminal: their numbers, their order, and what a typed line means."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import count, groupby
from typing import Any

import attrs

from stoneage_rules.errors import InvalidAction
from stoneage_rules.kernel.actions import FACE, TOOLS, Action
from stoneage_rules.play.game import Game
from stoneage_rules.play.meanings import answer_meant
from stoneage_rules.text import first_of


@attrs.frozen
class OptionLine:
    """An option, or several one after the other that differ in their last number alone."""

    number: int
    """The number that is typed for it."""
    actions: Sequence[Action]
    meaning: str
    """The words for its result; empty if the text says it, or if several have different results."""
    is_place: bool
    """True if the number is that of a place."""

    @property
    def text(self) -> str:
        """The option as it is typed: `place hunt 1-5`; of a place that acts only the name."""
        first, last = self.actions[0], self.actions[-1]
        words = first.text if first is last else f"{first.text}-{last.args[-1]}"
        return words.partition(" ")[2] if self.is_place and len(first.args) == 1 else words


class Choices:
    """The options of a seat: places and dice have numbers of their own, all others count from 1 on, best first.

    Args:
        game: the game.
        seat: the seat that must choose.
    """

    def __init__(self, game: Game, seat: int) -> None:
        self.state, self.view, self.seat, rules = game.state, game.view(seat), seat, game.rules
        order = sorted(rules.places, key=lambda place: (place.row >= 0, place.index))
        self.numbers = {place.id: number for number, place in enumerate(order, 1)}
        legal = self.state.legal()
        self.is_board = any(len(action.args) > 1 and action.args[0] in self.numbers for action in legal)
        """True if figures are placed: the question is shown on the board."""
        self.legal = legal if self.is_board else self._best_first(legal)
        ranges = [[action for _, action in group] for _, group in groupby(enumerate(self.legal), _but_its_number)]
        named = [actions[0].args[0] for actions in ranges if actions[0].args and actions[0].args[0] in self.numbers]
        own: Mapping[Any, int] = self.numbers
        if len({*named}) < len(named) or not named:
            own = {action.args[0]: action.args[0] for action in self.legal if rules.shapes[action.kind] is FACE}
            ranges = [[action] for action in self.legal]
        free = count(max(own.values(), default=0) + 1)
        self.lines: list[OptionLine] = []
        """All options: on the board by their numbers, else those of each kind from the best on."""
        for actions in ranges:
            number = own.get(next(iter(actions[0].args), None))
            meaning = "" if len(actions) > 1 else rules.describe(actions[0], self.view)
            self.lines.append(OptionLine(number or next(free), actions, meaning, bool(number) and own is self.numbers))
        self.on_places = {order[line.number - 1].index: line for line in self.lines if line.is_place}
        """By the index of a place, the option that names it; none if several do that are not in one range."""
        if self.is_board:
            self.lines.sort(key=lambda line: line.number)

    def _best_first(self, legal: Sequence[Action]) -> Sequence[Action]:
        """Returns the options of each kind by what the seat has at once after them."""
        kinds = [*dict.fromkeys(action.kind for action in legal)]
        return sorted(legal, key=lambda action: (kinds.index(action.kind), *self._lacking(action)))

    def _lacking(self, action: Action) -> Sequence[int]:
        """Returns how little a seat has after an option: points; in the same phase also figures, steps and tools, and goods."""
        then = self.state.after(action)
        has = then.player(self.seat)
        if then.phase_index != self.state.phase_index:  # of these goods the seat may have been fed
            return (-has.points,)
        lasting = has.figures + sum(has.tracks.values()) + sum(value for value, _ in has.tools)
        worth = sum(count * then.rules.good(good).value for good, count in has.goods.items())
        return -has.points, -lasting, -worth, -sum(has.goods.values())

    @property
    def idle(self) -> Action | None:
        """The answer that uses no tool, if tools would change nothing; None if there is something to choose."""
        if any(self.state.rules.shapes[action.kind] is not TOOLS for action in self.legal):
            return None
        thens = [*map(self.state.after, self.legal)]
        for then in thens:
            then.kits = then.unspent = ()
        if any(then != thens[0] for then in thens):
            return None
        return next((action for action in self.legal if not any(action.args)), None)

    def answer(self, line: str, commands: Collection[str] = (), *, any_of: bool = False) -> Action | str:
        """Returns what `answer_meant` does; `1 3` means the same as `hunt 3` where hunt has the number 1.

        Raises:
            Several: several options fit.
            InvalidAction: nothing has that name or number.
        """
        first, *rest = line.split()
        if first.isdecimal() and not {*rest[:1]} & {*self.state.rules.goods}:
            line = " ".join((self._named(first), *rest))
        return answer_meant(line, self.state, commands, any_of=any_of)

    def _named(self, number: str) -> str:
        """Returns the words of a number: a place, or an option.

        Raises:
            InvalidAction: nothing has the number.
        """
        named = {str(line.number): line.actions[0].text for line in self.lines}
        if self.on_places:
            named |= {str(own): place for place, own in self.numbers.items()}
        if number not in named:
            raise InvalidAction(f"the options are numbered {first_of([str(line.number) for line in self.lines])}")
        return named[number]


def _but_its_number(numbered: tuple[int, Action]) -> object:
    """Returns the same value for options that differ only in a last number that counts up with their own numbers."""
    number, action = numbered
    *others, last = action.args or ("",)
    return (action.kind, others, last - number) if others and type(last) is int else number
