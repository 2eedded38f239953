"""Alice examines, Adam administers, both for one body; Charlie does both for another; Dora is a candidate."""

from __future__ import annotations

import pytest

from accounts.models import Role, User
from tests import factories


@pytest.fixture
def alice(db: None) -> User:
    return factories.person("Alice", Role.EXAMINER)


@pytest.fixture
def adam(db: None) -> User:
    return factories.person("Adam", Role.ADMINISTRATOR)


@pytest.fixture
def charlie(db: None) -> User:
    there = factories.body("Northern Rivers Bridge")
    return factories.person("Charlie", Role.EXAMINER, Role.ADMINISTRATOR, at=there)


@pytest.fixture
def dora(db: None) -> User:
    return factories.person("Dora", Role.CANDIDATE)
