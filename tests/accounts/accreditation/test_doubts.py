"""Doubts about what an application or an award rests on."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.urls import reverse

from accounts.accreditation.models import Application, Award, Doubt
from accounts.accreditation.services import grant, raise_doubt, settle_doubt
from accounts.audit.models import AuditEntry
from accounts.models import User
from tests.accounts.conftest import passed, signed_in
from tests.asking import ask_paper


@pytest.fixture
def doubt(application: Application) -> Doubt:
    return raise_doubt(application=application, about="regrade:1", why="The paper was marked again.")


IN_DOUBT = '<span class="mark doubt">in doubt</span>'
HAVE = '<span class="mark yes">have</span>'


def address(doubt: Doubt) -> str:
    return reverse("accreditation:settle_doubt", args=[doubt.application_id, doubt.pk])


def test_nobody_but_a_registrar_of_the_body_settles_it(
    doubt: Doubt, alice: User, boris: User, carol: User, adam: User
) -> None:
    for who in (alice, boris, carol, adam):
        with pytest.raises(PermissionDenied):
            settle_doubt(doubt=doubt, actor=who, note="Kept")
    answers: dict[User | None, int] = {alice: 403, boris: 404, carol: 404, adam: 404, None: 302}
    for somebody, status in answers.items():
        assert signed_in(somebody).post(address(doubt), {"reason": "Kept"}).status_code == status
    doubt.refresh_from_db()
    assert doubt.settled_at is None


def test_a_doubt_of_another_application_is_not_settled_by_way_of_this_one(doubt: Doubt, rita: User) -> None:
    application = doubt.application
    other = passed(application.person, application.level, "another")
    elsewhere = reverse("accreditation:settle_doubt", args=[other.pk, doubt.pk])
    assert signed_in(rita).post(elsewhere, {"reason": "Kept"}).status_code == 404


def test_about_the_same_thing_there_is_one(doubt: Doubt) -> None:
    assert raise_doubt(application=doubt.application, about="regrade:1", why="Again") == doubt
    assert AuditEntry.objects.filter(verb="application.doubted").count() == 1


def test_while_it_is_open_nothing_is_granted_on_it(doubt: Doubt, rita: User) -> None:
    application = doubt.application
    with pytest.raises(ValidationError, match="in doubt"):
        grant(application=application, actor=rita)
    settle_doubt(doubt=doubt, actor=rita, note="The other paper carries it.")
    assert grant(application=application, actor=rita).status == Award.Status.GRANTED


def test_while_it_is_open_the_page_offers_no_grant_and_says_why_to_whoever_sends_one(doubt: Doubt, rita: User) -> None:
    browser, page = signed_in(rita), reverse("accreditation:application", args=[doubt.application_id])
    grants = reverse("accreditation:grant", args=[doubt.application_id])
    shown = browser.get(page).content.decode()
    assert grants not in shown
    assert reverse("accreditation:decline", args=[doubt.application_id]) in shown
    refused = browser.post(grants, {"reason": "It counts."})
    assert "in doubt" in str(next(iter(refused.context["messages"])))
    assert "It counts." in refused.content.decode()
    settle_doubt(doubt=doubt, actor=rita, note="The other paper carries it.")
    assert grants in browser.get(page).content.decode()


def test_an_award_stands_until_somebody_takes_it(application: Application, rita: User) -> None:
    award = grant(application=application, actor=rita)
    raise_doubt(application=application, about="regrade:1", why="The paper was marked again.")
    award.refresh_from_db()
    assert award.status == Award.Status.GRANTED
    shown = signed_in(rita).get(reverse("accreditation:award", args=[award.pk])).content.decode()
    assert "is in doubt" in shown
    # Its holder is not alarmed before anybody has decided.
    shown = signed_in(application.person).get(reverse("accreditation:award", args=[award.pk])).content.decode()
    assert "is in doubt" not in shown


def test_it_stands_on_the_pages_of_the_registrar_until_it_is_settled(doubt: Doubt, rita: User) -> None:
    browser = signed_in(rita)
    queue = reverse("accreditation:queue", args=[doubt.application.body.slug])
    page = reverse("accreditation:application", args=[doubt.application_id])
    assert "In doubt" in browser.get(queue).content.decode()
    assert "The paper was marked again." in browser.get(page).content.decode()
    browser.post(address(doubt), {"reason": ""})
    assert not Doubt.objects.filter(settled_at__isnull=False).exists()
    shown = browser.post(address(doubt), {"reason": "Kept: a floor of another year."}, follow=True).content.decode()
    assert "Settled by Rita Rowe" in shown
    assert "Kept: a floor of another year." in shown
    assert "In doubt:" not in browser.get(queue).content.decode()


def test_a_requirement_it_is_about_is_in_doubt_and_not_met(doubt: Doubt, rita: User, alice: User) -> None:
    page = reverse("accreditation:application", args=[doubt.application_id])
    browser = signed_in(rita)
    shown = browser.get(page).content.decode()
    assert (IN_DOUBT in shown, HAVE in shown) == (True, False)
    assert "settled, the pass counts again" in shown
    # Its person is not alarmed before anybody has decided.
    shown = signed_in(alice).get(page).content.decode()
    assert (IN_DOUBT in shown, HAVE in shown) == (False, True)
    settle_doubt(doubt=doubt, actor=rita, note="It stands.")
    shown = browser.get(page).content.decode()
    assert (IN_DOUBT in shown, HAVE in shown, "counts again" in shown) == (False, True, False)


def test_what_only_a_doubted_application_shows_is_in_doubt_on_the_others(doubt: Doubt, rita: User) -> None:
    level = doubt.application.level
    ask_paper(level, "movements", "Movements")
    other = passed(doubt.application.person, level, "another", blueprint="movements")
    page = reverse("accreditation:application", args=[other.pk])
    assert IN_DOUBT in signed_in(rita).get(page).content.decode()
    # A pass in the same paper that nobody doubts carries it.
    passed(doubt.application.person, level, "again")
    assert IN_DOUBT not in signed_in(rita).get(page).content.decode()


def test_an_application_with_two_doubts_is_listed_once(doubt: Doubt, rita: User) -> None:
    raise_doubt(application=doubt.application, about="regrade:2", why="It was marked again and is passed.")
    browser = signed_in(rita)
    queue = reverse("accreditation:queue", args=[doubt.application.body.slug])
    page = reverse("accreditation:application", args=[doubt.application_id])
    warning = browser.get(queue).content.decode().split('<form class="filters"')[0]
    assert warning.count(page) == 1
    shown = browser.get(page).content.decode()
    assert "2 doubts are open" in shown
    # What is to be done stands once, and not in the words of either.
    assert shown.count("Nothing can be granted until it is settled") == 1
    settle_doubt(doubt=doubt, actor=rita, note="It stands.")
    assert browser.get(queue).content.decode().split('<form class="filters"')[0].count(page) == 1
    settle_doubt(doubt=doubt.application.doubts.get(settled_at=None), actor=rita, note="It is back.")
    assert "In doubt:" not in browser.get(queue).content.decode()


def test_settled_is_settled(doubt: Doubt, rita: User) -> None:
    settle_doubt(doubt=doubt, actor=rita, note="Kept")
    assert settle_doubt(doubt=doubt, actor=rita, note="Another word").note == "Kept"
    with pytest.raises(Exception, match="doubt_is_fixed"), transaction.atomic():
        Doubt.objects.update(why="Another")
    with pytest.raises(Exception, match="is_never_deleted"), transaction.atomic():
        doubt.delete()
