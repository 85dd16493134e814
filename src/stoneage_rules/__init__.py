"""Stone Age as rules: load a table, get compiled rules, play states under them.

>>> import stoneage_rules as sa
>>> rules = sa.load(players=4)
>>> state = rules.initial_state()
"""

from stoneage_rules import policies
from stoneage_rules.errors import (
    ContentError,
    IllegalAction,
    InvalidAction,
    InvalidState,
    PluginError,
    RecordError,
    StoneAgeError,
)
from stoneage_rules.game import Game
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.decisions import Reason
from stoneage_rules.kernel.position import Player
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.scoring import ScoreLine, ScoreSheet
from stoneage_rules.kernel.state import State
from stoneage_rules.kernel.view import View
from stoneage_rules.modules import load
from stoneage_rules.record import Record, read_record
from stoneage_rules.replaying import replay
from stoneage_rules.table import Seat, Table, read_table

__all__ = [
    "Action",
    "ContentError",
    "Game",
    "IllegalAction",
    "InvalidAction",
    "InvalidState",
    "Outcome",
    "Player",
    "PluginError",
    "Reason",
    "Record",
    "RecordError",
    "Ruleset",
    "ScoreLine",
    "ScoreSheet",
    "Seat",
    "State",
    "StoneAgeError",
    "Table",
    "View",
    "load",
    "policies",
    "read_record",
    "read_table",
    "replay",
]
