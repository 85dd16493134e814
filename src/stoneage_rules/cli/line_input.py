"""Lines typed at a prompt, with editing, history and completion where the terminal has them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

__all__ = ["LineInput", "next_words"]


class LineInput:
    """Reader of lines; at a terminal the arrow keys edit and bring back lines and Tab completes, where it has `readline`."""

    def __init__(self) -> None:
        self._editing: Any = None
        """The module `readline`, where lines are edited."""
        if sys.stdin.isatty() and sys.stdout.isatty():
            # On Windows it is not there, and the terminal edits lines itself.
            with suppress(ImportError):
                self._editing = import_module("readline")

    def read(self, prompt: str, choices: Iterable[str]) -> str:
        """Returns the line that is typed.

        Args:
            prompt: the text before it.
            choices: the whole lines to which Tab completes.

        Raises:
            EOFError: the input has ended.
        """
        if self._editing is not None:
            self._complete_to(tuple(choices))
        return input(prompt)

    def _complete_to(self, choices: Sequence[str]) -> None:
        editing = self._editing

        def complete(word: str, number: int) -> str | None:
            found = next_words(editing.get_line_buffer()[: editing.get_begidx()], word, choices)
            return found[number] if number < len(found) else None

        editing.set_completer_delims(" ")
        editing.set_completer(complete)
        editing.parse_and_bind("bind ^I rl_complete" if "libedit" in (editing.__doc__ or "") else "tab: complete")


def next_words(start: str, word: str, choices: Iterable[str]) -> list[str]:
    """Returns the words that can stand where `word` has been begun, after the words of `start`, in the order of their letters."""
    before = start.casefold().split()
    found = set()
    for choice in choices:
        words = choice.split()
        same = [other.casefold() for other in words[: len(before)]] == before
        if same and len(words) > len(before) and words[len(before)].casefold().startswith(word.casefold()):
            found.add(words[len(before)])
    return sorted(found)
