"""Mistakes of plugin authors: each is a PluginError that names the plugin, the hook and the mend.

Mistakes that show only in play are in `test_plugins_in_play`, those of packaging in `test_module_packaging`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import attrs
import pytest

import stoneage_rules as sa
from stoneage_rules.plugin import (
    FACE,
    GOOD_TABLE,
    GOODS,
    PLACEMENT_CHECKS,
    REACTIONS,
    Chance,
    ContentRecord,
    Decision,
    EventKind,
    Extension,
    ExtraKeys,
    Limit,
    PlaceCheck,
    QuantityKind,
    Shortfall,
    Step,
    Verb,
    field,
    hookimpl,
    multisets,
    number_field,
)
from writing import pack


def refused(*plugins: Any) -> str:
    """Returns what is said when these plugins are enabled."""
    with pytest.raises(sa.PluginError) as raised:
        sa.load(players=2, plugins=plugins)
    return str(raised.value)


def hooked(hook: str, function: Any) -> Any:
    """A plugin with one function."""
    function.__name__ = hook
    return type("Offering", (), {hook: function})()


def offering(hook: str, answer: Any) -> Any:
    """A plugin whose one hook gives an answer."""

    def give(self: Any) -> Any:
        return answer

    return hooked(hook, hookimpl(give))


@pytest.mark.parametrize(
    ("hook", "member", "line"),
    [
        ("stoneage_register_verbs", "Mute", "class Mute"),
        ("stoneage_register_frames", "Nameless", "class Nameless"),
        ("stoneage_register_events", "no event", "def give"),
    ],
)
def test_what_is_registered_wrongly_is_told_with_its_line(hook, member, line):
    class Mute(Verb):
        do = "mute"

    class Nameless(Step):
        def step(self, state, frame):
            return None

    said = refused(offering(hook, [{"Mute": Mute, "Nameless": Nameless}.get(member, member)]))
    file, _, number = said.rpartition("; to be mended in ")[2].rpartition(":")
    assert file == __file__
    assert line in Path(file).read_text("utf-8").splitlines()[int(number) - 1]


@pytest.mark.parametrize(
    ("sentence", "for_others", "said"),
    [
        ("{seat} bids {bidd}", "", "`sentence` has `{bidd}`; did you mean `bid`?"),
        ("{seat} bids", "{seat} bids {bid}", "`sentence_for_others` has `{bid}`; it can have `seat`, `coin`"),
        ("{seat bids", "", "`sentence` is '{seat bids': expected '}' before end of string"),
    ],
)
def test_the_sentence_of_an_event_has_its_fields_alone(sentence, for_others, said):
    fields = {"bid": number_field("how much", is_secret=True), "coin": number_field("which coin")}
    assert said in refused(offering("stoneage_register_events", [EventKind("bid", "a bid", fields, sentence, for_others)]))


# --- hooks ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hook", "function", "said"), [
    ("stoneage_roll_ajustment", lambda self, state, seat: 0,
     "Offering offers a hook that does not exist, `stoneage_roll_ajustment`; did you mean `stoneage_roll_adjustment`?"),
    ("frobnicate", lambda self: [],
     "a hook that does not exist, `frobnicate`; hooks are stoneage_content, stoneage_register_records"),
    ("stoneage_roll_adjustment", lambda self, state, whose: 0,
     "Offering, hook stoneage_roll_adjustment: there is no argument `whose`; it gets `state`, `seat`, `place`, `dice`"),
    ("stoneage_roll_adjustment", lambda self, state, seat=0: 0,
     "hook stoneage_roll_adjustment: the argument `seat` has a default"),
    ("stoneage_placement_barred", lambda self, *args: 0,
     "hook stoneage_placement_barred: the argument `*args` takes whatever comes; write out `state`, `seat`"),
])  # fmt: skip
def test_a_hook_that_there_is_not_or_gets_something_else(hook, function, said):
    told = refused(hooked(hook, hookimpl(function)))
    assert said in told
    assert f"; to be mended in {__file__}:" in told


@pytest.mark.parametrize(("hook", "said"), [
    ("stoneage_register_verbs", "`stoneage_register_verbs` is named like a hook but lacks the decorator `@hookimpl`"),
    ("stoneage_register_verb", "did you mean `stoneage_register_verbs`?"),
])  # fmt: skip
def test_the_decorator_is_missing(hook, said):
    assert said in refused(hooked(hook, lambda self: []))


@pytest.mark.parametrize("option", ["wrapper", "hookwrapper", "tryfirst", "trylast", "optionalhook", "specname"])
def test_options_of_pluggy_that_would_have_no_effect(option):
    marked = hookimpl(**{option: "stoneage_placement_barred" if option == "specname" else True})
    plugin = hooked("stoneage_placement_barred", marked(lambda self, state, seat: (yield)))
    assert f"hook stoneage_placement_barred: `@hookimpl` takes no `{option}` here" in refused(plugin)


def test_fewer_arguments_in_another_order_are_no_mistake():
    class Plugin:
        @hookimpl
        def stoneage_placement_barred(self, seat, state):
            return 1 << state.rules.place("hunt").index if seat == 0 else 0

        @hookimpl
        def stoneage_roll_adjustment(self, seat):
            return seat

    rules = sa.load(players=2, plugins=[Plugin()])
    state = rules.initial_state()
    assert [barrier(state, 0) for barrier in rules.questions["stoneage_placement_barred"]] == [1 << rules.place("hunt").index]
    assert [barrier(state, 1) for barrier in rules.questions["stoneage_placement_barred"]] == [0]
    assert [adjustment(state, 1) for adjustment in rules.questions["stoneage_roll_adjustment"]] == [1]


# --- objects ----------------------------------------------------------------------------------------------------


def test_a_class_instead_of_an_object():
    plugin = offering("stoneage_register_verbs", [])
    assert "Offering is a class; hand over an object of it, `Offering()`" in refused(type(plugin))


@pytest.mark.parametrize("plugin", [object(), len, "river-trade"])
def test_an_object_without_any_hook(plugin):
    assert "has no hook, so nothing would come of it; hooks are stoneage_content, " in refused(plugin)


def test_the_same_object_twice():
    plugin = offering("stoneage_register_verbs", [])
    assert "is there twice; hand it over once" in refused(plugin, plugin)


# --- what hooks return ------------------------------------------------------------------------------------------


REGISTERS = [
    "stoneage_register_verbs",
    "stoneage_register_frames",
    "stoneage_register_quantities",
    "stoneage_register_limits",
]


@pytest.mark.parametrize("hook", REGISTERS)
@pytest.mark.parametrize("answer", [None, "verbs", {"a": 1}, 7])
def test_something_else_than_a_list(hook, answer):
    said = refused(offering(hook, answer))
    assert f"Offering, hook {hook}: it must return a list, not {answer!r}" in said


@pytest.mark.parametrize("answer", [None, 7, []])
def test_content_that_is_no_folder(answer):
    said = refused(offering("stoneage_content", answer))
    assert f"hook stoneage_content: it must return the path of a folder, not {answer!r}" in said


def test_a_folder_without_a_manifest(tmp_path):
    with pytest.raises(sa.ContentError, match=r"no pack\.toml in"):
        sa.load(players=2, plugins=[offering("stoneage_content", tmp_path)])


@pytest.mark.parametrize(("hook", "wanted"), [
    ("stoneage_register_verbs", "a verb is a class derived from Verb"),
    ("stoneage_register_frames", "a frame is a class derived from Step or Decision or Chance or Extension"),
    ("stoneage_register_quantities", "a quantity is a QuantityKind"),
    ("stoneage_register_limits", "a counter is a class derived from Limit"),
])  # fmt: skip
@pytest.mark.parametrize("member", [int, "wade", object()])
def test_members_of_another_sort(hook, wanted, member):
    said = refused(offering(hook, [member]))
    assert f"Offering, hook {hook}: {wanted}, and {member!r} is not" in said


@attrs.frozen
class Wade(Verb):
    """Does nothing."""

    do = "wade"

    def bind(self, link):
        return lambda state, seat, place, n: None


class Pause(Step):
    """Does nothing."""

    name = "pause"

    def step(self, state, frame):
        pass


@attrs.frozen
class Dry(Limit):
    """Closes nothing."""

    counts = "dry"

    def closed(self, state, seat):
        return 0

    def tell(self, state, seat, place):
        return "nothing", "nothing"


QUIET = QuantityKind("quiet", "nothing at all", lambda link, of: lambda state, seat, n: 0)

CONTRIBUTIONS = [
    ("stoneage_register_verbs", "verb", Wade, "wade"),
    ("stoneage_register_frames", "frame", Pause, "pause"),
    ("stoneage_register_quantities", "quantity", QUIET, "quiet"),
    ("stoneage_register_limits", "counter", Dry, "dry"),
]


@pytest.mark.parametrize(("hook", "what", "member", "name"), CONTRIBUTIONS)
def test_two_plugins_with_one_name(hook, what, member, name):
    said = refused(offering(hook, [member]), offering(hook, [member]))
    assert f"Offering 2, hook {hook}: the {what} `{name}` is taken by plugin " in said
    assert f"Offering; rename it; to be mended in {__file__}:" in said


@pytest.mark.parametrize(("hook", "what", "member", "name"), [
    ("stoneage_register_verbs", "verb", attrs.frozen(type("Gain", (Wade,), {"do": "gain"})), "gain"),
    ("stoneage_register_frames", "frame", type("Effects", (Pause,), {"name": "effects"}), "effects"),
    ("stoneage_register_quantities", "quantity", attrs.evolve(QUIET, name="track"), "track"),
    ("stoneage_register_limits", "counter", attrs.frozen(type("Players", (Dry,), {"counts": "players"})), "players"),
])  # fmt: skip
def test_a_name_of_the_library(hook, what, member, name):
    assert f"hook {hook}: the {what} `{name}` is taken by the library; rename it" in refused(offering(hook, [member]))


# --- classes that are not whole -----------------------------------------------------------------------------------


def without(base: type, **members: Any) -> type:
    return type("Unfinished", (base,), {"name": "unfinished", "do": "unfinished", "counts": "unfinished", **members})


@pytest.mark.parametrize(("hook", "what", "base", "method", "there"), [
    ("stoneage_register_verbs", "verb", Verb, "bind", ()),
    ("stoneage_register_frames", "frame", Step, "step", ()),
    ("stoneage_register_frames", "frame", Decision, "universe", ()),
    ("stoneage_register_frames", "frame", Decision, "resume", ("universe",)),
    ("stoneage_register_frames", "frame", Chance, "outcomes", ()),
    ("stoneage_register_frames", "frame", Extension, "universe", ()),
    ("stoneage_register_limits", "counter", Limit, "closed", ()),
])  # fmt: skip
def test_a_method_is_missing(hook, what, base, method, there):
    said = refused(offering(hook, [without(base, **dict.fromkeys(there, lambda *args: ()))]))
    assert f"hook {hook}: the {what} `unfinished` has no method `{method}`; {base.__name__} tells what it does" in said


def test_a_limit_that_counts_figures_says_how_many_have_room():
    class Counting(Dry):
        counts = "counting"
        counts_figures = True

    said = refused(offering("stoneage_register_limits", [attrs.frozen(Counting)]))
    assert "the counter `counting` has no method `room`; Limit tells what it does" in said


@pytest.mark.parametrize(("trait", "value"), [("bind", None), ("span", 3)])
def test_a_quantity_without_a_function(trait, value):
    said = refused(offering("stoneage_register_quantities", [attrs.evolve(QUIET, **{trait: value})]))
    assert f"the quantity `quiet`: `{trait}` is {value}; it is a function" in said


def test_an_extension_of_nothing():
    methods = dict.fromkeys(("universe", "resume"), lambda *args: ())
    said = refused(offering("stoneage_register_frames", [without(Extension, **methods)]))
    assert "the frame `unfinished`: `extends` is None; it is the name of the decision, such as `'buy'`" in said


@pytest.mark.parametrize(("prompt", "said"), [
    (None, "`prompt` is None; it is the question as a phrase, such as `'how much {good} to bid'`"),
    (("which one", 3), "`prompt` is ('which one', 3); it is the question as a phrase"),
    ("how much {good", "`prompt` is 'how much {good': expected '}' before end of string"),
    ("which of {plaec}", "`prompt` has `{plaec}`; did you mean `place`?"),
    ("which {of:{whim}}", "`prompt` has `{of}`; return it in `more` of `asked`"),
])  # fmt: skip
def test_a_prompt_that_is_no_template_of_facts(prompt, said):
    whole = dict.fromkeys(("universe", "resume"), lambda *args: ())
    assert f"the frame `unfinished`: {said}" in refused(
        offering("stoneage_register_frames", [without(Decision, prompt=prompt, **whole)])
    )


def test_a_verb_without_a_word():
    @attrs.frozen
    class Nameless(Verb):
        def bind(self, link):
            return lambda state, seat, place, n: None

    assert "the class Nameless has no `do`; give it one" in refused(offering("stoneage_register_verbs", [Nameless]))


def test_a_verb_whose_fields_are_none_because_the_decorator_is_missing():
    class Plain(Wade):
        do = "plain"

    assert "the class Plain lacks the decorator `@attrs.frozen`" in refused(offering("stoneage_register_verbs", [Plain]))


@pytest.mark.parametrize(("kind", "what"), [
    (set[str], "field `of`: set[str]"),
    (float, "field `of`: <class 'float'>"),
    (dict, "field `of`: <class 'dict'>"),
    (tuple[str, str], "field `of`: tuple[str, str]"),
    (str | float, "field `of`: str | float"),
    ("Missing", "annotations: name 'Missing' is not defined"),
])  # fmt: skip
def test_a_field_of_a_type_that_content_cannot_have(kind, what):
    fields = {"do": "odd", "of": field("something", default=None), "__annotations__": {"of": kind}}
    odd = attrs.frozen(type("Odd", (Wade,), fields))
    content = pack('[[patch.location]]\ntarget = "hunt"\nappend.effects = [{ do = "odd" }]\n')
    said = refused(content, offering("stoneage_register_verbs", [odd]))
    assert f"Odd, {what} is no type that content can be read into; there are str, int, " in said


def test_a_table_that_is_named_by_a_text():
    @attrs.frozen
    class Dig(Wade):
        do = "dig"

        def bind(self, link):
            link.add("spades", "a spade")
            return super().bind(link)

    content = pack('[[patch.location]]\ntarget = "hunt"\nappend.effects = [{ do = "dig" }]\n')
    said = refused(content, offering("stoneage_register_verbs", [Dig]))
    assert '`spades` is no handle of a table; write `SPADES = Handle[...]("spades")` and pass that' in said
    assert "test_plugin_mistakes.py:" in said


# --- exceptions while compiling -----------------------------------------------------------------------------------


def fail(*args: Any) -> Any:
    raise ZeroDivisionError("a slip")


def mended_here(said: str) -> bool:
    return "ZeroDivisionError: a slip; to be mended in " in said and "test_plugin_mistakes.py:" in said


@pytest.mark.parametrize("hook", [*REGISTERS, "stoneage_content"])
def test_an_exception_in_a_hook(hook):
    said = refused(hooked(hook, hookimpl(lambda self: fail())))
    assert f"Offering, hook {hook}: " in said
    assert mended_here(said)


class Half(PlaceCheck):
    """Closes nothing, and so says nothing."""

    name = "half"

    def tell(self, state, seat, place):
        return Shortfall(self.name, "more", "less")


class Counted(Half):
    """Counts the figures of some places, and does not say how many there is room for."""

    counts_on = 1

    def closed(self, state, seat):
        return 0


CORAL = '[[reef]]\nid = "coral"\n'


def reef(bind: Callable[..., Any]) -> list[Any]:
    """A pack with one record of a kind whose `bind` is given, and its plugin."""

    @attrs.frozen
    class Reef(ContentRecord):
        table = "reef"

    Reef.bind = bind  # type: ignore[method-assign]
    return [offering("stoneage_register_records", [Reef])]


@pytest.mark.parametrize(("bind", "said"), [
    (lambda *args: fail(), "ZeroDivisionError: a slip"),
    (lambda self, link, declared: link.append(PLACEMENT_CHECKS, Half()), "the class Half has no method `closed`; PlaceCheck "),
    (lambda self, link, declared: link.append(PLACEMENT_CHECKS, Counted()), "the class Counted has no method `room`; PlaceCheck"),
    (lambda self, link, declared: link.append(PLACEMENT_CHECKS, Half), "which holds PlaceCheck or FigureCheck"),
    (lambda self, link, declared: link.append(REACTIONS, (1, 2)), "`(1, 2)` is put into the table reaction, which holds "),
    (lambda self, link, declared: link.add(GOOD_TABLE, "wood"), "`'wood'` is put into the table good, which holds Good"),
])  # fmt: skip
def test_an_exception_while_a_record_is_bound(bind, said):
    """Among them those over objects for tables that lack what they need."""
    told = refused(pack(CORAL), *reef(bind))
    assert "Offering, record reef, bind of reef coral: " in told
    assert said in told
    assert "; to be mended in " in told
    assert "test_plugin_mistakes.py:" in told


def class_of(base: type, name: str, **members: Any) -> type:
    return attrs.frozen(type(name.title(), (base,), members))


STUMBLE = '[[patch.location]]\ntarget = "hunt"\nappend.effects = [{ do = "stumble" }]\n'
BRITTLE = '[[limit]]\nid = "no-limit"\ncounts = "brittle"\ngroup = "village"\nat_most = { 2 = 1 }\n'


@pytest.mark.parametrize(("content", "hook", "member", "where"), [
    (STUMBLE, "verbs", lambda: class_of(Verb, "stumble", do="stumble", bind=fail), "verb stumble, bind of location hunt"),
    (CORAL, "records", lambda: class_of(ContentRecord, "reef", table="reef", bind=lambda *args: None, finish=classmethod(fail)),
     "record reef, finish"),
    ("", "records", lambda: class_of(
        ExtraKeys, "keys", table="tide", bind=classmethod(fail), extends=type(sa.load(players=2).content.of("location")[0].record)
     ), "record tide, bind of location "),
    ('[[score]]\nid = "calm"\ncount = { slip = "x" }\n', "quantities", lambda: QuantityKind("slip", "a slip", fail),
     "quantity slip, bind of score calm"),
    (BRITTLE, "limits", lambda: class_of(Dry, "brittle", counts="brittle", __attrs_post_init__=fail), "counter brittle"),
])  # fmt: skip
def test_an_exception_while_a_word_is_bound(content, hook, member, where):
    said = refused(pack(content), offering(f"stoneage_register_{hook}", [member()]))
    assert f"Offering, {where}" in said
    assert mended_here(said)


def test_what_a_word_of_the_library_raises_names_no_plugin():
    assert sa.load(players=2).linker.guard(fail, "counter players") is fail


@pytest.mark.parametrize("method", ["prepare", "universe"])
def test_an_exception_while_a_frame_is_prepared(method):
    def slip(self):
        yield fail()

    slips = fail if method == "prepare" else slip
    made = without(Decision, prompt="which one", **dict.fromkeys(["universe", "resume"], lambda *args: ()))
    setattr(made, method, slips)
    said = refused(offering("stoneage_register_frames", [made]))
    assert f"Offering, frame unfinished, {method}: " in said
    assert mended_here(said)


# --- words that mean something already ------------------------------------------------------------------------------


def decision(shapes: dict[str, Any], universe: Callable[[Any], Any]) -> type:
    return without(Decision, prompt="which one", shapes=shapes, universe=universe, resume=lambda *args: ())


def test_an_action_that_means_something_else_elsewhere():
    def universe(self):
        for amounts in multisets((1,), 1, len(self.rules.goods)):
            yield "pay", ((self.rules.goods[1], 1),), (*amounts, "more")

    said = refused(offering("stoneage_register_frames", [decision({"pay": GOODS}, universe)]))
    assert "`pay 1 wood` has the data" in said
    assert "frame pay-or-decline of the library" in said
    assert "Offering, frame unfinished" in said


def test_a_second_frame_that_begins_games():
    """The kernel could not know which to begin with."""

    class Dawn(Step):
        name = "dawn"
        begins_game = True

        def step(self, state, frame):
            """Does nothing."""

    said = refused(offering("stoneage_register_frames", [Dawn]))
    assert "one kind of frame has `begins_game`, not 2: " in said
    assert "dawn" in said


@pytest.mark.parametrize("extended", ["nowhere", "rounds"])
def test_actions_for_a_decision_that_there_is_not(extended):
    """The second is a frame, but asks nothing."""

    class More(Extension):
        name = "more"
        extends = extended
        shapes = {"more": FACE}

        def universe(self):
            return ()

        def resume(self, state, frame, action):
            """Does nothing."""

    said = refused(offering("stoneage_register_frames", [More]))
    assert f"Offering, frame more extends `{extended}`, which is no decision of these rules" in said


def test_actions_without_end():
    """They are not read to their end, which never comes."""

    def universe(self):
        return (("bid", (number,), number) for number in count())

    with pytest.raises(sa.ContentError, match="`unfinished` brings the actions of a game to more than 100000"):
        sa.load(players=2, plugins=[offering("stoneage_register_frames", [decision({"bid": FACE}, universe)])])


@pytest.mark.parametrize(("key", "wrong", "said"), [
    *(("token", wrong, "its fields are if_, amount") for wrong in ("{mount} loud", "{amount", 7, ("{amount}", None))),
    *(("belongs", wrong, "'turn': '`each-seat` in a phase', 'location': 'a location'") for wrong in (("market",), "phase")),
])  # fmt: skip
def test_a_token_of_other_fields_and_a_context_that_there_is_not_are_refused(key, wrong, said):
    """A word is shown with the contexts that there are and what they mean; so is a single word in place of a tuple."""

    @attrs.frozen
    class Shout(Wade):
        do = "shout"
        amount: int = field("how loud")

    setattr(Shout, key, wrong)
    found = refused(offering("stoneage_register_verbs", [Shout]))
    assert f"Offering, verb shout: `{key}` is" in found
    assert said in found
