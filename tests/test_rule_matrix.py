"""Every statement of the rules is carried out by something, and proved by a test that says so.

Tests are read, not run, so that the matrix is the same whichever tests a run selects.  What a rule means is not here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import attrs
import pytest

import stoneage_rules as sa
from shipped import BASE, HERE, SHIPPED, away, needs
from stoneage_rules.authoring.explain import citations_in
from stoneage_rules.kernel.legality import DECISION_CHECKS
from stoneage_rules.loading.installed import installed_modules
from stoneage_rules.mechanics.statements import StatementRecord
from stoneage_rules.plugin import Decision

TESTS = Path(__file__).parent
MOST = 3
"""Statements that one test may cite."""

GENERIC = {
    "game.over": "after the end no rule is broken, there is just nothing left to do",
    "chance.pending": "dice and cards come first in every game",
    "choice.listed": "only a pack lets a seat choose among effects, and the statement is its own",
    "choice.open": "only a pack closes effects to choose from, and the statement is its own",
    "choice.must": "only a pack lets a seat choose among effects, and the statement is its own",
    "resolve.turn": "only a pack lets places act one after the other, and the statement is its own",
    "placement.toll": "only a pack asks a price for placing, and the statement is its own",
    "placement.turn": "only a pack bounds the figures of a turn, and the statement is its own",
    "seal.range": "only a pack lets seats seal numbers, and the statement is its own",
    "seat.fits": "only a pack lets a seat choose another, and the statement is its own",
    "hand-back.owned": "only a pack lets seats hand items back, and the statement is its own",
    "trade.supply": "only a pack makes a supply finite, and the statement is its own",
    "placement.barred": "a plugin closes a place with it, for reasons of its own",
    "placement.closed": "only a pack closes places by conditions, and the statement is its own",
    "payment.must": "only a pack has prices that must be paid, and the statement is its own",
    "loss.form": "only a pack lets seats choose their losses, and the statement is its own",
    "loss.holdings": "only a pack lets seats choose their losses, and the statement is its own",
    "deal.kept": "only a pack deals items of which some are kept, and the statement is its own",
    "draft.open": "only a pack lets seats draft items, and the statement is its own",
    "draft.must": "only a pack lets seats draft items, and the statement is its own",
    "purchase.closed": "only a pack asks by conditions who may take an item, and the statement is its own",
    "add-on.closed": "only a pack gives add-ons conditions, and the statement is its own",
    "trade.closed": "only a pack gives exchanges conditions, and the statement is its own",
    "trade.stands": "only a pack lets seats lose goods or a rate in mid-trade, and the statement is its own",
}
"""Checks that no statement names, and why none could."""

NOTES = {
    "base.setup.deck": "the other direction changes no game",
    "base.setup.first-player": "who is the youngest is asked of the players, and of a table",
    "base.civ.immediate": "one of the pages refers to what the others print",
}
"""Statements that are printed as they are, with a note behind their references, and why the note decides nothing."""

REFERENCE = r"(ANN|MAN|SIG|YUC)( (p\.)?\d+(-\d+)?)?( \((tips|new round)\))?|p\.\d+(-\d+)?"
PRINTED = re.compile(rf"({REFERENCE})([,;] ({REFERENCE}))*(; the [a-z ]+ (is|are) on the (board|cards?|tiles))?")
"""The source of a rule that is printed as it is: its places, and what else is printed on the pieces."""

DECIDING = re.compile(r"\b(ruling|settings?|options?|library|decided|by default|unclear|disagree)\b")
"""Words in the text of a statement that is no more than printed."""

NAMING = ("style-is-the-goal",)
"""Modules whose statements name checks of the kernel that those of the base game do not: without them they are idle."""

Citation = tuple[str, tuple[str, ...]]
"""The place of a test, and the statements that it cites."""


# --- what there is ----------------------------------------------------------------------------------------------


@attrs.frozen
class Statement:
    """A statement and what carries it out."""

    id: str
    pack: str
    carriers: frozenset[str]


def option_values(module: str) -> Iterator[dict[str, object]]:
    """Every value of every option of a module, one at a time."""
    (pack,) = [pack for pack in loaded((module,) if module != BASE else ()).content.packs if pack.id == module]
    for name, option in pack.manifest.options.items():
        values = {"bool": [False, True], "text": list(option.choices)}.get(option.type, [])
        yield from ({name: value} for value in values)


@cache
def loaded(modules: tuple[str, ...]) -> sa.Ruleset:
    """Rules with some modules."""
    return sa.load(players=4, modules=modules)


@cache
def rulesets() -> tuple[sa.Ruleset, ...]:
    """The base game for every number of players, each module alone with every option, and all modules together."""
    found = [sa.load(players=players) for players in (2, 3, 4)]
    for module in everything():
        chosen = () if module == BASE else (module,)
        found.append(loaded(chosen))
        found += [sa.load(players=4, modules=chosen, options={module: values}) for values in option_values(module)]
    found.append(loaded(HERE))
    return tuple(found)


@cache
def statements() -> dict[str, Statement]:
    """Every statement of every pack, with all that carries it under any of the rulesets.

    What a module's records cite of the base game does not count: the module can be taken away.
    """
    packs: dict[str, str] = {}
    carriers: dict[str, set[str]] = {}
    for rules in rulesets():
        for entry in rules.content.of("statement"):
            packs[entry.name] = entry.pack
            own = {f"check {check}" for check in entry.record.checks} | {f"kernel {name}" for name in entry.record.kernel}
            carriers.setdefault(entry.name, set()).update(own)
        for entry in rules.content:
            for id in entry.record.rules if entry.kind != "statement" else ():
                if packs[id] != BASE or rules.packs == (BASE,):
                    carriers[id].add(entry.address)
    return {id: Statement(id, pack, frozenset(carriers[id])) for id, pack in packs.items()}


@cache
def checks() -> dict[str, frozenset[str]]:
    """Every check of every decision, with the statements that name it."""
    found: dict[str, set[str]] = {}
    for rules in rulesets():
        decisions = [handler for handler in rules.handlers if isinstance(handler, Decision)]
        sources = [source for decision in decisions for source in (decision, *decision.extensions.values())]
        for name in {*DECISION_CHECKS, *(check.name for source in sources for check in source.checks)}:
            found.setdefault(name, set())
        for entry in rules.content.of("statement"):
            for name in entry.record.checks:
                found.setdefault(name, set()).add(entry.name)
    return {name: frozenset(naming) for name, naming in found.items()}


# --- what the tests say -----------------------------------------------------------------------------------------


def cited_in(path: Path) -> Iterator[Citation]:
    """The tests of a file, Python or scenarios, by their places."""
    for found in citations_in(path):
        yield f"{path.relative_to(TESTS)}:{found.line}", found.statements


@cache
def citations() -> tuple[Citation, ...]:
    """All tests that cite statements, in the order of their files."""
    python = [path for path in sorted(TESTS.rglob("test_*.py")) if not away(path)]
    scenarios = [path for path in sorted(TESTS.rglob("scenarios/*.toml")) if not away(path) and path.parts[-3] != "mechanics"]
    return tuple(found for path in (*python, *scenarios) for found in cited_in(path))


def cited_by(module: str) -> set[str]:
    """The statements that the tests of a module cite."""
    own = f"modules/{SHIPPED.get(module)}/"
    return {
        id
        for where, ids in citations()
        for id in ids
        if (not where.startswith("modules/") if module == BASE else where.startswith(own))
    }


# --- rulings ----------------------------------------------------------------------------------------------------


def decides(statement: StatementRecord) -> bool:
    """Returns True if a statement says that it is more than printed, or holds under an option alone."""
    is_noted = statement.id not in NOTES and not PRINTED.fullmatch(statement.source)
    return is_noted or bool(DECIDING.search(statement.text)) or any(row.option for row in statement.when)


def test_what_is_decided_here_is_a_ruling_with_a_reason():
    records = {entry.name: entry.record for rules in rulesets() for entry in rules.content.of("statement")}
    printed = {id for id, record in records.items() if record.kind == "rule"}
    assert sorted(id for id in printed if decides(records[id])) == []
    assert sorted(id for id in printed if records[id].why) == []
    assert sorted(id for id, record in records.items() if id not in printed and not record.why) == []
    assert {*NOTES} <= printed


# --- the matrix -------------------------------------------------------------------------------------------------


def everything() -> list[str]:
    return [BASE, *HERE]


def of_module(module: str) -> list[Statement]:
    """The statements of a module's pack."""
    (pack,) = {pack.id for rules in rulesets() for pack in rules.content.packs if pack.files.root == root_of(module)}
    return [statement for statement in statements().values() if statement.pack == pack]


