"""The interpreter of compiled rules: state, decisions, chance, effects.

It knows no content: it contains no id that a content record declares.
"""
