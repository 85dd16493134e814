"""Policies by name, including those of installed packages and `module:function`."""

from __future__ import annotations

import inspect
import random
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from itertools import count
from operator import index
from typing import TYPE_CHECKING, Any, Protocol, cast

import attrs

from stoneage_rules.errors import PolicyError, UnknownName, check_type
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.frames import LONGEST
from stoneage_rules.kernel.legality import refusal
from stoneage_rules.kernel.position import check_number
from stoneage_rules.kernel.state import RandomSource, State, View, bound_of, endless_after
from stoneage_rules.language.fields import Noted
from stoneage_rules.loading.installed import POLICY_GROUP, entry_points_of
from stoneage_rules.text import unknown, written, written_key

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from stoneage_rules.loading.table import Seat

# --- by name ------------------------------------------------------------------------------------------------------
#
# Third-party policies by name: those of installed packages, and any function as `module:function`.
#
# Packages are found by their entry points. A policy is imported only when it is used; records name
# policies, too, and replaying one imports none.


PolicyMaker = Callable[..., "Policy"]
"""Makes a policy from a seed, and from options by keyword; with None as the seed it chooses its own chance."""
Makers = str | PolicyMaker | Sequence[str | PolicyMaker]
"""A maker of policies for each player, or one for all, each by its name or as a function."""

FUNCTION = re.compile(r"[^\W\d][\w.]*:[^\W\d][\w.]*")


def is_function(name: str) -> bool:
    """Returns True if a name has the form `module:function`."""
    return FUNCTION.fullmatch(name) is not None


def expect_no_code(name: str, allow_code: bool) -> None:
    """Refuses `module:function` in a table or record, which anybody may have written.

    Raises:
        PolicyError: it is one, and not allowed.
    """
    if is_function(without_options(name)) and not allow_code:
        raise PolicyError(
            f"policy `{name}` would run Python; pass `allow_code=True` if you trust whoever named it, or name another policy"
        )


def installed_policies() -> dict[str, list[EntryPoint]]:
    """Returns the entry points of installed policies by name, more than one if packages disagree; imports nothing."""
    return _installed(tuple(sys.path))


@lru_cache(maxsize=4)
def _installed(path: tuple[str, ...]) -> dict[str, list[EntryPoint]]:
    """Caches the entry points by the path of imports."""
    return entry_points_of(POLICY_GROUP)


def without_options(name: str) -> str:
    """Returns the name of a policy without its options."""
    return name.partition("(")[0]


def options_of(name: str) -> dict[str, Any]:
    """Returns the options in the name of a policy, which are written like the values of an inline table of TOML.

    Raises:
        PolicyError: they cannot be read.

    >>> options_of("thoughtful(playouts=40)")
    {'playouts': 40}
    """
    _, opened, rest = name.partition("(")
    if not opened:
        return {}
    import tomli

    try:
        options: dict[str, Any] = tomli.loads(f"options = {{{rest.removesuffix(')')}}}")["options"]
    except tomli.TOMLDecodeError:
        options = {}
    if not (options and rest.endswith(")")):
        raise PolicyError(f"the options of policy `{name}` cannot be read; they are written as in `thoughtful(playouts=40)`")
    return options


def make_by_name(name: str, seed: int | None, options: Mapping[str, Any]) -> Policy:
    """Imports a policy's maker, by its entry point or as `module:function`, and calls it.

    Raises:
        PolicyError: it cannot be imported, or makes no policy.
    """
    return NamedPolicy(name, made_by(name, _imported(name), seed, options))


def _imported(name: str) -> Any:
    """Returns the maker of a policy.

    Raises:
        PolicyError: it cannot be imported.
    """
    from importlib.metadata import EntryPoint

    points = [EntryPoint(name, name, POLICY_GROUP)] if is_function(name) else installed_policies()[name]
    if len(points) > 1:
        values = " and ".join(f"`{point.value}`" for point in points)
        raise PolicyError(f"policy `{name}` is installed more than once: as {values}; uninstall one, or name one of these")
    value = points[0].value
    try:
        return points[0].load()
    except Exception as error:
        raise PolicyError(f"policy `{name}` cannot be imported from `{value}`: {type(error).__name__}: {error}") from error


