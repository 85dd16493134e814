"""Every kind of record of the library, for whoever is not handed the vocabulary yet."""

from stoneage_rules.language.word import CONFIDENCES, ExtraKeys, Record, Requirement, toml_key, with_keys
from stoneage_rules.mechanics import MECHANISMS
from stoneage_rules.mechanics.add_ons import AddOnRecord
from stoneage_rules.mechanics.figures import FigureRecord as FigureSupply
from stoneage_rules.mechanics.items import ItemRecord
from stoneage_rules.mechanics.locations import LocationRecord as Location
from stoneage_rules.mechanics.locations import PlacementSize as Figures
from stoneage_rules.mechanics.statements import SeatsRecord as Seats
from stoneage_rules.mechanics.statements import StatementRecord as Statement
from stoneage_rules.mechanics.trading.exchange import ExchangeRecord
from stoneage_rules.mechanics.workplaces import WorkplaceTable as Workplace

_KEYS = tuple(k for m in MECHANISMS for k in m.records if issubclass(k, ExtraKeys))
KINDS = {k.table: k for m in MECHANISMS for k in m.records if issubclass(k, Record)}
Item = with_keys(ItemRecord, _KEYS)
__all__ = [
    "CONFIDENCES", "KINDS", "AddOnRecord", "ExchangeRecord", "FigureSupply", "Figures", "Item", "Location", "Record",
    "Requirement", "Seats", "Statement", "Workplace", "toml_key",
]  # fmt: skip
