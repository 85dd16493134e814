"""The pending question of a state, as programs read it, and short descriptions of its answers.

The facts are declared by each decision and chance event (`Question.asked`), the words by its templates (`prompt`) and `hint`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import attrs

from stoneage_rules.data.definitions import plain
from stoneage_rules.kernel.actions import Action, Outcome, form
from stoneage_rules.kernel.chance import Chance
from stoneage_rules.kernel.frames import JSON, Question, prompt_of
from stoneage_rules.kernel.legality import Decision, source_of
from stoneage_rules.kernel.position import check_answer
from stoneage_rules.language.cost import Cost
from stoneage_rules.telling.phrases import Briefs
from stoneage_rules.text import safe

if TYPE_CHECKING:
    from stoneage_rules.kernel.position import Position


@attrs.frozen(kw_only=True, repr=False)
class Pending:
    """The question that a state or view waits with: a seat's choice, or a roll or draw.  Facts that do not apply are None.

    >>> state.pending.kind, state.pending.seat, state.pending.prompt, state.pending.amount
    ('place-figures', 0, 'where to place figures', 5)
    >>> state.pending.forms, state.pending.total
    (('place PLACE NUMBER',), None)
    """

    kind: str
    """The name of the decision or chance event, such as `use-tools` or `buy`; modules may add kinds."""
    seat: int
    """The seat that chooses, or for which chance decides."""
    is_chance: bool
    prompt: str
    """The question as a phrase: `which tools to add to a total of 7`, `a roll of 3 dice for seat 0`."""
    forms: tuple[str, ...]
    """The ways in which a choice is written: `place PLACE NUMBER`; none for chance."""
    place: str | None = None
    """The id of the place that it is about."""
    item: str | None = None
    """The id of the item that it is about."""
    zone: str | None = None
    """The id of the zone from which an item is drawn."""
    brings: str | None = None
    """The benefit of the item, in brief words: `2 dice / 3 wood, shows 2 shaman`."""
    dice: tuple[int, ...] | None = None
    """The faces of dice that have been rolled, each 1 to 6."""
    dice_count: int | None = None
    """How many dice are about to be rolled."""
    total: int | None = None
    """The total of a roll so far."""
    divide: int | None = None
    """How much of a total makes one good."""
    amount: int | None = None
    """How many are chosen or placed at the most, or how many are missing."""
    among: tuple[str, ...] | None = None
    """The ids of the goods or places among which the choice is."""
    tools: tuple[int, ...] | None = None
    """The values of the tools that can still be used."""
    owed: Cost | None = None
    """The price that is asked."""
    given: Mapping[str, int] | None = None
    """Goods given in a trade, by id."""
    got: Mapping[str, int] | None = None
    """Goods got in a trade, by id."""
    paid: Mapping[str, int] | None = None
    """Goods paid already, by id."""
    more: Mapping[str, JSON] = attrs.field(factory=dict)
    """Further facts by name, such as those of modules."""

    def to_dict(self) -> dict[str, JSON]:
        """Returns the facts as plain data that JSON can write; those that are None or empty are left out.

        A price is `{"fixed": {"wood": 2}}`, or `{"of": "resource", "at_least": 4, "at_most": 4, "kinds": 2}`;
        what is free has no goods: `{"fixed": {}}`.
        """
        facts: dict[str, JSON] = {name: plain(value) for name, value in attrs.asdict(self, recurse=False).items()}
        if self.owed is not None:
            facts["owed"] = {key: value for key, value in plain(self.owed).items() if value} or {"fixed": {}}
        return {name: value for name, value in facts.items() if value not in (None, [], {})}

    def __repr__(self) -> str:
        """Returns the call that makes it, without the facts that do not apply."""
        facts = attrs.asdict(self, recurse=False, filter=lambda field, value: value != field.default and value != {})
        return f"Pending({', '.join(f'{name}={value!r}' for name, value in facts.items())})"


def pending_of(position: Position) -> Pending | None:
    """Returns the value of `Position.pending`."""
    if not position.stack:
        return None
    frame = position.stack[-1]
    handler: Question = position.rules.handlers[frame[0]]
    asked = handler.asked(position, frame)
    return Pending(
        kind=handler.name,
        seat=frame[1],
        is_chance=isinstance(handler, Chance),
        prompt=safe(prompt_of(position, asked)),
        forms=_forms(position, handler) if isinstance(handler, Decision) else (),
        **asked,
    )


def _forms(position: Position, decision: Decision) -> tuple[str, ...]:
    rules = position.rules
    kinds = [*decision.shapes, *decision.extensions]
    kinds += ["use"] if position.unspent[position.stack[-1][1]] & rules.anytime else []
    return tuple(form(kind, rules.shapes[kind]) for kind in kinds if kind in rules.shapes)


def describe(position: Position, answer: Action | Outcome) -> str:
    """Returns the words of `Ruleset.describe`.

    Raises:
        InvalidAction: it is no action or outcome of the position's rules.
    """
    rules = position.rules
    check_answer(rules, answer)
    if isinstance(answer, Action) and answer.kind == "use":
        return safe(rules.service(Briefs).item(rules.item_index[answer.args[0]]).brings)
    frame = position.stack[-1] if position.stack else None
    handler = rules.handlers[frame[0]] if frame else None
    if isinstance(answer, Outcome):
        return safe(handler.hint(position, frame, answer) or "") if isinstance(handler, Chance) and frame else ""
    source = source_of(handler, answer) if isinstance(handler, Decision) and answer.index >= 0 else None
    return safe(source.hint(position, frame, answer) or "") if source is not None and frame else ""
