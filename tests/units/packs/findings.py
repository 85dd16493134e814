"""The findings in a folder of packs: the errors of loading it, or the warnings of a pack that loads."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import stoneage_rules as sa
from shipped import BASE, HERE, named_in, needs, texts_below
from stoneage_rules.authoring.lint import lint, unread
from stoneage_rules.loading.installed import Installed, installed_modules
from stoneage_rules.packs.content_bounds import ContentBounds
from stoneage_rules.packs.diagnostics import Diagnostic
from stoneage_rules.packs.find import read_source
from stoneage_rules.packs.render import render

__all__ = ["BAD", "OURS", "findings_here", "marked", "only_ours"]

BAD = Path(__file__).parents[2] / "packs" / "bad"
OURS = (BASE, *HERE)


def only_ours() -> dict[str, Installed]:
    """The modules of the library, whatever else is installed."""
    return {name: module for name, module in INSTALLED.items() if name in OURS}


INSTALLED = installed_modules()


def marked(name: str, *values: object) -> object:
    """A bad folder as a parameter: what its author is told may name modules, and asks for them."""
    return pytest.param(name, *values, marks=needs(*named_in(*texts_below(BAD / name))))


def findings_here(pack: str = "") -> tuple[Sequence[Diagnostic], str]:
    """Returns what is found in the current folder, or one pack of it, and the text of the error or warnings."""
    folder = Path.cwd()
    table = folder / "table.toml"
    packs = [folder] if (folder / "pack.toml").is_file() else sorted(path for path in folder.iterdir() if path.is_dir())
    packs = [folder / pack] if pack else packs
    try:
        rules = sa.load("table.toml") if table.is_file() else sa.load(players=4, modules=[str(pack) for pack in packs])
    except sa.ContentError as error:
        return error.diagnostics, f"{error}\n"
    source = read_source(Path("table.toml"), "table.toml")[0] if table.is_file() else None
    bounds = ContentBounds(rules.content)
    found = lint(bounds, table=source, installed=OURS, beside=unread([bounds]), modules=only_ours())
    texts = {file: text for pack in rules.content.packs for file, text in pack.files.texts.items()}
    if source is not None:
        texts[source.file] = source.text
    return found, f"{render(found, texts)}\n"