FORM = "a policy belongs: something to be called with a view and the legal actions, which returns one of these"


def made_by(name: str, maker: PolicyMaker, seed: int | None, options: Mapping[str, Any]) -> Policy:
    """Calls the maker of a policy.

    Raises:
        PolicyError: it takes no seed or not these options, fails, or makes no policy.
    """
    expect_maker(name, maker, options)
    try:
        policy = maker(seed, **options)
    except Exception as error:
        raise PolicyError(f"policy `{name}` cannot be made: {_told(error)}") from error
    if not callable(policy):
        raise PolicyError(f"policy `{name}` returns {policy!r} for a seed, where {FORM}")
    return policy


def expect_maker(name: str, maker: Any, options: Mapping[str, Any]) -> None:
    """Checks that a maker can be called with a seed and some options.

    Raises:
        PolicyError: it cannot.
    """
    # Nothing of Python itself makes policies, and `os:system` would do something else with a seed.
    home = str(getattr(maker, "__module__", None) or "builtins") if hasattr(maker, "__qualname__") else ""
    if home.partition(".")[0] in sys.stdlib_module_names:
        raise PolicyError(f"policy `{name}` is part of Python itself, which has no policies")
    if not callable(maker):
        raise PolicyError(f"policy `{name}` is {maker!r}, where a function belongs that takes a seed and returns a policy")
    try:
        signature = inspect.signature(maker)
    except ValueError:
        return
    try:
        signature.bind(None)
        signature.bind(None, **options)
    except TypeError as error:
        known = [*signature.parameters][1:]
        if options and [*signature.parameters]:
            has = f"its options: {', '.join(known)}" if known else "it has no options"
            raise PolicyError(f"policy `{name}`: {error}; {has}") from None
        mend = _making(maker) if signature.parameters else "give it the parameter `seed`"
        raise PolicyError(
            f"policy `{name.removesuffix(UNWRITTEN).rpartition(':')[2]}` is called with a seed and returns a policy, "
            f"but it takes {signature}; {mend}"
        ) from None


def _making(policy: Any) -> str:
    """Returns the remedy if a policy is given in its maker's place."""
    outer, is_inner, _ = getattr(policy, "__qualname__", "").replace("<lambda>", "choose").partition(".<locals>")
    if is_inner:
        return f"if it is a policy itself, give the function that makes it: `{outer}`?"
    own = f": `def make(seed): return {outer}`" if outer else ", such as `sa.policies.sensible_policy`"
    return f"if it is a policy itself, give a maker{own}"


def _expect_policy(policy: Policy, seat: int) -> None:
    """Checks that a policy which has failed takes a view and actions.

    Raises:
        PolicyError: it cannot, like a function that makes one.
    """
    with suppress(ValueError):  # it has no signature
        signature = inspect.signature(policy)
        try:
            signature.bind(None, ())
        except TypeError:
            raise PolicyError(
                f"the policy of seat {seat} is called with a view and the legal actions, "
                f"but it takes {signature}{_calling(policy)}"
            ) from None


def _calling(maker: Any) -> str:
    """Returns the remedy if a policy's maker is given in its place."""
    return f"; if it makes a policy of a seed, call it: `{getattr(maker, '__name__', 'make')}(1)`"


class NamedPolicy:
    """A third-party policy, whose errors are reported with its name."""

    def __init__(self, name: str, policy: Policy) -> None:
        self.name = name
        self.policy = policy
        self.needs_view = getattr(policy, "needs_view", True)

    def __call__(self, view: View, legal: tuple[Action, ...]) -> Action:
        """Returns the policy's choice.

        Raises:
            PolicyError: it fails, or its choice is none of the legal actions.
        """
        try:
            choice = self.policy(view, legal)
        except Exception as error:
            raise PolicyError(f"policy `{self.name}` failed: {_told(error)}") from error
        if not any(choice is action for action in legal):
            raise PolicyError(
                f"policy `{self.name}` chose {choice!r}, which is none of the legal actions given, such as `{legal[0]}`"
            )
        return choice


