"""The protocol of the words of content: records, the keys that mechanisms add to them, and verbs.

A word is one class.  Reader, schema, reference pages, compiler, lint, `show`, boards and log all work through its methods.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from stoneage_rules.language.faults import Fault, Write, unknown_key, unknown_word, wrong_type
from stoneage_rules.language.fields import (
    CONTEXTS,
    OTHER_SEAT,
    Amount,
    Described,
    Field,
    RecordForm,
    field,
    fields_of,
    required,
    resolve_own,
)
from stoneage_rules.language.fields import Contradiction as Contradiction
from stoneage_rules.language.forms import (
    Form,
    NothingFits,
    Reading,
    Schema,
    SchemaWriter,
    Structurer,
    about_of,
    described,
    form_of_class,
)
from stoneage_rules.language.quantity import IfRow, if_field
from stoneage_rules.language.reach import Bound, Bounds, Clash, Path
from stoneage_rules.text import choices_of, either, listed, nearest, written

if TYPE_CHECKING:
    from stoneage_rules.kernel.position import Position
    from stoneage_rules.language.binding import Condition, Declared, Effect, Linker
    from stoneage_rules.telling.phrases import Phrases


CONFIDENCES = ("rulebook", "corroborated", "reconstructed", "house")


class Word(Described):
    """A table of content: a record, a verb, or a table within one."""

    __slots__ = ()

    involved: ClassVar[tuple[str, ...]] = ()
    """The fields that `contradictions` reads; it is called only if all of them could be read."""

    def contradictions(self) -> Iterator[Contradiction]:
        """Yields contradictions between values that are valid one by one."""
        return iter(())

    def clashes(self, bounds: Bounds) -> Iterator[Clash]:
        """Yields clashes with the rest of the content, between records that are valid on their own."""
        return iter(())

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        """Yields a bound for each value that may make no difference at a table (see `stoneage_rules.language.reach`)."""
        return iter(())


@attrs.frozen
class Requirement(Word):
    """One row of `when`; every row must hold before the game starts."""

    option: str | None = field("an option of this pack, or of one it names, that must be on", default=None)
    is_: str | int | bool | None = field("the value the option must have; without the key, it must be true", default=None)
    module: str | None = field("the module that must be enabled", default=None)
    cost: str | None = field("the required form of the item's cost", default=None, choices=("fixed", "composed"))
    players: tuple[int, ...] = field("the allowed player counts", default=())

    involved = ("option", "is_", "module", "cost", "players")

    def contradictions(self) -> Iterator[Contradiction]:
        if self.option is None and self.is_ is not None:
            label, title = "`option` must say whose value it is", "a value without its option"
            yield Contradiction(label, ("is",), title, at_key=True)
        elif self.option is self.module is self.cost is None and not self.players:
            help = "write `option`, `module`, `cost` or `players`; what changes during the game is asked by `if`"
            yield Contradiction("nothing is asked here", title="a condition that asks for nothing", help=help)


# --- records ------------------------------------------------------------------------------------------------------


@attrs.frozen
class ContentRecord(Word):
    """One table of content; the fields are its TOML keys, and these keys are common to all records."""

    table: ClassVar[str]
    """The table's name in TOML; each kind of item has its own."""
    is_silent: ClassVar[bool] = False
    """True for records that only describe the rules, and do not affect any game."""
    silent_fields: ClassVar[frozenset[str]] = frozenset({"name", "rules", "confidence", "reconstructed", "when"})
    """The fields that the digest leaves out: words, looks, and fields that only matter while the content is merged."""
    declares: ClassVar[type[ContentRecord] | None] = None
    """The class of records that these records declare a kind of, if any."""
    added_keys: ClassVar[tuple[type[ExtraKeys], ...]] = ()
    """The keys that other mechanisms add to these records."""
    is_single: ClassVar[bool] = False
    """True if only one record of the kind can apply at a table."""
    is_used_by_name: ClassVar[bool] = False
    """True if a record makes a difference only if something names it."""
    is_needed: ClassVar[bool] = False
    """True if every game needs such a record."""
    is_final: ClassVar[bool] = False
    """True for records of final scoring, whose quantities count face-down items, too."""
    has_item_conditions: ClassVar[bool] = False
    """True if its `when` may ask for the form of an item's cost."""
    affects_others: ClassVar[bool] = False
    """True if changing a record can invalidate other records that it does not name."""
    own_checks: ClassVar[tuple[type[Any], ...]] = ()
    """The classes of the checks that records add to a decision, so that statements can name them."""
    max_records: ClassVar[int] = 1000
    """Maximum number of such records in a game."""
    namespaced: ClassVar[bool] = True
    """True if each pack has its own ids; otherwise all packs share them, and they are words joined by dots."""

    id: str = field("lower case letters, digits and hyphens; unique with the pack's id in front")
    name: str = field("its name for people", default="")
    rules: tuple[str, ...] = field("the statements it carries out", default=(), refers_to="statement")
    confidence: str | None = field("the confidence of the values; the pack's by default", default=None, choices=CONFIDENCES)
    reconstructed: tuple[str, ...] = field("the keys whose values are reconstructed, or parts of them: `faces.2`", default=())
    when: tuple[Requirement, ...] = field("the record exists only if every row holds", default=())

    def place_ids(self, name: str, players: int) -> tuple[str, ...]:
        """Returns the ids in play of the places that the record adds, in order."""
        return ()

    def count_in_play(self) -> int:
        """Returns how many copies of it the game has; two or more are numbered in play."""
        return 1

    def player_counts(self) -> range | None:
        """Returns the possible player counts, if the record states them."""
        return None

    def describe(self, phrases: Phrases) -> str:
        """Describes the record's own values in a few words."""
        return "; ".join(f"{key}: {words}" for key, words in phrases.fields(self))

    def bind(self, link: Linker, declared: Declared) -> None:
        """Compiles the record: adds its compiled form to the tables of its mechanism."""

    @classmethod
    def finish(cls, link: Linker) -> None:
        """Compiles values that depend on several records; runs once, after all records of all kinds are bound."""


