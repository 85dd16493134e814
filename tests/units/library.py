"""The library's own words, without those of any module's plugin."""

from __future__ import annotations

from stoneage_rules.loading.plugin_manager import Plugins

LIBRARY = Plugins({})
LANGUAGE = WORDS = LIBRARY.language()
FEATURES = LIBRARY.features()
"""The features of the library that a pack may require."""
KINDS = LANGUAGE.kinds
