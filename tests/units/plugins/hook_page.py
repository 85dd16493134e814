"""`docs/hooks.md`, made of the docstrings of the hook specifications: `python tests/made.py` writes it anew.

What a hook means is said in `hookspecs` alone; here is the frame around it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any

from sources import ROOT
from stoneage_rules.hookspecs import Hooks
from stoneage_rules.language.fields import missing_methods
from stoneage_rules.loading.plugin_manager import HOOKS
from stoneage_rules.plugin import Chance, Check, Decision, Extension, FigureCheck, Limit, PlaceCheck, Step, Verb

PAGE = ROOT / "docs" / "hooks.md"
PARTS = ("When called", "Gets", "May return", "Merged", "Errors", "Example")

HEAD = """\
# Hooks

<!-- Made by tests/units/plugins/hook_page.py from src/stoneage_rules/hookspecs.py; change it there. -->

Most modules are content: TOML that adds records and edits those of others needs no Python. For rules beyond data, write a
plugin: any object with functions named like these hooks and decorated with `@hookimpl`, mostly a Python module. Import
everything from `stoneage_rules.plugin`:

```python
from stoneage_rules.plugin import hookimpl


@hookimpl
def stoneage_roll_adjustment(state, seat):
    return -1 if state.round % 3 == 0 else 0
```

An entry point in its `pyproject.toml` makes a package a module. The name is the module's id, as in its `pack.toml`; the value
names its plugin, or just the package if it has none:

```toml
[project.entry-points."stoneage.modules"]
river-trade = "stoneage_river_trade.plugin"
```

For tests and notebooks, pass plugin objects without installing anything:

```python
rules = sa.load(players=3, plugins=[PackPlugin("path/to/the/pack"), plugin])
```

Three rules apply to every hook:

- **Plugins change a state only in verbs and frames,** through `operations`. Hooks called in play only answer.
- **Order does not matter.** Answers are merged as described below; pluggy options that request an order are refused.
- **Numbers belong in content.** A hook gets only the state: write the places, goods and numbers that it needs in a record or at a
  verb, whose `bind` adds them to a table with `link.add(HANDLE, value)`; `state.rules.entries(HANDLE)` reads the table.

The digest of rules covers the content and the names and versions of plugins with code, but not the code. If you change code so
that games play differently, change the version in `pack.toml`.

[A complete package](examples/stoneage_river_trade) uses every hook, and `stoneage new --kind plugin my-rules` makes one to start
from. [Plugins](plugins.md) describes operations, the state and tests; [frames, decisions and draws](plugins-questions.md) are on
a separate page.

| hook | what it does |
|---|---|
"""


def parts_of(hook: Callable[..., Any]) -> tuple[str, dict[str, str]]:
    """The first sentence of a hook's docstring, and its parts by name."""
    text = inspect.getdoc(hook) or ""
    summary, _, rest = text.partition("\n\n")
    found = dict(re.findall(r"^([A-Z][a-z ]+): (.*?)(?=^[A-Z][a-z ]+: |\Z)", rest, flags=re.MULTILINE | re.DOTALL))
    return summary, {name: " ".join(part.split()) for name, part in found.items()}


def signature(name: str) -> str:
    """A hook as its implementer would write it."""
    made = inspect.signature(getattr(Hooks, name))
    arguments = ", ".join(str(parameter) for argument, parameter in made.parameters.items() if argument != "self")
    return f"def {name}({arguments}) -> {made.return_annotation}".replace("'", "")


def sections() -> Iterator[str]:
    """A section for each hook, in the order of the specifications."""
    for name in HOOKS:
        summary, parts = parts_of(getattr(Hooks, name))
        yield f"\n## {name}\n\n{summary}\n\n```python\n@hookimpl\n{signature(name)}\n```\n\n"
        yield "| | |\n|---|---|\n"
        yield "".join(f"| **{part}** | {parts[part]} |\n" for part in PARTS)


CLASSES = """
## What classes must define

A registered class is derived from one of these; see their docstrings. Loading the rules reports missing methods.

| class | method | what it does |
|---|---|---|
"""