def _told(error: Exception) -> str:
    """Describes an error of third-party code, with the line that raised it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" ({trace.tb_frame.f_code.co_filename}:{trace.tb_lineno})" if trace is not None else ""
    return f"{type(error).__name__}: {error}{where}"


# --- registry -----------------------------------------------------------------------------------------------------
#
# Policies: ways to choose for a seat, by name, for tables, simulations and tests.
#
# A policy sees the view of its seat; `heuristic` has the policy called `sensible`.


class Policy(Protocol):
    """Any callable, such as a function, that takes a view and the legal actions and returns one of them.

    A policy with `needs_view = False` receives None instead of the view, to save time.

    >>> import stoneage_rules as sa
    >>> def first(view: sa.View, legal: tuple[sa.Action, ...]) -> sa.Action:
    ...     return legal[0]
    >>> game = sa.Game(sa.load(players=2), seed=1)
    >>> game.run([first, sa.policies.sensible_policy(1)])
    >>> game.is_over
    True
    """

    def __call__(self, view: View, legal: tuple[Action, ...], /) -> Action:
        """Returns one of the legal actions, judged by the seat's knowledge."""


class RankingPolicy(Policy, Protocol):
    """A policy that also ranks the options, as `sensible` does."""

    def rank(self, view: View, legal: tuple[Action, ...]) -> tuple[Ranked, ...]:
        """Returns each legal action with its value to the policy and the reason for it, the best first."""


Policies = str | Policy | Sequence[str | Policy]
"""A policy for each seat, or one for all, each by its name or as a function."""


@attrs.frozen
class Ranked(Noted):
    """An option as ranked by a policy: `rank(view, legal)` returns one for each option, best first."""

    action: Action
    """The option."""
    value: float
    """The number that the policy compares, larger is better; not comparable between policies or questions."""
    reason: str
    """The reason in a few words, for people."""


def one_for_each(given: Any, argument: str, count: int, whom: str, form: str) -> list[Any]:
    """Returns as many as are needed of what was given: one name or function for all, or a list.

    Raises:
        TypeError: it is neither of them.
        ValueError: the list has another length.
    """
    if isinstance(given, str) or callable(given):
        return [given] * count
    check_type(given, argument, Iterable, f"{form}, or a list of these")
    several = [*given]
    if len(several) != count:
        raise ValueError(f"`{argument}` needs one for each {whom}: {count}, not {len(several)}")
    return several


def each_seat(policies: Policies, players: int, seed_for: Callable[[int], int], whom: str = "seat") -> list[Policy]:
    """Returns a policy for each seat; a name is made with the seed for its seat.

    Raises:
        TypeError, ValueError: as `one_for_each`.
        UnknownName, PolicyError: as `make_policy`, or one is neither a name nor a function.
    """
    given = one_for_each(policies, "policies", players, whom, "a policy's name or a function `(view, legal)`")
    for policy in given:
        if not (isinstance(policy, str) or callable(policy)):
            raise PolicyError(f"a policy is a name or a function `(view, legal)`, not {policy!r}")
    return [make_policy(policy, seed_for(seat)) if isinstance(policy, str) else policy for seat, policy in enumerate(given)]


def seed_of_seat(seed: int, seat: int) -> int:
    """Returns the seed of a seat's policy in a game with a seed: none is the game's."""
    return (index(seed) << 8) + seat + 1


