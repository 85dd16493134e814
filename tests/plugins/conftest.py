"""Packs written on the spot, for tests of plugins: content that names what a plugin brings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from stoneage_rules.plugin import PackPlugin

MANIFEST = """
format = 1

[pack]
id = "trial"
name = "Trial"
version = "1.0.0"
kind = "house-rules"
license = "MIT"

[requires]
base = ">=1.0"
"""


@pytest.fixture
def pack(tmp_path: Path) -> Callable[[str], PackPlugin]:
    """A pack with some content, as a plugin."""

    def make(content: str) -> PackPlugin:
        root = tmp_path / "trial"
        root.mkdir(exist_ok=True)
        (root / "pack.toml").write_text(MANIFEST, encoding="utf-8")
        (root / "content.toml").write_text(content, encoding="utf-8")
        return PackPlugin(root)

    return make
