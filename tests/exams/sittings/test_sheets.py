"""The sheets a page keeps are what its pages show, and nothing more."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import Role, User
from exams.papers.models import Paper
from exams.sittings import services
from exams.sittings.script_views import sheets
from tests import factories
from tests.exams.contents import CHANGES, IN_PAPERS, paper_of, written_paper
from tests.exams.sittings.conftest import Clock, make_attempt


def sat(paper: Paper, clock: Clock, person: User) -> list[tuple[str, str]]:
    """Each question's sheet beside its page, both as one line."""
    sitting = services.schedule(
        paper=paper,
        title="Sheets",
        place="",
        opens_at=clock.now,
        closes_at=clock.now.replace(hour=3),
        actor=factories.person("Erin", Role.EXAMINER),
    )
    attempt = make_attempt(sitting, person)
    page = factories.browser(person)
    return [
        (" ".join(sheet["html"].split()), " ".join(page.get(address).content.decode().split()))
        for sheet in sheets(paper)
        for address in [reverse("sittings:question", args=[attempt.pk, sheet["number"]])]
    ]


@pytest.mark.parametrize("partial", [False, True])
def test_a_sheet_is_what_the_page_of_an_unanswered_question_shows(clock: Clock, alice: User, partial: bool) -> None:
    pairs = sat(paper_of(*IN_PAPERS, partial_credit=partial), clock, alice)
    assert len(pairs) == len(IN_PAPERS)
    assert [sheet for sheet, page in pairs if sheet not in page] == []


def test_a_ruling_to_write_has_a_sheet_without_its_rubric(clock: Clock, alice: User) -> None:
    for sheet, page in sat(written_paper(), clock, alice):
        assert sheet in page
        for item in CHANGES["written"]["rubric"]:
            assert item["text"] not in page
