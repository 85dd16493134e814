"""Trading in the middle of a purchase: give goods, get goods, pay with them.

Content is in `exchange`, what can be given, got and paid in `trade_options`, the law in `trade_checks`, the decisions in
`trade_frames`.
"""

from stoneage_rules.language.events import GOODS_FIELD, EventKind
from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.mechanics.trading.exchange import ExchangeRecord
from stoneage_rules.mechanics.trading.trade_frames import GetGoods, GiveGoods, PayTraded

__all__ = ["MECHANISM"]


MECHANISM = Mechanism(
    "trading",
    after=("goods",),
    records=(ExchangeRecord,),
    frames=(GetGoods, GiveGoods, PayTraded),
    features=("exchanges",),
    events=(
        EventKind(
            "exchange",
            "a seat trades goods with the supply",
            {"given": GOODS_FIELD.called("what it gives"), "got": GOODS_FIELD.called("what it gets")},
            "{seat} gives {given} for {got}",
        ),
    ),
)
