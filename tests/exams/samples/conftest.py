"""A level that asks for a paper, and a sample of that paper."""

from __future__ import annotations

import pytest

from accounts.accreditation.models import Level
from accounts.models import Body, Role, User
from exams.papers.models import Blueprint
from exams.samples import choices
from exams.samples.models import Drawing
from tests import factories
from tests.asking import ask_paper


@pytest.fixture
def body() -> Body:
    """The body."""
    return factories.body()


@pytest.fixture
def erin(body: Body) -> User:
    """An examiner."""
    return factories.person("Erin", Role.EXAMINER)


@pytest.fixture
def blueprint(body: Body) -> Blueprint:
    """Three questions of any kind, one law to be cited, and one written ruling."""
    made = factories.blueprint(
        code="club-auction",
        title="Club paper",
        minutes=45,
        pass_mark=60,
        floors={"insufficient-bid": 50},
        quotas={"insufficient-bid": 3},
    )
    topic = factories.topic()
    made.quotas.create(topic=topic, level="club", kind="cite_law", count=1)
    made.quotas.create(topic=topic, level="club", kind="written", count=1)
    return made


@pytest.fixture
def level(body: Body, blueprint: Blueprint) -> Level:
    """A level that asks for it."""
    made = Level.objects.create(body=body, code="club", name="Club Director", order=1, validity_months=36)
    ask_paper(made, blueprint.code, "Pass the paper")
    return made


@pytest.fixture
def drawing(level: Level, blueprint: Blueprint, erin: User) -> Drawing:
    """The sample that Erin has drawn."""
    return choices.show(level=level, blueprint=blueprint, actor=erin, seen=0)
