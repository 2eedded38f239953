"""What is open to everybody answers as the schema promises; the exam house has a test of its own."""

from __future__ import annotations

from typing import Any

from tests import promises
from tests.laws.conftest import Digest


def test_answers_are_as_promised(small_shelf: Digest, settings: Any) -> None:
    """A table record takes the maker of requests a second; test_hostile.py sends many of its own making."""
    settings.API_RATES = {"anon": "100000/min", "user": "100000/min"}
    promises.are_kept("^/api/v1/(laws|rulings)/", requests=8, dear={"Record": 2, "Interview": 4, "Contrast": 2})
