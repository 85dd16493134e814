"""The language of content: what a word is, how its fields describe themselves, what it asks of the compiler.

A leaf: it knows no record, no verb and no mechanism.
"""
