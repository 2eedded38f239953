"""Who decides an appeal knows its candidate by a number: on every page, through the API, in letters and in the admin."""

from __future__ import annotations

from django.contrib import admin
from django.test import Client
from django.urls import reverse

from accounts.letters.models import Letter
from accounts.models import User
from exams.marking.appeals.proceedings import make
from exams.marking.models import Appeal, Result
from exams.sittings.models import Entry
from tests import factories
from tests.exams.marking.appeals.conftest import GROUNDS


def appealed(result: Result, person: User, number: int = 4711) -> Appeal:
    Entry.objects.filter(attempt=result.attempt_id).update(number=number)
    found = Result.objects.with_sitting().get(pk=result.pk)
    return make(result=found, person=person, grounds=GROUNDS, question=found.attempt.paper.questions.first())


def test_no_page_of_a_decider_says_whose_it_is(result: Result, ben: User, erin: User, client: Client) -> None:
    appeal = appealed(result, ben)
    client.force_login(erin)
    decide = reverse("marking:decide_appeal", args=[appeal.pk])
    typed = {
        "outcome": "upheld",
        "reasons": "So it is.",
        "preview": "1",
        "about": "1",
        "question": "1",
        "regrade-remedy": "full",
        "regrade-reason": "Both hold.",
        "regrade-everywhere": "on",
    }
    pages = {
        "appeal": client.get(appeal.get_absolute_url()),
        "decide": client.get(decide),
        "what it would do": client.post(decide, typed),
        "result": client.get(reverse("marking:result", args=[result.pk])),
        "list": client.get(reverse("marking:appeals")),
    }
    for name, page in pages.items():
        text = page.content.decode().split("<main")[1]
        assert (page.status_code, ben.name in text, ben.email in text) == (200, False, False), name
        assert str(ben.pk) not in text, name
        assert name == "list" or "4711" in text, name
    assert "What it would do" in pages["what it would do"].content.decode()


def test_nor_does_the_page_on_which_an_administrator_names_somebody(
    result: Result, ben: User, adam: User, client: Client
) -> None:
    client.force_login(adam)
    text = client.get(appealed(result, ben).get_absolute_url()).content.decode().split("<main")[1]
    assert ben.name not in text
    assert "Number 4711" in text


def test_the_api_gives_a_number_too(result: Result, ben: User, erin: User, client: Client) -> None:
    appeal = appealed(result, ben)
    client.force_login(erin)
    told = client.get(reverse("results-api:result", args=[result.pk])).json()
    assert (told["candidate"], told["candidate_number"]) == ("", 4711)
    listed = client.get(reverse("results-api:of-sitting", args=[result.attempt.sitting.pk])).json()["results"]
    assert [one["candidate"] for one in listed if one["id"] == str(result.pk)] == [""]
    assert all(one["candidate"] for one in listed if one["id"] != str(result.pk))
    assert ben.name not in client.get(reverse("appeals-api:appeal", args=[appeal.pk])).content.decode()
    own = factories.browser(ben).get(reverse("results-api:result", args=[result.pk])).json()
    assert own["candidate"] == ben.name


def test_no_letter_to_others_names_the_candidate_and_the_admin_has_no_appeals(result: Result, ben: User) -> None:
    appealed(result, ben)
    letters = Letter.objects.exclude(person=ben).filter(once__startswith="appeal")
    assert letters
    assert not any(ben.name in text for letter in letters for text in (letter.subject, letter.text, letter.html))
    assert Appeal not in admin.site._registry
