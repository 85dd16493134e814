"""A comparison or a study as one page of HTML with its plots, which opens without a network, or as a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import attrs

from stoneage_rules.errors import StoneAgeError
from stoneage_rules.files import expect_own, write_whole
from stoneage_rules.language.notebook import html_table
from stoneage_rules.many.comparison import Comparison
from stoneage_rules.many.intervals import Interval, wilson
from stoneage_rules.many.item_tallies import HEADS
from stoneage_rules.many.study import Study
from stoneage_rules.text import listed, safe

REPORT_ENDINGS = ".html", ".svg", ".png"
"""How the files of reports end."""
STYLE = "<style>body{font:15px sans-serif;margin:2em;max-width:60em}td,th{padding:.1em .7em;text-align:right}</style>"


def expect_report(path: Path) -> None:
    """Refuses a report that could not be written, before games are played for it.

    Raises:
        StoneAgeError: altair is not installed, or there are no such reports.
        FileExistsError: there is something already, since no earlier report can be told from other pages and pictures.
    """
    if path.suffix not in REPORT_ENDINGS:
        raise StoneAgeError(f"a report is written as {listed(REPORT_ENDINGS)}, not as `{path.name}`")
    expect_own(path)
    _altair()


def _altair() -> Any:
    try:
        import altair
    except ModuleNotFoundError as error:
        raise StoneAgeError("this needs altair: `pip install 'stoneage-rules[study]'`") from error
    return altair


def _write(chart: Any, path: Path, text: str) -> None:
    """Writes a report: a page with the text if the file ends with `.html`, else the plots as `.svg` or `.png`."""
    if path.suffix != ".html":
        with TemporaryDirectory() as work:
            picture = Path(work, path.name)
            chart.save(picture)
            write_whole(path, picture.read_bytes())
        return
    head, _, body = chart.to_html(inline=True).rpartition("<body>")  # scripts name one, too
    write_whole(path, f"{head}<body>{STYLE}{text}{body}")


def _finished(*charts: Any) -> Any:
    """Returns charts that can be embedded anywhere: a character of no width follows each `<`, so that no name begins a tag."""
    altair = _altair()
    whole = altair.vconcat(*charts).resolve_scale(color="independent")
    return altair.VConcatChart.from_json(whole.to_json().replace("<", "<\\u2060"))


def _ranges(title: str, line: float, legend: Any = None, **axis: Any) -> Any:
    """Returns a chart of intervals, by name and colour, and a dashed line; it has no data yet."""
    altair = _altair()
    base = altair.Chart().encode(altair.Y("name:N", title=None, sort=None), altair.Color("colour:N", legend=legend))
    ends = base.mark_rule(strokeWidth=2).encode(altair.X("low:Q", title=title, **axis), altair.X2("high:Q"))
    points = base.mark_point(filled=True, size=60).encode(x="value:Q")
    return ends + points + altair.Chart().mark_rule(strokeDash=[4, 4]).encode(x=altair.datum(line))


def _shares(values: Iterable[tuple[str, str, str, Interval]], players: int) -> Any:
    """Returns a chart of shares of games, each with its group, name and colour, and of the fair share of a player."""
    altair = _altair()
    # Separators of lines break the expressions that altair makes of names.
    data = [
        {"group": safe(group), "name": safe(name), "colour": safe(colour), **attrs.asdict(share)}
        for group, name, colour, share in values
    ]
    row = altair.Row("group:N", title=None, sort=None, header=altair.Header(labelAngle=0))
    chart = _ranges("share of games", 1 / players, axis=altair.Axis(format="%")).facet(row=row, data=altair.Data(values=data))
    return chart.resolve_scale(y="independent")


# --- comparisons --------------------------------------------------------------------------------------------------


def write_report(found: Comparison, path: Path, names: tuple[str, str]) -> None:
    """Writes a comparison."""
    one, other = map(escape, names)
    sides = "".join(
        f"<li>{name}: {len(side.games)} games, seeds from {side.seed}, rules {side.digest[:12]}"
        for name, side in ((one, found.one), (other, found.other))
    )
    text = (
        f"<h1>{one} and {other}</h1><ul>{sides}</ul><p>The games are paired, by the same seeds and luck. Of 100 such "
        f"intervals 95 contain the true value; a * marks what is beyond chance among all rows.</p>{found.table(*names)}"
    )
    _write(plots(found, names), path, text)


def plots(found: Comparison, names: tuple[str, str]) -> Any:
    """Returns the plots: shares of victories and endings at both tables, and effect sizes of everything that differs."""
    altair = _altair()
    one, other = names
    sides = ((each.name, name, name, side) for each in found.shares for name, side in ((one, each.one), (other, each.other)))
    effects = []
    for each in found.means:
        if each.difference.value:
            scale = each.effect / each.difference.value
            ends = {name: end * scale for name, end in attrs.asdict(each.difference).items()}
            effects.append({"name": each.name, "colour": "yes" if each.is_clear else "not seen", **ends})
    title = f"{safe(other)} less {safe(one)}, in standard deviations of a game"
    sizes = _ranges(title, 0, altair.Legend(title="differs")).properties(data=altair.Data(values=effects))
    return _finished(_shares(sides, len(found.one.players)), sizes)


# --- studies ------------------------------------------------------------------------------------------------------


def write_study(found: Study, path: Path) -> None:
    """Writes the items of a study, with plots of these, of the victories by seat and of the length of the games."""
    games, won, items = found.header["games"], Counter[int](), found.by_item
    for row in found.rows("seats"):
        won[row["seat"]] += row["victory"]
    rounds = Counter(row["round"] for row in found.rows("games"))
    chart = _shares(
        [
            *(("victories", f"seat {seat}", "", wilson(won[seat], games)) for seat in sorted(won)),
            *(("last round", f"{round}", "", wilson(rounds[round], games)) for round in sorted(rounds)),
            *((f"won by buyers: {one.kind}", one.item, "", one.share) for one in items),
        ],
        len(won),
    )
    table = html_table([HEADS, *(one.cells for one in items)])
    _write(_finished(chart), path, f"<h1>{games} games, seeds from {found.header['seed']}</h1><p>{PROVES}</p>{table}")


PROVES = (
    "Of 100 such intervals 95 contain the true value, so a few differ from the usual share by luck. A real difference does not "
    "prove what an item is worth either: players buy more while they are ahead."
)
