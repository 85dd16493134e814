"""Writes a first table file: commented, with every option of the installed modules, and playable as it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap

from stoneage_rules.errors import StoneAgeError
from stoneage_rules.loading.installed import installed_modules
from stoneage_rules.packs.findings.report import Report
from stoneage_rules.packs.reading.find import read_pack
from stoneage_rules.packs.records.manifest import Manifest, Option
from stoneage_rules.packs.records.structure import Structurer
from stoneage_rules.packs.resolution.manifest_reader import read_manifest
from stoneage_rules.text.terminal import safe
from stoneage_rules.text.toml_writer import written
from stoneage_rules.text.wording import either

__all__ = ["table_text", "write_table"]

WIDTH = 100

HEAD = """\
# A table: who plays by which rules.
#
#     stoneage play @file
#     stoneage check @file
#     stoneage diff base @file
#
# A line that begins with # does nothing; take the # away to use it.

# How many play.
players = 4

# The table file whose settings this one takes over; then write here only what differs.
# extends = "@other"

# Modules by their ids, and packs by the path of their folder, from the folder of this file: "./my-rules".
modules = [
@modules]

# The seat that starts, from 0; the seed of the dice; whether values that had to be reconstructed may be played with.
# starting_seat = 0
# seed = 1
# allow_reconstructed = false

# The versions that packs must have.
@requires
"""

SEATS = """\
# Who sits at each seat, from seat 0 on: "person" plays at the terminal, "sensible" and "random" are the library's.
# Seats that are not named are played by "sensible". This must come last.
[[seats]]
name = "Ada"
policy = "sensible"
"""


def write_table(path: str | Path) -> Path:
    """Writes a new table file with comments, and returns its path.

    Raises:
        StoneAgeError: something of this name exists, its folder does not, or the name does not end in `.toml`.
    """
    path = Path(path)
    if path.suffix != ".toml":
        raise StoneAgeError(f"the name of a table file ends in .toml: `stoneage new --table {path.name}.toml`")
    if path.exists() or path.is_symlink():
        raise StoneAgeError(f"{path} exists already; name a file that does not")
    if not path.parent.is_dir():
        raise StoneAgeError(f"{path.parent} is no folder; make it first")
    path.write_text(table_text(path.name), "utf-8")
    return path


def table_text(file: str) -> str:
    """Returns the text of a new table file; `file` is its name, for the commands in its first lines."""
    manifests = list(_manifests())
    modules = [each.pack for each in manifests if each.pack.kind != "base"]
    lines = "".join(f"    # {written(pack.id)},  # {_line(pack.name)}\n" for pack in modules)
    requires = "\n".join(f'# requires.{each.pack.id} = ">={each.pack.version}"' for each in manifests)
    other = "club.toml" if file != "club.toml" else "house.toml"
    head = HEAD.replace("@file", file).replace("@other", other).replace("@modules", lines).replace("@requires", requires)
    options = "\n".join("\n".join(_options(each)) for each in manifests if each.options)
    return f"{head}\n{options}\n{SEATS}"


def _manifests() -> Iterator[Manifest]:
    """Yields the manifests of the installed modules, the base game first; those that cannot be read are left out."""
    found = []
    for name, module in installed_modules().items():
        if module.root is not None:
            manifest = read_manifest(read_pack(module.root, name, manifest_only=True), Structurer({}, {}), Report())
            found += [manifest] if manifest is not None and manifest.pack.id == name else []
    yield from sorted(found, key=lambda manifest: (manifest.pack.kind != "base", manifest.pack.id))


def _options(manifest: Manifest) -> Iterator[str]:
    """Yields the lines of a pack's options, each with its default."""
    pack = manifest.pack
    yield f"# --- options of {_line(pack.name)}" + ("" if pack.kind == "base" else f', which needs "{pack.id}" in `modules`')
    for name, option in manifest.options.items():
        yield from wrap(f"{_line(option.help)}; {_values(option)}", WIDTH, initial_indent="# ", subsequent_indent="# ")
        yield f"# options.{pack.id}.{name} = {written(option.default)}"
    yield ""


def _line(text: str) -> str:
    """Returns a pack's text as a part of a comment: in one line, and without characters that steer a terminal."""
    return safe(" ".join(text.split()))


def _values(option: Option) -> str:
    """Returns the values that an option can have, in words."""
    if option.type == "bool":
        return "true or false"
    if option.choices:
        return either(map(written, option.choices))
    bounds = [f"{word} {value}" for word, value in (("at least", option.min), ("at most", option.max)) if value is not None]
    return " ".join(["a number" if option.type == "int" else "a text", *bounds])
