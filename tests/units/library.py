"""The library's own words, without those of any module's plugin."""

from __future__ import annotations

from stoneage_rules.compiler.compile import language_of_words
from stoneage_rules.loading.plugin_manager import Plugins

LIBRARY = Plugins({})
WORDS = LIBRARY.contributions()
FEATURES = LIBRARY.features()
"""The features of the library that a pack may require."""
LANGUAGE = language_of_words(WORDS)
KINDS = LANGUAGE.kinds
