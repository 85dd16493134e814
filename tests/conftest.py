"""What all tests share: how hard Hypothesis tries, chosen by `HYPOTHESIS_PROFILE`."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

SLOW_START = [HealthCheck.too_slow, HealthCheck.data_too_large]
"""Loading rules and playing to a position are part of an example, so neither is a fault of a strategy."""

settings.register_profile(
    "quick", max_examples=25, stateful_step_count=25, deadline=None, derandomize=True, suppress_health_check=SLOW_START
)
settings.register_profile(
    "long", max_examples=1500, stateful_step_count=60, deadline=None, print_blob=True, suppress_health_check=SLOW_START
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
