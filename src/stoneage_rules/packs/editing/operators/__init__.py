"""The operators of a patch: one class each, with its behaviour, wording and schema."""

from collections.abc import Mapping

from stoneage_rules.packs.editing.operators.adjust import AdjustOperator
from stoneage_rules.packs.editing.operators.append import AppendOperator
from stoneage_rules.packs.editing.operators.drop import DropOperator
from stoneage_rules.packs.editing.operators.expect import ExpectOperator
from stoneage_rules.packs.editing.operators.insert import InsertOperator
from stoneage_rules.packs.editing.operators.operator import Operator
from stoneage_rules.packs.editing.operators.set import SetOperator
from stoneage_rules.packs.editing.operators.unset import UnsetOperator

__all__ = ["OPERATORS"]

IN_ORDER = (ExpectOperator, UnsetOperator, DropOperator, SetOperator, AdjustOperator, AppendOperator, InsertOperator)
"""In the order in which one patch applies them."""
OPERATORS: Mapping[str, Operator] = {kind.word: kind() for kind in IN_ORDER}
"""The operators by their keys."""
