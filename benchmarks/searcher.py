"""The search that docs/programs.md teaches, taken out of the page: its match with `sensible`, two seats.

python benchmarks/arena.py --one searcher:make_searcher --others sensible --games 60
"""

from __future__ import annotations

from doctest import DocTestParser
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "programs.md"

_examples = DocTestParser().get_examples(PAGE.read_text("utf-8"))
_namespace: dict[str, object] = {"__name__": __name__}
exec("import random\nimport stoneage_rules as sa\n", _namespace)
exec(next(one.source for one in _examples if one.source.startswith("def make_searcher")), _namespace)
make_searcher = _namespace["make_searcher"]
