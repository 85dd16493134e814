"""Small packs made of plain data, as text and as files, for tests of merging, faults and diagnostics.

Nothing is asserted here; the toy base game is a game of no sense, made of what edits can be tried on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from stoneage_rules import ContentError
from stoneage_rules._version import __version__
from stoneage_rules.packs.build import build_content
from stoneage_rules.packs.content import Content, Pack, Resolution, Settings
from stoneage_rules.packs.diagnostics import Diagnostic
from stoneage_rules.packs.find import PackFiles, parse_source
from stoneage_rules.packs.load_order import check_relations, in_pack_order
from stoneage_rules.packs.options import read_manifest
from stoneage_rules.packs.report import Report
from stoneage_rules.packs.structure import Structurer
from units.library import LANGUAGE
from writing import manifest_text

BASE = """
[[good]]
id = "wood"
name = "wood"
groups = ["resource", "soft"]
value = 3

[[good]]
id = "clay"
groups = ["resource"]
value = 4

[[good]]
id = "stone"
value = 5

[[location]]
id = "forest"
groups = ["wild"]
circles = 7
effects = [
    { do = "roll", divide = 3, yields = ["wood"] },
    { do = "gain", good = "clay", id = "extra" },
    { do = "tool" },
]

[[location]]
id = "camp"
groups = ["wild", "near"]
circles = 4
figures = { exactly = 2 }
effects = [{ do = "figure" }]
"""


def pack_of(id: str, text: str, kind: str = "house-rules", **more: Any) -> Pack:
    """A pack with one file, in memory."""
    sources = {}
    for name, content in ((f"{id}/pack.toml", manifest_text(id, kind, **more)), (f"{id}/all.toml", text)):
        source, faults, _ = parse_source(content.encode(), name)
        assert source is not None, faults
        sources[name] = source
    texts = {name: source.text for name, source in sources.items()}
    files = PackFiles(Path(id), sources[f"{id}/pack.toml"], (sources[f"{id}/all.toml"],), (), texts)
    manifest = read_manifest(files, Structurer({}, {}), Report())
    assert manifest is not None
    return Pack(manifest, files)


def built(
    packs: Sequence[Pack],
    *,
    players: int = 2,
    resolve: Sequence[Resolution] = (),
    options: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
) -> tuple[Content | None, tuple[Diagnostic, ...]]:
    """The content of packs as the loader builds it, or what is wrong."""
    report = Report()
    try:
        check_relations(packs, __version__, frozenset(), report)
        report.check()
        return build_content(in_pack_order(packs), Settings(players, options, tuple(resolve)), LANGUAGE), ()
    except ContentError as error:
        return None, error.diagnostics


def toy_base() -> Pack:
    """The base game of the toys."""
    return pack_of("base", BASE, "base")


def data_of(content: Content) -> dict[str, Any]:
    """Every record's table after all edits, by its address."""
    return {entry.address: entry.raw_record.data for entry in content}
