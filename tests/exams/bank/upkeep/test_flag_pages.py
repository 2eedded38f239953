"""/bank/flags/: what has changed in the law, and each question that rests on it."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from exams.bank.editing.saving import give_up
from exams.bank.models import LawFlag, Status
from exams.bank.upkeep.flags import flag_changed_provisions, settle_flags
from tests import factories
from tests.exams.bank.upkeep.conftest import Reword, cites, confirmed, followed_by
from tests.walking import walks

pytestmark = pytest.mark.django_db

URL = reverse("bank:flags")
# Session, person, roles; count and page of the changes, the editions; that it was opened.
QUERIES = 7


def address(flag: LawFlag) -> str:
    return reverse("bank:flag", args=[flag.pk])


def settling(flag: LawFlag) -> str:
    return reverse("bank:settle_flag", args=[flag.pk])


def answer(*flags: LawFlag, **changes: Any) -> dict[str, Any]:
    return {"outcome": "kept", "reply": "It still holds.", "seen": [flag.pk for flag in flags], **changes}


@pytest.fixture
def flag(reword: Reword) -> LawFlag:
    cites("27A")
    reword("27A", "The next player may accept any bid that is too low.")
    flag_changed_provisions()
    return LawFlag.objects.get()


def test_a_candidate_does_not_see_them(flag: LawFlag, dora: User) -> None:
    client = factories.browser(dora)
    assert client.get(URL).status_code == 403
    assert client.get(address(flag)).status_code == 403
    assert client.post(settling(flag), answer(flag)).status_code == 403


def test_those_of_another_body_do_not_exist(flag: LawFlag, charlie: User) -> None:
    client = factories.browser(charlie)
    assert "Every question is based on the current law." in client.get(URL).content.decode()
    assert client.get(address(flag)).status_code == 404
    assert client.post(settling(flag), answer(flag)).status_code == 404
    flag.refresh_from_db()
    assert flag.settled_at is None


def test_the_list_tells_each_change_once_with_its_questions(reword: Reword, alice: User) -> None:
    for _version in range(3):
        cites("27A")
    cites("73A")
    reword("27A")
    reword("73A")
    flag_changed_provisions()
    response = factories.browser(alice).get(URL)
    assert {(row["provision"], row["questions"]) for row in response.context["rows"]} == {("27A", 3), ("73A", 1)}


def test_the_page_shows_both_texts_with_the_words_that_changed(flag: LawFlag, alice: User) -> None:
    page = factories.browser(alice).get(address(flag)).content.decode()
    assert "27A has changed" in page
    gone = page[page.index("Before the correction") : page.index("As corrected")]
    new = page[page.index("As corrected") :]
    assert "<del>" in gone
    assert "<ins>" not in gone
    assert "<ins>" in new
    assert "there is only one law to rule by" in page
    assert flag.version.content["question"] in page


def test_a_flip_is_shown_with_both_rulings(flag: LawFlag, alice: User) -> None:
    rulings = {
        "day": "2024-01-01",
        "before": [{"text": "North must pass once.", "provision": "30B1"}],
        "after": [{"text": "North may call as he likes.", "provision": "27B1"}],
    }
    LawFlag.objects.filter(pk=flag.pk).update(flips=True, rulings=rulings)
    page = factories.browser(alice).get(address(flag)).content.decode()
    assert "The ruling changes" in page
    assert page.index("North must pass once.") < page.index("North may call as he likes.")


@walks("why", ["no_record", "not_ruled", "corrected"], apart=True)
def test_what_is_not_known_is_said(flag: LawFlag, alice: User, why: str) -> None:
    LawFlag.objects.filter(pk=flag.pk).update(rulings={"why": why})
    page = factories.browser(alice).get(address(flag)).content.decode()
    assert "It is not known whether the ruling changes" in page
    assert "Read the question against the new text." in page


def test_settling_goes_on_to_the_next_question_of_the_change(reword: Reword, alice: User) -> None:
    for _version in range(2):
        cites("27A")
    reword("27A")
    flag_changed_provisions()
    first, second = LawFlag.objects.order_by("pk")
    client = factories.browser(alice)
    response = client.post(settling(first), answer(first))
    assert response.url == address(second)  # type: ignore[attr-defined]
    response = client.post(settling(second), answer(second), follow=True)
    assert response.redirect_chain[-1][0] == URL
    assert "Noted: “The question still holds”." in response.content.decode()


def test_a_settled_flag_shows_who_and_why_and_asks_nothing(flag: LawFlag, alice: User, bob: User) -> None:
    settle_flags(flags=[flag.pk], examiner=bob, outcome=LawFlag.Outcome.KEPT, reply="Only the example.")
    page = factories.browser(alice).get(address(flag)).content.decode()
    assert "by Bob" in page
    assert "Only the example." in page
    assert 'name="outcome"' not in page
    assert "Your reason" not in page


def test_the_second_examiner_is_told_and_loses_nothing_typed(flag: LawFlag, alice: User, bob: User) -> None:
    settle_flags(flags=[flag.pk], examiner=bob, outcome=LawFlag.Outcome.KEPT, reply="Fine.")
    response = factories.browser(alice).post(settling(flag), answer(flag, outcome="retired", reply="It fails now."))
    assert response.status_code == 409
    page = response.content.decode()
    assert "Bob settled this before you" in page
    assert page.index("Fine.") < page.index("Your reason") < page.index("It fails now.")
    assert 'name="outcome"' not in page
    flag.version.refresh_from_db()
    assert flag.version.status == Status.IN_REVIEW


@walks(
    ("changes", "field"),
    [({"reply": " "}, "reply"), ({"outcome": ""}, "outcome"), ({"outcome": "burnt"}, "outcome")],
    apart=True,
)
def test_what_is_missing_is_named_and_what_was_typed_stays(
    flag: LawFlag, alice: User, changes: dict[str, Any], field: str
) -> None:
    response = factories.browser(alice).post(settling(flag), answer(flag, **{"reply": "Half a thought", **changes}))
    assert response.status_code == 400
    assert list(response.context["form"].errors) == [field]
    if field != "reply":
        assert "Half a thought" in response.content.decode()


def test_a_change_without_its_new_version_is_refused(flag: LawFlag, alice: User) -> None:
    response = factories.browser(alice).post(settling(flag), answer(flag, outcome="changed"))
    assert response.status_code == 409
    page = response.content.decode()
    assert "There is no later version yet" in page
    assert reverse("bank:edit", args=[flag.version_id]) in page
    assert "It still holds." in page


def test_the_new_version_is_linked_while_it_counts_and_else_to_be_written(flag: LawFlag, alice: User) -> None:
    client = factories.browser(alice)
    new = followed_by(flag.version, alice, Status.DRAFT)
    page = client.get(address(flag)).content.decode()
    assert "Version 2 is in the bank" in page
    assert new.get_absolute_url() in page
    give_up(version_id=new.pk, author=alice)
    page = client.get(address(flag)).content.decode()
    assert "is in the bank" not in page
    assert reverse("bank:edit", args=[flag.version_id]) in page


def test_all_that_changed_for_a_question_is_shown_and_settled_together(reword: Reword, alice: User) -> None:
    cites("27A", "73A")
    reword("27A")
    reword("73A")
    flag_changed_provisions()
    first, second = LawFlag.objects.order_by("pk")
    client = factories.browser(alice)
    page = client.get(address(first)).content.decode()
    assert "The law of this question has changed" in page
    assert all(f'name="seen" value="{flag.pk}"' in page for flag in (first, second))
    client.post(settling(first), answer(first, second))
    assert not LawFlag.objects.filter(settled_at=None).exists()


def test_flags_of_other_questions_are_not_settled_by_writing_their_ids(reword: Reword, alice: User) -> None:
    cites("27A")
    cites("73A")
    reword("27A")
    reword("73A")
    flag_changed_provisions()
    first, second = LawFlag.objects.order_by("pk")
    factories.browser(alice).post(
        settling(first), answer(first, second, seen=[second.pk, "rubbish", 10**30, "9" * 5000])
    )
    assert LawFlag.objects.get(settled_at=None) == second


def test_those_whose_ruling_stays_can_be_kept_together(reword: Reword, alice: User) -> None:
    for _version in range(3):
        cites("27A")
    reword("27A", since=timezone.localdate())
    flag_changed_provisions(timezone.now() + dt.timedelta(days=1))
    first, second, third = LawFlag.objects.order_by("pk")
    LawFlag.objects.filter(pk__in=[first.pk, second.pk]).update(flips=False)
    confirmed()
    client = factories.browser(alice)
    assert "Also keep the other question whose ruling does not change" in client.get(address(first)).content.decode()
    page = client.post(settling(first), answer(first, together="on"), follow=True).content.decode()
    assert "2 questions are kept." in page
    assert LawFlag.objects.get(settled_at=None) == third


@pytest.mark.parametrize("rows", [1, 3])
def test_any_number_of_changes_costs_the_same_queries(
    reword: Reword, alice: User, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for key in ("27A", "73A", "Intro")[:rows]:
        cites(key)
        reword(key)
    flag_changed_provisions()
    client = factories.browser(alice)
    with django_assert_num_queries(QUERIES):
        assert len(client.get(URL).context["rows"]) == rows
