"""Packs made at random from the words of a table: every record, verb, quantity and edit that there is, in any combination."""

from stoneage_rules.testing.random_packs.choice_source import ChoiceSource, seeded
from stoneage_rules.testing.random_packs.known_names import Header, Table
from stoneage_rules.testing.random_packs.random_pack import RandomPack, random_pack, repaired
from stoneage_rules.testing.random_packs.single_faults import SingleFault, with_a_fault

__all__ = ["ChoiceSource", "Header", "RandomPack", "SingleFault", "Table", "random_pack", "repaired", "seeded", "with_a_fault"]
