"""Reads what a server writes: JSON becomes views, events, reasons and score sheets again, with their types."""

from __future__ import annotations

import json
from collections.abc import Iterable

import stoneage_rules as sa


class Client:
    """A player who loads no rules: it knows what it is told, and gathers food and wood."""

    def __init__(self) -> None:
        self.view: sa.ViewData | None = None
        self.events: list[sa.Event] = []
        self.refused: list[sa.Reason] = []
        self.sheets: list[sa.ScoreSheet] = []
        self.legal: list[str] = []

    def read(self, lines: Iterable[str]) -> None:
        """Takes in what the server has written; `ValueError` if it is no such data."""
        for line in lines:
            told = json.loads(line)
            if "event" in told:
                self.events.append(sa.Event.from_dict(told["event"]))
            elif "refused" in told:
                self.refused = [sa.Reason.from_dict(reason) for reason in told["refused"]]
            elif "sheets" in told:
                self.sheets = [sa.ScoreSheet.from_dict(sheet) for sheet in told["sheets"]]
            else:
                self.view, self.legal = sa.ViewData.from_dict(told["view"]), told["legal"]

    def choose(self) -> str:
        """Returns the answer: to hunt while food is short, else the last option but declining."""
        assert self.view is not None
        own = self.view.seats[self.view.viewer]
        hungry = own.goods["food"] < own.figures
        wanted = [text for text in self.legal if hungry and text.startswith("place hunt")]
        return (wanted or [text for text in self.legal if text != "decline"] or self.legal)[-1]
