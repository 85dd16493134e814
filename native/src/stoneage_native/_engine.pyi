from array import array
from typing import Any

SEATS: int
MOST_AMOUNT: int
MOST_GIFTS: int
FRAME_NAMES: tuple[str, ...]
VERB_NAMES: tuple[str, ...]
ACTION_NAMES: tuple[str, ...]
WORD_NAMES: tuple[str, ...]
SECTION_NAMES: tuple[str, ...]

def tables(block: array[int]) -> object: ...
def play_out(
    tables: object, state: array[int], generator: array[int], until_round: int, longest: int
) -> tuple[int, int, int, bytes] | None: ...
def roll_out(tables: object, state: array[int], seeds: array[int], until_round: int, longest: int, rows: array[int]) -> bool: ...
def legal(tables: object, state: array[int]) -> list[int] | None: ...
def __getattr__(name: str) -> Any: ...
