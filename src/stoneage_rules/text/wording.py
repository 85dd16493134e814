"""Lists, counts and long texts in the words of messages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

__all__ = ["a", "choices_of", "counted", "either", "first_of", "listed", "noun_of", "plural", "shortened", "with_single_blanks"]

LONGEST_WORD = 60
MOST_CHOICES = 40
MOST_BESIDE_A_GUESS = 16
"""The number of choices that are listed besides the nearest."""


def shortened(text: str, longest: int = LONGEST_WORD) -> str:
    """Cuts a text to a length that a message can have."""
    return text if len(text) <= longest else text[: longest - 3] + "..."


def with_single_blanks(line: str) -> str:
    """Returns a line with one blank between words; only spaces and tabs count as blanks, since a line feed is more."""
    return " ".join(filter(None, line.replace("\t", " ").split(" ")))


def plural(noun: str) -> str:
    """Returns the plural of a noun, of `group of goods` by its first noun, and of `verb or frame` by both."""
    if noun == "die":
        return "dice"
    if " or " in noun:
        return " or ".join(map(plural, noun.split(" or ")))
    first, of, remaining = noun.partition(" of ")
    if first.endswith("y") and first[-2:-1] not in "aeiou":
        first = first[:-1] + "ie"
    elif first.endswith(("s", "x", "ch", "sh")):
        first += "e"
    return f"{first}s{of}{remaining}"


NOUNS = {"setup": "step of the set-up", "kernel": "verb or frame", "add_on": "add-on"}


def noun_of(kind: str) -> str:
    """Returns the noun for records of a kind."""
    group, _, of = kind.rpartition(":")
    noun = NOUNS.get(of, of.replace("_", " "))
    return f"group of {plural(noun)}" if group else noun


def counted(count: int, noun: str) -> str:
    """Returns a number with its noun: `1 good`, `2 goods`, `-1 point`."""
    return f"{count} {noun if count in (1, -1) else plural(noun)}"


def listed(words: Iterable[object]) -> str:
    """Joins words as in a sentence: `2, 3 and 4`."""
    *most, last = map(str, words)
    return f"{', '.join(most)} and {last}" if most else last


def choices_of(noun: str, choices: Iterable[str], guess: str | None = None, word: str = "") -> str:
    """Returns a sentence with the choices: `goods are clay, food and wood`.

    Beside a guess few are listed: a single choice is not, and of many only those that begin like the guess or the word itself.
    """
    known = sorted(shortened(choice) for choice in choices)
    if not known:
        return f"there are no {plural(noun)}"
    if len(known) == 1:
        return "" if guess else f"the only {noun} is {known[0]}"
    start, point, _ = (guess or word).partition(".")
    similar = [choice for choice in known if choice.startswith(start + point)]
    if point and similar and len(known) > MOST_BESIDE_A_GUESS:
        return f"{plural(noun)} that begin with `{start}.` are {first_of(similar, MOST_BESIDE_A_GUESS)}"
    return f"{plural(noun)} are {first_of(known, MOST_BESIDE_A_GUESS if guess else MOST_CHOICES)}"


def first_of(words: Sequence[str], most: int = MOST_CHOICES) -> str:
    """Lists words, but no more than so many of them: `clay, food and 3 more`."""
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return ", ".join(words[:most]) + more


def either(words: Iterable[object]) -> str:
    """Joins words of which one is to be chosen: `2, 3 or 4`."""
    *most, last = map(str, words)
    return f"{', '.join(most)} or {last}" if most else last


def a(noun: str) -> str:
    """Returns a noun with its article."""
    return f"an {noun}" if noun[:1] in "aeiou" else f"a {noun}"