def root_of(module: str) -> Path | None:
    return installed_modules()[module].root


@pytest.mark.parametrize("module", everything())
def test_every_statement_has_a_carrier(module):
    found = of_module(module)
    assert found, "a module without statements says nothing that could be proved"
    assert [statement.id for statement in found if not statement.carriers] == []


@pytest.mark.parametrize("module", everything())
def test_every_statement_is_proved_by_a_test(module):
    cited = cited_by(module)
    assert [statement.id for statement in of_module(module) if statement.id not in cited] == []


def test_tests_cite_statements_that_exist():
    unknown = [(where, id) for where, ids in citations() for id in ids if id not in statements()]
    assert unknown == []


def test_tests_of_the_base_game_cite_no_module():
    """So that a module and its tests can be taken away together."""
    foreign = [
        (where, id)
        for where, ids in citations()
        for id in ids
        if not where.startswith("modules/") and id in statements() and statements()[id].pack != BASE
    ]
    assert foreign == []


def test_a_test_cites_one_to_three_statements_each_once():
    assert [where for where, ids in citations() if not 1 <= len(set(ids)) == len(ids) <= MOST] == []


@needs(*NAMING)
def test_every_check_is_named_by_a_statement_or_deliberately_by_none():
    assert {name for name, naming in checks().items() if not naming} == set(GENERIC)


def test_statements_say_no_more_than_is_there():
    """Every citation of a record is a statement of some pack; the loader finds this too, in every single pack."""
    cited = {id for rules in rulesets() for entry in rules.content if entry.kind != "statement" for id in entry.record.rules}
    assert cited <= set(statements())


def test_the_reading_of_tests_finds_what_it_must(tmp_path):
    """The scan itself can fail: marks on functions, in parameters, and those that are not written out."""
    file = TESTS / "rules" / "test_counts.py"
    marks = list(citations_in(file))
    assert len(marks) == file.read_text("utf-8").count("@pytest.mark.rule(")
    assert all(mark.statements and all(id.startswith("count.") for id in mark.statements) for mark in marks)
    code = "import pytest\n@pytest.mark.rule(NAME)\ndef test_x(): ...\nX = pytest.param(1, marks=pytest.mark.rule('a.b'))\n"
    (tmp_path / "test_code.py").write_text(code, "utf-8")
    found = {(mark.line, mark.name, mark.statements) for mark in citations_in(tmp_path / "test_code.py")}
    assert found == {(2, "test_x", ("<NAME>",)), (4, "", ("a.b",))}
