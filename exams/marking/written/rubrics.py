"""The rubric of a written question, and what points on it are worth in marks of the paper."""

from __future__ import annotations

import decimal
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from exams.bank.kinds.base import Content
from exams.bank.kinds.written import PARTS
from exams.marking.marks import hundredths, plain

STEP = decimal.Decimal("0.5")
"""Points are given in halves: a fact that is said but not established, a law named without its paragraph."""


@dataclass(frozen=True)
class Row:
    """What a full answer says at one place, and the most points it earns."""

    id: str
    part: str | Promise
    text: str
    provision: str
    most: int

    @property
    def steps(self) -> list[decimal.Decimal]:
        """The points that may be given, zero included."""
        return [STEP * number for number in range(2 * self.most + 1)]


def rows(content: Content) -> list[Row]:
    """The rubric in its order."""
    return [
        Row(item["id"], PARTS[item["part"]], item["text"], item["provision"], item["marks"])
        for item in content.get("rubric", [])
    ]


def scaled(content: Content, points: Mapping[str, Any], marks: int) -> decimal.Decimal:
    """The points as marks of the paper, to the hundredth: all points of the rubric are all marks of the question.

    points: by the id of the rubric's item; an item that is left out earned nothing.
    """
    rubric = rows(content)
    given = sum((decimal.Decimal(str(points.get(row.id, 0))) for row in rubric), start=decimal.Decimal(0))
    return hundredths(given * marks / sum(row.most for row in rubric))


def kept(content: Content, points: Mapping[str, Any]) -> dict[str, int | float]:
    """Points without fault as they are stored, in the order of the rubric."""
    return {row.id: plain(decimal.Decimal(str(points[row.id]))) for row in rows(content)}


def fault(content: Content, points: Mapping[str, Any]) -> str:
    """The id of the first item whose points are missing, too many or not in halves; empty when all is well."""
    for row in rows(content):
        if row.id not in points or decimal.Decimal(str(points[row.id])) not in row.steps:
            return row.id
    return ""
