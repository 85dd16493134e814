"""Puts the commands together, and turns every error into a message and an exit code.

A command is imported when it is called.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError

from stoneage_rules._version import __version__
from stoneage_rules.cli.screen import CLOSED, ERROR, EXIT_CODES, FINDINGS, OK, UsageError, make_console, screen
from stoneage_rules.errors import ContentError, EndlessGame, StoneAgeError, UnknownName

APP_HELP = """The board game Stone Age as rules: play it, replay and simulate games, look up every rule and number.

`stoneage play` shows a game, and with `--seat person` you sit down yourself.
"""
EPILOGUE = f"""Exit codes of every command:

{chr(10).join(f"- {code}: {meaning}" for code, meaning in EXIT_CODES.items())}

Output is plain where it does not go to a terminal, and where NO_COLOR is set.
"""


COMMANDS = {
    "games:play": "Play a game.",
    "games:replay": "Play a record again, and say whether it is a game.",
    "studies:simulate": "Play many games by policies, and count.",
    "studies:study": "Play many games by policies, and write all that happened as tables, one for each kind of event.",
    "studies:items": "Say how often the cards and buildings of a study were offered and bought, and how often buyers won.",
    "studies:compare": "Play many games of two tables, and say what differs, with intervals and effect sizes.",
    "test:coverage": "Play many games, and list the rules and cards that come up, by player count, and those that never do.",
    "show:show": "Show the rules: every card, place, limit, phase and statement as it is at a table.",
    "show:rules": "Show the statements of the rules: the sentence, its source, what carries it out, changes it and proves it.",
    "check:check": "Check a pack or a table: read, check and compile everything as for a game.",
    "explain_code:explain": "Explain the code of an error that was found in a pack or table.",
    "export_web:export_web": "Write a page to play the installed modules in the browser, without a server.",
    "serve:serve": "Serve a table in the browser to people at several devices.",
    "modules:modules": "List the installed modules, with their options; with a table, which of them it enables.",
    "show:why": "Say who set a value: which pack, in which file and line, over what, and why.",
    "show:diff": "List everything that a table's settings, modules and packs change of the base game, or of another table.",
    "test:new": "Make a new pack, one house rule with its tests, to be made your own; or a package, a plugin, or a table file.",
    "test:schema": "Write the JSON Schemas of packs, their tests and tables, for editors that read TOML.",
    "test:test": "Put a pack to every check: does it load, does each edit do something, can it be played, do its own tests pass.",
}
"""The place of each command, and the first sentence of its docstring, so that commands are listed without being imported."""


def make_app(tokens: Sequence[str] = ()) -> App:
    """Makes the application; commands that are named by the tokens have the whole of their help."""
    app = App(
        name="stoneage",
        help=APP_HELP,
        help_epilogue=EPILOGUE,
        help_format="markdown",
        help_formatter="default" if screen.is_coloured else "plain",
        version=__version__,
    )
    app.register_install_completion_command(help="Have the shell complete commands and options: bash, zsh or fish.")
    for place, summary in COMMANDS.items():
        name = place.partition(":")[2].replace("_", "-")
        app.command(f"stoneage_rules.cli.{place}", name=name, help=None if name in tokens else summary)
    return app


def run(tokens: Sequence[str]) -> int:
    """Runs the command; returns the exit code."""
    try:
        command, bound, _ = make_app(tokens).parse_args(tokens, print_error=False, exit_on_error=False)
        if "console" in bound.arguments:
            # Help or the version, which cyclopts prints.
            bound.arguments["console"] = make_console()
        return command(*bound.args, **bound.kwargs) or OK
    except (CycloptsError, UsageError, UnknownName) as error:
        screen.problem(f"{error}")
        screen.problem("`stoneage --help` lists the commands, `stoneage COMMAND --help` explains one.")
    except ContentError as error:
        _print_content_error(error)
    except EndlessGame as error:
        screen.problem(str(error))
        return FINDINGS
    except StoneAgeError as error:
        screen.problem(str(error))
    except OSError as error:
        _print_os_error(error)
        return CLOSED if isinstance(error, BrokenPipeError) and error.filename is None else ERROR
    return ERROR


def _print_os_error(error: OSError) -> None:
    """Prints the error of a file that cannot be read or written; the output itself has no name."""
    if error.filename is None:
        # Python would complain once more when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if not isinstance(error, BrokenPipeError):  # else the reader of the output has gone
        screen.problem(f"{error.filename or 'the output'}: {error.strerror or error}")


def _print_content_error(error: ContentError) -> None:
    """Prints the diagnostics, and that nothing was loaded."""
    screen.diagnostics(error.diagnostics, error.sources, stderr=True)
    screen.problem(str(error).rpartition("\n")[2])
