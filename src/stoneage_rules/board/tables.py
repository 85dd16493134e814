"""Score sheets and whole games as HTML, for notebooks."""

from __future__ import annotations

from collections.abc import Sequence

from stoneage_rules.board.picture import svg
from stoneage_rules.board.shapes import tag
from stoneage_rules.kernel.position import Position, ScoreSheet
from stoneage_rules.language.notebook import html_table
from stoneage_rules.telling.board import score_rows


def score_table(sheets: Sequence[ScoreSheet], names: Sequence[str] = ()) -> str:
    """Returns score sheets side by side as a table of HTML; seats without a name are numbered."""
    heads = [dict(enumerate(names)).get(sheet.seat) or f"seat {sheet.seat}" for sheet in sheets]
    return html_table([("", *heads), *score_rows(sheets)])


def game_page(position: Position, names: Sequence[str] = ()) -> str:
    """Returns the board of a game, and the score sheets of all seats as if it ended now."""
    return tag("div", svg(position, names), score_table([*map(position.score_sheet, range(position.rules.players))], names))
