"""Pages of rules: parts of a text by their sorts, as Markdown or as HTML that needs no other file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape

from stoneage_rules.text import safe

HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>@text</title>
<style>
:root { color-scheme: light dark;
  --ink: #1f1b16; --soft: #665d52; --paper: #fbf8f3; --line: #ddd3c4; --new: #1d56b0; --mark: #8a4b00 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece6dc; --soft: #b3a897; --paper: #1b1814; --line: #453d33; --new: #9dc0f7; --mark: #f0b46a }
}
body { margin: 0 auto; padding: 2.5rem 1.25rem 4rem; max-width: 46rem; background: var(--paper); color: var(--ink);
  font: 1.05rem/1.55 Georgia, "DejaVu Serif", serif }
h1, h2 { line-height: 1.2; margin: 0 0 1rem }
h2 { margin: 2.6rem 0 .9rem; padding-bottom: .3rem; border-bottom: 2px solid var(--line) }
a { color: inherit; display: inline-block; margin-right: 1.1rem; font-size: .95rem }
p { margin: 0; clear: both; padding-left: .9rem; border-left: 4px solid transparent }
p.new { border-color: var(--new) }
p.changed, p.idle { border-color: var(--mark) }
p[class]::before { display: block; font: bold .8rem/1.6 sans-serif; color: var(--mark) }
p.new::before { content: "added"; color: var(--new) }
p.changed::before { content: "what carries it out is changed" }
p.idle::before { content: "of no effect at this table" }
p.idle { color: var(--soft) }
small { display: block; padding-left: calc(.9rem + 4px); color: var(--soft); font-size: .82rem; overflow-wrap: anywhere }
small.change { color: var(--mark) }
small.origin { margin-bottom: .95rem }
@media print { body { max-width: none; padding: 0 } a { display: none } p { break-after: avoid } }
</style></head><body>
<h1>@text</h1>
"""
"""The beginning of an HTML file, with `@text` in place of the title."""
OWN = rf"{re.escape(HEAD.partition('@text')[0])}The rules of |# The rules of .+\n\n\n## "
"""How pages of rules begin, as a regular expression: a page replaces no other files."""

HTML: Mapping[str, str] = {
    "title": HEAD,
    "link": '<a href="#@text">@text</a>\n',
    "subject": '<h2 id="@text">@text</h2>\n',
    "rule": "<p>@text</p>\n",
    "new": '<p class="new">@text</p>\n',
    "changed": '<p class="changed">@text</p>\n',
    "idle": '<p class="idle"><s>@text</s></p>\n',
    "change": '<small class="change">@text</small>\n',
    "origin": '<small class="origin">@text</small>\n',
}
"""The HTML elements by sort of part; a rule is unchanged, new, changed or idle."""

MARKDOWN: Mapping[str, str] = {
    "title": "# @text\n\n",
    "link": "",
    "subject": "\n## @text\n\n",
    "rule": "- @text\n",
    "new": "- **Added:** @text\n",
    "changed": "- **Changed in what carries it out:** @text\n",
    "idle": "- **Of no effect at this table:** ~~@text~~\n",
    "change": "  - @text\n",
    "origin": "  - *@text*\n",
}


def page(parts: Sequence[tuple[str, str]], *, as_html: bool) -> str:
    """Returns a page of parts, each with its sort, the title first; nothing in their texts is markup."""
    links = [("link", text) for sort, text in parts if sort == "subject"]
    lines = ((sort, safe(" ".join(text.split()))) for sort, text in (*parts[:1], *links, *parts[1:]))
    if as_html:
        return "".join(HTML[sort].replace("@text", escape(text)) for sort, text in lines)
    special = r"([\\`*_\[\]<>#|&~])"
    return "".join(MARKDOWN[sort].replace("@text", re.sub(special, r"\\\1", text)) for sort, text in lines)
