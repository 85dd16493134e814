"""Writes the pages of the Python reference, one for each subject, and one for each door with all its names.

`SUBJECTS` says which name is described on which page; everything else is read from the code.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

LIBRARY = "stoneage_rules"
POLICIES, MANY, TESTING, PLUGIN = (f"{LIBRARY}.{door}" for door in ("policies", "many", "testing", "plugin"))
DOORS = {
    LIBRARY: "What programs import: rules, states, games, records, views.",
    POLICIES: "Players made of code.",
    MANY: "Many games, and their statistics.",
    TESTING: "Checks, scenarios and properties, for tests in Python.",
    PLUGIN: "What plugins import.",
}
"""The modules that programs import, and what they are for. A name of several doors is described under the first of them."""

SHARED = ("to_dict", "from_dict", "schema")
"""The methods of all public values, which are described once."""
LEFT_OUT = (*SHARED, "is_sparse")


class Subject(NamedTuple):
    """A page of the reference: what it is about, and the names on it, those of the first door by themselves."""

    title: str
    text: str
    names: Sequence[str] = ()
    door: str = ""
    """The door of which the page has all further names."""
    group: str = ""
    """The group of names of the plugin door."""
    more: str = ""
    """The entries below the names."""


SHARED_TEXT = """## What all values share

Values that leave a process, such as `Event`, `Pending` or `Comparison`, are frozen and compare by value. Each has three methods:

| method | what it does |
|---|---|
| `to_dict()` | returns plain tables, lists, numbers and texts, ready for JSON |
| `from_dict(data)` | a class method that reads what `to_dict` wrote; a `ValueError` names each part that is wrong |
| `schema()` | a class method that returns the JSON Schema (draft 7) of what `to_dict` returns |

The entries of these classes do not repeat them. [JSON formats](formats.md) lists the keys of each value. A state is not one of
these values: `State.to_dict` writes it, and `Ruleset.state_from_dict` reads it.
"""
FURTHER_TESTS = """## Strategies

