"""Alice and Bob examine for one body, Charlie for another; Dora is a candidate."""

from __future__ import annotations

import pytest

from accounts.models import Role, User
from tests import factories


@pytest.fixture
def alice(db: None) -> User:
    return factories.person("Alice", Role.EXAMINER)


@pytest.fixture
def bob(db: None) -> User:
    return factories.person("Bob", Role.EXAMINER)


@pytest.fixture
def charlie(db: None) -> User:
    return factories.person("Charlie", Role.EXAMINER, at=factories.body("Northern Rivers Bridge"))


@pytest.fixture
def dora(db: None) -> User:
    return factories.person("Dora", Role.CANDIDATE)
