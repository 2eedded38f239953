"""Questions of every procedure, made once: tests only read them."""

from __future__ import annotations

from typing import Any

import pytest

from exams.scenarios import PROCEDURES, generate

COUNT = 20
SEEDS = (7, 2017)

Question = dict[str, Any]


@pytest.fixture(scope="package")
def questions() -> list[Question]:
    """Two batches of each procedure, each long enough to go through every theme."""
    return [made for seed in SEEDS for number in PROCEDURES for made in generate(number, count=COUNT, seed=seed)]
