"""What a file of any format brings, a row an item."""

from __future__ import annotations

from dataclasses import dataclass

from exams.bank.interchange.item import Item


@dataclass(frozen=True)
class Found:
    """What stands in one place of a file: an item, or the fault for which there is none."""

    file: str
    title: str
    item: Item | None = None
    fault: str = ""
