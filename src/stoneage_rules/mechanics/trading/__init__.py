"""Trading in the middle of a purchase: give goods, get goods, pay with them.

Content is in `exchange`, what can be given, got and paid in `trade_options`, the law in `trade_checks`, the decisions in
`trade_frames`.
"""

from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.language.naming import LogNames
from stoneage_rules.mechanics.trading.exchange import ExchangeRecord
from stoneage_rules.mechanics.trading.trade_frames import GetGoods, GiveGoods, PayTraded

__all__ = ["MECHANISM"]


def _traded(names: LogNames, seat: int, given: str, got: str) -> str:
    return f"{names.who(seat)} trades: gives {given.partition(' ')[2]}, gets {got.partition(' ')[2]}"


MECHANISM = Mechanism(
    "trading",
    records=(ExchangeRecord,),
    frames=(GetGoods, GiveGoods, PayTraded),
    features=("exchanges",),
    sentences={"exchange": _traded},
)
