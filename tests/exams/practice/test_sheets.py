"""Practice sheets: one's own, the same tables on both files, and no ruling among the questions."""

from __future__ import annotations

import io

import pytest
from django.test import Client
from pypdf import PdfReader

from accounts.models import Role
from exams.papers.printing import pdf
from exams.practice import sheets
from exams.practice.exercises import NotPractised
from exams.practice.models import Exercise, Learner, Review, Run
from exams.practice.progress import home_of
from exams.practice.queue import Wanted
from tests import factories

pytestmark = pytest.mark.django_db
PAGE = "/training/sheets/"


@pytest.fixture
def sheet(learner: Learner) -> Run:
    """Six tables on Law 27."""
    return sheets.make(learner, Wanted(law="27"), 6, "Tuesday ♠ evening")


def text_of(made: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(made)).pages).split())


def test_nobody_opens_another_s_sheet(sheet: Run) -> None:
    files = [f"{PAGE}{sheet.pk}/questions.pdf", f"{PAGE}{sheet.pk}/rulings.pdf"]
    for role in Role:
        other = factories.browser(factories.person(f"An {role.value}", role))
        assert [other.get(one).status_code for one in files] == [404, 404]
        assert "Tuesday" not in other.get(PAGE).content.decode()
    assert [Client().get(one).status_code for one in (PAGE, *files)] == [302, 302, 302]


def test_the_questions_hold_no_ruling_and_the_rulings_every_one(sheet: Run) -> None:
    asked, ruled = text_of(sheets.questions_pdf(sheet)), text_of(sheets.rulings_pdf(sheet))
    tables = sheets.tables_of(sheet)
    assert len(tables) == 6
    for number, table in enumerate(tables, start=1):
        opening = " ".join(table.content["stem"][0].split())[:30]
        assert f"Question {number}" in asked
        assert opening in asked
        assert opening in ruled
        said = " ".join(table.content["explanation"]["say"].split())
        assert said not in asked
        assert said[:25] in ruled
        for option in table.content["options"]:
            assert not option["why"] or " ".join(option["why"].split()) not in asked
        assert f"{number} {pdf.short(sheets.Place(number, sheets.Printed(table.pk, table.content)))}" in ruled
    assert "Tuesday ♠ evening" in asked
    assert "For whoever leads the evening" in ruled


def test_a_sheet_printed_again_is_the_same(sheet: Run) -> None:
    assert sheets.questions_pdf(sheet) == sheets.questions_pdf(Run.objects.get(pk=sheet.pk))


def test_a_sheet_tells_the_memory_nothing_and_waits_for_no_answer(sheet: Run, learner: Learner) -> None:
    assert not Review.objects.exists()
    assert home_of(learner)["waiting"] is None
    assert Exercise.objects.seen_lately(learner, sheet.started_at).count() == 6


def test_a_sheet_is_picked_on_its_page(learner: Learner) -> None:
    browser = factories.browser(learner.person)
    sent = {"law": "27", "topic": "", "level": "club", "kind": "best_ruling", "count": 3, "name": ""}
    page = browser.post(PAGE, sent, follow=True).content.decode()
    assert "Law 27, Club" in page
    made = Run.objects.get()
    assert {one.kind for one in sheets.tables_of(made)} == {"best_ruling"}
    reply = browser.get(f"{PAGE}{made.pk}/rulings.pdf")
    assert reply.headers["Content-Type"] == "application/pdf"
    assert reply.content.startswith(b"%PDF")


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"count": 0}, "greater than or equal to 1"),
        ({"count": 21}, "less than or equal to 20"),
        ({"law": "99"}, "Select a valid choice"),
        ({"law": "27", "topic": "claims-and-tempo"}, "Select a valid choice"),
        ({"law": "9", "topic": "insufficient-bid"}, "No question fits all that you picked."),
    ],
)
def test_what_makes_no_sheet_is_said(learner: Learner, wrong: dict[str, object], told: str) -> None:
    sent = {"law": "", "topic": "", "level": "", "kind": "", "count": 3, "name": "Kept", **wrong}
    reply = factories.browser(learner.person).post(PAGE, sent)
    assert reply.status_code == 422
    page = reply.content.decode()
    assert told in page
    assert 'value="Kept"' in page
    assert not Run.objects.exists()


def test_nobody_empties_the_stock_by_printing(learner: Learner) -> None:
    for _sheet in range(sheets.A_DAY):
        sheets.make(learner, Wanted(law="18"), 1, "One")
    with pytest.raises(NotPractised, match="ten sheets in a day"):
        sheets.make(learner, Wanted(law="18"), 1, "One")
