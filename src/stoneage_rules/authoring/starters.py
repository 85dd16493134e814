"""A new pack, a new plugin, and a first table file, to be changed into one's own."""

from __future__ import annotations

import keyword
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from textwrap import wrap

import tomli

from stoneage_rules._version import __version__
from stoneage_rules.authoring.schemas import texts_of
from stoneage_rules.errors import StoneAgeError, UnknownName
from stoneage_rules.files import naming, write_whole
from stoneage_rules.language.forms import Structurer
from stoneage_rules.loading.installed import installed_modules
from stoneage_rules.loading.load import load
from stoneage_rules.packs.content import Manifest, Option
from stoneage_rules.packs.find import MANIFEST, read_pack
from stoneage_rules.packs.options import read_manifest
from stoneage_rules.packs.parts import ID, LETTERS
from stoneage_rules.packs.report import Report
from stoneage_rules.text import either, safe, unknown, written

STARTER_FILES = ("pack.toml", "rules.toml", "tests/properties.toml", "tests/scenarios.toml")
"""The files of a new pack that its author edits."""


EXAMPLES = "stoneage_examples"
"""The package with a folder for each example pack."""


def write_starter(
    folder: str | Path, id: str | None = None, example: str | None = None, *, schemas: bool = False, is_package: bool = False
) -> tuple[Path, ...]:
    """Writes a new pack that loads, plays and passes its tests; returns its files.

    Writes either all files or none.

    Args:
        folder: the folder to create; it must not exist.
        id: the id of the pack; by default the folder's name.
        example: the name of the example pack to copy; by default a pack with one commented rule.
        schemas: whether to include the JSON Schemas for editors, and name them in the first lines of the files.
        is_package: whether to make a distribution with the pack and without Python.

    Raises:
        StoneAgeError: the folder exists, its parent does not, or the id is invalid or taken; no example has the name.
    """
    folder = Path(folder)
    id = folder.resolve().name if id is None else id
    check_new(folder, id)
    names = () if example else STARTER_FILES
    texts = {name: filled("starter_pack", name, id) for name in names} | (_of_example(example, id) if example else {})
    if schemas:
        texts |= {f"schemas/{name}": text for name, text in texts_of(load()).items()}
    else:
        texts = {name: re.sub(r"\A#:schema .*\n+", "", texts[name]) for name in texts}
    return write_folder(folder, _distribution("starter_package", PACKAGE_FILES, id, texts) if is_package else texts)


def examples() -> dict[str, str]:
    """Returns the example packs by name, each with its summary."""
    manifests = sorted(_examples().glob(f"*/{MANIFEST}"))
    return {file.parent.name: str(tomli.loads(file.read_text("utf-8"))["pack"]["summary"]) for file in manifests}


def _examples() -> Path:
    return Path(str(resources.files(EXAMPLES)))


def _of_example(name: str, id: str) -> dict[str, str]:
    """Returns the texts of an example under a new id: of the pack, of its statements, and of its options.

    Raises:
        UnknownName: there is none.
    """
    if name not in (known := examples()):
        raise UnknownName(unknown("example", name, known))
    root, texts = _examples() / name, {}
    own = rf'(?<="){name}(?=[.:])|(?<=options\.){name}\b|(?<=options = {{ ){name}\b'
    for file in sorted(root.rglob("*.toml")):
        path = file.relative_to(root)
        text = re.sub(own, id, file.read_text("utf-8"))
        texts[path.as_posix()] = re.sub("(?<=^#:schema )[./]*", "../" * path.as_posix().count("/"), text)
    head = f"# Begun as the example `{name}` of stoneage-rules {__version__}.\n\nformat"
    named = re.sub("^name = .*", f'name = "{_title(id)}"', texts[MANIFEST], flags=re.MULTILINE)
    texts[MANIFEST] = named.replace(f'id = "{name}"', f'id = "{id}"', 1).replace("format", head, 1)
    return texts


def _title(id: str) -> str:
    return id.replace("-", " ").capitalize()


def write_folder(folder: Path, texts: Mapping[str, str]) -> tuple[Path, ...]:
    """Writes the files of a new folder, all of them or none, and returns their paths.

    Args:
        folder: the folder to create.
        texts: the texts of the files by their paths in it.
    """
    with naming(folder):
        unfinished = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
        try:
            for name, text in texts.items():
                file = unfinished / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, "utf-8", newline="\n")
            unfinished.chmod(0o755)
            unfinished.rename(folder)
        except BaseException:
            shutil.rmtree(unfinished, ignore_errors=True)
            raise
    return tuple(folder / name for name in texts)


