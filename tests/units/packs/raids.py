"""Random games where items are used at any time against the asked seat, which loses the goods in question.

`raids.txt` has effects that cost others something, effects for their owner, conditions that can cease to hold, and the
game: a line behind `?N` is there in one of N games, `<a|b>` is one of several texts, and `<1-2 any>` are one or two effects,
`hostile` if the first is against others, or `rows` of conditions.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import tomli

from units.packs.random_values import ChoiceSource

AGAINST, FOR_ITSELF, ROWS, GAME = (
    part.strip().splitlines()
    for part in re.split("^# .*$", Path(__file__).with_suffix(".txt").read_text("utf-8"), flags=re.MULTILINE)[1:]
)


def tables_of(text: str) -> list[tuple[str, dict[str, Any]]]:
    """Returns the tables of a text of content, with their kinds."""
    return [(kind, table) for kind, records in tomli.loads(text).items() for table in records]


def raids(choices: ChoiceSource) -> list[tuple[str, dict[str, Any]]]:
    """Returns the tables of a separate game that everything else can be added to at random."""

    def filled(found: re.Match[str]) -> str:
        if "|" in found[1]:
            return choices.pick(found[1].split("|"))
        least, most, sort = int(found[1][0]), int(found[1][2]), found[1][4:]
        if sort == "rows":
            return ", ".join(choices.some(ROWS, least, most))
        hostile = [sort == "hostile"] + [False] * most
        pools = [
            AGAINST if hostile[number] or choices.one_in(2) else FOR_ITSELF for number in range(choices.between(least, most))
        ]
        return ", ".join(map(choices.pick, pools))

    lines = [line[2:] if line[0] == "?" else line for line in GAME if line[0] != "?" or choices.one_in(int(line[1]))]
    return tables_of(re.sub("<(.*?)>", filled, "\n".join(lines)))