def play_on(
    state: State,
    policies: Policies,
    random: RandomSource,
    *,
    until_round: int | None = None,
    answers: list[Action | Outcome] | None = None,
    longest: int | None = LONGEST,
) -> int:
    """Plays on from a state with policies, as `state.play_out` does at random; forced choices do not call a policy.

    Example: `sa.policies.play_on(state, sa.policies.sensible_policy(1), random, until_round=state.round + 1)`

    Args:
        state: the state to change.
        policies: a policy for each seat, or one for all, by name (with a seed that `random` draws) or as a function.
        random, until_round, answers, longest: as for `state.play_out`.

    Returns:
        the number of choices that seats made, including forced ones.

    Raises:
        EndlessGame: it was not over after `longest` answers.
        UnknownName: no policy has that name.
        PolicyError: a policy is not callable, or did not return an action.
    """
    seated, choices = each_seat(policies, state.rules.players, lambda seat: int(random.random() * 2**32)), 0
    last, most = bound_of(until_round), bound_of(longest)
    for _ in range(most + 1):
        if not state.stack or state.round >= last:
            return choices
        legal = state.legal()
        choices += bool(legal)
        answer: Action | Outcome = legal[0] if legal else state.sample(random)
        if len(legal) > 1:
            answer = choice_of(seated, state, legal)
        if answers is not None:
            answers.append(answer)
        state.apply(answer)
    raise endless_after(state, most)


def choice_of(policies: Sequence[Policy], state: State, legal: tuple[Action, ...]) -> Action:
    """Returns the choice of the seat that must choose, by its policy; errors name the seat."""
    seat = state.stack[-1][1]
    policy = policies[seat]
    try:
        choice = policy(state.view(seat) if getattr(policy, "needs_view", True) else None, legal)  # type: ignore[arg-type]
    except Exception as error:
        _expect_policy(policy, seat)
        error.add_note(f"raised by the policy of seat {seat}")
        raise
    if not isinstance(choice, Action):
        what = f"returned {choice!r}; it must return a legal action, such as `{legal[0]}`"
        raise PolicyError(f"the policy of seat {seat} {what}{_calling(policy) if callable(choice) else ''}")
    if choice not in legal:
        refused = refusal(state, choice)
        refused.add_note(f"chosen by the policy of seat {seat}")
        raise refused
    return choice


def random_policy(seed: int | None = None) -> Policy:
    """Makes a policy that chooses any legal action, each equally likely, but never undoes its last choice."""
    choose: Any = partial(_choose_any, _source(seed).random)
    choose.needs_view = False
    return cast("Policy", choose)


def _choose_any(draw: Callable[[], float], view: View | None, legal: tuple[Action, ...]) -> Action:
    choice = legal[int(draw() * len(legal))]
    if choice.kind in choice.rules.undoing:
        return _choose_any(draw, view, tuple([action for action in legal if action.kind != choice.kind]))
    return choice


def sensible_policy(seed: int | None = None) -> RankingPolicy:
    """Creates a policy that feeds, grows and buys whatever it can afford, by rules of thumb, and breaks ties at random."""
    from stoneage_rules.policies.heuristic import Sensible

    return Sensible(_source(seed).random)


def starving_policy(seed: int | None = None) -> RankingPolicy:
    """Creates a policy like `sensible` that lets its figures starve on purpose: none hunts, and all of them work elsewhere."""
    from stoneage_rules.policies.heuristic import Starving

    return Starving(_source(seed).random)


def hints(view: View) -> tuple[Ranked, ...]:
    """Returns the three options that `sensible` would take first, each with the reason."""
    return sensible_policy(0).rank(view, view.legal())[:3]


PLAYOUTS = 100
"""The playouts of `thoughtful` for a placement, if nothing else is said: a tenth of a second."""
MOST_PLAYOUTS = 10_000
"""The most, some ten seconds for a placement: a player who resumes a stranger's record waits no longer for one choice."""


def thoughtful_policy(seed: int | None = None, *, playouts: int = PLAYOUTS) -> Policy:
    """Creates a policy that compares placements by playing on to the end of the round, and otherwise answers like `sensible`.

    Args:
        seed: a whole number for its random source; None for a fresh seed.
        playouts: the number of playouts for one placement: more are better and slower.

    >>> import stoneage_rules as sa
    >>> choose = sa.policies.thoughtful_policy(seed=7, playouts=12)
    >>> game = sa.Game(sa.load(players=2), seed=7)
    >>> choose(game.view(0), game.legal()) in game.legal()
    True

    Raises:
        ValueError: the number of playouts is not from 1 to 10,000.
    """
    from stoneage_rules.policies.search import Thoughtful

    if not 1 <= (number := check_number(playouts, "playouts")) <= MOST_PLAYOUTS:
        raise ValueError(f"`playouts` is 1 to {MOST_PLAYOUTS}, not {number}")
    return Thoughtful(_source(seed), number)


