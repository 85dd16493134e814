"""The policy `sensible` of any commit, on today's engine: `older:make(commit="6ad798b5")` for `arena.py`.

It takes the policy's files out of Git and lets them import each other, and everything else from the library as it is now.
"""

from __future__ import annotations

import random
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp
from types import ModuleType

from stoneage_rules.policies import Policy

POLICIES = "stoneage_rules.policies"
ROOT = Path(__file__).parents[1]


@lru_cache
def module(commit: str, name: str) -> ModuleType:
    """Returns a module of the policies as it was at a commit."""
    path = f"{commit}:src/{POLICIES.replace('.', '/')}/{name}.py"
    source = subprocess.run(["git", "show", path], capture_output=True, check=True, text=True, cwd=ROOT).stdout
    made = sys.modules[f"{name}_at_{commit}"] = ModuleType(f"{name}_at_{commit}")
    table = subprocess.run(["git", "show", f"{path.removesuffix('.py')}.toml"], capture_output=True, text=True, cwd=ROOT)
    if not table.returncode:
        made.__file__ = str(Path(mkdtemp()) / f"{name}.py")
        Path(made.__file__).with_suffix(".toml").write_text(table.stdout, "utf-8")
    exec(compile(source.replace(f"{POLICIES}.valuation", f"valuation_at_{commit}"), path, "exec"), vars(made))
    return made


def make(seed: int | None = None, commit: str = "6ad798b5") -> Policy:
    """Returns the policy with a seed for ties."""
    module(commit, "valuation")
    policy: Policy = module(commit, "heuristic").Sensible(random.Random(seed).random)
    return policy
