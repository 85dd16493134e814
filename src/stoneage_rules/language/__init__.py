"""The language of content: the protocols of its words, the descriptions of their fields, and the compiler's interface.

A leaf package: it depends on no record, verb or mechanism.
"""
