"""Modules as packages: what is found without importing anything, and mistakes in how a module is packaged.

Packages are written on the spot, with the metadata that an installer would leave beside them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

import stoneage_rules as sa
from packs.toy import write
from running import python
from sources import ROOT
from stoneage_rules.plugin import Verb, field, hookimpl
from writing import base_with, pack, write_metadata

PACK = """
format = 1

[pack]
id = "{id}"
name = "{id}"
version = "{version}"
kind = "house-rules"
license = "MIT"

[requires]
base = ">=1.0"
"""

BARS_THE_HUNT = """
from stoneage_rules.plugin import hookimpl

{indent}@hookimpl
{indent}def stoneage_placement_barred({self}state, seat):
{indent}    return 1 << state.rules.place("hunt").index
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Writes a package with an entry point, as if it were installed."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def write(name: str, entry: str, files: dict[str, str] | None = None, pack: str | None = "") -> None:
        module = entry.partition("=")[0].strip()
        manifest = {} if pack is None else {"pack.toml": PACK.format(id=pack or module, version="1.0.0")}
        (tmp_path / name).mkdir(exist_ok=True)
        for file, text in {"__init__.py": "", **manifest, **(files or {})}.items():
            (tmp_path / name / file).write_text(text, "utf-8")
        write_metadata(tmp_path, name, entry)

    return write


