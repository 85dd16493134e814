"""The tables of the pages on the pack language, made from the records, the verbs and the checks themselves.

`python tests/made.py` writes them into the pages.  The text between them is written by hand.  A mark names a part, and behind
it the words that stand there: `<!-- made: verbs buy deal -->`.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from inspect import cleandoc
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin

import attrs
import tomli

from gallery import GALLERY
from page_table import table
from sources import ROOT
from stoneage_rules import Table
from stoneage_rules.authoring import pack_checks, property_schema, scenario_schema
from stoneage_rules.cli.screen import EXIT_CODES
from stoneage_rules.language.fields import CONTEXTS, fields_of, toml_key
from stoneage_rules.language.forms import OwnForm
from stoneage_rules.language.word import KERNEL_WORDS, Requirement
from stoneage_rules.mechanics.locations import PlacementSize, WorkplaceTable
from stoneage_rules.mechanics.rounds import StandingTable
from stoneage_rules.mechanics.trade_checks import RateRecord
from stoneage_rules.packs import content as manifest
from stoneage_rules.packs.operators import OPERATORS
from stoneage_rules.packs.patching import EDITS
from stoneage_rules.plugin import Amount, ContentRecord, Cost, IfRow, Quantity, QuantityKind, Verb
from stoneage_rules.text import either, plural
from units.library import FEATURES, KINDS, LANGUAGE, WORDS

DOCS = ROOT / "docs"
sys.path.insert(0, str(DOCS))

from whole_records import LINK, WholeRecord, records_in  # noqa: E402 - it is a part of the site

PAGES = [
    *sorted(DOCS.glob("packs/*.md")),
    *(DOCS / name for name in ("test-files.md", "commands.md", "notation.md")),
    *sorted(DOCS.glob("house-rules*.md")),
]
MARK = re.compile(r"(<!-- made: ([a-z-]+)((?: [A-Za-z0-9_-]+)*) -->\n).*?(<!-- end -->)", re.DOTALL)

PARTS = {
    Requirement: "when",
    PlacementSize: "figures",
    StandingTable: "standing",
    WorkplaceTable: "workplace",
    RateRecord: "rates",
}
"""Tables within records, with the keys of records that contain them."""
NAMES = {
    property_schema.PropertyEntry: "`[[property]]`",
    scenario_schema.ScenarioEntry: "`[[scenario]]`",
    scenario_schema.GivenSeat: "Given seat",
    scenario_schema.ThenSeat: "Then seat",
    PlacementSize: "Figures",
    RateRecord: "Rate",
    StandingTable: "Standing",
    WorkplaceTable: "Workplace",
    Requirement: "Row of `when`",
    manifest.PackInfo: "`[pack]`",
    manifest.Engine: "`[engine]`",
    manifest.Order: "`[order]`",
    manifest.Option: "`[options.NAME]`",
}
PLAIN = {str: "text", int: "whole number", bool: "true or false"}
NO_IDS = {"action", "at", "frame", "place", "space", "step", "until"}
"""The texts that test files may refer to without being ids of records."""


# --- values in words --------------------------------------------------------------------------------------------------


def value_words(kind: Any, metadata: Mapping[str, Any]) -> str:
    """Returns what belongs behind a key."""
    kind = _without_none(kind)
    if kind == Amount or kind == Amount | None:
        return f"[quantity](#quantities) or whole number{_span(metadata)}"
    if get_origin(kind) in (Union, UnionType):
        return " or ".join(dict.fromkeys(value_words(part, metadata) for part in get_args(kind)))
    if get_origin(kind) is tuple:
        return f"list of {_many(value_words(get_args(kind)[0], metadata))}"
    if isinstance(get_origin(kind), type) and issubclass(get_origin(kind), Mapping):
        key, value = get_args(kind)
        return f"table: {_key_words(key, metadata)} to {value_words(value, {**metadata, 'refers_to': None})}"
    return _single(kind, metadata)


def _without_none(kind: Any) -> Any:
    members = [member for member in get_args(kind) if member is not type(None)]
    if get_origin(kind) in (Union, UnionType) and len(members) == 1:
        return members[0]
    if get_origin(kind) in (Union, UnionType) and len(members) < len(get_args(kind)):
        return Union[tuple(members)]  # noqa: UP007 - made of a list
    return kind


def _single(kind: Any, metadata: Mapping[str, Any]) -> str:
    if kind is Any:
        return "anything"
    if isinstance(kind, type) and issubclass(kind, OwnForm):
        return kind.words
    if kind is Table:
        return "settings of a table"
    if kind is Cost:
        return "[cost](#costs)"
    if kind is IfRow:
        return "[row of `if`](#conditions)"
    if kind is Quantity:
        return "[quantity](#quantities)"
    if isinstance(kind, type) and issubclass(kind, Verb):
        return "[effect](#effects)"
    if attrs.has(kind):
        return f"[{_called(kind)}](#{_anchor(_name(kind))})"
    if kind is str and metadata.get("refers_to") and metadata["refers_to"] not in NO_IDS:
        return _reference(metadata["refers_to"])
    if kind is str and metadata.get("choices"):
        return " or ".join(f"`{choice}`" for choice in metadata["choices"])
    return PLAIN[kind] + (_span(metadata) if kind is int else "")


def _key_words(key: Any, metadata: Mapping[str, Any]) -> str:
    if key is int:
        return "whole number"
    return _reference(metadata["refers_to"]) if metadata.get("refers_to") else "name"


def _reference(kinds: str) -> str:
    found = []
    for kind in [kind for kind in kinds.split("|") if kind not in NO_IDS]:
        group, _, of = kind.partition(":")
        found.append(f"group of {plural(of)}" if of else f"{group.replace('_', ' ')} id")
    return " or ".join(found)


def _many(words: str) -> str:
    if words.startswith("[effect]"):
        return "[effects](#effects)"
    linked = re.fullmatch(r"\[(.*)\](\(.*\))", words)
    if linked is not None:
        return f"[{plural(linked[1])}]{linked[2]}"
    first, more, rest = re.split("(, | such as |$)", words, maxsplit=1)
    return words if " or " in first else f"{plural(first)}{more}{rest}"


def _span(metadata: Mapping[str, Any]) -> str:
    least, most = metadata.get("least"), metadata.get("most")
    if least is None:
        return ", not 0" if metadata.get("not_zero") else ""
    return f", {least} to {most}" if most is not None else f", {least} or more"


def _default(attribute: Any) -> str:
    default = attribute.default
    if default is attrs.NOTHING:
        return "**needed**"
    if isinstance(default, attrs.Factory):  # type: ignore[arg-type]
        default = default.factory()
    if default is None or default in ((), {}) or attrs.has(type(default)):
        return ""
    return f"`{str(default).lower() if isinstance(default, bool) else default}`" if default != "" else ""


def table_of(record: type, without: Iterable[str] = ()) -> str:
    """The keys of a record as a Markdown table; empty where there are none."""
    fields_of(record)
    fields = {toml_key(one.name): one for one in attrs.fields(record) if one.name not in without}
    return _table_of_keys(fields) if fields else ""


def _table_of_keys(fields: Mapping[str, Any]) -> str:
    rows = (
        (f"`{key}`", value_words(attribute.type, attribute.metadata), _default(attribute), attribute.metadata["help"])
        for key, attribute in fields.items()
    )
    return table("key | value | default | meaning", rows)


def _name(record: type) -> str:
    return NAMES.get(record, record.__name__)


def _called(record: type) -> str:
    """A part in running text."""
    return "table" if _name(record).startswith("`") else _name(record).lower().replace("`", "")


def _anchor(heading: str) -> str:
    return re.sub(r"[^a-z0-9 _-]", "", heading.lower()).replace(" ", "-")


def _doc(record: Any) -> str:
    return cleandoc(record.__doc__ or "").partition("\n\nAttributes:")[0]


def _sections(entries: Iterable[tuple[str, Any, Iterable[str]]], level: str = "###") -> str:
    parts = (f"{level} {name}\n\n{_doc(record)}\n\n{table_of(record, without)}".rstrip() for name, record, without in entries)
    return "\n\n".join(parts)


# --- the parts of the page --------------------------------------------------------------------------------------------

SHARED = tuple(attribute.name for attribute in attrs.fields(ContentRecord))
APART = tuple(attribute.name for attribute in attrs.fields(Verb))
"""The keys that all effects have: the page tells of them once."""


def _named(parts: Iterable[type]) -> str:
    return _sections((_name(part), part, ()) for part in parts)


def _manifest() -> str:
    parts = (manifest.PackInfo, manifest.Engine, manifest.Order, manifest.Option)
    return f"{table_of(manifest.Manifest)}\n\n{_named(parts)}"


def _kinds(*words: str) -> str:
    kinds = {**KINDS.records, "KIND": KINDS.item}
    return "\n\n".join(_kind(kind, kinds[kind]) for kind in words)


def _kind(word: str, kind: type[ContentRecord]) -> str:
    section = _sections([(f"`[[{word}]]`", kind, SHARED)])
    return f"{section}\n\n{_whole_record(lambda record: _keys_of(record, word))}"


def _verbs(*words: str) -> str:
    return "\n\n".join(_verb(word, WORDS.verbs[word]) for word in words)


def _purposes() -> str:
    """Every record and verb by the purpose of its page."""
    rows = []
    for page in (page for page in PAGES if page.parent.name == "packs"):
        text = MARK.sub(lambda found: found[1] + _section_of_words(found), page.read_text("utf-8"))
        titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
        anchors = [_anchor(title) for title in titles]
        ways = {
            title: name + f"-{anchors[:at].count(name)}" * (name in anchors[:at])
            for at, (title, name) in enumerate(zip(titles, anchors, strict=True))
        }
        cells = []
        for part, heading in (("kinds", "`[[{}]]`"), ("verbs", "`{}`")):
            words = " ".join(re.findall(rf"<!-- made: {part} (.*?) -->", text)).split()
            cells.append(", ".join(f"[`{word}`]({page.name}#{ways[heading.format(word)]})" for word in words))
        if any(cells):
            rows.append((f"[{titles[0]}]({page.name})", *cells))
    return table("page | records | verbs", rows)


def _section_of_words(found: re.Match[str]) -> str:
    return SECTIONS[found[2]](*found[3].split()) + "\n" if found[2] in ("kinds", "parts", "verbs") else found[0]


def _parts(*words: str) -> str:
    return "\n\n".join(_part(part) for word in words for part in PARTS if _called(part).endswith(word))


def _part(part: type) -> str:
    """A table within records, with a record that contains one."""
    section = _sections([(_name(part), part, ())])
    return f"{section}\n\n{_whole_record(lambda record: int(PARTS[part] in record.data))}"


def _verb(word: str, verb: type[Verb]) -> str:
    """A verb's section; where it can stand comes after what it does."""
    places = either(CONTEXTS[context] for context in verb.belongs) if verb.belongs else ""
    belongs = f"It belongs to {places}." if places else ""
    example = _whole_record(lambda record: max(_keys_of_effects(word, record.data), default=0))
    parts = (f"### `{word}`", _doc(verb), belongs, table_of(verb, APART), example)
    return "\n\n".join(part for part in parts if part)


