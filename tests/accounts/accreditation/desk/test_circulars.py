"""A letter to the people of a list: previewed, sent once, kept in a log. Permissions first."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation import deeds, services
from accounts.accreditation.desk import circulars
from accounts.accreditation.models import Award, Circular, Level
from accounts.audit.models import AuditEntry
from accounts.letters.models import Letter
from accounts.letters.services import deliver_due
from accounts.models import Body, Club, Role, User
from tests.accounts.accreditation.desk.test_desk_page import ending_in
from tests.accounts.conftest import passed, person, signed_in

TOLD = {
    "subject": "Refresher day for {{ level }}",
    "text": "Your award ends on {{ until }}.\n\nCome on 14 May, {{ name }} of {{ club }}.",
}


def at(body: Body, query: str = "?ends=30") -> str:
    return reverse("accreditation:circular_write", args=[body.slug]) + query


def words(page: Any) -> str:
    return " ".join(page.content.decode().split())


@pytest.fixture
def ending(body: Body, level: Level, club: Club, rolf: User) -> list[Award]:
    """Three awards that end soon, and one that does not."""
    made = [
        services.grant(application=passed(person(f"Person {n}", body, Role.CANDIDATE, club=club), level), actor=rolf)
        for n in range(4)
    ]
    Letter.objects.all().delete()
    return [ending_in(one, 10 + n) for n, one in enumerate(made[:3])]


def form(**more: str) -> dict[str, Any]:
    return {**TOLD, "reference": str(uuid.uuid4()), **more}


@pytest.mark.parametrize(
    ("who", "status"), [("alice", 403), ("erin", 403), ("adam", 403), ("boris", 403), ("carol", 403), ("rita", 200)]
)
def test_only_the_registrars_of_the_body_may(
    who: str, status: int, body: Body, ending: list[Award], rita: User, request: pytest.FixtureRequest
) -> None:
    browser = signed_in(request.getfixturevalue(who))
    seen = circulars.preview(body=body, actor=rita, awards=Award.objects.filter(pk=ending[0].pk), **TOLD).seen
    for page in (at(body), reverse("accreditation:circulars", args=[body.slug])):
        assert browser.get(page).status_code == status
    assert browser.post(at(body), form(seen=seen)).status_code == status
    made = circulars.send(
        body=body,
        actor=rita,
        awards=Award.objects.filter(pk=ending[0].pk),
        narrowed=[],
        seen=seen,
        reference=uuid.uuid4(),
        **TOLD,
    )
    log = browser.get(reverse("accreditation:circular", args=[made.pk]))
    assert log.status_code == (200 if status == 200 else 404)


def test_strangers_are_asked_to_sign_in(body: Body) -> None:
    assert Client().get(at(body))["Location"].startswith(reverse("account_login"))


def test_what_was_previewed_is_sent_once_to_each(body: Body, ending: list[Award], rita: User) -> None:
    browser = signed_in(rita)
    assert "3 people get this letter, each once." in words(browser.get(at(body)))
    told = form()
    page = browser.post(at(body), told)
    shown = words(page)
    assert "This would be sent to 3 people" in shown
    assert "Refresher day for Club Director" in shown
    assert "Come on 14 May, Person 0 of Jacaranda Bridge Club." in shown
    assert not Letter.objects.exists()
    for _press in range(2):
        answer = browser.post(at(body), told | {"seen": page.context["preview"].seen}, follow=True)
        assert "3 letters are on their way." in words(answer)
    made = Circular.objects.get()
    assert [one.person for one in circulars.letters_of(made)] == [one.person for one in ending]
    assert made.narrowed == [["Standing", "In force or renewable"], ["Ends", "Within 30 days"]]
    entry = AuditEntry.objects.get(verb="letters.sent")
    assert (entry.actor, entry.data) == (rita, {"subject": TOLD["subject"], "people": 3, "unreached": 0})
    deliver_due()
    assert sorted(letter.to[0] for letter in mail.outbox) == sorted(one.person.email for one in ending)
    shown = words(browser.get(reverse("accreditation:circular", args=[made.pk])))
    assert "Sent by Rita Rowe" in shown
    assert "3 people were written to" in shown
    assert TOLD["subject"] in words(browser.get(reverse("accreditation:circulars", args=[body.slug])))


def test_nobody_is_written_to_twice_and_the_first_end_counts(
    body: Body, ending: list[Award], rita: User, rolf: User
) -> None:
    congress = Level.objects.create(body=body, code="congress", name="Congress Director", validity_months=36, order=1)
    both = services.grant_by_hand(
        level=congress,
        person=ending[0].person,
        actor=rolf,
        kind="hand",
        evidence="Diploma",
        valid_from=body.today(),
        reason="Known",
        reference=uuid.uuid4(),
    )
    ending_in(both, 5)
    page = signed_in(rita).post(at(body), form())
    assert len(page.context["preview"].recipients.people) == 3
    assert "Refresher day for Congress Director" in words(page)


def test_those_without_an_address_are_listed_and_the_dead_are_left_in_peace(
    body: Body, ending: list[Award], rita: User
) -> None:
    silent, dead, _other = ending
    User.objects.filter(pk=silent.person_id).update(email=silent.person.placeholder)
    deeds.record_death(award=dead, actor=rita, reason="Told by the club")
    told = form()
    page = signed_in(rita).post(at(body, "?state=all&ends=30"), told)
    shown = words(page)
    assert "We have no address for these people, so they get no letter:" in shown
    found = page.context["preview"].recipients
    assert [one.name for one, _values in found.people] == ["Person 2"]
    assert [one.name for one in found.unreached] == ["Person 0"]
    signed_in(rita).post(at(body, "?state=all&ends=30"), told | {"seen": page.context["preview"].seen})
    made = Circular.objects.get()
    assert made.unreached == [{"person": str(silent.person_id), "name": "Person 0"}]
    assert "Person 0" in words(signed_in(rita).get(reverse("accreditation:circular", args=[made.pk])))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"text": "Dear {{ firstname }}"}, "Nothing is known to stand for {{ firstname }} in this letter."),
        ({"subject": "{% include 'x' %}"}, "belongs to no place"),
        ({"text": ""}, "This field is required."),
    ],
)
def test_an_unknown_place_is_refused_and_nothing_is_lost(
    wrong: dict[str, str], said: str, body: Body, ending: list[Award], rita: User
) -> None:
    answer = signed_in(rita).post(at(body), form(**wrong))
    shown = words(answer).replace("&#x27;", "'")
    assert said in shown
    assert "preview" not in answer.context
    assert (wrong.get("subject") or "Refresher day for {{ level }}") in shown


def test_nothing_is_sent_when_list_or_letter_have_changed(
    body: Body, ending: list[Award], rita: User, rolf: User
) -> None:
    browser = signed_in(rita)
    told = form()
    seen = browser.post(at(body), told).context["preview"].seen
    answer = browser.post(at(body), told | {"seen": seen, "text": "Something else"})
    assert "has changed since the preview. Nothing was sent." in words(answer)
    assert "Something else" in words(answer)
    deeds.renew(award=ending[0], actor=rolf, ending=ending[0].valid_until, reason="Ten sessions")
    Letter.objects.all().delete()
    answer = browser.post(at(body), told | {"seen": seen})
    assert "has changed since the preview. Nothing was sent." in words(answer)
    assert "This would be sent to 2 people" in words(answer)
    assert not Letter.objects.exists()


def test_an_empty_list_is_refused(body: Body, level: Level, rita: User) -> None:
    answer = signed_in(rita).post(at(body), form())
    assert "Nobody in this list has an address" in words(answer)


def test_another_bodys_people_are_never_in_it(body: Body, other_body: Body, ending: list[Award], boris: User) -> None:
    page = signed_in(boris).post(at(other_body, f"?state=all&level={ending[0].level_id}"), form())
    assert "Person 0" not in words(page)
    page = signed_in(boris).post(at(other_body, "?state=all"), form())
    assert "Nobody in this list" in words(page)


def test_its_queries_do_not_grow(
    body: Body, ending: list[Award], rita: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    browser = signed_in(rita)
    for query in (f"?q={ending[0].name}", "?ends=30"):
        # session, person, body, roles; awards, clubs, numbers
        with django_assert_num_queries(7):
            assert browser.get(at(body, query)).status_code == 200
