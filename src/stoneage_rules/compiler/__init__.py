"""From checked content to a compiled `Ruleset`: ids become small integers, effects become functions."""
