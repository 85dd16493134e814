"""The commands put together, and every error turned into a message and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.metadata import version

from cyclopts import App, CycloptsError

from stoneage_rules.cli.check import check
from stoneage_rules.cli.explain import explain
from stoneage_rules.cli.modules import modules
from stoneage_rules.cli.new import new
from stoneage_rules.cli.origins import diff, why
from stoneage_rules.cli.play import play
from stoneage_rules.cli.replay import replay
from stoneage_rules.cli.schema import schema
from stoneage_rules.cli.screen import UsageError, make_console, screen
from stoneage_rules.cli.show import show
from stoneage_rules.cli.simulate import simulate
from stoneage_rules.cli.test import test
from stoneage_rules.errors import ContentError, StoneAgeError

__all__ = ["make_app", "run"]

HELP = """The board game Stone Age as rules: play it, replay and simulate games, look up every rule and number.

Exit codes:

- 0: all is well
- 1: something was refused or found to be wrong, or you interrupted
- 2: the command line makes no sense

Output is plain where it does not go to a terminal, and where NO_COLOR is set.
"""


def make_app() -> App:
    """The command with all its commands."""
    app = App(
        name="stoneage",
        help=HELP,
        help_format="markdown",
        help_formatter="default" if screen.is_coloured else "plain",
        version=version("stoneage-rules"),
        console=make_console(),
    )
    for command in (play, replay, simulate, show, check, explain, modules, why, diff, new, test, schema):
        app.command(command)
    return app


def run(tokens: Sequence[str]) -> int:
    """Runs the command; returns the exit code."""
    try:
        command, bound, _ = make_app().parse_args(tokens, print_error=False, exit_on_error=False)
        return command(*bound.args, **bound.kwargs) or 0
    except (CycloptsError, UsageError) as error:
        screen.problem(f"{error}")
        screen.problem("`stoneage --help` lists the commands, `stoneage COMMAND --help` explains one.")
        return 2
    except ContentError as error:
        _tell(error)
    except StoneAgeError as error:
        screen.problem(str(error))
    except BrokenPipeError:
        # Whoever read the output has gone; Python would complain once more when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        screen.problem(f"{error.filename or 'a file'}: {error.strerror or error}")
    return 1


def _tell(error: ContentError) -> None:
    """The findings, and that nothing was loaded."""
    screen.findings(error.diagnostics, error.sources, stderr=True)
    screen.problem(str(error).rpartition("\n")[2])
