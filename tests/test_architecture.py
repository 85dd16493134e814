"""The design as tests: the kernel knows no content, imports run one way, files and functions stay small.

What the code does is proved elsewhere; here its text is read.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import partial
from pathlib import Path

import pytest

from running import python
from shipped import HERE, SHIPPED
from sources import (
    ROOT,
    class_names,
    content_ids,
    docstrings,
    ids_in,
    imports_by_function,
    imports_of,
    long_functions,
    module_names,
    modules,
    names_of,
    parsed,
    python_files,
    quotations,
    texts_of,
)
from stoneage_rules.kernel.position import Position
from stoneage_rules.language.word import KERNEL_WORDS
from stoneage_rules.packs.operators import OPERATORS
from stoneage_rules.plugin import operations
from units.library import WORDS

LIBRARY = "src/stoneage_rules"
KERNEL = f"{LIBRARY}/kernel"
IDS = content_ids("content/stoneage_base", "plugins")

# --- the kernel knows no content --------------------------------------------------------------------------------


def test_the_content_declares_what_these_tests_look_for() -> None:
    assert {"wood", "hut", "civ-01", "bld-28", "agriculture", "base.place.hut", "resource", "card", "village"} <= IDS
    for package, module in modules().items():
        assert {module} < content_ids(f"plugins/{package}") <= IDS


def test_no_content_id_stands_in_the_library() -> None:
    found = [
        f"{file}:{line} has {text!r}"
        for file, tree in parsed(python_files(LIBRARY))
        for line, text in texts_of(tree)
        if text in IDS
    ]
    assert found == []


def test_no_message_and_no_help_quotes_a_content_id() -> None:
    found = [
        f"{file}:{line} quotes {id}: write a word of your own, such as PLACE"
        for file, tree in parsed(python_files(LIBRARY))
        for line, quoted in quotations(tree)
        for id in IDS.intersection(re.findall(r"[a-z0-9][a-z0-9.-]*", quoted))
    ]
    assert found == []


def test_no_name_in_the_kernel_has_a_content_id_in_it() -> None:
    found = [
        f"{file}:{line} {name} has {id}"
        for file, tree in parsed(python_files(KERNEL))
        for line, name in names_of(tree)
        for id in ids_in(name, IDS)
    ]
    assert found == []


def test_the_words_of_the_kernel_are_no_content_ids() -> None:
    assert set() == KERNEL_WORDS & IDS


# --- packs, compiler and kernel name no word of a mechanism ------------------------------------------------------

MACHINERY = (f"{LIBRARY}/packs", f"{LIBRARY}/compiler")
REGISTERED = {*WORDS.kinds.records, *WORDS.verbs, *WORDS.quantities, *WORDS.counters, *OPERATORS}
JUDGING = tuple(f"authoring/{name}.py" for name in ("lint", "schemas"))
"""The files that judge and describe packs from above."""
HOMES = (f"{LIBRARY}/packs/operators.py", f"{LIBRARY}/packs/edit_forms.py")
"""The operators themselves, and their schemas."""


OTHER_MEANINGS: Mapping[str, Set[str]] = {
    "authoring/lint.py": {"players", "resolve"},  # a key of `when`; a key of table files
    "compiler/compile.py": {"players"},  # a key of what is hashed
    "packs/build.py": {"kind", "players", "resolve"},  # keys of table files; the noun in "no kind is called"
    "packs/load_order.py": {"kind"},  # a key of pack.toml
    "packs/patching.py": {"kind"},  # the noun in "no kind is called"
}
"""Texts that are plain English, or keys of other files, although a word of the language is spelt alike."""

NOUNS_OF_A_STATE = {"figure", "place", "points", "roll", "tool"}
"""Things that a state keeps and chance brings, which verbs are named after."""


def named_in(files: Sequence[Path], words: Set[str]) -> Iterator[tuple[str, str]]:
    """File and text of every text in the files that is one of the words."""
    return ((file, text) for file, tree in parsed(files) for _, text in texts_of(tree) if text in words)


def test_packs_and_compiler_name_no_word_that_is_registered() -> None:
    machinery = [*python_files(*MACHINERY), *(ROOT / LIBRARY / file for file in JUDGING)]
    named = {(file, text) for file, text in named_in(machinery, REGISTERED) if not file.startswith(HOMES)}
    allowed = {(f"{LIBRARY}/{file}", word) for file, words in OTHER_MEANINGS.items() for word in words}
    assert {(file, text) for file, text in named - allowed} == set()
    assert allowed <= named, "take out what is no longer named"


def test_the_kernel_names_no_mechanism() -> None:
    """No verb or frame; operations, whose events have their names, are the kernel's own."""
    words = {*WORDS.verbs, *(frame.name for frame in WORDS.frames)} - NOUNS_OF_A_STATE - {*operations.__all__}
    assert {"buy", "feed", "place-figures", "resolve", "roll-for-all"} <= words
    assert set(named_in(python_files(KERNEL), words)) == set()


