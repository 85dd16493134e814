"""Python in a separate process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def python(*words: object, folder: Path | None = None, code: int = 0, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs Python with these words, and variables of the environment; it must end with the code."""
    command, env = [sys.executable, *map(str, words)], os.environ | environment
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, encoding="utf-8", errors="replace", check=False)
    assert done.returncode == code, done.stdout[-4000:] + done.stderr[-4000:]
    return done
