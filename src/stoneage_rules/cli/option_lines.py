"""Lists the options of a question: numbered and described, or joined to ranges of numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import attrs

from stoneage_rules.cli.screen import screen
from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.text.layout import in_columns, width_of

__all__ = ["IN_COLUMNS", "OptionLine", "listed_options", "meant", "on_places", "options_of"]

IN_COLUMNS = 12
"""The number of options up to which each has a line of its own where nothing scrolls away."""
PROMPT = 3
"""The lines that the question, what the seat has and the prompt take."""


@attrs.frozen
class OptionLine:
    """An option, or several one after the other that differ in their last number alone."""

    first: int
    """Its number in the list, from 1 on."""
    last: int
    actions: tuple[Action, ...]
    meaning: str
    """The words for what it comes to; empty if the text says it, or if several come to different things."""

    @property
    def numbers(self) -> str:
        """The number that is typed, or the range of numbers: `12-16`."""
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"

    @property
    def text(self) -> str:
        """The option as it is typed: `place hunt 1-5`."""
        first, last = self.actions[0], self.actions[-1]
        return first.text if first is last else f"{first.text}-{last.args[-1]}"

    @property
    def rest(self) -> str:
        """The same without its first word: `hunt 1-5`; without the number, where only 1 is possible."""
        words = self.text.split()[1:]
        return words[0] if words[1:] == ["1"] else " ".join(words)


def options_of(legal: Sequence[Action], describe: Callable[[Action], str], *, ranges: bool) -> list[OptionLine]:
    """Returns the options of a question.

    Args:
        legal: what may be chosen.
        describe: returns what an action comes to.
        ranges: whether options that differ in their last number are one line.
    """
    options: list[OptionLine] = []
    for number, action in enumerate(legal, 1):
        meaning = describe(action)
        before = options[-1] if options else None
        if before and ranges and _follows(before.actions[-1], action):
            options[-1] = attrs.evolve(before, last=number, actions=(*before.actions, action), meaning="")
        else:
            options.append(OptionLine(number, number, (action,), meaning))
    return options


def _follows(before: Action, action: Action) -> bool:
    """Returns True if an action differs from another only in its last number, which is one more."""
    if before.kind != action.kind or before.args[:-1] != action.args[:-1] or len(action.args) < 2:
        return False
    last, number = before.args[-1], action.args[-1]
    return type(last) is int and type(number) is int and number == last + 1


def on_places(options: Iterable[OptionLine], rules: Ruleset) -> Mapping[int, OptionLine]:
    """Returns the options that name a place first, by the index of the place; none if several do that are not in one range."""
    found: dict[int, OptionLine] = {}
    for option in options:
        place = option.actions[0].args[0] if option.actions[0].args else None
        index = rules.place_index.get(place) if isinstance(place, str) else None
        if index is not None:
            if index in found:
                return {}
            found[index] = option
    return found


def listed_options(options: Sequence[OptionLine]) -> list[str]:
    """Returns the lines of a list of options; on a terminal so that all can be seen at once, if that can be."""
    wide = max((len(option.numbers) for option in options), default=0)
    starts = [f"{option.numbers:>{wide}}  {option.text}" for option in options]
    full = [start + f"  ({option.meaning})" * bool(option.meaning) for start, option in zip(starts, options, strict=True)]
    forms = [full, in_columns(full, screen.width)]
    if screen.height is not None:
        forms.append(in_columns(starts, screen.width))
    room = IN_COLUMNS if screen.height is None else screen.height - PROMPT
    return next((lines for lines in forms if sum(-(-width_of(line) // screen.width) for line in lines) <= room), forms[-1])


def meant(line: str, legal: Sequence[Action]) -> Action | None:
    """Returns the only action that a line stands for: its beginning, with its first word or without, as `hunt 3` or `card-1`."""
    words = line.casefold().split()
    texts = [(action, action.text.casefold().split()) for action in legal]
    exact = [action for action, text in texts if text[1:] == words]
    begun = [action for action, text in texts if words in (text[: len(words)], text[1 : len(words) + 1])]
    return next((fits[0] for fits in (exact, begun) if len(fits) == 1), None)
