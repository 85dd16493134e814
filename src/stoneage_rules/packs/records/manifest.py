"""The tables of `pack.toml` as attrs records."""

from collections.abc import Mapping

import attrs

from stoneage_rules.language.described import Described
from stoneage_rules.language.fields import field
from stoneage_rules.language.word import CONFIDENCES

__all__ = ["FORMAT", "Manifest", "Option"]

FORMAT = 1
"""The format of content that this library reads."""


@attrs.frozen
class PackInfo(Described):
    """The table `[pack]`."""

    id: str = field("lower case letters, digits and hyphens; the namespace of its ids")
    name: str = field("what people call it")
    version: str = field("its version")
    kind: str = field("what sort of pack it is", choices=("base", "expansion", "house-rules", "fixture"))
    license: str = field("under which terms it may be passed on")
    summary: str = field("one sentence about it", default="")
    confidence: str = field("how sure its values are where a record does not say", default="house", choices=CONFIDENCES)
    statements: tuple[str, ...] = field(
        "what the ids of its rule statements begin with; the pack's id and a point without the key", default=()
    )

    @property
    def prefixes(self) -> tuple[str, ...]:
        """The beginnings of the ids of its statements."""
        return self.statements or (f"{self.id}.",)


@attrs.frozen
class Engine(Described):
    """The table `[engine]`."""

    library: str = field("the versions of this library that it works with", default="")
    features: tuple[str, ...] = field("features of the library that it needs", default=())


@attrs.frozen
class Order(Described):
    """The table `[order]`."""

    after: tuple[str, ...] = field("packs that it comes after, without needing them", default=())
    before: tuple[str, ...] = field("packs that it comes before, without needing them", default=())


@attrs.frozen
class Option(Described):
    """A setting that a table may give the pack: `[options.NAME]`."""

    type: str = field("what its value is", choices=("bool", "int", "text"))
    default: bool | int | str = field("its value when the table is silent")
    help: str = field("what it does")
    choices: tuple[str, ...] = field("the texts allowed", default=())
    min: int | None = field("the smallest number allowed", default=None)
    max: int | None = field("the largest number allowed", default=None)


@attrs.frozen
class Manifest(Described):
    """All of `pack.toml`."""

    format: int = field("the format of content that the pack is written in", choices=None)
    pack: PackInfo = field("what the pack is")
    engine: Engine = field("what it needs of the library", factory=Engine)
    requires: Mapping[str, str] = field("packs that must be there, with their versions", factory=dict)
    optional: Mapping[str, str] = field("packs that it comes after when they are there", factory=dict)
    order: Order = field("order without dependency", factory=Order)
    conflicts: Mapping[str, str] = field("packs it cannot be used with, and why", factory=dict)
    options: Mapping[str, Option] = field("its settings", factory=dict)