# --- imports ----------------------------------------------------------------------------------------------------


def test_the_import_contracts_are_kept() -> None:
    program = "from importlinter.cli import lint_imports_command as lint; lint()"
    assert " kept, 0 broken" in python("-c", program, "--no-cache", folder=ROOT).stdout


ROOMS_BELOW = {
    "errors": {"text"}, "text": set(), "files": {"text"}, "language": {"errors", "files", "language", "text"},
    "kernel": {"errors", "files", "kernel", "language", "text"}, "packs": {"errors", "files", "language", "packs", "text"},
}  # fmt: skip
TYPES_ABOVE = {
    "errors": {"kernel.legality.Reason", "packs.diagnostics.Diagnostic", "play.game.Game"},
    "kernel": {
        "data.definitions.ContentReader", "data.definitions.Definition", "data.definitions.GameBounds",
        "data.definitions.GoodDefinition", "data.definitions.ItemDefinition", "data.definitions.LocationDefinition",
        "data.definitions.TrackDefinition", "data.kinds.AllOfKind", "data.kinds.OneOfKind",
        "data.views.Pending", "loading.table.Table",
        "packs.content.Content",
    },
    "language": {
        "kernel.position.Position", "kernel.ruleset.Ruleset", "kernel.state.State", "telling.phrases.LogNames",
        "telling.phrases.Phrases",
    },
}  # fmt: skip
"""The types of higher rooms that a room names: what public fields and methods hand out, and what words are handed."""


IMPORTED_ABOVE = {
    1: ("kernel/actions.py", "_Answer.to_dict", "data.views.answer_data"),
    2: ("kernel/position.py", "Player.__str__", "telling.board.player_text"),
    3: ("kernel/position.py", "ScoreSheet.__str__", "telling.board.sheet_text"),
    4: ("kernel/position.py", "ScoreSheet._repr_html_", "board.tables.score_table"),
    5: ("kernel/position.py", "Position.__str__", "telling.board.text_board"),
    6: ("kernel/position.py", "Position._repr_html_", "board.picture.svg"),
    7: ("kernel/position.py", "Position.pending", "data.views.pending_of"),
    8: ("kernel/ruleset.py", "Ruleset.describe", "data.views.describe"),
    9: ("kernel/ruleset.py", "Ruleset._reader", "data.definitions.ContentReader"),
    10: ("kernel/ruleset.py", "Ruleset.outcomes", "data.definitions.Outcomes"),
    11: ("kernel/ruleset.py", "Ruleset.bounds", "data.definitions.bounds_of"),
    12: ("kernel/state.py", "View.to_dict", "data.views.view_data"),
    13: ("kernel/state.py", "View.schema", "data.views.ViewData"),
}
"""The imports of higher rooms in the body of a function, by their numbers: what methods hand out.  There are no others."""


def imports_above() -> Iterator[tuple[str, str, str]]:
    """Yields each import of a higher room that is not for types: the file, the function that imports, and what."""
    for path, tree in parsed(python_files(LIBRARY)):
        file = path.removeprefix(f"{LIBRARY}/")
        below = ROOMS_BELOW.get(file.partition("/")[0].removesuffix(".py"))
        for function, module in imports_by_function(tree):
            home = module.removeprefix("stoneage_rules.")
            if below is not None and home != module and home.partition(".")[0] not in below:
                yield file, function, home


def numbers_in_the_contract() -> dict[int, tuple[str, str]]:
    """Returns the two modules of each import in the contract by its number, which stands behind them."""
    contract = (ROOT / "pyproject.toml").read_text("utf-8").partition("ignore_imports = [")[2].partition("\n]")[0]
    rows = re.findall(r'"stoneage_rules\.(\S+) -> stoneage_rules\.(\S+)",(?:  # ([\d, ]+))?', contract)
    return {int(number): (importing, imported) for importing, imported, numbers in rows for number in numbers.split(", ")}


