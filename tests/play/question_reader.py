"""The facts of questions, worked out from the answers before them, the state and the content, without any handler."""

from __future__ import annotations

from typing import Any

import stoneage_rules as sa
from stoneage_rules.plugin import Cost


class QuestionReader:
    """Works out the facts of a question from the answers before it, the state and the content, without any handler."""

    def __init__(self, rules: sa.Ruleset) -> None:
        self.rules = rules
        self.records = {(entry.kind, entry.name): entry.record for entry in rules.content}
        self.place = ""
        """The place that acts."""
        self.figures = 0
        self.bought = ""
        """The item that was paid last."""
        self.source: Any = None
        """The record whose effects run."""
        self.rolled: tuple[int, ...] = ()
        self.waiting: list[list[Any]] = []
        self.last: dict[str, dict[str, int]] = {}
        """The goods of the last action of each kind."""

    def note(self, state: sa.State, answer: sa.Action | sa.Outcome) -> None:
        """Notes an answer before it is given."""
        if answer.kind == "resolve":
            self.place = answer.args[0]
            self.figures = state.figures_at(self.place)[state.seat]
            place = self.rules.place(self.place)
            record = self.records[place.record]
            self.source = record.workplace if place.owned >= 0 else record
        elif answer.kind == "pay" and state.pending.item:
            self.bought = state.item_on(self.place)
            self.source = self.item(self.bought)
        elif answer.kind == "roll":
            self.rolled = answer.args
        elif answer.kind == "pick":
            self.note_pick(state, answer.args[0])
        if answer.kind in ("pay", "give", "get"):
            self.last[answer.kind] = dict(answer.args)

    def note_pick(self, state: sa.State, face: int) -> None:
        """Notes that a die is taken, of the roll at hand or of one that waits."""
        asked = state.pending
        later = self.records["dice_table", asked.more["dice_table"]].others_pick == "next-turn"
        roll = self.waiting_for(asked.seat) if asked.kind == "pick-later" else [[*self.rolled], {*range(self.rules.players)}]
        roll[0].remove(face)
        roll[1].remove(asked.seat)
        if asked.kind == "pick-die":
            self.rolled = tuple(roll[0])
            self.waiting += [roll] if later else []

    def waiting_for(self, seat: int) -> list[Any]:
        """Returns the oldest roll from which a seat has not picked: the dice left, and the seats still to pick."""
        return next(roll for roll in self.waiting if seat in roll[1])

    def item(self, id: str) -> Any:
        return self.records[self.rules.item_record(id)]

    def goods(self, group: str) -> tuple[str, ...]:
        return tuple(good for good in self.rules.goods if group in (*self.records["good", good].groups, good))

    def roll(self) -> Any:
        return next(effect for effect in self.source.effects if effect.do == "roll")

    def price(self, state: sa.State) -> dict[str, Any]:
        """The facts of a purchase."""
        place = self.rules.place(self.place)
        item = state.item_on(self.place)
        owed = self.records[place.record].cost or self.item(item).cost
        shown = [self.item(item).symbol, *(f"{count} {icon}" for icon, count in self.item(item).icons.items())]
        assert all(word in state.pending.brings for word in shown if word)
        return {"place": self.place, "item": item, "owed": owed, "among": self.paying(owed)}

    def paying(self, owed: Cost) -> tuple[str, ...]:
        return self.goods(owed.of) if owed.of else tuple(good for good in self.rules.goods if good in owed.fixed)

    def facts(self, state: sa.State, kind: str) -> dict[str, Any]:
        """The facts of the question that is pending; `place-figures` asks `_place_figures`."""
        return getattr(self, f"_{kind.replace('-', '_')}")(state, state.player(state.seat))

    def _place_figures(self, state: sa.State, player: sa.Player) -> dict[str, Any]:
        return {"amount": player.at_home}

    def _resolve_place(self, state: sa.State, player: sa.Player) -> dict[str, Any]:
        stay = {place.id for place in self.rules.places if getattr(self.records[place.record], "stays", False)}
        return {"among": tuple(p.id for p in self.rules.places if state.figures_at(p.id)[player.seat] and p.id not in stay)}

    def _roll_for_total(self, state: sa.State, player: sa.Player) -> dict[str, Any]:
        roll = self.roll()
        return {"dice_count": roll.dice or self.figures, "divide": roll.divide, "among": roll.yields}

    def _use_tools(self, state: sa.State, player: sa.Player) -> dict[str, Any]:
        roll = self.roll()
        one_use = [item for item in player.unspent if self.item(item).one_use_tool]
        tools = tuple(value for value, used in player.tools if not used)
        facts = {"total": sum(self.rolled), "divide": roll.divide, "among": roll.yields, "tools": tools}
        return facts | ({"more": {"one_use_tools": one_use}} if one_use else {})

    def _split_yield(self, state: sa.State, player: sa.Player) -> dict[str, Any]:
        return {"among": self.roll().yields}

    def _roll_for_all(self, state: sa.State, player: sa.Player) -> dict[str, Any]:
        return {"dice_count": self.rules.players}

    def _pick_die(self, state: sa.State, player: sa.Player) -> dict[str, Any]:
        return {"dice": self.rolled}

    def _pick_later(self, state: sa.State, player: sa.Player) -> dict[str, Any]:
        return {"dice": tuple(self.waiting_for(player.seat)[0])}

    def _buy(self, state: sa.State, player: sa.Player) -> dict[str, Any]:
        return self.price(state)

    def _get_goods(self, state: sa.State, player: sa.Player) -> dict[str, Any]:
        return {**self.price(state), "given": self.last["give"], "among": self.goods("tradable")}

    def _pay_traded(self, state: sa.State, player: sa.Player) -> dict[str, Any]:
        return {**self.price(state), "given": self.last["give"], "got": self.last["get"]}

    def _take_or_skip(self, state: sa.State, player: sa.Player) -> dict[str, Any]:
        owed = self.records["add_on", state.pending.more["add_on"]].cost
        return {**self.price(state), "paid": self.last["pay"], "owed": owed, "among": self.paying(owed)}

    def _add_late(self, state: sa.State, player: sa.Player) -> dict[str, Any]:
        owed = self.records["add_on", state.pending.more["add_on"]].cost
        assert self.bought in player.items
        return {"place": self.place, "item": self.bought, "owed": owed, "among": self.paying(owed)}

    def _feed_or_starve(self, state: sa.State, player: sa.Player) -> dict[str, Any]:
        amount = player.at_home - player.goods["food"]
        owed = Cost(of="resource", at_least=amount, at_most=amount)
        return {"amount": amount, "owed": owed, "among": self.goods("resource"), "more": {"missing": "food"}}

    def _choose_goods(self, state: sa.State, player: sa.Player) -> dict[str, Any]:
        return {"among": self.goods("resource")}

    def _draw_hidden(self, state: sa.State, player: sa.Player) -> dict[str, Any]:
        return {"zone": "deck", "more": {"kind": "card"}}

    def _lay_item(self, state: sa.State, player: sa.Player) -> dict[str, Any]:
        asked = state.pending
        row = self.records["row", asked.more["row"]]
        assert state.item_on(asked.place) is None
        assert self.rules.place(asked.place).record[1] in row.spaces
        return {"zone": row.from_}

    def _reward_roll(self, state: sa.State, player: sa.Player) -> dict[str, Any]:
        return {"dice_count": state.figures_at("active-animal")[player.seat]}

    def _claim_reward(self, state: sa.State, player: sa.Player) -> dict[str, Any]:
        assert state.pending.dice[0] in self.rolled
        return {"place": "active-animal", "more": {"instead": 1}}
