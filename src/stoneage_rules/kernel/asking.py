"""The base of frames that wait for a seat's choice or for chance, and the facts that they declare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias, TypedDict, cast

from stoneage_rules.errors import PluginError
from stoneage_rules.kernel.actions import format_goods
from stoneage_rules.kernel.frames import Frame
from stoneage_rules.language.cost import Cost
from stoneage_rules.text.wording import counted

if TYPE_CHECKING:
    from stoneage_rules.kernel.position import Position
    from stoneage_rules.kernel.ruleset import Ruleset

__all__ = ["JSON", "Asked", "Question", "facts_in", "prompt_of"]

JSON: TypeAlias = "str | int | bool | Sequence[JSON] | Mapping[str, JSON] | None"
"""A value that JSON can write."""


class Asked(TypedDict, total=False):
    """The facts of one question, in ids of the content; those that do not apply are left out."""

    place: str
    """The place that it is about."""
    item: str
    """The item that it is about."""
    zone: str
    """The zone from which an item is drawn."""
    brings: str
    """The benefit of the item, in brief words: `2 dice / 3 wood, shows 2 shaman`."""
    dice: tuple[int, ...]
    """The faces of dice that have been rolled."""
    dice_count: int
    """How many dice are about to be rolled."""
    total: int
    """The total of a roll so far."""
    divide: int
    """How much of a total makes one good."""
    amount: int
    """How many are chosen or placed at the most, or how many are missing."""
    among: tuple[str, ...]
    """The ids of the goods or places among which the choice is."""
    tools: tuple[int, ...]
    """The values of the tools that can still be used."""
    owed: Cost
    """The price that is asked."""
    given: Mapping[str, int]
    """Goods that have been given in a trade."""
    got: Mapping[str, int]
    """Goods that have been got in a trade."""
    paid: Mapping[str, int]
    """Goods that have been paid already."""
    more: Mapping[str, JSON]
    """Further facts by name, such as those of plugins."""


TOLD_BY_SLOTS = {"place": str, "item": str, "zone": str, "total": int, "divide": int, "amount": int}
"""The facts that a slot of the same name tells, with the type that its number then has."""


class Question(Frame):
    """A frame that waits for an answer: a decision or a chance event."""

    prompt: ClassVar[str | tuple[str, ...]]
    """The question as a phrase for people, with facts of `asked` in braces: `how much {good} to bid`; of several templates,
    the first whose facts there are.  `{seat}` is the seat, and `{dice:die}` a number, or a list, with its noun."""

    def asked(self, state: Position, frame: tuple[int, ...]) -> Asked:
        """Returns the facts of the question to a state or view: by default the frame's progress, by the names of its slots."""
        facts: dict[str, Any] = {}
        more: dict[str, JSON] = {}
        for slot, number in zip(self.progress, frame[2:], strict=False):
            if number >= 0:
                value = slot.ids(self.rules)[number] if slot.ids else number
                own = TOLD_BY_SLOTS.get(slot.name) is type(value)
                (facts if own else more)[slot.name] = value
        if more:
            facts["more"] = more
        return cast("Asked", facts)


class _Said(NamedTuple):
    """A fact in a prompt."""

    rules: Ruleset
    value: Any

    def __format__(self, noun: str) -> str:
        if noun:
            return counted(self.value if isinstance(self.value, int) else len(self.value), noun)
        if isinstance(self.value, Cost):
            return self.value.describe(goods=self.rules.goods)
        if isinstance(self.value, Mapping):
            return format_goods(tuple(self.value.items()))
        return ", ".join(map(str, self.value)) if isinstance(self.value, (list, tuple)) else str(self.value)


def prompt_of(position: Position, asked: Asked | None = None) -> str:
    """Returns the pending question as a phrase: `where to place figures`, or `a roll of 3 dice for seat 0`.

    Args:
        position: the state or view that waits with it.
        asked: its facts, if they are known.

    Raises:
        PluginError: it names a fact that there is not.
    """
    frame = position.stack[-1]
    rules, handler = position.rules, position.rules.handlers[frame[0]]
    facts: dict[str, Any] = {**(handler.asked(position, frame) if asked is None else asked), "seat": frame[1]}
    said = {name: _Said(rules, value) for name, value in {**facts, **facts.get("more", {})}.items() if value not in ("", None)}
    templates = (handler.prompt,) if isinstance(handler.prompt, str) else handler.prompt
    template = next((one for one in templates if said.keys() >= facts_in(one)), None)
    if template is None:
        owner, told = rules.owners.get(f"frame {handler.name}", "none"), ", ".join(said)
        raise PluginError(f"plugin {owner}, frame {handler.name}, prompt: `asked` returns other facts than it has: {told}")
    return template.format_map(said)


def facts_in(template: str) -> set[str]:
    """Returns the names of the facts in a template.

    Raises:
        ValueError: it is no template.
    """
    parts = [(name, noun) for _, name, noun, _ in Formatter().parse(template) if name is not None]
    return {name for name, _ in parts} | {inner for _, noun in parts for inner in facts_in(noun or "")}
