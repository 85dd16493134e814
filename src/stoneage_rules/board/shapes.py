"""Shapes of a drawing as SVG: measured text, chips with glyphs, figures, and distinct colours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from stoneage_rules.text import safe, width_of

INK, MUTED, PAPER, LINE = "#1c1c1c", "#4d4d4d", "#ffffff", "#8a8f94"
"""Text, label, background and border colours."""
SEAT_COLOURS = ("#a8231b", "#1d56b0", "#166d38", "#7d4a00", "#6d3799", "#0c6470", "#a01f6b", "#4b5320", "#333333")
FIGURES = (
    "M8 0a8 8 0 1 1-.1 0z", "M1 1h14v14h-14z", "M8-1l9 9-9 9-9-9z", "M8-2l9 17h-18z", "M4 0h8l4.5 8-4.5 8h-8l-4.5-8z",
    "M5 0h6v5h5v6h-5v5h-6v-5h-5v-6h5z", "M1 1h14v7a7 7 0 0 1-14 0z", "M8 0l8 6-3 9h-10l-3-9z", "M0 2h16l-3 12h-10z",
)  # fmt: skip
"""By seat, its shape in a square of 16 by 16: colour is never the only sign."""
BOLD: Mapping[str, Any] = {"font_weight": "bold"}
FONT = "DejaVu Sans, Verdana, sans-serif"
NARROW, BROAD = frozenset("fijlrtI.,:;'|!()[]/- "), frozenset("mwMW+=%@…")
STEP = 21
"""The height of a line of pieces."""
GAP = 5
"""The room between two pieces, and between a frame and its contents."""


def tag(name: str, *inner: str, **attributes: object) -> str:
    """Returns an element; `data_place` becomes `data-place`, and attributes that are None are left out."""
    given = ((key.replace("_", "-"), escape(safe(value))) for key, value in attributes.items() if value is not None)
    said = "".join(f' {key}="{value}"' for key, value in given)
    return f"<{name}{said}>{''.join(inner)}</{name}>" if inner else f"<{name}{said}/>"


def title(words: object) -> str:
    """Returns the tooltip of the element around it."""
    return tag("title", escape(safe(words)))


def moved(x: float, y: float, *inner: str, **attributes: object) -> str:
    """Returns shapes moved to a place."""
    return tag("g", *inner, transform=f"translate({x:g} {y:g})", **attributes)


# --- text ---------------------------------------------------------------------------------------------------------


def text_width(words: str, size: float, font_weight: str | None = None) -> float:
    """Returns a width that fits the words in any usual sans-serif font."""
    return sum(map(_breadth, words)) * size * (1.1 if font_weight else 1)


def _breadth(letter: str) -> float:
    if letter in BROAD or width_of(letter) > 1:
        return 1
    return 0.42 if letter in NARROW else 0.8 if letter.isupper() else 0.65


def cut(words: str, room: float, size: float, **how: Any) -> str:
    """Returns words that fit into a room, with an ellipsis at the end if they are cut."""
    fitting = words
    while fitting and text_width(fitting, size, **how) > room:
        words = words[:-1]
        fitting = words + "…"
    return fitting


def text(x: float, y: float, words: object, size: float = 11, fill: str = INK, **how: Any) -> str:
    """Returns words on a base line."""
    return tag("text", escape(safe(words)), x=f"{x:g}", y=f"{y:g}", font_size=size, fill=fill, **how)


# --- colours ------------------------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    """Returns the relative luminance of a colour, from 0 to 1, as WCAG defines it."""
    parts = [part / 255 for part in _parts(colour)]
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


def ink_on(ground: str) -> str:
    """Returns black or white, whichever is read better on a ground: the contrast is never below 4.58 to 1."""
    return "#000000" if luminance(ground) > 0.179 else PAPER


def tint(colour: str, share: float = 0.2) -> str:
    """Returns a light ground with a share of a colour."""
    return "#" + "".join(f"{round(255 - share * (255 - part)):02x}" for part in _parts(colour))


def _parts(colour: str) -> bytes:
    return bytes.fromhex(colour[1:])


# --- pieces -------------------------------------------------------------------------------------------------------


class Piece(NamedTuple):
    """A shape in a line of shapes, drawn from its upper left corner."""

    width: float
    shape: str
    words: str = ""
    """Its text, if it is plain text that joins the text of the next piece."""


class Look(NamedTuple):
    """The looks of a noun."""

    name: str
    colour: str
    glyph: str
    """The path of its drawing in a square of 16 by 16; an empty path shows the first letters of its name."""


def word(words: str, size: float = 11, fill: str = INK, font_weight: str | None = None, **data: Any) -> Piece:
    """Returns a piece of text."""
    shape = text(0, 14, words, size, fill, font_weight=font_weight)
    is_plain = not data and (size, fill, font_weight) == (11, INK, None)
    return Piece(text_width(words, size, font_weight), tag("g", shape, **data) if data else shape, words * is_plain)


def chip(count: object, look: Look, about: str = "", *, hollow: bool = False, **data: object) -> Piece:
    """Returns a chip with a count and a glyph, on the ground of its colour unless it is hollow."""
    ground, ink = (PAPER, MUTED) if hollow else (look.colour, ink_on(look.colour))
    said = f"{count}" if look.glyph else f"{count} {look.name[:3]}".strip()
    start = text_width(said, 11, **BOLD) + 6
    width = start + (20 if look.glyph else 2)
    frame = tag("rect", width=f"{width:g}", height=18, rx=6, fill=ground, stroke=LINE if hollow else None)
    glyph = tag("path", d=look.glyph, fill=ink, transform=f"translate({start:g} 2) scale(.875)") if look.glyph else ""
    return Piece(width, tag("g", title(about or look.name), frame, text(5, 13, said, fill=ink, **BOLD), glyph, **data))


def figure(seat: int, count: int = 1, **data: object) -> Piece:
    """Returns a figure: the shape, colour and number of its seat."""
    shape = tag("path", d=FIGURES[seat], fill=SEAT_COLOURS[seat], stroke=PAPER)
    more = text(18, 12, f"x {count}") if count > 1 else ""
    return Piece(44 if more else 16, tag("g", shape, text(4.6, 12, seat, 10, PAPER, **BOLD), more, **data))


def in_lines(pieces: Iterable[Piece], room: float) -> list[list[Piece]]:
    """Returns pieces in lines that fit into a room; words beside each other become one text."""
    lines: list[list[Piece]] = []
    used = room
    for piece in pieces:
        if used + piece.width > room:
            lines.append([])
            used = 0
        elif piece.words and lines[-1][-1].words:
            last = lines[-1].pop()
            used -= last.width + GAP
            piece = word(f"{last.words} {piece.words}")
        lines[-1].append(piece)
        used += piece.width + GAP
    return lines


def drawn(lines: Sequence[Sequence[Piece]], x: float, y: float) -> Iterator[str]:
    """Yields the shapes of lines of pieces."""
    for line in lines:
        at = x
        for piece in line:
            yield moved(at, y, piece.shape)
            at += piece.width + GAP
        y += STEP