def _source(seed: int | None) -> random.Random:
    return random.Random(None if seed is None else index(seed))


POLICIES: Mapping[str, PolicyMaker] = {
    "random": random_policy,
    "sensible": sensible_policy,
    "starving": starving_policy,
    "thoughtful": thoughtful_policy,
}
"""The makers of the library's own policies by name; a record that is continued can name no others."""

# --- versions -----------------------------------------------------------------------------------------------------
# A policy's choices for a seed are the same as long as its version is.

VERSIONS: Mapping[str, str] = {"random": "2", "sensible": "3", "starving": "1", "thoughtful": "3"}
"""The versions of the library's own policies: a change of what one chooses raises its own."""


def version_of(maker: str | PolicyMaker, *, load: bool = False) -> str | None:
    """Returns the version of a policy, or None if it declares none.

    An installed policy has the version of its distribution, a maker its attribute `version`.

    Args:
        maker: its name or its maker.
        load: whether to import a module for it; otherwise modules not yet imported are skipped.

    Raises:
        PolicyError: it cannot be imported.

    >>> import stoneage_rules as sa
    >>> sa.policies.version_of("thoughtful(playouts=40)")
    '3'
    """
    made: Any = maker
    if isinstance(maker, str):
        name = without_options(maker)
        if name in VERSIONS:
            return VERSIONS[name]
        if not is_function(name):
            distributions = [point.dist for point in installed_policies().get(name, ())]
            return next((one.version for one in distributions if one), None)
        module, _, function = name.partition(":")
        made = _imported(name) if load else getattr(sys.modules.get(module), function, None)
    version = getattr(made, "version", None)
    return None if version is None else str(version)


def with_version(seat: Seat) -> Seat:
    """Returns a seat with the version of its policy, which is about to play.

    Raises:
        PolicyError: it has another one than the seat asks for, or cannot be imported.
    """
    version = version_of(seat.policy, load=True)
    if seat.version not in (None, version):
        raise PolicyError(
            f"policy `{seat.policy}` has {f'version {version}' if version else 'no version'}, and version {seat.version} is "
            "asked for; leave the version out to play with any"
        )
    return attrs.evolve(seat, version=version)


def played_by(seat: Seat, policy: str | PolicyMaker, name: str) -> Seat:
    """Returns a seat with another policy under a name, and the version of that one.

    Raises:
        PolicyError: it cannot be imported, or is a policy instead of its maker.
    """
    if not isinstance(policy, str):
        expect_maker(name, policy, {})
    return attrs.evolve(seat, policy=name, version=version_of(policy, load=True))


def name_of(policy: str | PolicyMaker) -> str:
    """Returns the name of a policy that is given by its name or its maker.

    The keywords of a `functools.partial` are its options. A name that ends with `(...)` makes no policy: the maker has settings
    that options cannot say.
    """
    if isinstance(policy, str):
        return policy
    given, options = (), dict[str, Any]()
    if isinstance(policy, partial):
        given, options, policy = policy.args, policy.keywords, policy.func
    name = f"{getattr(policy, '__module__', '')}:{getattr(policy, '__qualname__', type(policy).__name__)}"
    if given or not hasattr(policy, "__qualname__") or not isinstance(getattr(policy, "__self__", None), type | None):
        return name + UNWRITTEN
    if not options:
        return name
    full = f"{name}({', '.join(f'{written_key(key)}={written(value)}' for key, value in options.items())})"
    with suppress(PolicyError, ValueError):  # arrays do not compare as a whole
        if options_of(full) == options:
            return full
    return name + UNWRITTEN


UNWRITTEN = "(...)"
"""Behind the name of a maker: settings that options cannot say."""


