"""Intervals: known numbers always, and with the extra `study` (scipy) those of another implementation, to nine digits."""

from __future__ import annotations

import random
from math import isclose

import pytest

from stoneage_rules.many import (
    Interval,
    corrected,
    games_to_see,
    mean,
    mean_difference,
    mean_effect,
    paired_difference,
    share_difference,
    share_effect,
    wilson,
)

NINE = {"rel": 1e-9, "abs": 1e-9}


def samples(seed: int) -> tuple[list[float], list[float]]:
    chance = random.Random(seed)
    sizes = [2 + int(chance.random() ** 3 * 200) for _ in range(2)]
    return tuple([chance.random() * 10 * (1 + side) for _ in range(size)] for side, size in enumerate(sizes))  # type: ignore[return-value]


def test_known_numbers():
    assert wilson(30, 100) == Interval(0.3, pytest.approx(0.21894885, 1e-7), pytest.approx(0.39584855, 1e-7))
    assert (wilson(0, 5).low, wilson(5, 5).high) == (0, 1)
    # Newcombe 1998, method 10: 56/70 less 48/80.
    found = share_difference(wilson(48, 80), wilson(56, 70))
    assert [round(part, 4) for part in (found.value, found.low, found.high)] == [0.2, 0.0524, 0.3339]
    # Student's quantile of three degrees of freedom is 3.182446.
    assert mean([1, 2, 3, 4]).high == pytest.approx(2.5 + 3.182446305 * (5 / 3 / 4) ** 0.5, 1e-9)
    assert share_effect(0.5, 0.5) == 0
    assert share_effect(0.25, 0.5) == pytest.approx(0.5235987756)
    assert mean_effect([1, 2, 3], [2, 3, 4]) == pytest.approx(0.8)
    assert mean_effect([1, 1], [1, 1]) == 0
    # Cohen's table: 64 in each of two groups for half a standard deviation, 63 by the normal distribution.
    assert games_to_see(0.5, 1) == 63


def test_what_cannot_differ_does_not():
    assert mean_difference([3, 3], [3, 3]) == (Interval(0, 0, 0), 1.0)
    assert mean_difference([3, 3], [4, 4]) == (Interval(1, 1, 1), 0.0)
    assert 0 in Interval(1, -1, 3)
    assert 4 not in Interval(1, -1, 3)


@pytest.mark.parametrize("pairs", [2, 3, 9])
def test_a_few_pairs_do_not_exclude_chance(pairs):
    """However equal their differences are: three games that all differ in one direction occur once in four by luck."""
    for other in ([8.5] * pairs, [8.5] * (pairs - 1) + [8.5001]):
        found, chance = paired_difference([0.0] * pairs, other)
        assert found.value == pytest.approx(8.5, rel=1e-4)
        assert chance == 2.0 ** (1 - pairs)
        assert min(corrected([chance] * 13)) > 0.05, "no mark among the rows of a comparison"
    assert paired_difference([1.0] * pairs, [1.0] * pairs)[1] == 1


def test_many_pairs_with_one_difference_exclude_chance():
    assert 0 < max(corrected([paired_difference([0.0] * 60, [1.0] * 60)[1]] * 40)) < 1e-15


@pytest.mark.parametrize("seed", range(40))
def test_they_equal_those_of_scipy(seed):
    stats = pytest.importorskip("scipy.stats")
    one, other = samples(seed)
    trials = len(one)
    won = int(one[0] / 10 * trials)
    low, high = stats.binomtest(won, trials).proportion_ci(0.95, method="wilson")
    share = wilson(won, trials)
    assert (share.low, share.high) == (pytest.approx(low, **NINE), pytest.approx(high, **NINE))
    found = mean(one)
    ends = stats.t.interval(0.95, trials - 1, loc=found.value, scale=stats.sem(one))
    assert (found.low, found.high) == pytest.approx(ends, **NINE)
    difference, chance = mean_difference(one, other)
    test = stats.ttest_ind(other, one, equal_var=False)
    assert isclose(chance, test.pvalue, rel_tol=1e-9, abs_tol=1e-12)
    assert (difference.low, difference.high) == pytest.approx(tuple(test.confidence_interval(0.95)), **NINE)
