"""The notebooks do what they show: their cells run with the library alone, and print what is stored; `--bless` stores it anew."""

from __future__ import annotations

import ast
import io
import json
import re
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from sources import ROOT

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def outputs_of(source: str, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """Returns the output of a cell, and its last value as text and in every form that notebooks show."""
    *before, last = ast.parse(source).body
    is_value = isinstance(last, ast.Expr)
    written, value = io.StringIO(), None
    with redirect_stdout(written):
        exec(compile(ast.Module(before if is_value else [*before, last], []), "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if written.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines(written.getvalue())})
    if value is not None:
        data = {"text/plain": lines(re.sub(" at 0x[0-9a-f]+", "", repr(value)))}
        for form, method in (("image/svg+xml", "_repr_svg_"), ("text/html", "_repr_html_")):
            if hasattr(value, method):
                data[form] = lines(getattr(value, method)())
        outputs.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return outputs


def shown(outputs: list[dict[str, Any]]) -> list[object]:
    """The texts of outputs, and which forms each has: how pictures are drawn is no matter of notebooks."""
    return [output.get("text") or (output["data"]["text/plain"], sorted(output["data"])) for output in outputs]


def test_there_are_notebooks_in_the_index() -> None:
    index = (ROOT / "docs" / "index.md").read_text("utf-8")
    assert len(NOTEBOOKS) >= 2
    assert [path.stem for path in NOTEBOOKS if f"notebooks/{path.stem}" not in index] == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_its_cells_do(path: Path, pytestconfig: pytest.Config) -> None:
    notebook = json.loads(path.read_text("utf-8"))
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    for number, cell in enumerate(cells, 1):
        outputs = outputs_of("".join(cell["source"]), names, number)
        if pytestconfig.getoption("bless"):
            cell["outputs"], cell["execution_count"] = outputs, number
        assert shown(cell["outputs"]) == shown(outputs), f"cell {number}"
    if pytestconfig.getoption("bless"):
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8")
