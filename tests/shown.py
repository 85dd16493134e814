"""Lines that tests record for people, printed when all is run: output of parallel processes would be lost."""

from __future__ import annotations

SHOWN = "shown at the end"
"""The name under which a test records such a line with `record_property`; the `conftest` beside this file prints it."""
