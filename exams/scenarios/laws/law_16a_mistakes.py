"""Wrong answers about Law 16A, by where the information comes from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LAW: Final[Mapping[str, str]] = {
    "legal": "16A1(a)",
    "withdrawn": "16A1(b)",
    "law or regulation": "16A1(c)",
    "procedures": "16A1(c)",
    "before the hand": "16A1(d)",
    "own estimate": "16A2",
    "tournament regulations": "16A2",
    "coloured": "16A1(a)",
    "precluded": "16A1(d)",
    "opponents' traits": "16A2",
    "standings": "16A2",
    "aid to memory": "40B2(d)",
    "by partner": "16B1",
    "accident": "16D1",
}
