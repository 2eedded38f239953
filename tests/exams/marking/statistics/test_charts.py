"""Drawings as shapes."""

from __future__ import annotations

from typing import Any

from exams.marking.statistics.charts import scatter


def row(number: int, facility: float, discrimination: float | None, *reasons: str) -> dict[str, Any]:
    told = {"facility": facility, "discrimination": discrimination, "reasons": list(reasons)}
    return {"number": number, "id": f"item-{number}", **told}


def test_points_at_one_place_share_a_label_that_stands_once() -> None:
    rows = [row(14, 0.5, 0.3), row(8, 0.5, 0.3, "weak"), row(4, 0.5, 0.3, "weak"), row(2, 0.6, 0.3), row(3, 0.5, None)]
    points = {point.number: point for point in scatter(rows, 0.2, 0.95).points}
    assert {number: point.label for number, point in points.items()} == {
        2: "2",
        4: "4, 8, 14",
        8: "4, 8, 14",
        14: "4, 8, 14",
    }
    assert [number for number, point in points.items() if point.marked] == [4, 8]
    assert [number for number, point in points.items() if point.named] == [8]
