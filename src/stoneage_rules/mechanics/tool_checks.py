"""The checks of tools that are put on a roll: whole ones, unused, and one-use tools that are not yet spent."""

from __future__ import annotations

from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.legality import Check, Facts, Shortfall
from stoneage_rules.kernel.toolsets import Kit
from stoneage_rules.mechanics.totals import Totals


class ToolsWhole(Check):
    """Each value is that of a tool of the seat: a tool is used as a whole."""

    name = "tools.whole"

    def passes(self, facts: Facts, action: Action) -> bool:
        return facts.rules.kits.includes(facts.state.kits[facts.seat], action.args[0])

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        tools = ", ".join(f"{value}{' (used)' * used}" for value, used in _tools(facts))
        return Shortfall(self.name, f"`{action}` takes whole tools of your own", f"you have {tools or 'none'}")


class ToolsUnused(Check):
    """The tools have not been used this round."""

    name = "tools.unused"
    after = ("tools.whole",)

    def passes(self, facts: Facts, action: Action) -> bool:
        return facts.rules.kits.allows(facts.state.kits[facts.seat], action.args[0])

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        unused = ", ".join(str(value) for value, used in _tools(facts) if not used)
        return Shortfall(self.name, f"`{action}` takes tools that are unused this round", f"yours are {unused or 'all used'}")


class OneUseToolsUnspent(Check):
    """The one-use tools lie before the seat, not yet spent."""

    name = "tools.one-use"

    def passes(self, facts: Facts, action: Action) -> bool:
        return not any(_is_missing(facts, item) for item in action.args[1])

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        rules = facts.rules
        id = next(item for item in action.args[1] if _is_missing(facts, item))
        item = rules.items[rules.item_index[id]]
        if not item.one_use:
            return Shortfall(self.name, f"`{action}` takes one-use tools", f"{id} is none")
        is_owned = item.index in facts.state.zones[rules.zones_of(facts.seat)[0]]
        found = f"{id} is spent" if is_owned else f"{id} does not lie before you"
        return Shortfall(self.name, f"{id} must lie before you, not yet spent", found, rules.item_record(id))


def _tools(facts: Facts) -> Kit:
    """Returns a seat's tools, each with its value and whether it is used."""
    return facts.rules.kits.kits[facts.state.kits[facts.seat]]


def _is_missing(facts: Facts, item: str) -> bool:
    """Returns True if an item is no one-use tool that the seat still has."""
    rules = facts.rules
    bit = rules.later_use_bits.get(rules.item_index[item], 0)
    return not facts.state.unspent[facts.seat] & rules.service(Totals).one_use & bit
