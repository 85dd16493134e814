"""Packs that mean harm, each loaded under bounds of time and memory; prints what came of each as a line of JSON.

Run by `test_hostile` in a separate process: python hostile.py FOLDER
"""

from __future__ import annotations

import json
import os
import sys
import time
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path

import stoneage_rules as sa

MANIFEST = """format = 1

[pack]
id = "evil"
name = "Evil"
version = "1.0.0"
kind = "house-rules"
license = "MIT"

[requires]
base = ">=1.0"
"""
MANY_GOODS = "".join(f'[[good]]\nid = "g{i}"\ngroups = ["many"]\n' for i in range(24))
LARGEST = 2**63 - 1
MEMORY = 1_500_000_000

TEXTS: dict[str, str] = {
    "arrays nested 100,000 deep": "x = " + "[" * 100_000 + "]" * 100_000,
    "tables nested 50,000 deep": "x = " + "{a=" * 50_000 + "1" + "}" * 50_000,
    "a key of 100,000 parts": ".".join(["a"] * 100_000) + " = 1",
    "a header of 200,000 parts": "[" + ".".join(["a"] * 200_000) + "]",
    "effects within effects": '[[card]]\nid = "d"\neffects = ' + '[{do="each-seat",effects=' * 18 + '[{do="tool"}]' + "}]" * 18,
    "a number of 5,000 digits": f'[[good]]\nid = "g"\nvalue = {"9" * 5000}',
    "a number of 4,000 digits": f'[[good]]\nid = "g"\nvalue = {"9" * 4000}',
    "a hexadecimal number of a million digits": f'[[good]]\nid = "g"\nvalue = 0x{"f" * 990_000}',
    "an infinite number": '[[good]]\nid = "g"\nvalue = inf',
    "the largest whole number of goods": f'[[card]]\nid = "g"\neffects = [{{ do = "gain", good = "wood", amount = {LARGEST} }}]',
    "the largest whole number of steps": '[[card]]\nid = "g"\n'
    f'effects = [{{ do = "advance", track = "agriculture", steps = {LARGEST} }}]',
    "a list of 490,000 numbers": "x = [" + "1," * 490_000 + "]",
    "a list of 240,000 words": '[[good]]\nid = "g"\ngroups = [' + '"a",' * 240_000 + "]",
    "80,000 effects": '[[card]]\nid = "g"\neffects = [' + '{do="tool"},' * 80_000 + "]",
    "9,000 effects that do not exist": '[[card]]\nid = "g"\neffects = [' + '{do="toll"},' * 9_000 + "]",
    "40,000 records": "".join(f'[[good]]\nid="g{i}"\n' for i in range(40_000)),
    "9,000 records": "".join(f'[[symbol]]\nid="g{i}"\n' for i in range(9_000)),
    "5,000 records with an unknown key": "".join(f'[[symbol]]\nid="g{i}"\nvalu=3\n' for i in range(5_000)),
    "15,000 tables that do not exist": "".join(f"[x{i}]\n" for i in range(15_000)),
    "4,000 edits of one record": "".join(f'[[patch.location]]\ntarget="hunt"\nappend.groups=["a{i}"]\n' for i in range(4_000)),
    "4,000 edits that undo each other": "".join(
        f'[[patch.location]]\ntarget="hut"\nset.circles={i % 90 + 3}\n' for i in range(4_000)
    ),
    "a word of a million letters": '[[card]]\nid="g"\neffects=[{do="' + "gain" * 240_000 + '"}]',
    "a key of a million letters": "a" * 990_000 + " = 1",
    "an id of a million parts": '[[good]]\nid = "' + "a-" * 490_000 + 'a"',
    "nothing but quotation marks": '"' * 999_999,
    "escapes without end": 'x = """' + '""\\"' * 200_000,
    "backslashes": 'x = "' + "\\\\" * 450_000,
    "a date with a million figures": "x = 1979-05-27 07:32:00." + "9" * 950_000,
    "a million blanks": "x =" + " " * 990_000 + "1",
    "a million empty lines": "\n" * 990_000,
    "a comment of a million letters": "#" * 990_000,
    "underscores in a number": "x = 1" + "_1" * 490_000,
    "a statement of a million points": '[[statement]]\nid = "' + "a." * 4_900 + '"\ntext = "x"',
    "a choice among billions": MANY_GOODS + '[[card]]\nid="c"\neffects=[{do="choose",of="many",amount=12}]',
    "a price in billions of ways": MANY_GOODS + '[[building]]\nid="c"\ncost={of="many",at_least=1,at_most=12}',
    "a yield in billions of ways": MANY_GOODS
    + '[[card]]\nid="c"\neffects=[{do="roll",dice=20,divide=1,yields=['
    + ",".join(f'"g{i}"' for i in range(24))
    + "]}]",
    "anytime in billions of ways": '[[card]]\nid="c"\nanytime=[' + '{do="choose",of="resource",amount=12},' * 9 + "]",
    "one-use tools in millions of sets": "".join(f'[[card]]\nid="c{i}"\none_use_tool=2\n' for i in range(30)),
    "20 figures on 4,000 places": "".join(
        f'[[location]]\nid="l{i}"\ncopies=20\ncircles=99\neffects=[{{do="tool"}}]\n' for i in range(180)
    )
    + '[[patch.figure]]\ntarget="tribe"\nset.most=20\n',
    "rolls of 20 dice": '[[card]]\nid="c"\neffects=[{do="roll",dice=20,divide=1,yields=["wood"]}]',
    "a table of 9,000 faces": '[[dice_table]]\nid="x"\n' + "".join(f"faces.{i}=[]\n" for i in range(9_000)),
    "1e400": '[[good]]\nid = "g"\nvalue = 1e400',
    "control characters": '[[good]]\nid = "g"\nname = "\\u001b[2J\\u0007\\u202e"\nvalue = "x"',
}
MANIFESTS: dict[str, str] = {
    "a version of 8,000 figures": MANIFEST.replace('"1.0.0"', f'"{"1" * 8000}"'),
    "a version of a million parts": MANIFEST.replace('"1.0.0"', f'"{"1." * 400_000}0"'),
    "200,000 ranges of versions": MANIFEST.replace('">=1.0"', f'"{",".join([">=1"] * 190_000)}"'),
    "a million blanks in a range": MANIFEST.replace('">=1.0"', f'">={" " * 990_000}1x"'),
    "5,000 required packs": MANIFEST + "".join(f'p{i} = ">=1"\n' for i in range(5_000)),
    "itself after itself": MANIFEST + '\n[order]\nafter = ["evil"]\n',
}


