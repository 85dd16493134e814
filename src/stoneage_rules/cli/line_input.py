"""Lines typed at a prompt, with editing, history and completion where the terminal has them."""

from __future__ import annotations

import sys
from collections.abc import Iterable

__all__ = ["LineInput", "next_words"]


class LineInput:
    """Reader of lines; at a terminal the arrow keys edit and bring back lines and Tab completes, where it has `readline`."""

    def __init__(self) -> None:
        self._choices: tuple[str, ...] = ()
        if sys.stdin.isatty() and sys.stdout.isatty():
            self._set_up()

    def read(self, prompt: str, choices: Iterable[str]) -> str:
        """Returns the line that is typed.

        Args:
            prompt: the text before it.
            choices: the whole lines to which Tab completes.

        Raises:
            EOFError: the input has ended.
        """
        self._choices = tuple(choices)
        return input(prompt)

    def _set_up(self) -> None:
        try:
            import readline
        except ImportError:  # as on Windows, whose terminal edits lines itself
            return

        def complete(word: str, number: int) -> str | None:
            found = next_words(readline.get_line_buffer()[: readline.get_begidx()], word, self._choices)
            return found[number] if number < len(found) else None

        readline.set_completer_delims(" ")
        readline.set_completer(complete)
        readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")


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
