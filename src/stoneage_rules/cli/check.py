"""The command `check`: loads a table, and says what was checked or everything that is wrong."""

from __future__ import annotations

from stoneage_rules.cli.screen import screen
from stoneage_rules.cli.settings import Modules, Players, Setting, TableFile, open_table
from stoneage_rules.cli.show import confidence

__all__ = ["check"]


def check(table: TableFile = None, /, *, players: Players = None, module: Modules = None) -> int:
    """Check a table with its modules and packs.

    Everything is read, checked and compiled as for a game. Either you see what was there, with all values that had
    to be reconstructed, or every error with its file and line; the exit code is then 1.
    """
    setting = open_table(table, players, module)
    name = str(table) if table is not None else "the base game"
    screen.say(f"{name}: no errors", style="bold green")
    for line in _found(setting):
        screen.say(f"  {line}")
    return 0


def _found(setting: Setting) -> list[str]:
    rules = setting.rules
    content = rules.content
    seats = ", ".join(f"{seat.name or number} ({seat.policy})" for number, seat in enumerate(setting.seats))
    lines = [f"{rules.players} players: {seats}"]
    for pack in content.packs:
        info = pack.manifest.pack
        records = sum(entry.pack == pack.id for entry in content)
        lines.append(f"pack {pack.id} {info.version}: {info.name}; {records} records in {len(pack.files.content)} files")
    lines.append(
        f"{len(rules.items)} items of {len(rules.kinds)} kinds, {len(rules.places)} places, {len(rules.phases)} phases, "
        f"{len(rules.sentences)} statements, {len(rules.actions)} actions"
    )
    doubtful = [f"{entry.address}: {confidence(entry)}" for entry in content if entry.reconstructed]
    lines.append(f"{len(doubtful)} records with reconstructed values" + ":" * bool(doubtful))
    lines += [f"  {line}" for line in doubtful]
    lines.append(f"rules {rules.digest}")
    return lines