def written(folder: Path, text: str, manifest: str = MANIFEST) -> Path:
    folder.mkdir()
    (folder / "pack.toml").write_text(manifest, "utf-8")
    (folder / "evil.toml").write_text(text, "utf-8")
    return folder


def with_odd_file(make: Callable[[Path], object]) -> Callable[[Path], Path]:
    def build(folder: Path) -> Path:
        written(folder, "")
        make(folder / "odd.toml")
        return folder

    return build


def zipped(*entries: tuple[str, str], damage: bool = False) -> Callable[[Path], Path]:
    def build(folder: Path) -> Path:
        path = folder.with_suffix(".zip")
        with warnings.catch_warnings(), zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
            warnings.simplefilter("ignore")
            for name, text in entries:
                packed.writestr(name, text)
        if damage:
            data = bytearray(path.read_bytes())
            data[60:90] = b"\xff" * 30
            path.write_bytes(bytes(data))
        return path

    return build


SHAPES: dict[str, Callable[[Path], Path]] = {
    "a pipe": with_odd_file(os.mkfifo),
    "a link to a device": with_odd_file(lambda path: path.symlink_to("/dev/zero")),
    "a link out of the folder": with_odd_file(lambda path: path.symlink_to("/etc/passwd")),
    "a link to itself": with_odd_file(lambda path: path.symlink_to(path)),
    "a folder like a file": with_odd_file(lambda path: path.mkdir()),
    "a link to the folder above": with_odd_file(lambda path: path.with_suffix("").symlink_to("..")),
    "800 files": with_odd_file(lambda path: [path.with_name(f"f{i}.toml").write_text("") for i in range(800)]),
    "a zip bomb": zipped(("pack.toml", MANIFEST), *((f"x{i:03}.toml", "#" * 999_999) for i in range(400))),
    "a zip of one large file": zipped(("pack.toml", MANIFEST), ("x.toml", "#" * 80_000_000)),
    "a zip that leads out": zipped(("pack.toml", MANIFEST), ("../x.toml", "a = 1"), ("/etc/x.toml", "a = 1")),
    "a zip with a file twice": zipped(("pack.toml", MANIFEST), ("x.toml", ""), ("x.toml", "")),
    "a damaged zip": zipped(("pack.toml", MANIFEST), ("x.toml", "#" * 9999), damage=True),
    "no zip at all": lambda folder: [path := folder.with_suffix(".zip"), path.write_bytes(b"PK\x05\x06" + b"\0" * 10)][0],
    **{name: lambda folder, text=text: written(folder, text) for name, text in TEXTS.items()},
    **{name: lambda folder, text=text: written(folder, "", text) for name, text in MANIFESTS.items()},
}


def main(folder: Path, every: int) -> None:
    """Loads one of every so many packs."""
    import resource  # not on Windows, which can still read what the packs are

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sa.load(players=2)
    for number, (name, make) in [*enumerate(SHAPES.items())][::every]:
        pack = make(folder / f"evil-{number}")
        print(json.dumps({"begun": name}), flush=True)
        start, text, codes = time.process_time(), "", []
        try:
            sa.load(players=2, modules=[str(pack)])
            outcome = "loaded"
        except sa.ContentError as error:
            outcome, text, codes = "refused", str(error), sorted({found.code for found in error.diagnostics})
        except BaseException as error:
            outcome = f"{type(error).__name__}: {error}"[:200]
        result = {"name": name, "outcome": outcome, "seconds": time.process_time() - start, "size": len(text), "codes": codes}
        print(json.dumps({**result, "unsafe": any(ord(letter) < 32 and letter != "\n" for letter in text)}), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
