"""`check --fix`: writes the mends that messages print ready into the files, after showing the difference."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import unified_diff
from pathlib import Path

from stoneage_rules.cli.exits import ERROR
from stoneage_rules.cli.screen import screen
from stoneage_rules.files import write_whole
from stoneage_rules.loading.fixing import Fixed, fix, written_at
from stoneage_rules.loading.inspection import Inspection
from stoneage_rules.loading.installed import installed_modules
from stoneage_rules.loading.table import is_path
from stoneage_rules.packs.findings.diagnostics import Diagnostic
from stoneage_rules.text.wording import counted, listed

__all__ = ["fix_files"]

COLOURS = {"---": "bold", "+++": "bold", "@@": "cyan", "-": "red", "+": "green"}
NO_NEWLINE = "\\ No newline at end of file"


def fix_files(
    inspect: Callable[[], Inspection], named: Iterable[object], *, yes: bool, show: Callable[[Inspection], None]
) -> tuple[Inspection, int]:
    """Checks, shows what can be fixed, and writes it if that is wanted; then shows what is left.

    Args:
        inspect: checks the pack or table.
        named: what the command line names: the files of packs named by their paths may be written even if they are installed.
        yes: whether to write without asking.
        show: shows what a check finds.

    Returns:
        What the check finds in the files as they are then, and an exit code if that is not the check's own.
    """
    roots = [Path(str(name)).resolve() for name in named if name is not None and is_path(str(name))]
    installed = [module.root.resolve() for module in installed_modules().values() if module.root is not None]

    def may_write(path: Path) -> bool:
        return not _is_below(path, installed) or _is_below(path, roots)

    fixed = fix(inspect, may_write)
    for line in _difference(fixed):
        screen.say(line, style=next((style for start, style in COLOURS.items() if line.startswith(start)), ""))
    if fixed.texts and (yes or _is_wanted(fixed)):
        if any(written_at(path) != fixed.originals[path] for path in fixed.texts):
            screen.problem("the files have changed meanwhile, so nothing was written; once more: `stoneage check --fix`")
            return fixed.before, ERROR
        for path, text in fixed.texts.items():
            write_whole(path, text)
        show(fixed.after)
        for line in _elsewhere(fixed):
            screen.say(line)
        screen.say(f"written: {_summary(fixed)}", style="bold green")
        return fixed.after, 0
    show(fixed.before)
    for line in (*_elsewhere(fixed), *_not_written(fixed)):
        screen.say(line)
    return fixed.before, 0


def _is_below(path: Path, roots: Sequence[Path]) -> bool:
    return any(path.is_relative_to(root) for root in roots)


def _difference(fixed: Fixed) -> Iterator[str]:
    """Yields the lines of a unified diff of all files, in the order of their names."""
    for path in sorted(fixed.texts, key=lambda path: fixed.names[path]):
        name = fixed.names[path]
        before, after = (_lines(texts[path]) for texts in (fixed.originals, fixed.texts))
        for line in unified_diff(before, after, name, name, lineterm=""):
            yield line.rstrip("\r")
        yield ""


def _lines(text: str) -> list[str]:
    """Returns the lines of a text; the last says so if nothing ends it, as in other diffs."""
    lines = text.split("\n")
    return lines[:-1] if not lines[-1] else [*lines[:-1], f"{lines[-1]}\n{NO_NEWLINE}"]


def _is_wanted(fixed: Fixed) -> bool:
    """Asks whether to write, if somebody sits at a terminal."""
    if not (sys.stdin.isatty() and screen.is_terminal):
        return False
    screen.say(_summary(fixed))
    try:
        return input("apply? [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        screen.say()
        return False


def _summary(fixed: Fixed) -> str:
    """Returns how much is fixed, and which codes: `3 fixes in 2 files (SA203 twice, SA505)`."""
    codes = [f"{code} {times} times" if times > 1 else code for code, times in sorted(_counts(fixed.applied).items())]
    return f"{counted(len(fixed.applied), 'fix')} in {counted(len(fixed.texts), 'file')}: {listed(codes)}"


def _counts(findings: Sequence[Diagnostic]) -> Counter[str]:
    return Counter(finding.code for finding in findings)


def _not_written(fixed: Fixed) -> Iterator[str]:
    """Yields why nothing was written."""
    if fixed.texts:
        yield f"not written: {_summary(fixed)}; `--yes` writes without asking"
    elif not fixed.elsewhere and fixed.before.findings:
        yield "nothing here has a fix: the remedy is for you to choose"


def _elsewhere(fixed: Fixed) -> Iterator[str]:
    """Yields the files that could be fixed, and are not for this command to change."""
    if fixed.elsewhere:
        files = sorted({edit.file for finding in fixed.elsewhere for edit in finding.fixes})
        yield f"left as they are, in a zip file or installed: {listed(files)}"
