"""What a diagnostic code is: the entry of the register that `stoneage explain CODE` prints.

The codes themselves are in `codes` and `odd_codes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

import attrs

__all__ = ["Code", "page", "register"]


@attrs.frozen
class Code:
    """One kind of finding. A code is never used again for anything else, even when its check is gone."""

    code: str
    title: str
    """One general sentence."""
    meaning: str
    """What is wrong and why it matters, in the words of TOML and of the game."""
    mend: str
    """What the author of a pack can do about it."""


def register(codes: Iterable[Code]) -> Mapping[str, Code]:
    """The codes by their names; a name met twice is refused."""
    found: dict[str, Code] = {}
    for code in codes:
        if code.code in found:
            raise ValueError(f"code {code.code} is taken: {found[code.code].title}")
        found[code.code] = code
    return MappingProxyType(found)


def page(code: Code) -> str:
    """The reference page of a code, in Markdown."""
    return f"# {code.code}: {code.title}\n\n{code.meaning}\n\n## What to do\n\n{code.mend}\n"
