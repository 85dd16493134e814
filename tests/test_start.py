"""A cold start: nothing is imported that is not needed, and what is imported late is there all the same.

How long it takes is not measured here: see `benchmarks`.
"""

from __future__ import annotations

import ast
import json
from importlib import import_module
from typing import Any

import attrs
import pytest

import stoneage_rules as sa
from running import python
from sources import ROOT, parsed, python_files
from stoneage_rules.cli.app import COMMANDS
from stoneage_rules.language.fields import Described

CLI = "from stoneage_rules.cli import main; main({})"

NOT_NEEDED = {
    "import stoneage_rules": "attr importlib.metadata pluggy stoneage_rules.errors tomli",
    "import stoneage_rules as sa; sa.load(players=2).initial_state()": """
        cattrs cyclopts difflib packaging.version packaging.specifiers rich secrets stoneage_rules.cli
        stoneage_rules.data.definitions stoneage_rules.data.definitions stoneage_rules.data.definitions
        stoneage_rules.data.views stoneage_rules.data.definitions stoneage_rules.loading.table_files
        stoneage_rules.play.game stoneage_rules.telling.narration stoneage_rules.packs.render
        stoneage_rules.packs.render stoneage_rules.authoring.lint stoneage_rules.authoring.schemas
        stoneage_rules.play.record stoneage_rules.policies.heuristic stoneage_rules.testing
    """,
    "import random, stoneage_rules as sa; sa.Game(sa.load(players=2), seed=1).state.copy().play_out(random.Random(1))": "cattrs",
    "import stoneage_rules.__main__": "importlib.metadata pluggy rich stoneage_rules.kernel stoneage_rules.packs tomli",
    "import stoneage_rules as sa; sa.policies.make_policies": "rich stoneage_rules.cli stoneage_rules.testing",
    CLI.format("['--help']"): "importlib.metadata pluggy stoneage_rules.kernel stoneage_rules.packs tomli",
    CLI.format("['--version']"): """
        attr cyclopts pluggy rich stoneage_base stoneage_rules.cli.screen stoneage_rules.kernel stoneage_rules.packs tomli
    """,
    CLI.format("['explain', 'SA203']"): """
        importlib.metadata pluggy rich stoneage_rules.kernel stoneage_rules.language stoneage_rules.packs.diagnostics tomli
    """,
    CLI.format("['modules']"): "rich stoneage_rules.compiler stoneage_rules.kernel stoneage_rules.loading.load",
    CLI.format("['check']"): """
        rich stoneage_rules.play.game stoneage_rules.play.record stoneage_rules.policies.heuristic stoneage_rules.testing
    """,
}
"""The modules that each of these programs must not import: that takes long, and nothing of them is used."""

LOADED = "\nimport json, sys; print(json.dumps(sorted(sys.modules)), file=sys.stderr)"


@pytest.mark.parametrize("program", NOT_NEEDED)
def test_what_is_not_needed_is_not_imported(program):
    loaded = set(json.loads(python("-c", program + LOADED).stderr))
    assert "stoneage_rules" in loaded
    for name in NOT_NEEDED[program].split():
        assert name not in loaded
        import_module(name)  # or it would be no surprise


# --- public names -------------------------------------------------------------------------------------------------


def typed_names() -> dict[str, str]:
    """Where a type checker finds each public name."""
    tree = ast.parse((ROOT / "src/stoneage_rules/__init__.py").read_text("utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    assert ast.unparse(block.test) == "TYPE_CHECKING"
    return {alias.name: node.module for node in block.body for alias in node.names}


def test_every_public_name_is_what_type_checkers_take_it_for():
    assert set(typed_names()) == set(sa.__all__)
    for name, home in typed_names().items():
        expected = import_module(f"{home}.{name}") if name in ("many", "policies") else getattr(import_module(home), name)
        assert getattr(sa, name) is expected


def test_public_names_are_listed_before_they_are_used():
    listing = "import stoneage_rules as sa; assert set(sa.__all__) <= set(dir(sa)); print(len(vars(sa)) < len(dir(sa)))"
    assert python("-c", listing).stdout.strip() == "True"


def test_a_name_that_is_not_there():
    with pytest.raises(AttributeError, match="module 'stoneage_rules' has no attribute 'laod'"):
        sa.laod  # noqa: B018
    with pytest.raises(ImportError):
        from stoneage_rules import laod  # noqa: F401


# --- commands -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", COMMANDS)
def test_a_command_is_listed_by_the_first_sentence_of_its_help(place):
    module, _, name = place.partition(":")
    command = getattr(import_module(f"stoneage_rules.cli.{module}"), name)
    assert COMMANDS[place] == command.__doc__.partition("\n")[0]


# --- one way to show and compare a class --------------------------------------------------------------------------


def class_of(base: type) -> Any:
    """Makes a class with a field that is not shown and one that is not compared."""
    annotations = {"one": "int", "hidden": "int", "rest": "tuple"}
    values = {"hidden": attrs.field(default=2, repr=False), "rest": attrs.field(default=("x",), eq=False)}
    return attrs.frozen(type("Shown", (base,), {"__annotations__": annotations, "one": attrs.field(), **values}))


def test_a_class_with_the_common_way_shows_itself_as_attrs_would():
    common, own = class_of(Described)(one=1), class_of(object)(one=1)
    assert "__repr__" in vars(type(own))
    assert repr(common) == repr(own) == "Shown(one=1, rest=('x',))"


@pytest.mark.parametrize("base", [Described, object])
def test_a_class_with_the_common_way_is_compared_as_attrs_would(base):
    kind, derived = class_of(base), attrs.frozen(type("Derived", (class_of(base),), {}))
    value, equal, others = kind(one=1), kind(one=1, rest=()), (kind(one=2), kind(one=1, hidden=3), derived(one=1), 1)
    assert value == equal
    assert hash(value) == hash(equal)
    assert len({value, equal, *others}) == 5
    assert all(value != other for other in others)
    empty = attrs.frozen(type("Empty", (base,), {}))
    assert empty() == empty() != value
    assert hash(empty()) == hash(empty())


def test_only_frozen_classes_are_compared_by_their_values_in_the_common_way():
    """A class whose decorator asks for another way would get the common one."""
    for file, tree in parsed(python_files("src", "plugins")):
        for kind in [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]:
            how = " ".join(map(ast.unparse, kind.decorator_list))
            if "attrs." in how and {"Described", "PublicValue"} & set(map(ast.unparse, kind.bases)):
                assert "attrs.frozen" in how, f"{file}: {kind.name}"
                assert "eq=" not in how, f"{file}: {kind.name}"


def test_a_class_may_show_itself_otherwise():
    class Odd(Described):
        def __repr__(self) -> str:
            return "odd"

    assert repr(Odd()) == "odd"
