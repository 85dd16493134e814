"""Values as notebooks show them: tables of HTML, with every text escaped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

import attrs

from stoneage_rules.text import counted, safe


def html_table(rows: Iterable[Iterable[object]], caption: str = "", heads: bool = True) -> str:
    """Returns a table of HTML: the first cell of a row names it, and with `heads` the first row names the columns."""
    parts = [f"<caption>{escape(safe(caption))}</caption>"] if caption else []
    for number, row in enumerate(rows):
        is_head = heads and not number
        cells = [_cell(value, "col" if is_head else "" if at else "row") for at, value in enumerate(row)]
        parts.append(f"<tr>{''.join(cells)}</tr>")
    return f"<table>{''.join(parts)}</table>"


def _cell(value: object, scope: str) -> str:
    words = html_of(value) or " "
    return f'<th scope="{scope}">{words}</th>' if scope else f"<td>{words}</td>"


def fields_table(value: Any) -> str:
    """Returns the values of a class with fields by name; sparse ones without what is empty."""
    shown = {field.name: getattr(value, field.name) for field in attrs.fields(type(value)) if field.repr}
    sparse = getattr(value, "is_sparse", False)
    return html_table(((name, one) for name, one in shown.items() if not sparse or one not in (None, (), {})), heads=False)


def html_of(value: Any) -> str:
    """Returns a value as HTML: what has a table of its own by that, parts by commas, texts escaped."""
    if hasattr(value, "_repr_html_"):
        return str(value._repr_html_())
    if isinstance(value, Mapping):
        if any(hasattr(one, "_repr_html_") for one in value.values()):
            return html_table(value.items(), heads=False)
        return ", ".join(f"{html_of(key)} {html_of(one)}" for key, one in value.items())
    if isinstance(value, tuple | list):
        return ", ".join(map(html_of, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.2f}"
    return "" if value is None else escape(safe(value))


class Probabilities(tuple[Any, ...]):
    """Outcomes with their probabilities: a tuple of pairs, which notebooks show as a table."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        """Returns the outcomes with their probabilities as fractions and as percentages, the most probable first."""
        ranked = sorted(self, key=lambda pair: -pair[1])
        rows = [(outcome, chance, f"{float(chance):.2%}") for outcome, chance in ranked]
        return html_table([("outcome", "probability", ""), *rows], counted(len(rows), "outcome"))
