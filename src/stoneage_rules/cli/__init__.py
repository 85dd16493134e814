"""The `stoneage` command: its entry point.  Each command has a separate file.

Its further dependencies are the optional extra `cli`.
"""

from __future__ import annotations

import atexit
import gc
import os
import platform
import signal
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from io import TextIOWrapper

from stoneage_rules._version import __version__

NEEDED = ("cyclopts", "rich")


def version_line() -> str:
    """Returns what a report of a fault needs: the versions of library and Python, and the installed modules."""
    from importlib.metadata import entry_points

    try:
        modules = ", ".join(sorted({point.name for point in entry_points(group="stoneage.modules")}))
    except Exception:  # a package with a malformed list; `stoneage modules` passes it over
        modules = "not readable"
    return f"stoneage-rules {__version__}, Python {platform.python_version()}, modules {modules}"


def main(tokens: Sequence[str] | None = None) -> int:
    """Runs the command with these tokens, or with those of the command line; returns the exit code."""
    if (sys.argv[1:] if tokens is None else tokens) == ["--version"]:
        print(version_line())
        return 0
    from stoneage_rules.cli.screen import ERROR

    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        way = "pip install 'stoneage-rules[cli]', or uvx 'stoneage-rules[cli]'"
        if "PRE_COMMIT" in os.environ:  # a list of the user's own takes the place of the hook's
            way = """write `additional_dependencies: [".[cli]", ...]` in .pre-commit-config.yaml, with your own behind it"""
        print(f"stoneage needs {' and '.join(missing)}: {way}", file=sys.stderr)
        return ERROR
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Packs may have any letters; a terminal that lacks one shows its number.
            stream.reconfigure(errors="backslashreplace")
    if tokens is None:
        # SIGTERM, which batch systems send, interrupts the process: played games are kept.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        _collect_seldom()
    try:
        from stoneage_rules.cli.app import run

        return run(sys.argv[1:] if tokens is None else tokens)
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
        return ERROR


def _collect_seldom() -> None:
    """Lets the garbage collector run a seventieth as often: rules and games leave few cycles, and to look for them takes long."""
    if hasattr(gc, "freeze"):  # not on PyPy, which has another collector
        gc.set_threshold(50_000, *gc.get_threshold()[1:])
        atexit.register(gc.freeze)  # nor does it search everything once more when the process ends
