"""A comparison as one page of HTML with its plots, which opens without a network, or as a picture."""

from __future__ import annotations

from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from stoneage_rules.errors import StoneAgeError
from stoneage_rules.files import expect_own, write_whole
from stoneage_rules.many.comparison import Comparison, Difference
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


def write_report(found: Comparison, path: Path, names: tuple[str, str]) -> None:
    """Writes a comparison: a page if the file ends with `.html`, else its plots as `.svg` or `.png`."""
    chart = plots(found, names)
    if path.suffix != ".html":
        with TemporaryDirectory() as work:
            picture = Path(work, path.name)
            chart.save(picture)
            write_whole(path, picture.read_bytes())
        return
    head, _, body = chart.to_html(inline=True).rpartition("<body>")  # scripts name one, too
    write_whole(path, f"{head}<body>{STYLE}{_text(found, names)}{body}")


def _text(found: Comparison, names: tuple[str, str]) -> str:
    one, other = map(escape, names)
    sides = "".join(
        f"<li>{name}: {len(side.games)} games, seeds from {side.seed}, rules {side.digest[:12]}"
        for name, side in ((one, found.one), (other, found.other))
    )
    return (
        f"<h1>{one} and {other}</h1><ul>{sides}</ul><p>The games are paired, by the same seeds and luck. Of 100 such "
        f"intervals 95 contain the true value; a * marks what is beyond chance among all rows.</p>{found.table(*names)}"
    )


def plots(found: Comparison, names: tuple[str, str]) -> Any:
    """Returns the plots: shares of victories and endings at both tables, and effect sizes of everything that differs.

    They can be embedded anywhere: in their names a character of no width follows each `<`, so that none begins a tag.
    """
    altair = _altair()
    # Separators of lines break the expressions that altair makes of names.
    names = safe(names[0]), safe(names[1])
    shares = [
        {"seat": each.name, "table": name, "share": side.value, "low": side.low, "high": side.high}
        for each in found.shares
        for name, side in zip(names, (each.one, each.other), strict=True)
    ]
    base = altair.Chart().encode(
        altair.Y("table:N", title=None, sort=[*names]), altair.Color("table:N", legend=None, sort=[*names])
    )
    ends = altair.X("low:Q", title="share of games", axis=altair.Axis(format="%")), altair.X2("high:Q")
    fair = altair.Chart().mark_rule(strokeDash=[4, 4]).encode(x=altair.datum(1 / len(found.one.players)))
    layers = base.mark_rule(strokeWidth=2).encode(*ends) + base.mark_point(filled=True, size=60).encode(x="share:Q") + fair
    wins = layers.facet(row=altair.Row("seat:N", title=None, header=altair.Header(labelAngle=0)), data=altair.Data(values=shares))
    effects = [_effect(each) for each in found.means if each.difference.value]
    rows = altair.Chart(altair.Data(values=effects)).encode(altair.Y("name:N", title=None, sort=None))
    scaled = altair.X("low:Q", title=f"{names[1]} less {names[0]}, in standard deviations of a game")
    lines = rows.mark_rule().encode(scaled, altair.X2("high:Q"), altair.Color("seen:N", title="differs"))
    points = rows.mark_point(filled=True).encode(x="effect:Q", color="seen:N")
    chart = altair.vconcat(wins, lines + points).resolve_scale(color="independent")
    return altair.VConcatChart.from_json(chart.to_json().replace("<", "<\\u2060"))


def _effect(each: Difference) -> dict[str, Any]:
    scale = each.effect / each.difference.value
    ends = {"low": each.difference.low * scale, "high": each.difference.high * scale}
    return {
        "name": each.name,
        "effect": each.effect,
        **ends,
        "seen": "yes" if each.is_clear else "not seen",
    }
