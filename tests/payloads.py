"""Words that would run or break out if they were taken for HTML, and a pack that has them everywhere."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

BASE = Path(__file__).parents[1] / "content" / "stoneage_base"
RUN = "document.title='RAN'"
PAYLOAD = f'</script><script>{RUN}</script><img src=x onerror="{RUN}">\'"><svg onload={RUN}><!--${{{RUN}}}`]]>'
TEXTS = re.compile(r'\b(text|source|name|why|chapter|summary|help) = ("(?:[^"\\]|\\.)*")')
"""The texts of content for people; ids, colours and glyphs are refused by their forms."""


def pack_with(words: str, folder: Path) -> Path:
    """The base game with these words in all its texts."""
    shutil.copytree(BASE, folder, ignore=shutil.ignore_patterns("__*"))
    for file in folder.glob("*.toml"):
        text = TEXTS.sub(lambda found: f"{found[1]} = {json.dumps(words + json.loads(found[2]))}", file.read_text("utf-8"))
        file.write_text(text, "utf-8")
    manifest = folder / "pack.toml"
    manifest.write_text(manifest.read_text("utf-8").replace('id = "base"', 'id = "stranger"'), "utf-8")
    return folder
