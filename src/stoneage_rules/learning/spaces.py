"""Actions as numbers that mean the same at every table of a family, and masks of the legal ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from stoneage_rules.errors import InvalidAction, UnknownName, check_type
from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.position import Position, check_number
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.language.fields import Noted
from stoneage_rules.loading.load import TableLike, load
from stoneage_rules.loading.table import Table

# --- families -----------------------------------------------------------------------------------------------------


SINGLE = Ruleset, Table, Mapping, str, Path


def distinct_rules(tables: TableLike | Iterable[TableLike]) -> tuple[Ruleset, ...]:
    """Returns the rules of tables, each digest once.

    Raises:
        ValueError: there is none.
    """
    check_type(tables, "tables", (*SINGLE, Iterable), "a table as `load` takes it, or several")
    each = [tables] if isinstance(tables, SINGLE) else tables
    rulesets = [table if isinstance(table, Ruleset) else load(table) for table in each]
    if not rulesets:
        raise ValueError("a space is made for one table at least")
    return tuple({rules.digest: rules for rules in rulesets}.values())


def merged(texts: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Returns each text once, by its lowest index in any sequence; the order of the sequences does not matter."""
    least: dict[str, int] = {}
    for sequence in texts:
        for place, text in enumerate(sequence):
            least[text] = min(place, least.get(text, place))
    return tuple(sorted(least, key=lambda text: (least[text], text)))


def space_digest(*parts: object) -> str:
    """Returns the hash of the space's parts and of the format version."""
    return sha256(repr((FORMAT, *parts)).encode()).hexdigest()


class Space(Noted):
    """Numbers for a family of tables; it is pickled as its tables."""

    rulesets: tuple[Ruleset, ...]
    """The rules of the family, each digest once."""
    digest: str
    """Equal if all numbers are equal: store it with a learnt model."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.rulesets,)


FORMAT = 1
"""The version of the way that spaces are made: another number, another digest."""

# --- actions ------------------------------------------------------------------------------------------------------


class ActionSpace(Space):
    """Numbers for the actions of a family of tables: a text has the same number at all of them.

    A single table keeps the numbers of `rules.actions`. The order of the tables does not matter.

    >>> import stoneage_rules as sa
    >>> tables = [sa.load(players=2), sa.load(players=4)]
    >>> space = sa.ActionSpace(tables)
    >>> [space.number(rules.parse("place hunt 5")) for rules in tables], len(space)
    ([1020, 1020], 1260)
    >>> space.action(1020, tables[1])
    <Action 'place hunt 5'>

    Args:
        tables: one or several rulesets, or tables as for `sa.load`.
    """

    texts: tuple[str, ...]
    """The actions, by their numbers."""

    def __init__(self, tables: TableLike | Iterable[TableLike]) -> None:
        self.rulesets: tuple[Ruleset, ...] = distinct_rules(tables)
        self.texts = merged([action.text for action in rules.actions] for rules in self.rulesets)
        self.digest: str = space_digest(self.texts)
        numbers = {text: number for number, text in enumerate(self.texts)}
        self._numbers = {rules.digest: tuple([numbers[action.text] for action in rules.actions]) for rules in self.rulesets}
        self._actions: dict[Ruleset, tuple[Action | None, ...]] = {}

    def __len__(self) -> int:
        return len(self.texts)

    def number(self, action: Action) -> int:
        """Returns the number of an action.

        Raises:
            InvalidAction: no decision of its rules ever offers it.
            UnknownName: its table is not in the family.
        """
        if action.index < 0:
            raise InvalidAction(f"`{action}` has no number: no decision of its rules offers it")
        return self._of(action.rules)[action.index]

    def action(self, number: int, rules: Ruleset) -> Action:
        """Returns the action with a number.

        Raises:
            InvalidAction: the table has no such action.
            UnknownName: the table is not in the family.
        """
        number = check_number(number, "number")
        if rules not in self._actions:
            by_number = dict(zip(self._of(rules), rules.actions, strict=True))
            self._actions[rules] = tuple(map(by_number.get, range(len(self))))
        actions = self._actions[rules]
        action = actions[number] if 0 <= number < len(actions) else None
        if action is None:
            raise InvalidAction(f"number {number} is no action of this table; numbers are 0 to {len(self) - 1}, masks say which")
        return action

    def numbers(self, position: Position) -> list[int]:
        """Returns the numbers of the legal actions of a state, or of the view of the seat to move.

        Actions that only undo the seat's last choice are left out, as in `play_out`: they could loop forever.
        """
        numbers, legal = self._of(position.rules), position.legal()
        undo = position.rules.handlers[position.stack[-1][0]].undo if legal else ""
        return [numbers[action.index] for action in legal if not undo or action.kind != undo]

    def mask(self, position: Position) -> bytearray:
        """Returns a byte for each number: 1 if it is in `numbers`, else 0; arrays can be made of it without a copy."""
        mask = bytearray(len(self.texts))
        for number in self.numbers(position):
            mask[number] = 1
        return mask

    def _of(self, rules: Ruleset) -> tuple[int, ...]:
        """Returns the numbers of a table's actions."""
        numbers = self._numbers.get(rules.digest)
        if numbers is None:
            raise unknown_table(rules, self.rulesets)
        return numbers

    def __repr__(self) -> str:
        return f"<ActionSpace {self.digest[:12]}: {len(self)} actions of {len(self.rulesets)} tables>"


def unknown_table(rules: Ruleset, family: Sequence[Ruleset]) -> UnknownName:
    """Returns the error for a table that a space was not made for."""
    return UnknownName(f"{rules!r} is no table of this space, which is for {', '.join(map(repr, family))}")
