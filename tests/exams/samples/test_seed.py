"""The sample of the demo."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.accreditation.models import Level
from accounts.models import Body, User
from exams.papers.models import Blueprint
from exams.samples import seed
from exams.samples.models import Drawing, Sample

pytestmark = pytest.mark.django_db


@pytest.fixture
def demo(body: Body, erin: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """The body and its examiner, as if they were the demo's."""
    monkeypatch.setattr(seed, "BODY", body.slug)
    monkeypatch.setattr(seed, "EXAMINER", erin.email)


@pytest.mark.usefixtures("demo")
class TestDemo:
    def test_a_visitor_finds_it_and_loading_twice_draws_no_other(
        self, level: Level, blueprint: Blueprint, client: Client
    ) -> None:
        for _time in range(2):
            seed.seed(demo=True)
        made = Drawing.objects.get()
        assert (made.sample.level, made.sample.blueprint) == (level, blueprint)
        shown = client.get(reverse("register:levels_of", args=[level.body.slug]))
        assert made.sample.get_absolute_url() in shown.content.decode()

    def test_what_was_hidden_since_does_not_come_back(self, drawing: Drawing) -> None:
        Sample.objects.update(shown=False)
        seed.seed(demo=True)
        assert not Sample.objects.get().shown

    def test_where_nothing_is_asked_there_is_none(self, level: Level) -> None:
        seed.seed(demo=False)
        Blueprint.objects.all().delete()
        seed.seed(demo=True)
        assert not Sample.objects.exists()