@pytest.fixture(autouse=True)
def forget_imports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forgets what a test imports before the next."""
    for name in [name for name in sys.modules if name.startswith("trial_")]:
        monkeypatch.delitem(sys.modules, name)


FAME = {"more.toml": '[[track]]\nid = "fame"\ntop = 5\n'}


def hunt_is_barred(rules: sa.Ruleset) -> bool:
    state = rules.initial_state()
    return any(barrier(state, 0) >> rules.place("hunt").index & 1 for barrier in rules.questions["stoneage_placement_barred"])


# --- what is found ----------------------------------------------------------------------------------------------


LISTING = """
import sys
from command import main
main(["modules"])
print(*sorted({name.partition(".")[0] for name in sys.modules if name.startswith("stoneage_")}))
"""


def test_listing_modules_imports_none_of_them():
    shown = python("-c", LISTING, folder=ROOT / "tests").stdout
    assert "base 1.0.0: " in shown
    assert shown.splitlines()[-1] == "stoneage_rules"


@pytest.mark.parametrize("damage", ["trial_odd", "= trial_odd", b"odd = \xff"])
def test_a_list_that_cannot_be_read_stops_no_other(package, tmp_path, damage):
    package("trial_odd", "odd = trial_odd")
    package("trial_data", "data = trial_data")
    listed = tmp_path / "trial_odd-1.dist-info" / "entry_points.txt"
    listed.write_bytes(b"[stoneage.modules]\n" + (damage if isinstance(damage, bytes) else damage.encode()) + b"\n")
    assert sa.load(players=2, modules=["data"]).packs == ("base", "data")


@pytest.mark.parametrize(("packages", "said"), [
    ([("trial_odd", "my-rules = my-rules")],
     "my-rules: its entry point `my-rules` is not the name of a Python module; a package's name has underscores"),
    ([("trial_odd", "gone = trial_gone.plugin")],
     "gone: there is no package `trial_gone`, which its entry point `trial_gone.plugin` names; install it again"),
    ([("trial_first", "twice = trial_first"), ("trial_second", "twice = trial_second")],
     "twice: it is installed more than once: by `trial_first` and by `trial_second`; uninstall one"),
    ([("trial_name", "one-name = trial_name", {}, "another-name")],
     "one-name: its pack calls itself `another-name`; entry point and pack.toml must agree"),
])  # fmt: skip
def test_what_cannot_be_enabled_is_listed_so_and_refused(package, stoneage, packages, said):
    for each in packages:
        package(*each)
    assert sa.load(players=2).packs == ("base",)
    id, _, why = said.partition(": ")
    with pytest.raises(sa.PluginError, match=re.escape(f"module {id}: {why}")):
        sa.load(players=2, modules=[id])
    listed = stoneage("modules").out
    assert f"{id}: broken: {why}" in listed
    assert "base 1.0.0: " in listed


@pytest.mark.parametrize(("files", "said"), [
    ({"plugin.py": "raise RuntimeError('not today')"},
     r"module broken cannot be imported: RuntimeError: not today; its entry point is `trial_broken\.plugin`"),
    ({}, "module broken cannot be imported: ModuleNotFoundError"),
    ({"plugin.py": "def help_out():\n    return 1\n"},
     r"plugin broken \(trial_broken\.plugin\) has no hook, so nothing would come of it"),
])  # fmt: skip
def test_python_that_cannot_be_used_is_refused_when_it_is_enabled(package, stoneage, files, said):
    package("trial_broken", "broken = trial_broken.plugin", files)
    assert "broken 1.0.0: " in stoneage("modules").out
    with pytest.raises(sa.PluginError, match=said):
        sa.load(players=2, modules=["broken"])


# --- what is enabled --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("entry", "file", "indent", "self", "after"), [
    ("trial_one.plugin", "plugin.py", "", "", ""),
    ("trial_one", "__init__.py", "", "", ""),
    ("trial_one.plugin:plugin", "plugin.py", "    ", "self, ", "plugin = Plugin()"),
    ("trial_one:plugin", "__init__.py", "    ", "self, ", "plugin = Plugin()"),
])  # fmt: skip
def test_hooks_are_found_wherever_the_entry_point_says(package, entry, file, indent, self, after):
    text = BARS_THE_HUNT.format(indent=indent, self=self)
    text = text.replace("    @hookimpl", "class Plugin:\n    @hookimpl")
    package("trial_one", f"one = {entry}", {file: f"{text}\n{after}\n"})
    rules = sa.load(players=2, modules=["one"])
    assert hunt_is_barred(rules)
    assert rules.packs == ("base", "one")


def test_a_package_of_data_alone_needs_no_hooks(package):
    package("trial_data", "data = trial_data", FAME)
    assert sa.load(players=2, modules=["data"]).tracks == ("agriculture", "fame")


def test_nothing_of_a_package_of_data_is_run(package):
    """Not by a record that names it, either."""
    files = {"__init__.py": "raise RuntimeError('it was run')", **FAME}
    package("trial_quiet", "quiet = trial_quiet", files)
    rules = sa.load(players=2, modules=["quiet"])
    text = str(sa.Game(rules, seed=1).record).replace(rules.digest, "0" * 64)
    with pytest.raises(sa.RecordError, match="under other rules"):
        sa.replay(text)
    assert "trial_quiet" not in sys.modules


def test_a_module_that_nobody_installed_is_told_the_nearest():
    with pytest.raises(sa.ContentError, match="did you mean `base`"):
        sa.load(players=2, modules=["bases"])


def test_one_pack_by_its_id_and_by_its_folder(package, tmp_path):
    package("trial_data", "data = trial_data", FAME)
    with pytest.raises(sa.ContentError, match="a module that is named twice") as raised:
        sa.load(players=2, modules=["data", str(tmp_path / "trial_data")])
    assert [found.code for found in raised.value.diagnostics] == ["SA303"]


@pytest.mark.parametrize(("folder", "names"), [(".", ("a/market", "b/market")), ("here", ("../a/market", "../b/market"))])
def test_two_packs_of_one_id_are_told_apart_and_how_to_rename_one(tmp_path, monkeypatch, folder, names):
    for author in "ab":
        write(tmp_path / author, "market", "")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / folder)
    Path("table.toml").write_text(f"modules = {[f'./{name}' for name in names]}\n", "utf-8")
    with pytest.raises(sa.ContentError) as raised:
        sa.load("table.toml")
    text = str(raised.value)
    assert f"`market` comes from `{names[0]}` and from `{names[1]}`" in text
    assert "in its pack.toml, wherever names in its files begin with `market:` or `market.`" in text
    assert str(tmp_path) not in text


def test_a_pack_renamed_as_the_message_says_sits_beside_the_other(tmp_path):
    text = '[[track]]\nid = "fame"\ntop = 5\n\n[[patch.track]]\ntarget = "market:fame"\nwhy = "more"\nset.top = 6\n'
    first = write(tmp_path / "a", "market", text.partition("\n\n")[0])
    second = write(tmp_path / "b", "market", text.replace("market:", "fair:"))
    (second / "pack.toml").write_text((second / "pack.toml").read_text("utf-8").replace('"market"', '"fair"'), "utf-8")
    assert sa.load(players=2, modules=[first, second]).packs == ("base", "fair", "market")


def test_a_package_without_a_manifest(package):
    package("trial_bare", "bare = trial_bare", pack=None)
    with pytest.raises(sa.ContentError, match=r"no pack\.toml in"):
        sa.load(players=2, modules=["bare"])


# --- digests ----------------------------------------------------------------------------------------------------


def test_rules_with_code_have_a_digest_of_their_own(package):
    """The content is the base game's, but it does not play alike."""
    package("trial_one", "one = trial_one.plugin", {"plugin.py": BARS_THE_HUNT.format(indent="", self="")})
    with_code, without = sa.load(players=2, modules=["one"]), sa.load(players=2)
    assert with_code.digest != without.digest
    assert (hunt_is_barred(with_code), hunt_is_barred(without)) == (True, False)