ASKED = """ `state.pending` describes a decision or chance event to programs, and `rules.describe` its options. Both work with the
methods above: by default the facts of a question are the numbers of its slots, by their names. A class can add facts by these
methods, which change nothing and may get a view instead of the state:

```python
def asked(self, state, frame):
    place = self.rules.entries(LOTS)[frame[2]].place
    item = self.rules.item_ids[state.item_at[place]]
    return {"place": self.rules.places[place].id, "item": item, "more": {"bid": frame[3]}}


def hint(self, state, frame, action):
    return f"you keep {state.good(frame[1], 'coin') - action.data} coin" if action.kind == "bid" else ""
```

`asked` returns the facts in the words of the content: those that `Asked` names, and any others that JSON can express under
`more`. `hint` gives the result of an action in a few words, or nothing if its text says it; for a chance event it gets an
outcome. For effects, items and places use `self.rules.service(Briefs)`, and `stands_for` for a face of a dice table. Neither may
reveal secrets to the seat. A verb that can be impossible at its place, such as `buy` at a price out of reach, says so by its
method `obstacle`.
"""


SECRETS = """
## Secrets

A player gets a view without the secrets of others, and `view.guess(random)` replaces them with possible ones. Plugins have two
kinds of secret.

**A number of a frame**, such as a bid that is revealed later, in a slot with `secret=True`:

```python
class KeptBid(Step):
    name = "kept-bid"
    progress = (LOTS.slot(), Slot("bid", most=lambda rules: 8, secret=True))

    def verify_waiting(self, state, frame):
        expect(frame[3] <= state.good(frame[1], "coin"), "the seat cannot pay its bid")
```

A decision sets the frame aside with `operations.set_aside` and asks the next seat; a step reveals the bids. The seat of the frame
knows the number; if others do, `known_to` returns them. In all other views `HIDDEN` replaces it, also in the frames that `asked`
and checks get with a view. A guess draws the number from the range of the slot until `verify` (on the stack) or `verify_waiting`
accepts it: a narrow range makes guesses quick.

**A face-down item**, given by `operations.own(state, seat, item, face_down=True)`. The verb that deals such items declares it in
its `bind`, with the bag that they come from: `link.add(FACE_DOWN_TABLE, FaceDown(kind, zone))`. In other views the item is still
in that bag. `operations.reveal` turns it up; `operations.give_back` puts it into a zone, unseen if it is the same bag.

**The first-player token** moves by `operations.pass_first(state)` to the left and by `operations.pass_first_to(state, seat)` to
any seat. The current turn order stays as it is; each later effect reads `state.first_seat` again.

The method `seen_by` of a decision or chance event returns the seats that learn an answer: all, unless a class overrides it. If an
answer becomes a secret, the seats that know the secret see it; if it reveals secrets, all see it. Records and logs for a seat
rely on it, so a decision or chance event with a secret slot must define `seen_by`. An event puts facts that only its seat may
know into a field with `is_secret`.

```python
def seen_by(self, state, frame, answer):
    is_last = (frame[1] + 1) % self.rules.players == state.first_seat  # the last bid reveals all
    return super().seen_by(state, frame, answer) if is_last else (frame[1],)
```

The options, refusals and questions of a seat must not depend on secrets of others. The check `secrets` of `stoneage test` plays
games and compares states that differ only in a secret; it also finds an answer that a seat learns by `seen_by` but that its view
hides: then one of the two is wrong. In your tests, `leaks(state, random)` of `stoneage_rules.testing` does so for one state.
Goods, tracks and points are always public.
"""


def methods() -> Iterator[str]:
    """A row for each method that must be defined."""
    for base in (Verb, Step, Decision, Extension, Chance, Check, PlaceCheck, FigureCheck, Limit):
        for _, name in missing_methods(base):
            yield f"| `{base.__name__}` | `{name}` | {(inspect.getdoc(getattr(base, name)) or '').partition(chr(10))[0]} |\n"


def page() -> str:
    """The whole page."""
    rows = "".join(f"| [`{name}`](#{name}) | {parts_of(getattr(Hooks, name))[0]} |\n" for name in HOOKS)
    return HEAD + rows + "".join(sections()) + CLASSES + "".join(methods()) + ASKED + SECRETS


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
