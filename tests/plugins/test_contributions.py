"""What plugins contribute: words, each with the plugin behind it."""

from __future__ import annotations

from library import WORDS


def test_the_librarys_own_words_are_called_as_they_are() -> None:
    """Only a plugin's word is wrapped, so that its exceptions name the plugin."""

    def call() -> None: ...

    assert WORDS.guard(call, "verb gain") is call
    assert WORDS.guard(call, "counter occupied", "occupied") is call
