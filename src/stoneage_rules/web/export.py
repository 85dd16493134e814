"""The packages of a page: the library, all that it and the installed modules need, and their bytecode."""

import marshal
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import Distribution, distribution, distributions
from importlib.util import MAGIC_NUMBER, cache_from_source, source_hash
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo, is_zipfile

from packaging.requirements import Requirement

from stoneage_rules.errors import StoneAgeError
from stoneage_rules.files import PART, expect_own, write_together

PAGE = Path(__file__).parent / "page"
"""The page itself."""
INDEX = "index.html"
MARK = "stoneage-page.sha256"
"""The file by which a page is known: sum and name of every file that exports have ever written into the folder, by line."""


def earlier_page(folder: Path) -> list[str]:
    """Returns the lines of what earlier exports have written into a folder.

    Raises:
        StoneAgeError: the folder has other files, and is no page.
    """
    if all(PART.fullmatch(path.name) for path in folder.glob("*")):
        return []
    if not (folder / MARK).is_file():
        raise StoneAgeError(f"{folder} has other files; name a new folder")
    return (folder / MARK).read_text("utf-8", "replace").splitlines()


def write_page(folder: Path, files: Mapping[str, bytes]) -> None:
    """Writes a page whole, in place of an earlier one; what no export has written, or somebody has changed, stays.

    Raises:
        StoneAgeError: the folder is no page.
        OSError: a file cannot be written, or is somebody else's; the earlier page is unchanged.
    """
    earlier = earlier_page(folder)
    found = {folder / Path(line.partition("  ")[2]).name for line in earlier}
    own = {path for path in found if path.is_file() and not path.is_symlink() and _line(path, path.read_bytes()) in earlier}
    new = {folder / name: data for name, data in files.items()}
    for path in new.keys() - own:
        expect_own(path)
    folder.mkdir(parents=True, exist_ok=True)
    lines = dict.fromkeys((*earlier, *map(_line, new, new.values())))
    # The mark comes first: whatever breaks this off, the next export knows all files.
    write_together({folder / MARK: "\n".join(lines).encode()} | new)
    for path in own - new.keys():
        path.unlink()


def _line(path: Path, data: bytes) -> str:
    return f"{sha256(data).hexdigest()}  {path.name}"


def page_files(pyodide: str) -> dict[str, bytes]:
    """Returns the page's own files by name; browsers let it load from its own folder and that of Pyodide, and nothing else."""
    files = {path.name: path.read_bytes() for path in PAGE.iterdir()}
    return files | {INDEX: files[INDEX].replace(b"@sources", f"'self' {pyodide}".removesuffix(" ./").encode())}


def packages(wheel: Path | None, site: str) -> bytes:
    """Returns an archive with the library, the packages that have modules or policies, and all that these need.

    Equal files make an equal archive, which no browser fetches twice.

    Args:
        wheel: the library's wheel, whose files are taken as they are; without it, the installed files.
        site: the folder in which Python will find them, for bytecode of this Python's version; empty for no bytecode.

    Raises:
        StoneAgeError: the wheel is none.
        OSError: a file cannot be read.
    """
    known = [package.name for package in distributions() if "group='stoneage." in str(package.entry_points)]
    names, files = set[str]().union(*map(_needed, known)), dict[str, bytes]()
    if wheel:
        if not is_zipfile(wheel):
            raise StoneAgeError(f"{wheel} is no wheel")
        with ZipFile(wheel) as archive:
            files |= {name: archive.read(name) for name in archive.namelist()}
        names.remove("stoneage-rules")
    for name in names:
        files |= _installed(distribution(name))
    if site:
        files |= dict(_bytecode(files, site))
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        for name in sorted(files):
            archive.writestr(ZipInfo(name), files[name], ZIP_DEFLATED)  # with no date of its own
    return packed.getvalue()


def _needed(name: str) -> set[str]:
    """Returns the name of a package and those of all that it needs."""
    needs = map(Requirement, distribution(name).requires or ())
    return {name}.union(*(_needed(need.name) for need in needs if not need.marker or need.marker.evaluate({"extra": ""})))


def _installed(package: Distribution) -> dict[str, bytes]:
    """Returns the installed files of a package as in a wheel: none compiled, and none that names folders of this machine."""
    found = dict[str, Path]()
    for file in package.files or ():
        path = Path(str(file.locate()))
        if path.suffix == ".pth":  # of a package that is installed for development: a folder a line
            for root in map(Path, path.read_text("utf-8").split()):
                found |= {one.relative_to(root).as_posix(): one for one in root.rglob("*")}
        elif ".." not in file.parts and file.name != "direct_url.json":
            found[file.as_posix()] = path
    return {name: path.read_bytes() for name, path in found.items() if path.is_file() and path.suffix not in (".so", ".pyc")}


def _bytecode(files: Mapping[str, bytes], site: str) -> Iterator[tuple[str, bytes]]:
    """Yields the files with bytecode, which Python never compares with the texts: those of a page do not change."""
    for name, text in files.items():
        if name.endswith(".py"):
            with suppress(SyntaxError):  # of a template, or of another Python
                code = compile(text, f"{site}/{name}", "exec", dont_inherit=True)
                # In later versions of the format references depend on what this process has loaded besides.
                yield cache_from_source(name), MAGIC_NUMBER + b"\x01\0\0\0" + source_hash(text) + marshal.dumps(code, 2)
