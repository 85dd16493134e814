"""Numbers that are read from the game, as programs for the engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stoneage_native import _engine
from stoneage_native.known import READ, Lacks
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.language.fields import Amount, Quantity
from stoneage_rules.language.quantity import IfRow
from stoneage_rules.mechanics.rows import ROWS

WORD = {name: number for number, name in enumerate(_engine.WORD_NAMES)}
LARGEST = 2**31 - 1
SEATS = ("all", "most", "fewest", "others")


def pair(bits: int) -> list[int]:
    """Returns 64 bits as two numbers of 32 bits."""
    halves = bits & 2**32 - 1, bits >> 32
    return [half - 2**32 if half >> 31 else half for half in halves]


def bits_of(indexes: Sequence[int] | frozenset[int]) -> int:
    """Returns the bits of some indexes."""
    return sum(1 << index for index in set(indexes))


class Programs:
    """Compiles amounts and rows of `if` of content to programs, each once."""

    def __init__(self, rules: Ruleset, lacks: Lacks) -> None:
        self.rules, self.link, self.lacks = rules, rules.linker, lacks
        self.numbers: list[int] = []
        self.worths: list[int] = []
        self._tables: dict[object, int] = {}
        self._known: dict[object, int] = {}

    # --- programs -----------------------------------------------------------------------------------------------

    def amount(self, amount: Amount, final: bool = False, least: int | None = None) -> int:
        """Returns the place of the program of an amount; `least` is its least value, whatever content says."""
        key = "amount", amount, final, least
        if key not in self._known:
            bound = [] if least is None else [WORD["CONST"], least, WORD["MAX"]]
            self._known[key] = self._add([*self._code(amount, final), *bound])
        return self._known[key]

    def condition(self, rows: Sequence[IfRow], final: bool = False) -> int:
        """Returns the place of the program of rows that must all hold; -1 for none."""
        if not rows:
            return -1
        key = "rows", tuple(rows), final
        if key not in self._known:
            self._known[key] = self._add(self._rows(rows, final))
        return self._known[key]

    def given(self, amount: Amount, least: int | None = None) -> tuple[int, int]:
        """Returns a fixed amount with -1, or 0 with the place of its program."""
        if isinstance(amount, int):
            return self._number(amount if least is None else max(least, amount)), -1
        return 0, self.amount(amount, least=least)

    def _add(self, code: list[int]) -> int:
        at = len(self.numbers)
        self.numbers += [*code, WORD["STOP"]]
        return at

    def _number(self, number: int) -> int:
        if not -LARGEST <= number <= LARGEST:
            self.lacks.add(f"the number {number}")
            return 0
        return number

    def worth(self, key: object, of: Callable[[Any], int]) -> int:
        """Returns the number of a table that has a number for each item."""
        if key not in self._tables:
            self._tables[key] = len(self._tables)
            self.worths += [self._number(of(entry)) for entry in self.link.declared("item")]
        return self._tables[key]

    def icons(self, icon: str) -> int:
        """Returns the table of the icons of a kind."""
        return self.worth(("icons", icon), lambda entry: int(entry.record.icons.get(icon, 0)))

    # --- code ---------------------------------------------------------------------------------------------------

    def _code(self, amount: Amount, final: bool) -> list[int]:
        if isinstance(amount, int):
            return [WORD["CONST"], self._number(amount)]
        self.lacks.expect(amount, READ)
        code = self._counted(amount, final)
        if amount.seats:
            code = [WORD["SEATS"], SEATS.index(amount.seats), self._add(code)]
        if amount.times != 1:
            code += [WORD["TIMES"], self._number(amount.times)]
        if amount.plus != 0:
            code += [*self._code(amount.plus, final), WORD["ADD"]]
        if amount.divide != 1:
            code += [WORD["DIVIDE"], amount.divide, int(amount.rounded == "up")]
        for bound, word in ((amount.at_least, "MAX"), (amount.at_most, "MIN")):
            code += [] if bound is None else [*self._code(bound, final), WORD[word]]
        if amount.if_:
            code = [*self._rows(amount.if_, final), *code, *self._code(amount.else_, final), WORD["SELECT"]]
        return code

    def _rows(self, rows: Sequence[IfRow], final: bool) -> list[int]:
        code: list[int] = []
        for number, row in enumerate(rows):
            code += self._code(row, final)
            for value, word in ((row.min, "LEAST"), (row.max, "MOST"), (row.every, "EVERY")):
                code += [] if value is None else [WORD[word], self._number(value)]
            listed = row.in_ or ()
            code += [WORD["IN"], len(listed), *map(self._number, listed), *([WORD["AND"]] if number else [])]
        return code

    def _counted(self, quantity: Quantity, final: bool) -> list[int]:
        """Returns the code of the word of a quantity and what it counts, for one seat."""
        name, of = quantity.name, quantity.of
        method = getattr(self, f"_of_{name}", None)
        if method is None or f"quantity {name}" in self.rules.owners:
            self.lacks.add(f"quantity {name}")
            return [WORD["CONST"], 0]
        if name == "rank":
            assert isinstance(of, Quantity)
            return [WORD["RANK"], self._add(self._code(of, final)), int(not quantity.alone)]
        code: list[int] = method(of, final)
        return code

    def _of_rank(self) -> None:
        """Marks the word as known; `_counted` needs the whole quantity."""

    def _of_count(self, of: int, final: bool) -> list[int]:
        return [WORD["CONST"], self._number(of)]

    def _of_goods(self, of: str, final: bool) -> list[int]:
        return [WORD["GOODS"], bits_of(self.link.goods(of))]

    def _of_track(self, of: str, final: bool) -> list[int]:
        return [WORD["TRACK"], self.link.index("track", of)]

    def _of_tools(self, of: str, final: bool) -> list[int]:
        return [WORD["TOOL_VALUE" if of == "value" else "TOOL_COUNT"]]

    def _of_figures(self, of: str, final: bool) -> list[int]:
        known = {"all": "FIGURES", "home": "HOME", "here": "N"}
        return [WORD[known[of]]] if of in known else [WORD["FIGURES_AT"], *pair(bits_of(self.link.places(of)))]

    def _of_missing(self, of: str, final: bool) -> list[int]:
        return [WORD["N"]]

    _of_rolled = _of_missing

    def _of_round(self, of: str, final: bool) -> list[int]:
        return [WORD["ROUND"]]

    def _of_seat(self, of: str, final: bool) -> list[int]:
        return [WORD["ORDER"]]

    def _of_players(self, of: str, final: bool) -> list[int]:
        return [WORD["CONST"], self.rules.players]

    def _of_points(self, of: str, final: bool) -> list[int]:
        return [WORD["POINTS"]]

    def _of_total(self, of: str, final: bool) -> list[int]:
        return [WORD["TOTAL"], int(not final)]

    def _of_paid(self, of: str, final: bool) -> list[int]:
        return [WORD["PAID_VALUE" if of == "value" else "PAID_COUNT"]]

    def _of_mark(self, of: str, final: bool) -> list[int]:
        return [WORD["MARK"], self.link.index("mark", of)]

    def _of_symbols(self, of: str, final: bool) -> list[int]:
        if of == "sets-squared":
            return [WORD["SETS"], int(not final)]
        return [WORD["WORTH"], self.worth(("symbol", of), lambda entry: int(entry.record.symbol == of)), int(not final)]

    def _of_icons(self, of: str, final: bool) -> list[int]:
        return [WORD["WORTH"], self.icons(of), int(not final)]

    def _owned(self, of: str) -> int:
        trait = "kind" if of in self.link.ids("kind") else "shared_name"
        return self.worth(("owned", of), lambda entry: int(getattr(entry, trait) == of))

    def _of_owned(self, of: str, final: bool) -> list[int]:
        if of in ("open", "face-down"):
            return [WORD["OPEN_COUNT" if of == "open" else "DOWN_COUNT"]]
        return [WORD["WORTH"], self._owned(of), int(not final)]

    def _of_open(self, of: str, final: bool) -> list[int]:
        return [WORD["LYING"], self._owned(of)]

    def _of_empty(self, of: str, final: bool) -> list[int]:
        return [WORD["EMPTY"], next(row.index for row in self.rules.entries(ROWS) if row.id == of)]
