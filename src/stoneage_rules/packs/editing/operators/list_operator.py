"""The base class of the operators on lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from stoneage_rules.packs.editing.operators.operator import Operator, Schema
from stoneage_rules.packs.records.parts import element_of

if TYPE_CHECKING:
    from stoneage_rules.packs.schema.edit_tables import EditForms

__all__ = ["ListOperator"]


class ListOperator(Operator):
    """An operator that adds or drops elements of a list."""

    on_list: ClassVar[bool] = True

    def schema(self, forms: EditForms, annotation: Any, metadata: Mapping[str, Any]) -> Schema | None:
        element = element_of(annotation)
        within = forms.into(self, annotation, metadata)
        if element is None:
            return within
        schema = self.element_schema(forms, element, metadata)
        return schema if within is None else {"anyOf": [schema, within]}

    def element_schema(self, forms: EditForms, element: Any, metadata: Mapping[str, Any]) -> Schema:
        """Returns the JSON schema of the operator's value for a list with elements of a type."""
        raise NotImplementedError