def test_imports_upwards_are_numbered_in_the_contract_and_on_the_page() -> None:
    assert [*imports_above()] == [*IMPORTED_ABOVE.values()]
    assert len(IMPORTED_ABOVE) <= 13
    assert numbers_in_the_contract() == {
        number: (file.removesuffix(".py").replace("/", "."), what.rpartition(".")[0])
        for number, (file, _, what) in IMPORTED_ABOVE.items()
    }
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    rows = re.findall(r"^\| (\d+) \| `([^`]+)` in `([^`]+)` \| `([^`]+)` of `([^`]+)` \|$", page, re.MULTILINE)
    assert {
        int(number): (file, method, f"{home.removesuffix('.py').replace('/', '.')}.{name}")
        for number, method, file, name, home in rows
    } == IMPORTED_ABOVE


@pytest.mark.parametrize("room", ROOMS_BELOW)
def test_a_room_names_no_types_of_higher_ones_but_these(room: str) -> None:
    found = set()
    files = [path for path in python_files(LIBRARY) if path.relative_to(ROOT / LIBRARY).parts[0].split(".")[0] == room]
    for _, tree in parsed(files):
        blocks = [node for node in ast.walk(tree) if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
        for node in [node for block in blocks for node in block.body if isinstance(node, ast.ImportFrom)]:
            home = (node.module or "").removeprefix("stoneage_rules.")
            if home.partition(".")[0] not in ROOMS_BELOW[room]:
                found |= {f"{home}.{alias.name}" for alias in node.names}
    assert found == TYPES_ABOVE.get(room, set())


MAKERS = ("from stoneage_rules.data.", "from stoneage_rules.language.converter ")
OWN_FORMS = {"kernel/state.py": {"State"}, "loading/table.py": {"Table"}}
"""The classes, by file, that are read and written by hand: states, and tables, whose faults have places in a file."""


def test_data_of_public_values_are_made_in_one_place() -> None:
    """Elsewhere a method only asks for them."""
    for path, tree in parsed(python_files(LIBRARY)):
        file = path.removeprefix(f"{LIBRARY}/")
        for kind in [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]:
            for method in [
                node for node in kind.body if getattr(node, "name", "") in ("to_dict", "from_dict", "as_dict", "to_json")
            ]:
                asks = any(ast.unparse(node).startswith(MAKERS) for node in method.body)
                assert asks or kind.name in OWN_FORMS.get(file, ()), f"{file}: {kind.name}.{method.name}"


def test_every_module_that_lies_there_is_installed() -> None:
    """Tests of a module that cannot be found are skipped: one whose folder is there must not be missed like that."""
    assert modules() == {f"stoneage_{SHIPPED[module]}": module for module in HERE}


def test_modules_import_the_library_by_its_two_doors_and_never_each_other() -> None:
    packages = set(modules())
    found = []
    for file, tree in parsed(python_files("plugins", "content")):
        own = Path(file).parts[1]
        for line, module in imports_of(tree):
            inside = module.startswith("stoneage_rules") and module not in ("stoneage_rules", "stoneage_rules.plugin")
            if inside or module.partition(".")[0] in packages - {own}:
                found.append(f"{file}:{line} imports {module}")
    assert found == []


def test_no_module_is_named_outside_its_folder() -> None:
    """Taking a module away takes its folder and its line in pyproject.toml, and nothing else has to change."""
    files = [*python_files(LIBRARY, "plugins", "content"), *(ROOT / "content" / "stoneage_base").rglob("*.toml")]
    found = [
        f"{path.relative_to(ROOT)} names {word}"
        for path in files
        for package, id in modules().items()
        for word in (package, f'"{id}"')
        if package not in path.parts and word in path.read_text("utf-8")
    ]
    assert found == []


DOORS = {
    "stoneage_rules",
    "stoneage_rules.many",
    "stoneage_rules.plugin",
    "stoneage_rules.policies",
    "stoneage_rules.testing",
    "stoneage_rules.testing.machine",
    "stoneage_rules.testing.strategies",
}
UNITS = "tests/units/"
TOOLS = ("tests/fuzz/", "tests/mutation/")
"""Tools of the repository, and what tries them."""
LAWS = ("tests/test_architecture.py", "tests/test_rule_matrix.py", "tests/test_start.py")
"""Laws of the source."""


def test_tests_of_behaviour_import_the_doors_alone() -> None:
    """A test that imports anything else may be thrown away with its room: it lies in `units`."""
    files = [path for path in python_files("tests") if not path.relative_to(ROOT).as_posix().startswith((UNITS, *TOOLS, *LAWS))]
    found = [
        f"{file}:{line} imports {module}"
        for file, tree in parsed(files)
        for line, module in imports_of(tree)
        if (module.startswith("stoneage_rules.") and module not in DOORS) or module.partition(".")[0] == "units"
    ]
    assert len(files) > 100
    assert found == []


# --- names and prose --------------------------------------------------------------------------------------------

NO_BEGINNING = re.compile(r"(What|Whether|Which|Where|So many|Told)\b")
"""Docstrings begin with a verb or a noun phrase, never with one of these."""

Homes = Mapping[str, Sequence[str]]


def repeated_names() -> Homes:
    """The source files that share a file name or the name of a class, by that name."""
    homes: dict[str, list[str]] = defaultdict(list)
    for file, tree in parsed(python_files("src")):
        for name in (Path(file).name, *class_names(tree)):
            homes[name].append(file)
    return {name: files for name, files in homes.items() if len(files) > 1 and name != "__init__.py"}


IN_EVERY_FILE = {"MECHANISM"}
"""Names that many files of a room define, each for itself: what they register."""


def shared_in_a_room() -> Homes:
    """The files of a room, by the public name that they all define: functions, constants and aliases as well as classes."""
    homes: dict[str, list[str]] = defaultdict(list)
    for file, tree in parsed(python_files(LIBRARY)):
        room = file.removeprefix(f"{LIBRARY}/").rpartition("/")[0].partition("/")[0] or "doors"
        for name in {*module_names(tree)} - IN_EVERY_FILE:
            homes[f"{room}: {name}"].append(file)
    return {name: files for name, files in homes.items() if len(files) > 1}


def badly_begun() -> Homes:
    """The files with docstrings that begin with a word that none should begin with, by the beginning."""
    homes: dict[str, list[str]] = defaultdict(list)
    for file, tree in parsed(python_files("src", "plugins")):
        for line, text in docstrings(tree):
            if found := NO_BEGINNING.match(text):
                homes[found[0]].append(f"{file}:{line}")
    return homes


def test_the_map_names_every_file_of_mechanics() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    assert [path.name for path in python_files(f"{LIBRARY}/mechanics") if f"`{path.name}`" not in page] == []


@pytest.mark.parametrize("look", [repeated_names, shared_in_a_room, badly_begun])
def test_names_and_docstrings(look: Callable[[], Homes]) -> None:
    """A name means one thing, classes and files in the source, others in their room; docstrings begin as they should."""
    assert look() == {}


@pytest.mark.parametrize("text", ["What it does.", "Whether it is so.", "So many there are.", "Told of all."])
def test_a_bad_beginning_is_seen_wherever_it_stands(text: str) -> None:
    for source in (f'"{text}"', f'def f():\n    "{text}"', f'class C:\n    x: int\n    "{text}"'):
        assert [found for _, found in docstrings(ast.parse(source)) if NO_BEGINNING.match(found)] == [text]


# --- the form of a value is asked ----------------------------------------------------------------------------------

FORMS = {"Amount", "Cost", "IfRow", "Quantity"}
OF_TYPES = {"UnionType", "get_args", "get_origin", "get_type_hints"}
"""The names that code uses to take a type annotation apart."""


def dispatches_in(tree: ast.AST) -> Iterator[int]:
    """Yields the lines that look at a type annotation, or ask whether a value or type is one of `FORMS`."""
    for node in ast.walk(tree):
        asks = isinstance(node, ast.Compare) or (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("isinstance", "issubclass")
        )
        named = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)} if asks else set()
        imported = {alias.name for alias in node.names} if isinstance(node, ast.ImportFrom) else set()
        if not named.isdisjoint(FORMS) or not imported.isdisjoint(OF_TYPES):
            yield node.lineno  # type: ignore[attr-defined]


