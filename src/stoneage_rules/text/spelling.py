"""The word that was most likely meant by a misspelt one, and the sentence that tells of it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from stoneage_rules.text.terminal import safe
from stoneage_rules.text.wording import MOST_BESIDE_A_GUESS, MOST_CHOICES, first_of, shortened

__all__ = ["did_you_mean", "nearest", "suggestion", "unknown"]

NUMBER = re.compile("[0-9]+")
LONGEST_WORD = 60
"""A longer text is not a misspelling, and comparing it would take long."""


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """Returns the choice that `word` was most likely meant to be, or None if a guess would be far-fetched.

    A letter missing, wrong, too many or exchanged with its neighbour is one slip; case, `_` for `-`, and leading zeros of numbers
    and a hyphen before them are none. One slip in three letters is allowed, and an exchange always, both in the whole and in what
    stands behind the last `:` or `.`, as an id's prefix says nothing about the rest. Numbers must be the same, and in a word that
    ends in one nothing may be wrong. Failing all that, the first of several words may be a choice.
    """
    return _nearest(word, tuple(choices)) if len(word) <= LONGEST_WORD else None


@lru_cache(maxsize=1000)
def _nearest(word: str, choices: tuple[str, ...]) -> str | None:
    target = _normalized(word)
    letters, numbers, last = set(target), NUMBER.findall(target), _last_part(target)
    ranked = [
        # Among equals, letters in a wrong order come first, then common beginnings; code points settle the rest.
        (
            slips,
            sorted(_normalized(choice)) != sorted(target),
            -_common_start(_normalized(choice), target),
            _slips(word, choice),
            choice,
        )
        for choice in choices
        if abs(len(target) - len(choice)) <= _allowed(target, choice)
        # Each letter that the choice lacks is a slip: most choices need no closer look.
        and len(letters.difference(_normalized(choice))) <= _allowed(target, _normalized(choice))
        # Another number is another number, not a misspelling.
        and numbers == NUMBER.findall(_normalized(choice))
        and (slips := _slips(target, _normalized(choice)))
        <= (0 if target[-1:].isdigit() else _allowed(target, _normalized(choice)))
        and _slips(last, other := _last_part(_normalized(choice))) <= _allowed(last, other)
    ]
    if ranked:
        return min(ranked)[-1]
    first, blank, _ = word.partition(" ")
    return first if blank and first in choices else None


def did_you_mean(word: str, choices: Iterable[str], otherwise: str) -> str:
    """Returns a hint for a misspelt word: ``did you mean `wood`?``, or another hint if no choice is near."""
    near = nearest(word, choices)
    return f"did you mean `{near}`?" if near else otherwise


def suggestion(word: str, choices: Iterable[str]) -> str:
    """Returns a hint for a misspelt word, the nearest choice and what there is: ``did you mean `wood`? There are wood, clay``."""
    known = [*choices]
    near = nearest(word, known)
    guess = f"did you mean `{near}`? T" if near else "t"
    listed = first_of([shortened(choice) for choice in known], MOST_BESIDE_A_GUESS if near else MOST_CHOICES)
    return f"{guess}here {'are' if len(known) > 1 else 'is'} {listed or 'none'}"


def unknown(noun: str, word: object, choices: Iterable[str]) -> str:
    """Returns the sentence for a word that names nothing: ``no good is called `wod`; did you mean `wood`? There are wood, clay``.

    Args:
        noun: the noun of what it should name, such as `good`.
        word: the word; of what is no text, its representation is shown.
        choices: the names that there are, in their order.
    """
    text = word if isinstance(word, str) else repr(word)
    return f"no {noun} is called `{safe(shortened(text))}`; {suggestion(text, choices)}"


def _last_part(word: str) -> str:
    """Returns the part of an id behind its last `:` or `.`."""
    return re.split("[:.]", word)[-1]


@lru_cache(maxsize=2000)
def _normalized(word: str) -> str:
    return re.sub("-?0*(?=[0-9])", "", word.casefold().replace("_", "-"))


def _common_start(a: str, b: str) -> int:
    """Returns how many letters two words have in common at the start."""
    return next((at for at, (one, other) in enumerate(zip(a, b, strict=False)) if one != other), min(len(a), len(b)))


def _allowed(a: str, b: str) -> int:
    """Returns how many slips may lie between a word and the one that was meant."""
    return max(len(a), len(b)) // 3 or sorted(a) == sorted(b)


def _slips(a: str, b: str) -> int:
    """Returns the edit distance in which exchanging two neighbours counts one (optimal string alignment)."""
    above: list[int] = []
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a):
        before_above, above, row = above, row, [i + 1]
        for j, other in enumerate(b):
            cost = min(above[j + 1] + 1, row[j] + 1, above[j] + (letter != other))
            if i and j and letter == b[j - 1] and a[i - 1] == other:
                cost = min(cost, before_above[j - 1] + 1)
            row.append(cost)
    return row[-1]