# --- whole records as examples ----------------------------------------------------------------------------------------

LONGEST = 14
"""The lines of a record that is an example, unless all are longer."""


@cache
def _records() -> Sequence[WholeRecord]:
    """The records that a title can name: of base, modules, examples and, for words in none of these, packs of tests."""
    others = (ROOT / "plugins", GALLERY, ROOT / "tests" / "mechanics" / "packs")
    folders = (ROOT / "content" / "stoneage_base", *(pack for folder in others for pack in sorted(folder.iterdir())))
    files = [path for folder in folders for path in sorted(folder.glob("*.toml")) if path.name != "pack.toml"]
    return [record for path in files for record in records_in(path) if record.id]


def _whole_record(keys: Callable[[WholeRecord], int]) -> str:
    """Links to the record that shows the most keys of a word; one of the first packs rather than of a later one, an edit last."""
    fitting = [(record, keys(record), len(record.text.splitlines())) for record in _records() if keys(record)]
    record, *_ = min(
        fitting, key=lambda one: (one[0].path.is_relative_to(ROOT / "tests"), max(one[2], LONGEST), "." in one[0].header, -one[1])
    )
    pack = tomli.loads((record.path.parent / "pack.toml").read_text("utf-8"))["pack"]["id"]
    path = Path(os.path.relpath(record.path, DOCS / "packs")).as_posix()
    sort = "edit" if "." in record.header else "record"
    return f'Whole {sort}: [`{record.id}` of {pack}]({path} "{record.header} {record.id}")'


