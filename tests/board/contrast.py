"""The colours of text and glyphs and their backgrounds in a drawing, and their contrast."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

MOVE = re.compile(r"translate\(([-0-9.]+) ([-0-9.]+)\)")
SVG = "{http://www.w3.org/2000/svg}"


def texts_on_grounds(drawing: str) -> set[tuple[str, str]]:
    """Returns each colour of a text or glyph with that of the shape beneath it: the last one drawn that holds its beginning."""
    grounds: list[tuple[float, float, float, float, str]] = []
    pairs = set()

    def look(element: ET.Element, x: float, y: float) -> None:
        if moved := MOVE.search(element.get("transform", "")):
            x, y = x + float(moved[1]), y + float(moved[2])
        number = {key: float(value) for key, value in element.items() if key in ("x", "y", "cx", "cy", "r", "width", "height")}
        left, top, fill = x + number.get("x", 0), y + number.get("y", 0), element.get("fill", "")
        if element.tag == SVG + "rect":
            grounds.append((left, top, left + number["width"], top + number["height"], fill))
        elif element.tag == SVG + "circle":
            left, top, reach = x + number["cx"], y + number["cy"], number["r"]
            grounds.append((left - reach, top - reach, left + reach, top + reach, fill))
        elif element.tag in (SVG + "text", SVG + "path"):
            top -= 4 if element.tag == SVG + "text" else -8
            beneath = [ground for *box, ground in grounds if box[0] <= left + 1 <= box[2] and box[1] <= top <= box[3]]
            pairs.add((fill, beneath[-1]))
            if element.tag == SVG + "path" and not moved:  # a figure, which has the number of its seat on it
                grounds.append((x, y, x + 16, y + 16, fill))
        for inner in element:
            look(inner, x, y)

    look(ET.fromstring(drawing), 0, 0)
    return pairs


def ratio(one: str, other: str) -> float:
    """Returns the contrast of two colours, from 1 to 21, as WCAG 2 defines it."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_light(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _light(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