def names_of(makers: Sequence[str | PolicyMaker]) -> list[str]:
    """Returns the names of makers; different ones with the same name get numbers.

    Raises:
        PolicyError: one cannot be imported.
    """
    named = [(name, _identity(name, maker)) for name, maker in zip(map(name_of, makers), makers, strict=True)]
    alike: dict[str, list[int]] = {}
    for name, identity in dict.fromkeys(named):
        alike.setdefault(name, []).append(identity)
    return [f"{name} #{alike[name].index(identity) + 1}" if len(alike[name]) > 1 else name for name, identity in named]


def _identity(name: str, maker: Any) -> int:
    """Returns a number that tells a maker from others with the same name."""
    if isinstance(maker, str):
        plain = without_options(name)
        maker = _imported(plain) if is_function(plain) else None
    if isinstance(maker, partial) and not name.endswith(UNWRITTEN):
        maker = maker.func
    # Each look at a method makes another object.
    return id(getattr(maker, "__self__", maker))


PERSON, INSTEAD = "person", "sensible"
"""The policy of people at the terminal, and who plays for them where nobody is asked."""


def players_at(seats: Sequence[Seat], *, allow_code: bool) -> tuple[Seat, ...]:
    """Returns who plays at seats where nobody is asked, with the versions of their policies.

    Raises:
        PolicyError: a policy is a function, which is not allowed, or as `with_version`.
    """
    for seat in seats:
        expect_no_code(seat.policy, allow_code)
    return tuple([with_version(attrs.evolve(seat, policy=INSTEAD) if seat.policy == PERSON else seat) for seat in seats])


# --- making -------------------------------------------------------------------------------------------------------


def policy_names() -> tuple[str, ...]:
    """Returns the names of all policies: the library's own first, then those of installed packages."""
    return tuple(dict.fromkeys((*POLICIES, *installed_policies())))


def make_policy(maker: str | PolicyMaker, seed: int | None = None, *, allow_code: bool = True) -> Policy:
    """Creates a policy by its name: one of the library, one of an installed package, or any as `module:function`.

    Packages register policies by entry points of the group `stoneage.policies`. Both these and `module:function` name a maker,
    which is called with the seed and returns the policy; it is imported only here. Options in brackets, as in
    `thoughtful(playouts=40)`, are passed to the maker by keyword.

    Args:
        maker: the policy's name, or a function that creates it from a seed.
        seed: a whole number for its random source, to make it repeatable; None for a fresh seed.
        allow_code: whether the name can be `module:function`, which imports the module. Pass False for names from strangers, as
            in a table or a record, to allow only the library's and installed policies.

    Raises:
        UnknownName: there is none with that name; the message gives the nearest one and the known ones.
        PolicyError: it cannot be imported, its options are wrong, its maker fails, or it is code that is not allowed.

    >>> import stoneage_rules as sa
    >>> choose = sa.policies.make_policy("sensible", seed=7)
    >>> game = sa.Game(sa.load(players=2), seed=7)
    >>> choose(game.state.view(0), game.legal())
    <Action 'place fields 1'>
    """
    if not isinstance(maker, str):
        return made_by(name_of(maker), maker, seed, {})
    expect_no_code(maker, allow_code)
    plain, options = without_options(maker), options_of(maker)
    if plain in POLICIES:
        return made_by(plain, POLICIES[plain], seed, options) if options else POLICIES[plain](seed)
    if is_function(plain) or plain in installed_policies():
        return make_by_name(plain, None if seed is None else index(seed), options)
    raise UnknownName(unknown("policy", plain, policy_names()))


def make_policies(makers: Sequence[str | PolicyMaker], seed: int | None = None, *, allow_code: bool = True) -> list[Policy]:
    """Creates a policy per seat, like `make_policy`, each with its own random source.

    Raises:
        TypeError: the makers are not a list.
        UnknownName: as `make_policy`.
        PolicyError: as `make_policy`.
    """
    if isinstance(makers, str) or not isinstance(makers, Iterable):
        raise TypeError(f"`makers` is a list with the name or maker of a policy for each seat, not {makers!r}")
    seeds = (None if seed is None else seed_of_seat(seed, seat) for seat in count())
    return [make_policy(maker, own, allow_code=allow_code) for maker, own in zip(makers, seeds, strict=False)]
