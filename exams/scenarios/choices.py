"""An option before it has a letter, and what options are made of."""

from __future__ import annotations

from dataclasses import dataclass

from laws.rulings.effects import Effect
from laws.rulings.ruling import Ruling


@dataclass(frozen=True)
class Choice:
    """One option: its text, and why it is wrong (nothing for the key)."""

    text: str
    why: str = ""


@dataclass(frozen=True)
class Statement:
    """One decision of a ruling as a sentence, with the provision it rests on.

    citable: that provision says it, so that a director can be asked for its number; some decisions only follow from it.
    """

    text: str
    provision: str
    effect: Effect
    citable: bool = True


@dataclass(frozen=True)
class Neighbour:
    """The ruling on the same table with an answer or two the other way; `why` says when it would be right."""

    ruling: Ruling
    why: str