`stoneage_rules.testing.strategies` needs [Hypothesis](https://hypothesis.readthedocs.io).

```{eval-rst}
.. automodule:: stoneage_rules.testing.strategies
   :members: tables, states, positions, actions, answers, loose_texts
```

## Machine

```{eval-rst}
.. automodule:: stoneage_rules.testing.machine
   :members:
```
"""
ADAPTERS = """## Gymnasium

```{eval-rst}
.. automodule:: stoneage_rules.learning.gymnasium
   :members:
```

## PettingZoo

```{eval-rst}
.. automodule:: stoneage_rules.learning.pettingzoo
   :members:
```

## OpenSpiel

```{eval-rst}
.. automodule:: stoneage_rules.learning.openspiel
   :members:
```
"""
SUBJECTS: Mapping[str, Subject] = {
    "loading": Subject(
        "Loading rules",
        "Tables, and the rules that are made of them. [Table files](../tables.md) describes the same in TOML.",
        ("load", "read_table", "Table", "Seat", "Resolution", "TableLike", "__version__"),
    ),
    "rules": Subject(
        "Rulesets, actions and definitions",
        "Compiled rules: every action and outcome with its number, and the content as programs read it.",
        (
            "Ruleset",
            "Action",
            "Outcome",
            "Odds",
            "GameBounds",
            "Definition",
            "ItemDefinition",
            "LocationDefinition",
            "GoodDefinition",
            "TrackDefinition",
            "Item",
            "Phase",
            "Brief",
        ),
    ),
    "states": Subject(
        "States and views",
        "One moment of a game: what is asked, what is legal and why the rest is not, what each seat may know, and the score.",
        (
            "State",
            "View",
            "Position",
            "Pending",
            "Reason",
            "Player",
            "Place",
            "ScoreSheet",
            "ScoreLine",
            "ScorePart",
            "TieBreak",
            "RandomSource",
            "svg",
        ),
    ),
    "games": Subject(
        "Games, records and logs",
        "A game from its first question to its last, its record, and its events in sentences.",
        (
            "Game",
            "GameStep",
            "Record",
            "RunningRecord",
            "read_record",
            "replay",
            "Event",
            "EventValue",
            "Viewer",
            "Narrator",
            "Sentence",
            "Explanation",
            "ExplainedEvent",
        ),
    ),
    "data": Subject(
        "Data for JSON",
        "The parts of a view as plain data, and what all values share that can leave a process.",
        ("ViewData", "SeatData", "PlaceData", "ZoneData", "Count", "DefinitionData"),
        more=SHARED_TEXT,
    ),
    "errors": Subject(
        "Errors",
        "Every exception of the library is a `sa.StoneAgeError`; [Programs](../programs.md#errors) shows when each is raised.",
        (
            "StoneAgeError",
            "ContentError",
            "Diagnostic",
            "Severity",
            "TextPlace",
            "TextSpan",
            "TextEdit",
            "UnknownName",
            "IllegalAction",
            "InvalidAction",
            "InvalidState",
            "RecordError",
            "PolicyError",
            "PluginError",
            "ListenerError",
            "EndlessGame",
            "WorkerDied",
        ),
    ),
    "policies": Subject(
        "Policies",
        "Players made of code, by name or as functions. [Programs](../programs.md#policies) shows how to write one.",
        ("Policy",),
        POLICIES,
    ),
    "many": Subject(
        "Many games",
        "Simulations, comparisons of two tables, studies and statistics. [Studies](../researchers.md) shows how to use them.",
        ("simulate", "compare", "study"),
        MANY,
    ),
    "learners": Subject(
        "Learners",
        "Numbers for learners, and environments of three libraries. [Learners](../learners.md) shows them at work.",
        ("ActionSpace", "Observation", "ObservationPart"),
        more=ADAPTERS,
    ),
    "testing": Subject(
        "Testing",
        "Checks of packs and plugins, positions, scenarios, properties. [Tests in Python](../testing.md) shows how to use them.",
        door=TESTING,
        more=FURTHER_TESTS,
    ),
    "plugin-basics": Subject(
        "Plugins: what every plugin uses",
        "The entry of a plugin, what it is linked with, and the operations that change a state. [Plugins](../plugins.md) shows"
        " how the parts fit together.",
        group="plugin",
    ),
    "plugin-verbs": Subject(
        "Plugins: verbs and quantities", "Words that content writes, and the numbers that it reads from a game.", group="verb"
    ),
    "plugin-records": Subject(
        "Plugins: kinds of record", "Tables that content fills, and what places, figures and goods are made of.", group="record"
    ),
    "plugin-decisions": Subject(
        "Plugins: decisions and frames",
        "Questions to seats: their options, their checks, and the work that waits for an answer.",
        group="decision",
    ),
    "plugin-chance": Subject("Plugins: chance", "Dice and draws with exact probabilities.", group="chance event"),
    "plugin-events": Subject("Plugins: events", "Kinds of event, and the sentences that tell them.", group="event"),
}
"""The pages by the names of their files."""

MODULES: Mapping[str, Mapping[str, str]] = {
    "plugin-basics": {f"{PLUGIN}.operations": "Every change of a state; each notes an event."},
    "testing": {
        f"{TESTING}.invariants": "Functions that raise `AssertionError` if a state breaks a law of every game. The mappings `ALL`"
        " and `CHEAP` contain them by name; `check_state` calls the cheap ones."
    },
}
"""Modules that a door exports, of which a page describes the functions."""


class Name(NamedTuple):
    """A public name, under the first door that has it."""

    name: str
    door: str
    value: Any

    @property
    def path(self) -> str:
        return f"{self.door}.{self.name}"

    @property
    def kind(self) -> str:
        return "class" if inspect.isclass(self.value) else "function" if inspect.isroutine(self.value) else "data"


# --- names --------------------------------------------------------------------------------------------------------


def public_names(door: str) -> Iterator[Name]:
    """Yields the names that a door exports, each under its first door; modules are no names of their own."""
    module = importlib.import_module(door)
    for name in module.__all__:
        value = getattr(module, name)
        if not isinstance(value, ModuleType):
            yield Name(name, _first_door(name, value, door), value)


def _first_door(name: str, value: object, own: str) -> str:
    doors = (door for door in DOORS if getattr(importlib.import_module(door), name, None) is value)
    return next((door for door in doors if name in importlib.import_module(door).__all__), own)


def names_on(page: str) -> tuple[list[Name], list[Name]]:
    """Returns the names that a page describes, and those of its group that are described on another page."""
    subject = SUBJECTS[page]
    listed = {name for other in SUBJECTS.values() for name in other.names}
    by_name = {name.name: name for name in public_names(LIBRARY)}
    own = [by_name[name] for name in subject.names]
    if subject.door:
        own += [name for name in public_names(subject.door) if name.name not in listed or name.door != LIBRARY]
    of_group = plugin_groups().get(subject.group, [])
    group = [name for name in public_names(PLUGIN) if name.name in of_group]
    return [*own, *(name for name in group if name.door == PLUGIN)], [name for name in group if name.door != PLUGIN]


def plugin_groups() -> dict[str, list[str]]:
    """Returns the names that a plugin can import, by what its author wants to write."""
    text = Path(importlib.import_module(PLUGIN).__file__).read_text("utf-8")
    found = re.findall(r"# What \w+ ([a-z ]+) needs\.\n__all__ \+?= \[(.*?)\]", text, re.DOTALL)
    return {group: re.findall(r'"(\w+)"', names) for group, names in found}


def pages_of_names() -> dict[str, str]:
    """Returns the page of every public name, by its path under its first door."""
    return {name.path: page for page in SUBJECTS for name in names_on(page)[0]}


# --- sentences ----------------------------------------------------------------------------------------------------

MADE = {
    "Slot": lambda slot: f"The number of a frame that holds {_with_article(slot.name)}.",
    "EventField": lambda field: f"A field of an event: {field.meaning}.",
    "Shape": lambda shape: f"The form of an answer: {f'`{shape.form}`' if shape.form else 'nothing but its kind'}.",
}
"""Sentences about constants without a text, by the name of their class."""


def _with_article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def text_of(name: Name) -> str:
    """Returns the docstring of a name; for a constant, the text beneath it in the source."""
    if name.kind != "data":
        return inspect.getdoc(name.value) or ""
    own = _text_beneath(name)
    return own or MADE.get(type(name.value).__name__, lambda value: "")(name.value)


def _text_beneath(name: Name) -> str:
    """Returns the text beneath a constant of a door in the module that defines it."""
    body = _syntax_of(_home(name)).body
    for node, following in pairwise(body):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        is_it = any(isinstance(target, ast.Name) and target.id == name.name for target in targets)
        if is_it and isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
            return " ".join(str(following.value.value).split())
    return ""


def _home(name: Name) -> str:
    """Returns the module that defines a constant of a door."""
    for node in ast.walk(_syntax_of(name.door)):
        if isinstance(node, ast.ImportFrom) and any(alias.name == name.name for alias in node.names):
            return str(node.module)
    return name.door


def _syntax_of(module: str) -> ast.Module:
    return ast.parse(inspect.getsource(importlib.import_module(module)))


def sentence(name: Name) -> str:
    """Returns the first sentence about a name, in one line of a table."""
    text = " ".join(text_of(name).partition("\n\n")[0].partition("Attributes:")[0].split())
    first = re.split(r"(?<=[.])\s(?=[A-Z(`])", text)[0]
    return first.replace("|", "\\|")


# --- pages --------------------------------------------------------------------------------------------------------


def api_pages() -> Iterator[tuple[str, str]]:
    """Yields the text of every page with the name of its file."""
    for page in SUBJECTS:
        yield f"{page}.md", _subject(page)
    yield "index.md", _overview()
    for door in DOORS:
        yield f"{door}.md", _names_of_door(door)
    yield f"{LIBRARY}.learning.md", LEARNING


def _subject(page: str) -> str:
    subject = SUBJECTS[page]
    own, elsewhere = names_on(page)
    own.sort(key=lambda name: ["class", "function", "data"].index(name.kind) if subject.group else 0)
    parts = [f"# {subject.title}", subject.text, _table([*own, *elsewhere])]
    parts += [f"## {name.name}\n\n{_entry(name)}" for name in own if name.kind != "data"]
    if constants := [_entry(name) for name in own if name.kind == "data"]:
        parts += ["## Constants", *constants]
    parts += [_functions(module, words) for module, words in MODULES.get(page, {}).items()]
    return "\n\n".join([*parts, subject.more]).rstrip() + "\n"


def _table(names: Sequence[Name]) -> str:
    rows = [f"| {_link(name)} | {sentence(name)} |" for name in names]
    return "\n".join(["| name | what it is |", "|---|---|", *rows])


def _entry(name: Name) -> str:
    """The entry of a name, without the members that all values share."""
    lines = [f".. auto{name.kind}:: {name.path}"]
    if name.kind == "class":
        own = [member for member in LEFT_OUT if not _is_its_own(name.value, member)]
        lines += ["   :members:", "   :inherited-members: object, BaseException, dict, tuple"]
        lines += [f"   :exclude-members: {', '.join(own)}"]
    if name.kind == "data":
        lines = [f".. py:data:: {name.path}", "", f"   {text_of(name)}"]
    block = "\n".join(lines)
    return f"```{{eval-rst}}\n{block}\n```"


def _is_its_own(kind: type, member: str) -> bool:
    """Returns whether a member of a class is not one that all public values share."""
    shared = importlib.import_module(f"{LIBRARY}.language.fields").PublicValue
    return member != "is_sparse" and not (issubclass(kind, shared) and member not in vars(kind))


def _functions(module: str, words: str) -> str:
    """The section of a module that a door exports: its public functions, or the invariants that it lists."""
    door, _, name = module.rpartition(".")
    value = getattr(importlib.import_module(door), name)
    names = sorted(set(getattr(value, "__all__", ()))) or ["check_state", *value.ALL]
    entries = "\n".join(f".. autofunction:: {module}.{key}" for key in names)
    return f"## {name}\n\n{words}\n\n```{{eval-rst}}\n{entries}\n```"


def _names_of_door(door: str) -> str:
    """A page at the address at which all names of a door were described once; `moved.js` leads from there to their pages."""
    names = sorted(public_names(door), key=lambda name: name.name.lower())
    links = ", ".join(_link(name) for name in names)
    return f"---\norphan: true\n---\n\n# `{door}`\n\n{DOORS[door]} [The reference](index.md) describes by subject: {links}.\n"


def _link(name: Name) -> str:
    return f"{{py:obj}}`{name.name} <{name.path}>`"


def _overview() -> str:
    """All names, by subject."""
    rows = []
    for page, subject in SUBJECTS.items():
        own, elsewhere = names_on(page)
        rows.append(f"| [{subject.title}]({page}.md) | {', '.join(map(_link, [*own, *elsewhere]))} |")
    table = "\n".join(["| page | names |", "|---|---|", *rows])
    pages = "\n".join(SUBJECTS)
    return f"{OVERVIEW}\n{table}\n\n```{{toctree}}\n:hidden:\n\n{pages}\n```\n"


OVERVIEW = """# Python reference

Import the library as `import stoneage_rules as sa`. Programs need only the names of `sa`, and of `sa.policies` and `sa.many`;
tests import `stoneage_rules.testing`, with `.machine` and `.strategies` for Hypothesis, plugins `stoneage_rules.plugin`, and
learners an adapter of `stoneage_rules.learning`. Every other module is private.
"""
LEARNING = """---
orphan: true
---

# `stoneage_rules.learning`

The reference of [learners](learners.md) describes `stoneage_rules.learning.gymnasium`, `stoneage_rules.learning.pettingzoo` and
`stoneage_rules.learning.openspiel`.
"""
