"""The boxes of everything in a drawing, as a real browser lays it out, and which of them overlap or stick out."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
"""The browser of the system, if it has one."""

PAGE = """<!doctype html><meta charset="utf-8"><body style="margin:0"><div style="width:1200px">{drawing}</div><script>
const every = (what) => [...document.querySelectorAll(what)];
const groups = every("g, svg"), whole = document.querySelector("svg");
function box(element) {{
  const {{left, top, right, bottom}} = element.getBoundingClientRect();
  return [left, top, right, bottom];
}}
const frame = (part) => part.closest("[data-item], [data-place], [data-seat]")?.querySelector("rect") ?? whole;
const parts = every("text, path, circle, rect").map((part) => ({{
  tag: part.tagName, box: box(part), group: groups.indexOf(part.parentNode), frame: box(frame(part)),
  words: part.textContent, moved: part.hasAttribute("transform"), framing: part == frame(part) || part.parentNode == whole,
}}));
document.body.innerText = "BOXES" + JSON.stringify(parts) + "END";
</script>"""


def boxes(drawing: str, folder: Path) -> list[dict[str, Any]]:
    """Returns each shape of a drawing with its box in pixels, its group, and the box of the frame that it belongs in."""
    assert BROWSER is not None
    (folder / "page.html").write_text(PAGE.format(drawing=drawing), "utf-8")
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1300,2000", f"--user-data-dir={folder / 'profile'}"]
    command = [BROWSER, *options, "--dump-dom", (folder / "page.html").as_uri()]
    shown = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout
    found = re.search("BOXES(.*)END", unescape(shown), re.DOTALL)
    assert found is not None, shown[:1000]
    parts: list[dict[str, Any]] = json.loads(found[1])
    return parts


def faults(parts: list[dict[str, Any]]) -> list[str]:
    """Returns what overlaps and what sticks out of its frame."""
    found = [f"{_said(part)} sticks out of {part['frame']}" for part in parts if not _within(part["box"], part["frame"])]
    shown = [part for part in parts if part["tag"] != "rect" and (part["words"] or part["tag"] != "text")]
    for number, part in enumerate(shown):
        found += [f"{_said(part)} overlaps {_said(other)}" for other in shown[:number] if _overlap(part, other)]
    frames = [part for part in parts if part["framing"] and part["tag"] == "rect"]
    for number, part in enumerate(frames):
        for other in frames[:number]:
            inside = _within(part["box"], other["box"]) or _within(other["box"], part["box"])
            if not inside and _meet(part["box"], other["box"], 0):
                found.append(f"the frame {part['box']} overlaps {other['box']}")
    return found


def _said(part: dict[str, Any]) -> str:
    return f"{part['tag']} {part['words']!r} at {[round(edge, 1) for edge in part['box']]}"


def _overlap(part: dict[str, Any], other: dict[str, Any]) -> bool:
    """Returns whether two shapes overlap that should not: numbers stand on figures, and a plus in a circle."""
    together = part["group"] == other["group"] and any(one["tag"] != "text" and not one["moved"] for one in (part, other))
    return not together and _meet(part["box"], other["box"], 0.6)


def _meet(one: list[float], other: list[float], slack: float) -> bool:
    return all(one[at] < other[at + 2] - slack and other[at] < one[at + 2] - slack for at in (0, 1))


def _within(inner: list[float], outer: list[float], slack: float = 2) -> bool:
    """Returns whether a box is in another; the edges of thick frames lie half outside."""
    return all(inner[at] >= outer[at] - slack and inner[at + 2] <= outer[at + 2] + slack for at in (0, 1))