@attrs.frozen
class DrawnRecord(ContentRecord):
    """A record that drawings show by a colour and a glyph, which make no difference in play."""

    silent_fields = ContentRecord.silent_fields | {"colour", "glyph"}

    colour: str | None = field("its colour in drawings, as `#rrggbb`", default=None, pattern=("#[0-9a-f]{6}", "#7a4b1e"))
    glyph: str | None = field(
        "its drawing in one colour: the path of an SVG in a square of 16 by 16",
        default=None, pattern=("M[-MmLlHhVvCcSsQqTtAaZz0-9., ]{1,999}", "M2 2h12v12h-12z"),
    )  # fmt: skip


class ExtraKeys(Described):
    """Keys that a mechanism adds to the records of another mechanism: an attrs class with fields, like a record."""

    table: ClassVar[str]
    """The name under which they are registered."""
    extends: ClassVar[type[ContentRecord]]
    """The class of the records that get the keys."""

    @classmethod
    def place_ids(cls, record: Any, name: str, players: int) -> tuple[str, ...]:
        """Returns the ids in play of the places that the keys add."""
        return ()

    @classmethod
    def describe(cls, record: Any, phrases: Phrases) -> str:
        """Describes the keys of one record in a few words; empty if they are left out."""
        return ", ".join(f"{key}: {words}" for key, words in phrases.fields(record, cls))

    @classmethod
    def clashes(cls, record: Any, bounds: Bounds) -> Iterator[Clash]:
        """Yields clashes of the keys of one record with the rest of the content; paths start at the record."""
        return iter(())

    @classmethod
    def reach(cls, record: Any, bounds: Bounds) -> Iterator[Bound]:
        """Yields a bound for each value of the keys of one record that may make no difference; paths start at the record."""
        return iter(())

    @classmethod
    def bind(cls, link: Linker, declared: Declared, record: Any) -> None:
        """Compiles the keys of one record."""


@lru_cache(maxsize=100)
def with_keys(record: type[ContentRecord], keys: tuple[type[ExtraKeys], ...]) -> type[ContentRecord]:
    """Returns a class of records with the keys that mechanisms add to it."""
    resolve_own(record)
    added = [added for added in keys if issubclass(record, added.extends)]
    if not added:
        return record
    fields: dict[str, Any] = {}
    types: dict[str, Any] = {}
    for one in added:
        resolve_own(one)
    for attribute in (attribute for one in added for attribute in attrs.fields(one)):  # type: ignore[arg-type]
        fields[attribute.name] = attrs.field(default=attribute.default, metadata=attribute.metadata, kw_only=True)
        types[attribute.name] = attribute.type
    own = {"added_keys": tuple(added), "__doc__": vars(record)["__doc__"], "__module__": record.__module__}
    space = {**fields, **own, "__annotations__": types}
    whole: type[ContentRecord] = attrs.frozen(type(record.__name__, (record,), space))
    return whole


# --- verbs --------------------------------------------------------------------------------------------------------


