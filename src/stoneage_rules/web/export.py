"""The packages of a page: the library, all that it and the installed modules need, and their bytecode."""

import shutil
from collections.abc import Mapping
from compileall import compile_dir
from hashlib import sha256
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path
from py_compile import PycInvalidationMode
from tempfile import TemporaryDirectory
from zipfile import is_zipfile

from packaging.requirements import Requirement

from stoneage_rules.errors import StoneAgeError
from stoneage_rules.files import PART, expect_own, naming, write_together

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
    if not folder.exists() or all(PART.fullmatch(path.name) for path in folder.iterdir()):
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
    sources = f"'self' {pyodide}".removesuffix(" ./").encode()
    return files | {INDEX: files[INDEX].replace(b"@sources", sources)}


def packages(wheel: Path | None, site: str) -> bytes:
    """Returns an archive with the library, the packages that have modules or policies, and all that these need.

    Args:
        wheel: the library's wheel, whose files are taken as they are; without it, the installed files.
        site: the folder in which Python will find them, for bytecode of this Python's version; empty for no bytecode.

    Raises:
        StoneAgeError: the wheel is none.
        OSError: a file cannot be read, or there is no room for it among the temporary files.
    """
    known = [package.name for package in distributions() if "group='stoneage." in str(package.entry_points)]
    names = set[str]().union(*map(_needed, known))
    with TemporaryDirectory() as work:
        files = Path(work, "files")
        if wheel:
            if not is_zipfile(wheel):
                raise StoneAgeError(f"{wheel} is no wheel")
            with naming(files):
                shutil.unpack_archive(wheel, files, "zip")
            names.remove("stoneage-rules")
        for name in names:
            _copy(distribution(name), files)
        if site:
            mode = PycInvalidationMode.UNCHECKED_HASH  # the files of the page never change
            compile_dir(files, quiet=2, stripdir=str(files), prependdir=site, invalidation_mode=mode)
        with naming(Path(work)):
            return Path(shutil.make_archive(f"{work}/packages", "zip", files)).read_bytes()


def _needed(name: str) -> set[str]:
    """Returns the name of a package and those of all that it needs."""
    needs = map(Requirement, distribution(name).requires or ())
    return {name}.union(*(_needed(need.name) for need in needs if not need.marker or need.marker.evaluate({"extra": ""})))


def _copy(package: Distribution, target: Path) -> None:
    """Copies the installed files of a package as a wheel has them: none compiled, and none that names folders of this machine."""
    for file in package.files or ():
        path = Path(str(file.locate()))
        if path.suffix == ".pth":  # of a package that is installed for development: a folder a line
            for root in map(Path, path.read_text("utf-8").split()):
                for found in root.rglob("*"):
                    _copy_file(found, target / found.relative_to(root))
        elif ".." not in file.parts and file.name != "direct_url.json":
            _copy_file(path, target / file)


def _copy_file(path: Path, target: Path) -> None:
    if path.is_file() and path.suffix not in (".so", ".pyc"):
        data = path.read_bytes()
        target.parent.mkdir(parents=True, exist_ok=True)
        with naming(target):
            target.write_bytes(data)
