"""A bad pack that a test may mend."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from units.packs.findings import BAD, only_ours


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Copies a bad folder, without what its author is told, and enters it."""
    monkeypatch.setattr("stoneage_rules.loading.load.installed_modules", only_ours)

    def copy(name: str, into: str = "copy") -> Path:
        folder = tmp_path / into / name
        shutil.copytree(BAD / name, folder, ignore=shutil.ignore_patterns("expected.*"))
        monkeypatch.chdir(folder)
        return folder

    return copy