@attrs.frozen
class Verb(Word):
    """One effect in content.  The class docstring is the verb's reference page; its fields are its TOML keys."""

    do: ClassVar[str]
    """The word in content that names the verb."""
    passes_on: ClassVar[bool] = False
    """True if nested effects share its subject, such as the payment or the missing goods."""
    tells: ClassVar[str] = ""
    """The quantity that its nested `effects` alone can read, such as the payment."""
    token: ClassVar[str | tuple[str, ...]] = ""
    """The effect in the fewest words, for drawings, with its fields in braces: `+{amount} {good}`; of several templates, the
    first one with values for all its fields. Without a template its description is drawn."""
    belongs: ClassVar[tuple[str, ...]] = ()
    """The contexts where it can be used; empty for all."""
    otherwise: ClassVar[str] = ""
    """The hint for wrong contexts: what to write instead."""
    decided_by: ClassVar[str] = ""
    """The key whose word decides where it belongs, if one does."""
    buys: ClassVar[bool] = False
    """True if it offers the item on the location for its price."""
    keeps: ClassVar[str | None] = None
    """How a seat keeps the items that it draws or takes from a row: `face-down` or `open`; empty if they only take effect, None
    for a verb that draws and takes none.  Its references to a kind, a row and the zone `from` say which items these are."""

    if_: tuple[IfRow, ...] = if_field("it happens only if every row holds")

    @required
    def bind(self, link: Linker) -> Effect:
        """Returns the effect as a function that runs."""
        raise NotImplementedError

    def describe(self, phrases: Phrases) -> str:
        """Returns the effect in a few words: by default its name and its fields."""
        return " ".join([self.do, *(f"{key} {words}" for key, words in phrases.fields(self))])

    def available(self, link: Linker) -> Condition | None:
        """Returns the condition for the effect to do anything, for effects that must be paid for; None for always."""
        return None

    def gains(self, link: Linker) -> tuple[tuple[int, ...], ...] | None:
        """Returns the goods that it can give, one amount per good for each possibility; None if not known in advance."""
        return None

    def scores(self) -> Amount | None:
        """Returns the points that it scores at once, a number or a quantity; None if a choice decides."""
        return 0

    @classmethod
    def can_stand_in(cls, context: str) -> bool:
        """Returns whether it can be used in a context, which is empty if unknown."""
        return not context or not cls.belongs or context in cls.belongs

    def belongs_in(self) -> tuple[str, ...]:
        """Returns the contexts where it can be used as written; empty for all."""
        return self.belongs

    def takes(self) -> bool:
        """Returns whether the seat may lose something by it, so that nothing may be in question when it happens."""
        return False

    def obstacle(self, state: Position, seat: int, place: int) -> str:
        """Returns the obstacle to an effect of a place now, in a few words: `you cannot pay it now`; empty if there is none."""
        return ""


# --- forms of effects -----------------------------------------------------------------------------------------------


NO_VERB, WHICH_VERB = "an effect without `do`", "what does this do? it has no verb"
MOST_FITTING = 3
"""The most verbs that are suggested for an effect without one."""
DO = "do"
"""The key that names an effect's verb."""
MOST_TRIES = 8
"""How many verbs are tried before no random effect is made."""


class EffectForm(Form):
    """An effect: the verb under `do`, and the keys of that verb."""

    instead_of_text = "write the whole effect as it stands in the record, such as `{{ do = {} }}`"

    is_table = is_effect = True

    @classmethod
    def fits(cls, kind: Any) -> bool:
        return isinstance(kind, type) and issubclass(kind, Verb) and not hasattr(kind, DO)

    def read(self, value: Any, reading: Reading) -> Any:
        if type(value) is not dict:
            raise wrong_type(value, "an effect such as `{ do = ... }`")
        word = value.get(DO)
        if word is None:
            raise _no_verb(value, reading.words.verbs)
        if type(word) is not str:
            raise wrong_type(word, "text", (DO,))
        if word not in reading.words.verbs:
            message, known = "an effect that does not exist", reading.words.verbs
            raise unknown_word("SA208", message, word, known, "verb", path=(DO,))
        # An `id` only gives edits an address; the effect itself has no use for it.
        id = value.get("id", "")
        own = [wrong_type(id, "text", ("id",))] if type(id) is not str else []
        rest = {key: item for key, item in value.items() if key not in (DO, "id")}
        return form_of_class(reading.words.verbs[word]).read_fields(rest, reading, own)

    def resolved(self, value: Any, path: Path, resolver: Any) -> Any:
        return form_of_class(type(value)).resolved(value, path, resolver) if isinstance(value, Verb) else value

    def fields_in(self, raw: Any, verbs: Mapping[str, Any]) -> Mapping[str, Field]:
        verb = verbs.get(str(raw.get(DO))) if isinstance(raw, dict) else None
        return {} if verb is None else fields_of(verb)

    def schema(self, writer: SchemaWriter) -> Schema:
        context = self.metadata.get("context", "")
        verbs = [verb for _, verb in sorted(writer.words.verbs.items()) if verb.can_stand_in(context)]
        name = f"effect-of-{context}" if context else "effect"
        return writer.define(name, lambda: {"type": "object", "anyOf": [form_of_class(verb).schema(writer) for verb in verbs]})

    def edited(self, writer: SchemaWriter, operator: Any) -> Schema | None:
        def make() -> Schema:
            forms = [form_of_class(verb) for _, verb in sorted(writer.words.verbs.items())]
            schemas = {form.kind.do: schema for form in forms if (schema := form.edited(writer, operator)) is not None}
            named = {verb: described(schema, f"the effect `{verb}` of the list") for verb, schema in schemas.items()}
            return {"type": "object", "properties": named, "additionalProperties": {"type": "object"}, "minProperties": 1}

        return writer.define(f"{operator.word}-effects", make)

    def sample(self, choices: Any) -> Any:
        deeper = choices.deeper()
        for _ in range(MOST_TRIES):
            verb = choices.pick([verb for _, verb in sorted(choices.verbs.items()) if verb.can_stand_in(choices.context)])
            try:
                return {DO: verb.do, **form_of_class(verb).sample(deeper)}
            except NothingFits:
                continue
        raise NothingFits


