"""Effects of content as rows for the engine: each verb is a method."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stoneage_native import _engine
from stoneage_native.known import READ, VERBS, Lacks, animals
from stoneage_native.words import Programs
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.language.binding import Handle
from stoneage_rules.language.quantity import core
from stoneage_rules.language.word import Verb
from stoneage_rules.mechanics import (
    belongings,
    buying,
    choosing,
    drawing,
    effect_lists,
    feeding,
    items,
    locations,
    paying,
    placement,
    rolling,
    rounds,
    rows,
    scoring,
    selecting,
)

VERB = {name: number for number, name in enumerate(_engine.VERB_NAMES)}
TO = ("supply", "seat", "owner", "chooser", "chosen")
WINS = (None, "nobody", "all", "seat")

Row = tuple[str, dict[str, int]]
"""The name of an effect of the engine, and those of its numbers that are not 0."""


class Nodes:
    """Writes the effects of a ruleset.

    Args:
        rules: the rules.
        programs: compiles the amounts and conditions of effects.
        lacks: takes what is not known.
        lists: the flat lists of numbers of the sections `roll_list`, `choice_list` and `space`.
    """

    def __init__(self, rules: Ruleset, programs: Programs, lacks: Lacks, lists: dict[str, list[int]]) -> None:
        self.rules, self.link, self.programs, self.lacks, self.lists = rules, rules.linker, programs, lacks, lists
        self.number = 0
        self.bare = effect_lists.effect_lists(rules).bare
        self.drive_off: type | None = getattr(animals(rules), "DriveOff", None)

    def written(self) -> list[int]:
        """Returns the rows of all nodes."""
        numbers = [0] * 11
        for number in range(1, len(self.rules.nodes)):
            self.number = number
            name, given = self._row(self.rules.verbs[self.number])
            row = {"value": 0, "expr": -1, "b": 0, "c": 0, "d": 0, "e": 0, "f": 0, **given}
            verb: Any = self.rules.verbs[self.number]
            condition, following = self.programs.condition(verb.if_), self.rules.nodes[self.number][1]
            numbers += [VERB[name], *row.values(), following, condition, int(self.number in self.bare)]
        return numbers

    def _row(self, verb: Verb | None) -> Row:
        write = WRITERS.get(type(verb))
        if self.drive_off is not None and type(verb) is self.drive_off:
            return self._drive(verb)
        if write is None or not self.lacks.expect(verb, VERBS):
            self.lacks.add(f"verb {getattr(verb, 'do', '')}")
            return "NOTHING", {}
        return write(self, verb)

    # --- what effects share -------------------------------------------------------------------------------------

    def added(self, handle: Handle[Any]) -> list[int]:
        """Returns the entries of a table that the verb of the present node added."""
        return [index for table, index in self.link.added[self.number] if table is handle]

    @property
    def lists_of_effect(self) -> tuple[int, ...]:
        """The first nodes of the lists of the present effect, or of the frame that it pushes."""
        effect: Any = core(self.rules.nodes[self.number][0])
        return tuple(effect.lists or effect.about)

    def amount(self, amount: Any, least: int | None = None) -> dict[str, int]:
        """Returns a fixed amount, or its program."""
        value, expr = self.programs.given(amount, least)
        return {"value": value, "expr": expr}

    def span(self, name: str, numbers: list[int] | tuple[int, ...]) -> dict[str, int]:
        """Adds numbers to a list; returns where they begin and end."""
        first = len(self.lists[name])
        self.lists[name] += numbers
        return {"b": first, "c": first + len(numbers)}

    def number_of(self, quantity: Any) -> int:
        """Returns the program of a quantity; -1 for none."""
        return -1 if quantity is None else self.programs.amount(quantity)

    # --- belongings ---------------------------------------------------------------------------------------------

    def _advance(self, verb: belongings.AdvanceVerb) -> Row:
        return "ADVANCE", {**self.amount(verb.steps, 0), "b": self.link.index("track", verb.track)}

    def _bring_home(self, verb: belongings.BringHomeVerb) -> Row:
        return "BRING_HOME", self.span("space", self.link.places(verb.from_))

    def _figure(self, verb: belongings.FigureVerb) -> Row:
        return "FIGURE", self.amount(verb.amount)

    def _gain(self, verb: belongings.GainVerb) -> Row:
        return "GAIN", {**self.amount(verb.amount, 0), "b": self.link.index("good", verb.good)}

    def _mark(self, verb: belongings.MarkVerb) -> Row:
        return "MARK", {"b": self.link.index("mark", verb.mark)}

    def _unmark(self, verb: belongings.UnmarkVerb) -> Row:
        return "UNMARK", {"b": self.link.index("mark", verb.mark)}

    def _refresh(self, verb: belongings.RefreshVerb) -> Row:
        return "REFRESH", {}

    def _tool(self, verb: belongings.ToolVerb) -> Row:
        return "TOOL", self.amount(verb.amount)

    def _points(self, verb: scoring.PointsVerb) -> Row:
        floor = verb.at_least
        return "POINTS", {**self.amount(verb.amount), "b": int(floor is not None), "c": floor or 0}

    # --- choices ------------------------------------------------------------------------------------------------

    def _choose(self, verb: choosing.ChooseVerb) -> Row:
        least = max(1, self.link.range_of(verb.amount)[0] or 1)
        choices = self.added(choosing.CHOICES)
        return "CHOOSE", {**self.amount(verb.amount), **self.span("choice_list", choices), "d": least}

    def _dice(self, verb: choosing.DiceForAllVerb) -> Row:
        return "DICE", {"b": self.link.index("dice_table", verb.table)}

    def _one_of(self, verb: choosing.OneOfVerb) -> Row:
        return "ONE_OF", {"b": self.added(choosing.OFFERS)[-1]}

    def _choose_seat(self, verb: selecting.ChooseSeatVerb) -> Row:
        return "CHOOSE_SEAT", {"b": self.added(selecting.SEAT_CHOICES)[-1]}

    def _chooser(self, verb: selecting.ChooserVerb) -> Row:
        return "CHOOSER", {"b": self.lists_of_effect[0]}

    def _hand_back(self, verb: selecting.HandBackVerb) -> Row:
        return "HAND_BACK", {**self.amount(verb.amount, 0), "b": self.added(selecting.HAND_BACKS)[-1]}

    def _seal(self, verb: selecting.SealVerb) -> Row:
        return "SEAL", {"b": self.added(selecting.SEALS)[-1]}

    # --- lists of effects ---------------------------------------------------------------------------------------

    def _all_of(self, verb: effect_lists.AllOfVerb) -> Row:
        return "ALL_OF", {"b": self.lists_of_effect[0]}

    def _each_seat(self, verb: effect_lists.EachSeatVerb) -> Row:
        order = {"value": int(verb.order == "reverse"), "expr": self.number_of(verb.most_first)}
        return "EACH", {**order, "b": self.lists_of_effect[0]}

    def _owner(self, verb: locations.OwnerVerb) -> Row:
        (subject,) = self.added(effect_lists.SUBJECTS)
        return "OWNER", {"b": self.rules.entries(effect_lists.SUBJECTS)[subject].node}

    def _pass_first(self, verb: effect_lists.PassFirstVerb) -> Row:
        return ("LOT", {}) if verb.to == "drawn" else ("FIRST", {"b": self.added(effect_lists.PASSES)[-1]})

    # --- paying and losing --------------------------------------------------------------------------------------

    def _feed(self, verb: feeding.FeedVerb) -> Row:
        return "FEED", {"b": self.added(feeding.FEEDINGS)[-1]}

    def _pay(self, verb: paying.PayVerb) -> Row:
        self.lacks.expect(verb.cost, READ)
        return "PAY", {**self.amount(verb.times), "b": self.added(paying.PAY_OFFERS)[-1]}

    def _lose(self, verb: paying.LoseVerb) -> Row:
        who = 2 if verb.from_most is not None else int(verb.from_ == "others")
        amount = next((number for number in (verb.tools, verb.figures) if number is not None), verb.amount)
        goods = self.link.goods(verb.good or verb.of or "")
        name, index = "LOSE_TOOLS", 0
        if verb.track is not None:
            name, index = "LOSE_STEPS", self.link.index("track", verb.track)
        elif verb.figures is not None:
            name = "LOSE_FIGURES"
        elif verb.tools is None:
            name, index = ("LOSE_GOOD", goods[0]) if len(goods) == 1 else ("LOSE_SOME", self.added(paying.LOSSES)[-1])
        whom = {"b": who, "c": index, "e": self.number_of(verb.from_most), "f": TO.index(verb.to)}
        return name, {**self.amount(amount, 0), **whom}

    # --- placing and acting -------------------------------------------------------------------------------------

    def _place(self, verb: placement.PlaceVerb) -> Row:
        return "PLACE", {"b": self.added(placement.PLACINGS)[-1]}

    def _resolve(self, verb: placement.ResolveVerb) -> Row:
        if not verb.places:
            return "RESOLVE", {}
        acting = self.added(placement.ACTINGS)
        return ("AMONG", {"b": acting[-1]}) if acting else ("ALL_OF", {"b": self.lists_of_effect[0]})

    def _roll(self, verb: rolling.RollVerb) -> Row:
        rolls = self.added(rolling.ROLLS)
        dice = {"value": -1, "expr": -1} if verb.dice is None else self.amount(verb.dice, 0)
        part = 1 if verb.divide is None else verb.divide
        least = max(1, self.link.range_of(part)[0] or 1)
        read = -1 if isinstance(part, int) else self.number_of(part)
        return "ROLL", {**dice, **self.span("roll_list", rolls), "d": least, "e": read}

    # --- items --------------------------------------------------------------------------------------------------

    def _buy(self, verb: buying.BuyVerb) -> Row:
        return "BUY", {}

    def _draft(self, verb: buying.DraftVerb) -> Row:
        return "DRAFT", {"b": self.link.index("row", verb.row)}

    def _hidden(self, verb: drawing.DrawHiddenVerb) -> Row:
        return "HIDDEN", {"b": self.link.index("zone", verb.from_), "c": self.link.index("kind", verb.kind)}

    def _move(self, verb: items.MoveVerb) -> Row:
        zones = {"c": self.link.index("zone", verb.from_), "d": self.link.index("zone", verb.to)}
        return "MOVE", {"b": self.link.index("kind", verb.kind), **zones}

    def _fill(self, verb: rows.FillVerb) -> Row:
        return "FILL", {"b": self.link.index("row", verb.row)}

    def _slide(self, verb: rows.SlideVerb) -> Row:
        return "SLIDE", {"b": self.link.index("row", verb.row)}

    def _sweep(self, verb: rows.SweepVerb) -> Row:
        row = self.rules.entries(rows.ROWS)[self.link.index("row", verb.row)]
        named = {place for space in verb.spaces for place in self.link.places(space)}
        spaces = [space for space in row.spaces if not named or space in named]
        return "SWEEP", {**self.span("space", spaces), "d": self.link.index("zone", verb.to)}

    def _turn_up(self, verb: rows.RevealVerb) -> Row:
        return "TURN_UP", {"b": self.added(rows.REVEALS)[-1]}

    def _end(self, verb: rounds.EndGameVerb) -> Row:
        row = -1 if verb.when_empty is None else self.link.index("row", verb.when_empty)
        return "END", {"b": row, "c": verb.after_round or 0, "d": WINS.index(verb.wins)}

    def _drive(self, verb: Any) -> Row:
        self.lacks.expect(verb, {type(verb): "if_ location value to table instead"})
        plugin: Any = animals(self.rules)
        return "DRIVE", {"b": self.added(plugin.DRIVES)[-1]}


WRITERS: dict[type, Callable[[Nodes, Any], Row]] = {
    belongings.AdvanceVerb: Nodes._advance,
    belongings.BringHomeVerb: Nodes._bring_home,
    belongings.FigureVerb: Nodes._figure,
    belongings.GainVerb: Nodes._gain,
    belongings.MarkVerb: Nodes._mark,
    belongings.RefreshVerb: Nodes._refresh,
    belongings.ToolVerb: Nodes._tool,
    belongings.UnmarkVerb: Nodes._unmark,
    buying.BuyVerb: Nodes._buy,
    buying.DraftVerb: Nodes._draft,
    choosing.ChooseVerb: Nodes._choose,
    choosing.DiceForAllVerb: Nodes._dice,
    choosing.OneOfVerb: Nodes._one_of,
    drawing.DrawHiddenVerb: Nodes._hidden,
    effect_lists.AllOfVerb: Nodes._all_of,
    effect_lists.EachSeatVerb: Nodes._each_seat,
    effect_lists.PassFirstVerb: Nodes._pass_first,
    feeding.FeedVerb: Nodes._feed,
    items.MoveVerb: Nodes._move,
    locations.OwnerVerb: Nodes._owner,
    paying.LoseVerb: Nodes._lose,
    paying.PayVerb: Nodes._pay,
    placement.PlaceVerb: Nodes._place,
    placement.ResolveVerb: Nodes._resolve,
    rolling.RollVerb: Nodes._roll,
    rounds.EndGameVerb: Nodes._end,
    rows.FillVerb: Nodes._fill,
    rows.RevealVerb: Nodes._turn_up,
    rows.SlideVerb: Nodes._slide,
    rows.SweepVerb: Nodes._sweep,
    scoring.PointsVerb: Nodes._points,
    selecting.ChooseSeatVerb: Nodes._choose_seat,
    selecting.ChooserVerb: Nodes._chooser,
    selecting.HandBackVerb: Nodes._hand_back,
    selecting.SealVerb: Nodes._seal,
}
