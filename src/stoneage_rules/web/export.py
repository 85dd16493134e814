"""The packages of a page: the library, all that it and the installed modules need, and their bytecode."""

import shutil
from compileall import compile_dir
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path
from py_compile import PycInvalidationMode
from tempfile import TemporaryDirectory

from packaging.requirements import Requirement

PAGE = Path(__file__).parent / "page"
"""The page itself."""


def write_packages(folder: Path, wheel: Path | None, site: str) -> None:
    """Writes an archive with the library, the packages that have modules or policies, and all that these need.

    Args:
        folder: where it is written, as `packages.zip`.
        wheel: the library's wheel, whose files are taken as they are; without it, the installed files.
        site: the folder in which Python will find them, for bytecode of this Python's version; empty for no bytecode.
    """
    known = [package.name for package in distributions() if "group='stoneage." in str(package.entry_points)]
    names = set[str]().union(*map(_needed, known))
    with TemporaryDirectory() as work:
        if wheel:
            shutil.unpack_archive(wheel, work, "zip")
            names.remove("stoneage-rules")
        for name in names:
            _copy(distribution(name), work)
        if site:
            mode = PycInvalidationMode.UNCHECKED_HASH  # the files of the page never change
            compile_dir(work, quiet=2, stripdir=work, prependdir=site, invalidation_mode=mode)
        shutil.make_archive(str(folder / "packages"), "zip", work)


def _needed(name: str) -> set[str]:
    """Returns the name of a package and those of all that it needs."""
    needs = map(Requirement, distribution(name).requires or ())
    return {name}.union(*(_needed(need.name) for need in needs if not need.marker or need.marker.evaluate({"extra": ""})))


def _copy(package: Distribution, target: str) -> None:
    """Copies the installed files of a package as a wheel has them: none compiled, and none that names folders of this machine."""
    for file in package.files or ():
        path = Path(str(file.locate()))
        if path.suffix == ".pth":  # of a package that is installed for development: a folder a line
            for root in path.read_text("utf-8").split():
                shutil.copytree(root, target, ignore=shutil.ignore_patterns("*.pyc"), dirs_exist_ok=True)
        elif path.suffix not in (".so", ".pyc") and ".." not in file.parts and file.name != "direct_url.json":
            Path(target, file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, Path(target, file))
