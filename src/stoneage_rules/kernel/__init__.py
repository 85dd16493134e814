"""The interpreter of compiled rules: state, decisions, chance, effects.

It knows no content: no id that a content record declares stands in here.
"""