@pytest.mark.parametrize(("entry", "files", "is_other"), [
    ("one = trial_one.plugin", {"plugin.py": BARS_THE_HUNT.format(indent="", self="")}, True),
    ("one = trial_one", FAME, False),
], ids=["code", "data alone"])  # fmt: skip
def test_another_version_of_a_module_has_another_digest_if_it_has_code(package, tmp_path, entry, files, is_other):
    package("trial_one", entry, files)
    first = sa.load(players=2, modules=["one"]).digest
    (tmp_path / "trial_one" / "pack.toml").write_text(PACK.format(id="one", version="1.1.0"), "utf-8")
    assert (sa.load(players=2, modules=["one"]).digest != first) is is_other
    (tmp_path / "trial_one" / "more.toml").write_text('[[track]]\nid = "fame"\ntop = 6\n', "utf-8")
    assert sa.load(players=2, modules=["one"]).digest != first


def test_what_an_add_on_asks_of_an_item_is_part_of_the_digest():
    """It is judged item by item in play, and so no word that could be left out."""
    effects = 'effects = [{{ do = "points", amount = 1 }}]\n'
    line = '[[add_on]]\nid = "more"\napplies = ["building"]\n{when}cost = {{ stone = 1 }}\n' + effects
    digests = {
        base_with(line.format(when=when)).digest
        for when in ("", 'when = [{ cost = "fixed" }]\n', 'when = [{ cost = "composed" }]\n', "when = []\n")
    }
    assert len(digests) == 3


def test_a_field_of_a_verb_is_part_of_the_digest_whatever_it_is_called():
    """Fields of records called so are words; a verb may mean something by them."""

    @attrs.frozen
    class Murmur(Verb):
        do = "murmur"
        name: str = field("a word")
        after: int = field("a number")

        def bind(self, link):
            return lambda state, seat, place, n: None

    class Plugin:
        @hookimpl
        def stoneage_register_verbs(self):
            return [Murmur]

    line = '[[patch.location]]\ntarget = "hunt"\nappend.effects = [{{ do = "murmur", name = "{}", after = {} }}]\n'
    digests = {
        sa.load(players=2, plugins=[pack(line.format(*words)), Plugin()]).digest for words in (("a", 1), ("b", 1), ("a", 2))
    }
    assert len(digests) == 3
