"""The parameters that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

__all__ = ["Json", "Modules", "PacksFrom", "Players", "Seats", "Seed", "TableFile"]

TableFile = Annotated[Path | None, Parameter(help="The table file; without it, the base game.")]
Players = Annotated[int | None, Parameter(name=("--players", "-p"), help="How many play; 4 where nothing says so.")]
Modules = Annotated[
    list[str] | None,
    Parameter(
        name=("--module", "-m"),
        negative="",
        help="A module by its id, or a pack by the path of its folder, besides those of the table. Can be repeated.",
    ),
]
Json = Annotated[bool, Parameter(name="--json", negative="", help="Write JSON.")]
Seed = Annotated[int | None, Parameter(name=("--seed", "-s"), help="The seed of the dice and draws: 0 or more.")]
Seats = Annotated[
    list[str] | None,
    Parameter(
        name="--seat",
        negative="",
        help="Who chooses, from seat 0 on: `sensible`, `random`, an installed policy, `module:function`, or, to play, `person`; "
        "all but the function can have a name behind a colon, as `person:Alex`. Repeat it for the next seat.",
    ),
]
PacksFrom = Annotated[
    list[Path] | None,
    Parameter(
        name="--packs-from",
        negative="",
        help="A folder from which packs may be read that the record names by a path, besides its own. Can be repeated.",
    ),
]
