"""From checked content to a compiled `Ruleset`: ids become small integers, effects become functions."""

from stoneage_rules.compiler.compile import compile_rules
from stoneage_rules.compiler.language import LANGUAGE_WORDS, language_of_words

__all__ = ["LANGUAGE_WORDS", "compile_rules", "language_of_words"]
