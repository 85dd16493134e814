"""Words that content may not use as ids, because the kernel or its notation uses them."""

from __future__ import annotations

__all__ = ["KERNEL_WORDS"]

KERNEL_WORDS = frozenset(
    "action actions advance any anytime chance choice choose circles cost decline dice die draw each-seat effect effects "
    "figure figures first-player food-or-other frame game goods group home item items kind kit limit location mark "
    "none nothing one-of outcome owned owner pack paid pay phase pick pile place places placement player players points price "
    "quantity record resolve roll round row rule ruleset score seat seats set-up space spaces stack starve state "
    "statement supply take tool tools track tracks use value verb view winner zone zones".split()
)
