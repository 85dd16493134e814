"""Finds what people mean by a line that they type: names, parts of names, goods in any order, with commas or without."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from stoneage_rules.errors import InvalidAction
from stoneage_rules.kernel.actions import GOODS, Action
from stoneage_rules.kernel.state import State, View
from stoneage_rules.telling.phrases import ShortBriefs
from stoneage_rules.text import did_you_mean


class Several(InvalidAction):
    """A line that fits several options, or one that it does not surely mean."""

    def __init__(self, options: Sequence[Action]) -> None:
        example = options[-1].text.partition(" ")[2] or options[-1].text
        super().__init__(f"several options begin so, `{options[0]}` to `{options[-1]}`; say which, as `{example}`")
        self.options = options


def answer_meant(line: str, state: State | View, commands: Collection[str] = (), *, any_of: bool = False) -> Action | str:
    """Returns the option that a person means by a line; or else the line in full, with ids, so that it is refused with reasons.

    Args:
        line: `place hunt 3`, `hunt 3`, `Hunting grounds 3` or `hunt all`: the beginning of an option, with its first word or
            without, or words of what it names or brings; goods in any order, after the first word all of them.
        state: the state where somebody must choose.
        commands: the words that could be meant instead by one that means nothing.
        any_of: whether the first of several options will do.

    Raises:
        Several: several options fit, or one has only words that begin so.
        InvalidAction: the first word means nothing.
    """
    rules, legal, line = state.rules, state.legal(), f" {' '.join(line.casefold().split())} "
    places = {place.id for place in rules.places}
    for place in rules.places:
        if not any(place.name in action.text.split() for action in legal):
            line = line.replace(f" {place.name.casefold()} ", f" {place.id} ")
    words = _units(line, rules.goods)
    known = (*places, *rules.shapes, *commands)
    texts = {action: _units(action.text, rules.goods) for action in legal}
    fits, is_sure = _fitting(words, texts), True
    if words and not fits and words[0] not in known:
        fits, is_sure = _with_parts(words, texts, state)
        is_sure &= not fits or rules.shapes[fits[0].kind] is not GOODS  # a payment is meant in full
    if fits and (any_of or (is_sure and len(fits) == 1)):
        return fits[0]
    if fits:
        raise Several(fits)
    if words and "_" in words[0]:
        words[:0] = [action.kind for action in legal if rules.shapes[action.kind] is GOODS][:1]
    if words and words[0] not in known:
        hint = did_you_mean(words[0], known, "`?` tells what you can type")
        raise InvalidAction(f"nothing here is called `{words[0].replace('_', ' ')}`; {hint}")
    like = next((action for action in legal if places & {*action.args[:1]}), None)
    if like is not None and words[0] in places:
        words = [like.kind, *words, *[f"{rules.place(words[0]).least}"] * (len(words) < len(like.args))]
    return re.sub("_([^ ]+) (?=[0-9]+_)", r" \1, ", " ".join(words)).replace("_", " ")


def _with_parts(words: Sequence[str], texts: Mapping[Action, Sequence[str]], state: State | View) -> tuple[list[Action], bool]:
    """Returns the options with parts of words in what they name or bring, and whether the first is a whole word of each."""
    told = {action: _about(action, state) for action in texts}
    for word in words[: -1 if words[-1] == "all" else None]:
        told = {action: about for action, about in told.items() if _has(word, action.text if word.isdecimal() else about)}
    fits = _fitting([word for word in words[-1:] if word == "all"], {action: texts[action] for action in told})
    return fits, all(f" {words[0]} " in about for about in told.values())


def _has(word: str, about: str) -> bool:
    """Returns whether a word is in a text, or begins one there that is no sign: `farm` is not meant for farmers on a card."""
    return f" {word} " in about or f" {word}" in re.sub(r" shows .*?(?= costs |$)", "", about)


def _units(text: str, goods: Collection[str]) -> list[str]:
    """Returns the words of a text without commas, goods with their numbers as one: `pay`, `3_gold`, `2_stone`."""
    return re.sub(rf"\b([0-9]+) ({'|'.join(goods)})\b", r"\1_\2", text.replace(",", " ")).split()


def _fitting(words: Sequence[str], texts: Mapping[Action, Sequence[str]]) -> list[Action]:
    """Returns the options with the same words, or else with the same goods, or that begin so; of `all` those with most."""
    if words[-1:] == ["all"]:
        fits = _fitting(words[:-1], texts) if words[:-1] else [*texts]
        return [action for action in fits if _amount(texts[action]) == max(_amount(texts[one]) for one in fits)]
    is_goods = any("_" in word for word in words)
    same = [action for action, own in texts.items() if sorted(words) == sorted(own) or (words == own[1:] and not is_goods)]
    if is_goods:
        return same or [action for action, own in texts.items() if {*words} <= {*own}]
    return same or [action for action, own in texts.items() if words in (own[: len(words)], own[1 : len(words) + 1])]


def _amount(words: Sequence[str]) -> int:
    """Returns how many goods or figures are in the words of an option."""
    return sum(int(number) for number in (word.partition("_")[0] for word in words) if number.isdecimal())


def _about(action: Action, state: State | View) -> str:
    """Returns the words of an option, and of what it names and brings."""
    told = [action.text, state.rules.describe(action, state)]
    for place in state.rules.places:
        if place.id in action.args:
            told += [place.name, str(state.rules.service(ShortBriefs).place(state, place))]
    return " ".join(("", *re.findall(r"[\w'-]+", " ".join(told).casefold()), ""))
