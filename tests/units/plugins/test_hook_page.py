"""The page about hooks says what the specifications say, and every hook is there because something needs it."""

from __future__ import annotations

import inspect
import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from stoneage_rules import plugin as api
from stoneage_rules.hookspecs import Hooks
from stoneage_rules.loading.installed import installed_modules
from stoneage_rules.loading.plugin_manager import HOOKS
from stoneage_rules.plugin import PackPlugin
from units.plugins import author_page
from units.plugins.hook_page import PAGE, PARTS, page, parts_of

EXAMPLE = PAGE.parent / "examples" / "stoneage_river_trade" / "src" / "stoneage_river_trade"


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_says_all_that_an_author_must_know(hook):
    summary, parts = parts_of(getattr(Hooks, hook))
    assert summary.endswith(".")
    assert tuple(parts) == PARTS
    assert all(len(part) > 5 for part in parts.values())


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_is_annotated_and_gets_what_it_says(hook):
    signature = inspect.signature(getattr(Hooks, hook))
    assert signature.return_annotation is not inspect.Signature.empty
    gets = parts_of(getattr(Hooks, hook))[1]["Gets"]
    assert all(re.search(rf"\b{argument}\b", gets) for argument in HOOKS[hook])
    assert gets == "nothing." or HOOKS[hook]


def test_the_page_is_up_to_date():
    assert PAGE.read_text("utf-8") == page(), "run tests/units/plugins/hook_page.py"


def test_the_page_names_nothing_that_is_not_there():
    text = PAGE.read_text("utf-8")
    assert set(re.findall(r"stoneage_[a-z]+_?[a-z]*\b", text)) - {"stoneage_river_trade", "stoneage_rules"} == set(HOOKS)
    for name in ("hookimpl", "operations", "PackPlugin", "Verb", "Step", "Decision", "Chance", "Limit", "QuantityKind"):
        assert name in text
        assert hasattr(api, name)


def plugins() -> list[object]:
    """The Python of every installed module and of the example, imported from where it lies."""
    found: list[object] = [PackPlugin(EXAMPLE), imported(EXAMPLE / "plugin.py")]
    return found + [module.entry_point.load() for module in installed_modules().values() if module.root]


def imported(file: Path) -> object:
    spec = spec_from_file_location("example_for_hooks", file)
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_is_implemented_by_a_module_or_by_the_example(hook):
    assert [plugin for plugin in plugins() if getattr(getattr(plugin, hook, None), "stoneage_impl", None) is not None]


def test_everything_offered_to_authors_is_there_in_a_group_of_the_page():
    assert sorted(api.__all__) == sorted(set(api.__all__))
    assert [name for name in api.__all__ if not hasattr(api, name)] == []
    assert [name for names in author_page.door_groups().values() for name in names] == api.__all__
    markers = [f"<!-- names: {group} -->" for group in author_page.door_groups()]
    assert [marker for marker in markers if marker not in author_page.TEXT.read_text("utf-8")] == []


def names_of(protocol: type) -> list[str]:
    """The public methods and properties of a class that plugins derive from, inherited ones too."""
    members = {name: inspect.getattr_static(protocol, name) for name in dir(protocol) if not name.startswith("_")}
    return [name for name, member in members.items() if callable(member) or isinstance(member, (classmethod, property))]


def test_protocols_and_door_are_narrow():
    assert {one.__name__: len(names_of(one)) for one in (api.Verb, api.Decision, api.Chance)} == {
        "Verb": 12, "Decision": 18, "Chance": 16,
    }  # fmt: skip
    assert len(api.__all__) <= 120