def without_links(text: str) -> str:
    """Returns a page without its links to whole records."""
    return LINK.sub("", text)


def _edits() -> str:
    """An edit for each operator and each way to edit: short, and with few other operators."""

    def example(word: str) -> str:
        return _whole_record(lambda record: -10 * _operators(record) - len(record.text) // 40 if _uses(record, word) else 0)

    words = [*OPERATORS, *(way for way in EDITS if way != "patch")]
    return "\n\n".join(f"`{word}`:\n\n{example(word)}" for word in words)


def _operators(record: WholeRecord) -> int:
    return len(record.data.keys() & OPERATORS.keys())


def _uses(record: WholeRecord, word: str) -> bool:
    way, _, kind = record.header.partition(".")
    return bool(kind) and (way == word or word in record.data)


def _keys_of(record: WholeRecord, kind: str) -> int:
    return len(record.data) if record.header == kind or (kind == "KIND" and record.header == "building") else 0


def _keys_of_effects(word: str, value: Any) -> Iterator[int]:
    """Yields the number of keys of each effect with a verb, at any depth."""
    inner = value if isinstance(value, list) else value.values() if isinstance(value, dict) else ()
    if isinstance(value, dict) and value.get("do") == word:
        yield len(value)
    for each in inner:
        yield from _keys_of_effects(word, each)


def _quantities() -> str:
    rows = ((f"`{kind.name}`", _of(kind), kind.help) for kind in WORDS.quantities.values())
    return table("word | value | meaning", rows)


def _quantity_keys() -> str:
    own = attrs.fields_dict(Quantity)
    return _table_of_keys({key: own[field.name] for key, field in fields_of(Quantity).items()})


def _of(kind: QuantityKind) -> str:
    if kind.takes is not str:
        return value_words(kind.takes, {})
    words = [f"`{word}`" for word in kind.choices]
    if words and kind.refers_to:
        return f"{', '.join(words)}, {_reference(kind.refers_to)}"
    return _reference(kind.refers_to) if kind.refers_to else " or ".join(f"`{word}`" for word in kind.choices)


def _documented(columns: str, words: Mapping[str, Any]) -> str:
    return table(columns, ((f"`{word}`", _doc(meant)) for word, meant in words.items()))


SCENARIOS = (
    scenario_schema.ScenarioEntry, scenario_schema.Given, scenario_schema.GivenSeat, scenario_schema.Then,
    scenario_schema.ThenSeat, scenario_schema.Refused,
)  # fmt: skip
PROPERTIES = (property_schema.PropertyEntry, property_schema.Claim, property_schema.Games)


MOST_LINES = 27
"""The lines of the content of an example that the page shows; of longer ones it has the summary."""


def content_of(name: str) -> dict[str, str]:
    """Returns the content of an example by its files, without the lines that name schemas."""
    files = [path for path in sorted((GALLERY / name).glob("*.toml")) if path.name != "pack.toml"]
    return {path.name: path.read_text("utf-8").split("\n\n", 1)[1] for path in files}


def _examples(*names: str) -> str:
    return "\n\n".join(map(_example, names))


def _example(name: str) -> str:
    """An example's section: what it changes, and its content if that is short."""
    pack = tomli.loads((GALLERY / name / "pack.toml").read_text("utf-8"))["pack"]
    texts = content_of(name)
    lines = sum(len(text.splitlines()) for text in texts.values())
    if lines > MOST_LINES:
        shown = [f"It has {lines} lines: `stoneage new my-rules --from {name}` writes them."]
    else:
        shown = [f"```toml {name}/{file}\n{text}```" for file, text in texts.items()]
    return "\n\n".join([f"### {name}", f"{pack['summary']}.", *shown])


def _words(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in sorted(words))


SECTIONS: Mapping[str, Callable[..., str]] = {
    "manifest": _manifest,
    "record": lambda: table_of(ContentRecord),
    "kinds": _kinds,
    "parts": _parts,
    "verbs": _verbs,
    "edits": _edits,
    "purposes": _purposes,
    "quantities": _quantities,
    "quantity-keys": _quantity_keys,
    "if": lambda: table_of(IfRow, attrs.fields_dict(Quantity)),
    "counters": lambda: _documented("`counts` | meaning", WORDS.counters),
    "scenarios": lambda: _named(SCENARIOS),
    "properties": lambda: _named(PROPERTIES),
    "checks": lambda: _documented("check | requirement", pack_checks.PACK_CHECKS),
    "examples": _examples,
    "exit-codes": lambda: table("code | meaning", ((str(code), meaning) for code, meaning in EXIT_CODES.items())),
    "named-checks": lambda: _words(LANGUAGE.checks),
    "features": lambda: _words(FEATURES),
    "words": lambda: _words(KERNEL_WORDS),
}
"""The parts of the pages that are made, by their marks."""


def written(pages: Mapping[Path, str]) -> dict[Path, str]:
    """Returns the pages with every part that is made as it must be now, its links leading to the pages with the headings."""
    made = {
        page: MARK.sub(lambda found: f"{found[1]}{SECTIONS[found[2]](*found[3].split())}\n{found[4]}", text)
        for page, text in pages.items()
    }
    homes = {_anchor(title): page for page, text in made.items() for title in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}

    return {page: MARK.sub(lambda found, page=page: _linked(page, found[0], homes), text) for page, text in made.items()}


def _linked(page: Path, part: str, homes: Mapping[str, Path]) -> str:
    """Returns a part with its links leading to the pages that have the headings."""
    return re.sub(r"\]\(#([a-z_-]+)\)", lambda found: f"]({_target(page, homes[found[1]])}#{found[1]})", part)


def _target(page: Path, other: Path) -> str:
    return "" if page == other else Path(os.path.relpath(other, page.parent)).as_posix()


def read() -> dict[Path, str]:
    """Returns the texts of the pages."""
    return {page: page.read_text("utf-8") for page in PAGES}


if __name__ == "__main__":
    for path, text in written(read()).items():
        path.write_text(text, "utf-8")
