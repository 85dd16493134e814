"""Stone Age as rules: load a table, get compiled rules, play states under them.

The doors below are public; every other module is private, `PACKAGE CONTENTS` included.

- `stoneage_rules`: `load` a table; `Ruleset`, `State`, `Game`; `simulate`, `study`, `compare` many games; values and errors
- `stoneage_rules.policies`: who chooses for a seat
- `stoneage_rules.many`: results of many games, and statistics
- `stoneage_rules.testing`, with `.machine` and `.strategies` for Hypothesis: tests of packs and plugins
- `stoneage_rules.plugin`: the parts of a plugin
- `stoneage_rules.learning.gymnasium`, `.pettingzoo` and `.openspiel`: adapters for learners

>>> import stoneage_rules as sa
>>> rules = sa.load(players=4)
>>> state = rules.initial_state()

A name is imported when it is first used, so that a program waits for nothing that it does not need.
"""

from importlib import import_module
from types import FunctionType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stoneage_rules import many, plugin, policies, testing
    from stoneage_rules._version import __version__
    from stoneage_rules.board.picture import svg
    from stoneage_rules.data.definitions import (
        Definition,
        DefinitionData,
        GameBounds,
        GoodDefinition,
        ItemDefinition,
        LocationDefinition,
        TrackDefinition,
    )
    from stoneage_rules.data.views import Count, Pending, PlaceData, SeatData, ViewData, ZoneData
    from stoneage_rules.errors import (
        ContentError,
        EndlessGame,
        IllegalAction,
        InvalidAction,
        InvalidState,
        ListenerError,
        PluginError,
        PolicyError,
        RecordError,
        StoneAgeError,
        UnknownName,
        WorkerDied,
    )
    from stoneage_rules.kernel.actions import Action, Outcome
    from stoneage_rules.kernel.chance import Odds
    from stoneage_rules.kernel.legality import Reason
    from stoneage_rules.kernel.nouns import Item, Phase, Place
    from stoneage_rules.kernel.position import Player, Position, ScoreLine, ScorePart, ScoreSheet, TieBreak
    from stoneage_rules.kernel.ruleset import Ruleset
    from stoneage_rules.kernel.state import RandomSource, State, View
    from stoneage_rules.language.events import Event, EventValue, Viewer
    from stoneage_rules.learning.observation import Observation, ObservationPart
    from stoneage_rules.learning.spaces import ActionSpace
    from stoneage_rules.loading.load import TableLike, load
    from stoneage_rules.loading.table import Seat, Table
    from stoneage_rules.loading.table_files import read_table
    from stoneage_rules.many.comparison import compare
    from stoneage_rules.many.simulation import simulate
    from stoneage_rules.many.study import study
    from stoneage_rules.packs.content import Resolution
    from stoneage_rules.packs.diagnostics import Diagnostic, Severity, TextEdit, TextPlace
    from stoneage_rules.packs.spans import TextSpan
    from stoneage_rules.play.game import Game, GameStep
    from stoneage_rules.play.playback import replay
    from stoneage_rules.play.record import Record, RunningRecord, read_record
    from stoneage_rules.policies.registry import Policy
    from stoneage_rules.telling.narration import ExplainedEvent, Explanation, Narrator, Sentence
    from stoneage_rules.telling.phrases import Brief


__all__ = [
    "Action",
    "ActionSpace",
    "Brief",
    "ContentError",
    "Count",
    "Definition",
    "DefinitionData",
    "Diagnostic",
    "EndlessGame",
    "Event",
    "EventValue",
    "ExplainedEvent",
    "Explanation",
    "Game",
    "GameBounds",
    "GameStep",
    "GoodDefinition",
    "IllegalAction",
    "InvalidAction",
    "InvalidState",
    "Item",
    "ItemDefinition",
    "ListenerError",
    "LocationDefinition",
    "Narrator",
    "Observation",
    "ObservationPart",
    "Odds",
    "Outcome",
    "Pending",
    "Phase",
    "Place",
    "PlaceData",
    "Player",
    "PluginError",
    "Policy",
    "PolicyError",
    "Position",
    "RandomSource",
    "Reason",
    "Record",
    "RecordError",
    "Resolution",
    "Ruleset",
    "RunningRecord",
    "ScoreLine",
    "ScorePart",
    "ScoreSheet",
    "Seat",
    "SeatData",
    "Sentence",
    "Severity",
    "State",
    "StoneAgeError",
    "Table",
    "TableLike",
    "TextEdit",
    "TextPlace",
    "TextSpan",
    "TieBreak",
    "TrackDefinition",
    "UnknownName",
    "View",
    "ViewData",
    "Viewer",
    "WorkerDied",
    "ZoneData",
    "__version__",
    "compare",
    "load",
    "many",
    "plugin",
    "policies",
    "read_record",
    "read_table",
    "replay",
    "simulate",
    "study",
    "svg",
    "testing",
]

_HOMES = {
    "_version": ("__version__",),
    "board.picture": ("svg",),
    "data.definitions": (
        "Definition", "DefinitionData", "GameBounds", "GoodDefinition", "ItemDefinition", "LocationDefinition", "TrackDefinition",
    ),
    "data.views": ("Count", "Pending", "PlaceData", "SeatData", "ViewData", "ZoneData"),
    "errors": (
        "ContentError", "EndlessGame", "IllegalAction", "InvalidAction", "InvalidState", "ListenerError", "PluginError",
        "PolicyError", "RecordError", "StoneAgeError", "UnknownName", "WorkerDied",
    ),
    "kernel.actions": ("Action", "Outcome"),
    "kernel.chance": ("Odds",),
    "kernel.legality": ("Reason",),
    "kernel.nouns": ("Item", "Phase", "Place"),
    "kernel.position": ("Player", "Position", "ScoreLine", "ScorePart", "ScoreSheet", "TieBreak"),
    "kernel.ruleset": ("Ruleset",),
    "kernel.state": ("RandomSource", "State", "View"),
    "language.events": ("Event", "EventValue", "Viewer"),
    "learning.observation": ("Observation", "ObservationPart"),
    "learning.spaces": ("ActionSpace",),
    "loading.load": ("TableLike", "load"),
    "loading.table": ("Seat", "Table"),
    "loading.table_files": ("read_table",),
    "many.comparison": ("compare",),
    "many.simulation": ("simulate",),
    "many.study": ("study",),
    "packs.content": ("Resolution",),
    "packs.diagnostics": ("Diagnostic", "Severity", "TextEdit", "TextPlace"),
    "packs.spans": ("TextSpan",),
    "play.game": ("Game", "GameStep"),
    "play.playback": ("replay",),
    "play.record": ("Record", "RunningRecord", "read_record"),
    "policies.registry": ("Policy",),
    "telling.narration": ("ExplainedEvent", "Explanation", "Narrator", "Sentence"),
    "telling.phrases": ("Brief",),
}  # fmt: skip
"""The same imports for Python; type checkers read those above."""

_HOME_OF = {name: f"{__name__}.{home}" for home, names in _HOMES.items() for name in names}


if not TYPE_CHECKING:  # or a misspelt name would have the type Any

    def __getattr__(name: str) -> Any:
        if name in ("many", "plugin", "policies", "testing"):
            return import_module(f"{__name__}.{name}")
        if name not in _HOME_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = globals()[name] = getattr(import_module(_HOME_OF[name]), name)
        if isinstance(found, FunctionType):
            found.__module__ = __name__
        return found


def __dir__() -> list[str]:
    return __all__