def test_only_the_language_asks_what_form_a_value_has() -> None:
    """Everything else asks the form of a value: `form_of_class`, or that of its field."""
    files = [path for path in python_files(LIBRARY, "plugins") if "language" not in path.parts]
    assert [f"{file}:{line}" for file, tree in parsed(files) for line in dispatches_in(tree)] == []


# --- a state changes through operations alone --------------------------------------------------------------------

NUMBERS = {name for name in Position.__slots__ if name not in ("_noted", "rules", "stack")}
"""The parts of a state without the stack, because frames and effects push on it."""

CHANGING = {"append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort"}


def number_of(node: ast.AST) -> str | None:
    """The name of the number of a state that an expression is, or is a part of: `state.goods[3]`."""
    while isinstance(node, ast.Subscript):
        node = node.value
    owned = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "state"
    return node.attr if owned and node.attr in NUMBERS else None


def changes_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The lines that set or delete a number of a state, or change it by a method of its list."""
    for node in ast.walk(tree):
        targets: list[ast.AST] = []
        if isinstance(node, ast.Assign | ast.Delete):
            targets = [part for target in node.targets for part in (target.elts if isinstance(target, ast.Tuple) else [target])]
        elif isinstance(node, ast.AugAssign | ast.AnnAssign):
            targets = [node.target]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING:
            targets = [node.func.value]
        for target in targets:
            name = number_of(target)
            if name is not None:
                yield getattr(node, "lineno", 0), name


def test_mechanisms_and_plugins_change_a_state_by_operations_alone() -> None:
    files = python_files(f"{LIBRARY}/mechanics", "plugins", "docs/examples", "tests/toy")
    found = [f"{file}:{line} changes {name}" for file, tree in parsed(files) for line, name in changes_in(tree)]
    assert len(files) > 30
    assert found == []


# --- sizes ------------------------------------------------------------------------------------------------------

MOST_LINES_OF_A_FUNCTION = 40


def large_functions() -> dict[str, int]:
    """Every function of more lines than a function should have."""
    return {
        f"{file}:{name}": length
        for file, tree in parsed(python_files("src", "plugins"))
        for name, length in long_functions(tree, MOST_LINES_OF_A_FUNCTION)
    }


def test_no_function_is_too_large() -> None:
    assert large_functions() == {}


# --- what these tests see -----------------------------------------------------------------------------------------

SEEN: Mapping[Callable[[ast.AST], Iterator[object]], Mapping[str, str]] = {
    texts_of: {"x = 'hut'": "hut", "f(card='wood')": "wood", "x = f'{y}hut'": "hut", "d['hut']": "hut", '"hut"': ""},
    quotations: {"f(help='a part, such as `hut`')": "hut", "x = f'{y} `{z} hut`'": "... hut", "'a `hut`'": ""},
    names_of: {
        "x.hut()": "hut", "def f(*, card): ...": "card", "class Hut: ...": "Hut", "f(card=1)": "card",
        "from a import b as wood": "wood", "try: ...\nexcept E as wood: ...": "wood",
    },
    module_names: {
        "Row = tuple[int, ...]": "Row", "A, B = 1, 2": "B", "if x:\n    def f(): ...": "f", "T = TypeVar('T')": "", "_x = 1": "",
    },
    imports_by_function: {
        "class C:\n    def f():\n        from a.b import c": "C.f", "from a.b import c": "a.b.c", "import a.b": "a.b",
        "if TYPE_CHECKING:\n    from a import b": "",
    },
    imports_of: {"import a.b": "a.b", "def f():\n    from . import e": ".", "def f():\n    import random": "random"},
    changes_in: {
        "state.goods[3] -= 1": "goods", "del state.waiting[0]": "waiting", "a, state.phase_index = 1, 2": "phase_index",
        "state.waiting.append(frame)": "waiting", "state.stack.append(frame)": "", "goods = state.goods[3]": "",
    },
    partial(long_functions, most=2): {"def f():\n    x = 1\n    y = 2": "f", "def f():\n    x = 1": ""},
}  # fmt: skip
"""What is seen of each source, beside a line; nothing if the text is empty."""


@pytest.mark.parametrize(("look", "source"), [(look, source) for look in SEEN for source in SEEN[look]])
def test_what_stands_in_a_source_is_seen(look: Callable[[ast.AST], Iterator[Sequence[object]]], source: str) -> None:
    found, seen = SEEN[look][source], [*look(ast.parse(source))]
    assert any(found in each for each in seen) if found else seen == []


@pytest.mark.parametrize(
    "source", ["isinstance(x, Quantity)", "issubclass(x, (A, Cost))", "x is Cost", "from typing import get_args"]
)
def test_a_look_at_the_form_of_a_value_is_seen(source: str) -> None:
    assert [*dispatches_in(ast.parse(source))] == [1]


@pytest.mark.parametrize(("name", "has"), [("feed_hut_now", True), ("ClayPit", True), ("shut", False), ("pit_of_clay", False)])
def test_ids_are_seen_in_names(name: str, has: bool) -> None:
    assert bool(ids_in(name, {"hut", "clay-pit"})) is has
