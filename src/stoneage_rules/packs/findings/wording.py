"""How messages put lists and long texts into words; what is wrong with a pack is found elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

__all__ = ["a", "choices_of", "counted", "either", "listed", "noun_of", "plural", "shortened"]

LONGEST_WORD = 60
MOST_CHOICES = 40
MOST_BESIDE_A_GUESS = 16
"""So many choices are listed where the nearest is named anyhow."""


def shortened(text: str, longest: int = LONGEST_WORD) -> str:
    """A text that is not longer than a message can bear."""
    return text if len(text) <= longest else text[: longest - 3] + "..."


def plural(noun: str) -> str:
    """The plural of a noun, or of a group of words such as `group of goods`, by its first noun."""
    first, of, rest = noun.partition(" of ")
    if first.endswith("y") and first[-2:-1] not in "aeiou":
        first = first[:-1] + "ie"
    elif first.endswith(("s", "x", "ch", "sh")):
        first += "e"
    return f"{first}s{of}{rest}"


NOUNS = {"setup": "step of the set-up", "kernel": "verb or frame", "add_on": "add-on"}


def noun_of(kind: str) -> str:
    """What records of a kind are called in a sentence."""
    group, _, of = kind.rpartition(":")
    noun = NOUNS.get(of, of.replace("_", " "))
    return f"group of {plural(noun)}" if group else noun


def counted(count: int, what: str) -> str:
    """A number and the thing counted, in the plural where it must be."""
    return f"{count} {what if count == 1 else plural(what)}"


def listed(words: Iterable[object]) -> str:
    """Words as one of a sentence: `2, 3 and 4`."""
    *most, last = map(str, words)
    return f"{', '.join(most)} and {last}" if most else last


def choices_of(noun: str, choices: Iterable[str], guess: str | None = None) -> str:
    """What there is to choose from: `goods are clay, food and wood`.

    Beside a guess little of it is needed: nothing of a single choice, of many those that begin as the guess does.
    """
    known = sorted(shortened(choice) for choice in choices)
    if not known:
        return f"there are no {plural(noun)}"
    if len(known) == 1:
        return "" if guess else f"the only {noun} is {known[0]}"
    start, point, _ = (guess or "").partition(".")
    if point and len(known) > MOST_BESIDE_A_GUESS:
        alike = [choice for choice in known if choice.startswith(start + point)]
        return f"{plural(noun)} that begin with `{start}.` are {_first_of(alike, MOST_BESIDE_A_GUESS)}"
    return f"{plural(noun)} are {_first_of(known, MOST_BESIDE_A_GUESS if guess else MOST_CHOICES)}"


def _first_of(words: Sequence[str], most: int) -> str:
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return ", ".join(words[:most]) + more


def either(words: Iterable[object]) -> str:
    """Words of which one is to be chosen: `2, 3 or 4`."""
    *most, last = map(str, words)
    return f"{', '.join(most)} or {last}" if most else last


def a(noun: str) -> str:
    """A noun with its article."""
    return f"an {noun}" if noun[:1] in "aeiou" else f"a {noun}"
