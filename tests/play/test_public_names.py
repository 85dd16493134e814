"""The public names keep their promise to type checkers and to readers: typed to the end, and each with a docstring."""

from __future__ import annotations

import doctest
import inspect
import re
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import attrs
import pytest

import stoneage_rules as sa
from play.positions import first_choice
from stoneage_rules import policies

PLAIN_DATA = re.compile(r"(dict|Mapping)\[str, Any\]")
"""JSON as Python has it; everything else is typed."""

PUBLIC = {name: getattr(sa, name) for name in sa.__all__ if name not in ("__version__", "plugin", "policies", "testing")}
PUBLIC |= {f"policies.{name}": getattr(policies, name) for name in policies.__all__}


def is_own(member: object) -> bool:
    return str(getattr(member, "__module__", "")).startswith("stoneage_rules")


def members_of(owner: type) -> Iterator[tuple[str, Any]]:
    """Public methods and properties of a class with the function behind each, inherited ones among them."""
    for name in dir(owner):
        member = inspect.getattr_static(owner, name)
        function = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
        if not name.startswith("_") and inspect.isfunction(function) and is_own(function):
            yield name, function


def callables() -> Iterator[tuple[str, type | None, Any]]:
    """Every public function and method: its name, its class, and the function."""
    for name, public in PUBLIC.items():
        if inspect.isclass(public):
            yield from ((f"{name}.{member}", public, function) for member, function in members_of(public))
            if not attrs.has(public) and inspect.isfunction(public.__init__) and is_own(public.__init__):
                yield name, public, public.__init__
        elif inspect.isfunction(public):
            yield name, None, public


CLASSES = [name for name, public in PUBLIC.items() if inspect.isclass(public)]
CALLABLES = {name: (owner, function) for name, owner, function in callables()}


def test_the_doors_load_alike_and_dir_is_what_there_is() -> None:
    assert dir(sa) == sorted(sa.__all__)
    assert sa.__version__ == version("stoneage-rules")
    assert all(getattr(sa, name).__name__ == f"stoneage_rules.{name}" for name in ("plugin", "policies", "testing"))


def test_there_is_something_to_look_at() -> None:
    assert {"State.legal", "Ruleset.item", "Ruleset.action", "Player", "load"} - {*CALLABLES} == {"Player"}
    assert len(CALLABLES) > 100


def test_every_signature_is_typed() -> None:
    for name, (_, function) in CALLABLES.items():
        signature = inspect.signature(function)
        annotations = {key: str(part.annotation) for key, part in signature.parameters.items() if key not in ("self", "cls")}
        annotations["return"] = str(signature.return_annotation)
        vague = {key: text for key, text in annotations.items() if "Any" in PLAIN_DATA.sub("", text) or "_empty" in text}
        assert vague == {}, name


def test_every_public_name_and_method_has_a_docstring() -> None:
    methods = [
        getattr(owner, name.rpartition(".")[2]) if owner and name not in PUBLIC else function
        for name, (owner, function) in CALLABLES.items()
    ]
    owners = [public for public in PUBLIC.values() if inspect.isclass(public) or inspect.isfunction(public)]
    assert [each for each in (*methods, *owners) if not inspect.getdoc(each)] == []
    assert all(public.__doc__ for public in owners)


def attributes_of(owner: type) -> set[str]:
    """The public attributes that a class declares, properties aside: they have docstrings of their own."""
    names = {name for base in owner.__mro__ for name in vars(base).get("__annotations__", ())} - {"is_sparse"}
    return {name for name in names if name[0] != "_" and not isinstance(getattr(owner, name, None), property)}


def test_help_has_a_text_for_every_attribute() -> None:
    for kind in (PUBLIC[name] for name in CLASSES if attributes_of(PUBLIC[name])):
        texts = re.findall(r"^    (\w+): \S", (inspect.getdoc(kind) or "").partition("\nAttributes:\n")[2], re.MULTILINE)
        assert attributes_of(kind) <= {*texts}, kind
        assert len(texts) == len({*texts}), kind


@pytest.mark.parametrize("door", ["many", "plugin", "policies", "testing"])
def test_help_has_a_text_for_every_field_of_the_classes_of_the_doors(door: str) -> None:
    module = getattr(sa, door)
    for kind in (value for value in map(vars(module).get, module.__all__) if inspect.isclass(value)):
        assert attributes_of(kind) <= {*re.findall(r"^    (\w+): \S", inspect.getdoc(kind) or "", re.MULTILINE)}, kind


EXAMPLES = {
    name: text
    for name, text in [
        *((name, inspect.getdoc(PUBLIC[name])) for name in PUBLIC),
        *((name, inspect.getdoc(function)) for name, (_, function) in CALLABLES.items()),
    ]
    if text and ">>>" in text
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_run(name: str) -> None:
    """In a game of four where the first seat is asked where to place figures."""
    rules = sa.load(players=4)
    names = {"sa": sa, "rules": rules, "state": first_choice(rules)}
    failures: list[str] = []
    doctest.DocTestRunner().run(doctest.DocTestParser().get_doctest(EXAMPLES[name], names, name, None, 0), out=failures.append)
    assert not failures, "".join(failures)


OPEN_FIELDS = {
    "Action": {"args", "data"},
    "Outcome": {"args", "data"},
    "Ruleset": {"tables"},
}
"""Fields for the kernel: arguments are texts and numbers, or pairs of them; handlers and tables are of many classes."""


def test_every_field_is_typed() -> None:
    for name in (name for name in CLASSES if attrs.has(PUBLIC[name])):
        untyped = {
            field.name
            for field in attrs.fields(PUBLIC[name])
            if "Any" in PLAIN_DATA.sub("", str(field.type)) and not field.name.startswith("_load")
        }
        assert untyped == OPEN_FIELDS.get(name, set()), name
