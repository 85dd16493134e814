"""Intervals for shares, means and differences, and what it takes to see a difference: without a library of statistics."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import asin, exp, lgamma, log, log1p, sqrt
from statistics import NormalDist, covariance, fmean, variance

import attrs

from stoneage_rules.language.fields import PublicValue

LEVEL = 0.95
"""The share of intervals that contain the true value."""
POWER = 0.8
"""The chance to see a difference, in `games_to_see`."""

_NORMAL = NormalDist()


@attrs.frozen
class Interval(PublicValue):
    """An estimate, with the interval that contains the true value in 95 of 100 studies."""

    value: float
    """The estimate."""
    low: float
    """The lower end."""
    high: float
    """The upper end."""

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    def _repr_html_(self) -> str:
        """Returns the estimate with its ends, for notebooks."""
        return f"{self.value:.2f} ({self.low:.2f} to {self.high:.2f})"


# --- shares -------------------------------------------------------------------------------------------------------


def wilson(successes: float, trials: int) -> Interval:
    """Returns the Wilson interval for a share; successes may be fractional, as with a shared victory.

    >>> from stoneage_rules.many import wilson
    >>> share = wilson(30, 100)
    >>> share.value, round(share.low, 4), round(share.high, 4)
    (0.3, 0.2189, 0.3958)
    """
    z = _NORMAL.inv_cdf((1 + LEVEL) / 2)
    share, scale = successes / trials, 1 + z * z / trials
    middle = (share + z * z / (2 * trials)) / scale
    half = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / scale
    return Interval(share, middle - half if successes else 0.0, middle + half if successes < trials else 1.0)


def share_difference(one: Interval, other: Interval, correlation: float = 0.0) -> Interval:
    """Returns the difference of two shares, the other less the one, with Newcombe's interval, made of Wilson's.

    With a correlation, the shares are of pairs of games.
    """
    value = other.value - one.value
    ends = (other.value - other.low, one.high - one.value), (other.high - other.value, one.value - one.low)
    down, up = (sqrt((a - b) ** 2 + 2 * (1 - correlation) * a * b) for a, b in ends)
    return Interval(value, value - down, value + up)


def share_effect(one: float, other: float) -> float:
    """Returns Cohen's h, the effect size of two shares: 0.2 is small, 0.5 medium, 0.8 large."""
    return 2 * asin(sqrt(other)) - 2 * asin(sqrt(one))


# --- means --------------------------------------------------------------------------------------------------------


def mean(values: Sequence[float]) -> Interval:
    """Returns a mean with Student's interval, of two values at least."""
    return _around(fmean(values), sqrt(variance(values) / len(values)), len(values) - 1)


def mean_difference(one: Sequence[float], other: Sequence[float]) -> tuple[Interval, float]:
    """Returns the difference of two means, the other minus the one, with Welch's interval, and the p-value of Welch's test.

    Each sample needs at least two values.
    """
    value = fmean(other) - fmean(one)
    parts = [variance(values) / len(values) for values in (one, other)]
    error = sqrt(sum(parts))
    if not error:
        return Interval(value, value, value), float(not value)
    freedom = error**4 / sum(part * part / (len(values) - 1) for part, values in zip(parts, (one, other), strict=True))
    return _around(value, error, freedom), student_tails(value / error, freedom)


def paired_difference(one: Sequence[float], other: Sequence[float]) -> tuple[Interval, float]:
    """Returns the mean difference of pairs, the other minus the one, with Student's interval, and the p-value of his test.

    The p-value is at least that of the exact sign test for pairs that all differ in one direction: a few pairs with equal
    differences have no variance, from which Student's test would conclude that chance is impossible.
    """
    apart = [b - a for a, b in zip(one, other, strict=True)]
    error = sqrt(variance(apart) / len(apart))
    found = mean(apart)
    chance = student_tails(found.value / error, len(apart) - 1) if error else float(not found.value)
    return found, max(chance, 2.0 ** (1 - len(apart)))


def correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Returns the correlation of pairs; 0 where one side never varies."""
    both = sqrt(variance(one) * variance(other))
    return min(1.0, covariance(one, other) / both) if both else 0.0


def corrected(chances: Sequence[float]) -> list[float]:
    """Returns p-values for a number of questions at once, by Holm: below 0.05, an answer is wrong in 5 of 100 such lists."""
    found, least = [0.0] * len(chances), 0.0
    for rank, at in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        found[at] = least = max(least, min(1.0, chances[at] * (len(chances) - rank)))
    return found


def mean_effect(one: Sequence[float], other: Sequence[float]) -> float:
    """Returns Hedges' g, the effect size of two means, in standard deviations: 0.2 is small, 0.5 medium, 0.8 large."""
    freedom = len(one) + len(other) - 2
    spread = pooled(one, other)
    return (fmean(other) - fmean(one)) / spread * (1 - 3 / (4 * freedom - 1)) if spread else 0.0


def pooled(one: Sequence[float], other: Sequence[float]) -> float:
    """Returns the standard deviation within two samples, each of two values at least."""
    freedom = len(one) + len(other) - 2
    return sqrt(((len(one) - 1) * variance(one) + (len(other) - 1) * variance(other)) / freedom)


def games_to_see(difference: float, spread: float) -> int:
    """Returns the number of games at each of two tables needed to see a difference of means four times out of five."""
    factor = _NORMAL.inv_cdf((1 + LEVEL) / 2) + _NORMAL.inv_cdf(POWER)
    return max(2, -int(-2 * (factor * spread / difference) ** 2 // 1))


def _around(value: float, error: float, freedom: float) -> Interval:
    half = error * student_quantile((1 + LEVEL) / 2, freedom)
    return Interval(value, value - half, value + half)


# --- Student's distribution ---------------------------------------------------------------------------------------


def student_tails(t: float, freedom: float) -> float:
    """Returns the probability of a value as far from 0 as `t`, on either side, by Student's distribution."""
    return _beta_part(freedom / (freedom + t * t), freedom / 2, 0.5)


def student_quantile(probability: float, freedom: float) -> float:
    """Returns the value, 0 or more, below which Student's distribution has a probability of at least a half."""
    tails = 2 * (1 - probability)
    high = 1.0
    while student_tails(high, freedom) > tails:
        high *= 2
    return _root(lambda t: student_tails(t, freedom) - tails, 0.0, high)


def _root(falling: Callable[[float], float], low: float, high: float) -> float:
    """Halves an interval until no number is between its ends."""
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if falling(middle) > 0 else (low, middle)
    return middle


def _beta_part(x: float, a: float, b: float) -> float:
    """Returns the regularized incomplete beta function."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta_part(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    return front / a * _fraction(x, a, b)


def _fraction(x: float, a: float, b: float) -> float:
    """Returns the continued fraction of the incomplete beta function, by the method of Lentz."""
    tiny = 1e-300
    c, d = 1.0, 1 / ((1 - (a + b) * x / (a + 1)) or tiny)
    value = d
    for m in range(1, 1_000):
        for step in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / ((1 + step * d) or tiny)
            c = (1 + step / c) or tiny
            value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return value
