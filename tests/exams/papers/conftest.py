"""Alice examines, Adam administers, both for one body; Charlie does both for another; Dora is a candidate."""

from __future__ import annotations

import datetime as dt

import pytest

from accounts.models import Role, User
from laws import keys
from laws.models import Code, Edition, Law, Provision
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


@pytest.fixture
def on_shelf(db: None) -> None:
    """Two editions with a law each: enough to choose between them."""
    for slug, title in (
        ("duplicate-2017", "Laws of Duplicate Bridge 2017"),
        ("rubber-2014", "Laws of Rubber Bridge 2014"),
    ):
        name, _dash, year = slug.partition("-")
        code = Code.objects.create(slug=name, title=title)
        edition = Edition.objects.create(
            code=code, slug=slug, title=title, year=int(year), in_force=dt.date(int(year), 1, 1)
        )
        part = edition.parts.create(order=1, title="The auction")
        Law.objects.create(edition=edition, part=part, number="27", order=27)


@pytest.fixture
def law_27(on_shelf: None) -> None:
    """Law 27 with a few of its provisions, to be named."""
    law = Law.objects.get(edition__slug="duplicate-2017")
    for key in ("27", "27A", "27B1"):
        place = keys.parse(key)
        Provision.objects.create(edition=law.edition, law=law, key=key, order=place.order)
