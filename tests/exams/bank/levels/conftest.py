"""Cora answers for the exams of our body; a path of club level to move."""

from __future__ import annotations

import pytest

from accounts.models import Role, User
from tests import factories

CLUB_PATH = "27/out_of_rotation=no/lho_called=yes"
CONGRESS_PATH = "23/similar=yes"


@pytest.fixture
def cora(db: None) -> User:
    return factories.person("Cora", Role.EXAMINER, Role.ADMINISTRATOR)


@pytest.fixture
def charlie(db: None) -> User:
    there = factories.body("Northern Rivers Bridge")
    return factories.person("Charlie", Role.EXAMINER, Role.ADMINISTRATOR, at=there)


@pytest.fixture
def adam(db: None) -> User:
    return factories.person("Adam", Role.ADMINISTRATOR)