def _no_verb(value: Mapping[str, Any], verbs: Mapping[str, Any]) -> Fault:
    """Returns the fault of an effect without `do`, or of its misspelt key if there is one like it."""
    slip = nearest(DO, value)
    if slip is not None:
        return unknown_key(slip, [DO], ())
    keys = {key for key in value if key != "id"}
    fitting = [word for word, verb in sorted(verbs.items()) if keys and keys <= {*fields_of(verb)}]
    if not 0 < len(fitting) <= MOST_FITTING:
        return Fault("SA204", NO_VERB, WHICH_VERB, choices_of("verb", verbs), help="write its verb: `do = ...`")
    words = either(f"`do = {written(word)}`" for word in fitting)
    return Fault("SA204", NO_VERB, WHICH_VERB, help=f"write {words}: it has {listed(f'`{key}`' for key in sorted(keys))}")


class VerbForm(RecordForm):
    """The effects of one verb."""

    is_effect = True

    @classmethod
    def fits(cls, kind: Any) -> bool:
        return isinstance(kind, type) and issubclass(kind, Verb) and hasattr(kind, DO)

    def misplaced(self, made: Any, context: str, words: Structurer) -> Iterator[Fault]:
        places = made.belongs_in()
        if context in (places or (context,)):
            return
        known, here = either(CONTEXTS[place] for place in places), CONTEXTS[context]
        label, help, mend = f"`{made.do}` belongs to {known}, not to {here}", made.otherwise, None
        key, word = made.decided_by, OTHER_SEAT.get(context)
        if key:
            label, help = f"`{key} = {written(getattr(made, key))}` belongs to {known}, not to {here}", f"delete `{key}`"
            if word:
                help, mend = f'write `{key} = "{word}"`', Write(f'"{word}"')
        help = help or "delete it, or write another verb"
        yield Fault("SA215", "an effect that does not belong here", label, "", help, mend=mend, path=(key or DO,))

    def schema(self, writer: SchemaWriter) -> Schema:
        def make() -> Schema:
            schema = self.table(writer)
            do = {"const": self.kind.do, "description": f"the verb: {about_of(self.kind)}"}
            id = {"type": "string", "description": "a name by which edits find this effect among others"}
            schema["properties"] = {DO: do, "id": id, **schema["properties"]}
            required = [DO, *schema.get("required", ())]
            return {**schema, "required": required, "x-taplo": {"initKeys": required}}

        return writer.define(f"effect-{self.kind.do}", make)

    def edited(self, writer: SchemaWriter, operator: Any) -> Schema | None:
        schema = super().edited(writer, operator)
        if operator.names_effects and schema is not None:
            schema["properties"]["id"] = {"type": "string", "description": "a name by which edits find this effect"}
            schema["properties"][DO] = {"type": "string", "description": "another verb"}
        return schema


# --- reserved words -----------------------------------------------------------------------------------------------
#
# Words that content may not use as ids, because the kernel or its notation uses them.


KERNEL_WORDS = frozenset(
    "action actions advance any anytime chance choice choose circles cost decline dice die draw each-seat effect effects "
    "figure figures first-player food-or-other frame game goods group home item items kind kit limit location mark "
    "none nothing one-of outcome owned owner pack paid pay phase pick pile place places placement player players points price "
    "quantity record resolve roll round row rule ruleset score seat seats set-up space spaces stack starve state "
    "statement supply take tool tools track tracks use value verb view winner zone zones".split()
)