def check_new(folder: Path, id: str) -> None:
    """Refuses a folder or an id that is taken, or that cannot be.

    Raises:
        StoneAgeError: it is.
    """
    if folder.exists() or folder.is_symlink():
        raise StoneAgeError(f"{folder} exists already; name a folder that does not")
    if not folder.parent.is_dir():
        raise StoneAgeError(f"{folder.parent} is no folder; make it first")
    if not ID.fullmatch(id):
        raise StoneAgeError(f"`{id}` cannot be the id of a pack: an id is made of {LETTERS}")
    if id in installed_modules():
        raise StoneAgeError(f"`{id}` is the id of an installed module; choose another")


def filled(templates: str, name: str, id: str) -> str:
    """Returns the text of a template, with the id of the new pack, its name and its Python package."""
    text = resources.files(__package__).joinpath(templates, *name.split("/")).read_text("utf-8")
    values = {"@id": id, "@name": _title(id), "@package": id.replace("-", "_")}
    for word, value in values.items():
        text = text.replace(word, value)
    return text


def _distribution(templates: str, files: Mapping[str, str], id: str, pack: Mapping[str, str]) -> dict[str, str]:
    """Returns the texts of a new distribution by path: of templates, and of the files of a pack in its package.

    Raises:
        StoneAgeError: there cannot be a package of this name, or there is one.
    """
    package = id.replace("-", "_")
    if not package.isidentifier() or keyword.iskeyword(package):
        raise StoneAgeError(f"`{package}` cannot be the name of a Python package; choose another id")
    if find_spec(package) is not None:
        raise StoneAgeError(f"there is a Python package `{package}` already; choose another id")
    texts = {path: filled(templates, template, id) for path, template in files.items()}
    texts |= {f"src/@package/{name}": text for name, text in pack.items()}
    return {path.replace("@package", package): text for path, text in texts.items()}


# --- plugin starter -----------------------------------------------------------------------------------------------
#
# Writes the first files of a new module with a plugin: a distribution that can be installed, plays and passes its own tests.
#
# The templates are text files in the folder `starter_plugin`.


PACKAGE_FILES = {
    "pyproject.toml": "pyproject.toml.txt",
    "README.md": "README.md.txt",
    ".gitignore": "gitignore.txt",
    "src/@package/__init__.py": "__init__.py.txt",
}
"""The templates of the files around a pack in a new distribution, by the paths of the files in it."""

FILES = PACKAGE_FILES | {
    "src/@package/pack.toml": "pack.toml.txt",
    "src/@package/rules.toml": "rules.toml.txt",
    "src/@package/plugin.py": "plugin.py.txt",
    "tests/scenarios/rules.toml": "scenarios.toml.txt",
    "tests/test_plugin.py": "test_plugin.py.txt",
}
"""The templates of the files of a new distribution with a plugin."""


def write_plugin_starter(folder: str | Path, id: str | None = None) -> tuple[Path, ...]:
    """Writes a new distribution with a pack and a plugin, and returns its files.

    Writes either all files or none.

    Args:
        folder: the folder to create; it must not exist.
        id: the id of the module; by default the folder's name. Its package has underscores instead of hyphens.

    Raises:
        StoneAgeError: the folder exists, its parent does not, or the id is invalid or taken.
    """
    folder = Path(folder)
    id = folder.resolve().name if id is None else id
    check_new(folder, id)
    return write_folder(folder, _distribution("starter_plugin", FILES, id, {}))


# --- table starter ------------------------------------------------------------------------------------------------
#
# Writes a first table file: commented, with every option of the installed modules, and playable as it is.


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

# The seat that starts, from 0; the seed of the dice; whether reconstructed values are allowed.
# first_seat = 0
# seed = 1
# allow_reconstructed = false

# The versions that packs must have.
@requires
"""

SEATS = """\
# Who sits at each seat, from seat 0 on: "person" plays at the terminal. Of the library's policies, "random" takes any option,
# "sensible" plays by rules of thumb, "starving" does so without food and pays points for hunger, "thoughtful" looks ahead.
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
        raise StoneAgeError(f"the name of a table file ends in .toml: `stoneage new --kind table {path.name}.toml`")
    if path.exists() or path.is_symlink():
        raise StoneAgeError(f"{path} exists already; name a file that does not")
    if not path.parent.is_dir():
        raise StoneAgeError(f"{path.parent} is no folder; make it first")
    write_whole(path, table_text(path.name))
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
    """Yields the manifests of the installed modules, the base game first; unreadable ones are left out."""
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
