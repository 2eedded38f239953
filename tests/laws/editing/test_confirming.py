"""Confirming that procedures hold under a wording they were not written from: by two law editors, or a programmer."""

from __future__ import annotations

import datetime
from io import StringIO
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from accounts.audit.models import AuditEntry
from accounts.models import User
from laws import confirming as reading
from laws import signals
from laws.editing import confirming
from laws.editing.models import Confirmation, Proposal
from laws.editing.rules import NotAllowed
from laws.models import ConfirmedWording, Edition, Provision
from tests.laws.editing.conftest import SLUG, published

pytestmark = pytest.mark.django_db

DAY = datetime.date(2027, 7, 1)


@pytest.fixture
def version(edition: Edition, alice: User, bob: User) -> int:
    """A new wording of 27A, to be in force from July 2027."""
    entered = published(alice, bob, Provision.objects.get(key="27A"), first_day=DAY).entered_id
    assert entered
    return entered


def asked(edition: Edition, version: int, alice: User) -> Confirmation:
    return confirming.ask(actor=alice, edition=edition, version=version, reason="Only the order of the words.")


def test_only_law_editors_of_the_keeping_body_say_so(
    edition: Edition, version: int, charlie: User, dora: User, client: Client
) -> None:
    for stranger in (charlie, dora):
        with pytest.raises(NotAllowed):
            asked(edition, version, stranger)
        client.force_login(stranger)
        page = reverse("law_editing:engine-wording", args=[SLUG, version])
        assert client.get(page).status_code == client.post(page, {"reason": "So."}).status_code == 403
    assert not Confirmation.objects.exists()


def test_a_second_law_editor_of_the_body_confirms(
    edition: Edition, version: int, alice: User, charlie: User, dora: User
) -> None:
    made = asked(edition, version, alice)
    for nobody in (alice, charlie, dora):
        with pytest.raises(NotAllowed):
            confirming.confirm(actor=nobody, confirmation_id=made.pk)
        with pytest.raises(NotAllowed):
            confirming.decline(actor=nobody, confirmation_id=made.pk, reason="No.")
    assert reading.on(SLUG, DAY)
    with pytest.raises(IntegrityError), transaction.atomic():
        Confirmation.objects.filter(pk=made.pk).update(status="confirmed", decided_by=alice, decided_at=made.asked_at)


def test_what_two_editors_confirm_is_known_and_on_record(
    edition: Edition, version: int, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []
    monkeypatch.setattr(signals, "texts_have_changed", lambda: told.append(1))
    made = confirming.confirm(actor=bob, confirmation_id=asked(edition, version, alice).pk)
    assert reading.moved(SLUG) == []
    assert told, "the questions are looked at again"
    assert (made.asked_by, made.decided_by, made.how) == (alice, bob, "words")
    deeds = AuditEntry.objects.filter(target_id=str(made.pk)).order_by("pk").values_list("verb", "actor", "reason")
    assert list(deeds) == [
        ("law_confirmation.asked", alice.pk, "Only the order of the words."),
        ("law_confirmation.confirmed", bob.pk, "Only the order of the words."),
    ]
    with pytest.raises(ValidationError, match="nothing left to confirm"):
        asked(edition, version, alice)


def test_a_reason_is_needed_and_one_says_it_once(edition: Edition, version: int, alice: User, bob: User) -> None:
    with pytest.raises(ValidationError):
        confirming.ask(actor=alice, edition=edition, version=version, reason=" ")
    made = asked(edition, version, alice)
    with pytest.raises(ValidationError, match="Alice has already said so"):
        confirming.ask(actor=bob, edition=edition, version=version, reason="The same.")
    with pytest.raises(NotAllowed):
        confirming.take_back(actor=bob, confirmation_id=made.pk)
    confirming.take_back(actor=alice, confirmation_id=made.pk)
    with pytest.raises(ValidationError, match="Taken back"):
        confirming.confirm(actor=bob, confirmation_id=made.pk)
    assert reading.on(SLUG, DAY)


def test_a_text_that_changed_meanwhile_is_not_confirmed(edition: Edition, version: int, alice: User, bob: User) -> None:
    made = asked(edition, version, alice)
    place = Provision.objects.get(key="27A")
    published(alice, bob, place, act="correct", first_day=DAY, text="Yet other words.")
    with pytest.raises(ValidationError, match="changed since"):
        confirming.confirm(actor=bob, confirmation_id=made.pk)
    assert not ConfirmedWording.objects.exists()


def test_a_programmer_records_what_was_written_anew(edition: Edition, version: int, alice: User) -> None:
    def run(*words: str) -> str:
        out = StringIO()
        call_command("confirm_wording", *words, stdout=out)
        return out.getvalue()

    assert "27A from 2027-07-01: procedures of " in run()
    for wrong in (["27A"], ["27A", "--by", alice.email], ["27B", "--by", alice.email, "--reason", "Read."]):
        with pytest.raises(CommandError):
            run(*wrong)
    assert reading.moved(SLUG)
    assert "confirmed" in run("27A", "--by", alice.email, "--reason", "Law 27 written anew in version 5.")
    assert reading.moved(SLUG) == []
    made = Confirmation.objects.get()
    assert (made.how, made.asked_by, made.reason) == ("program", alice, "Law 27 written anew in version 5.")
    assert AuditEntry.objects.get(verb="law_confirmation.confirmed").actor == alice


def test_the_pages_lead_from_the_change_to_its_confirmation(
    edition: Edition, version: int, alice: User, bob: User, client: Client, django_assert_max_num_queries: Any
) -> None:
    page = reverse("law_editing:engine-wording", args=[SLUG, version])
    client.force_login(alice)
    with django_assert_max_num_queries(14):
        html = client.get(reverse("law_editing:engine")).content.decode()
    assert "27A" in html
    assert page in html
    proposal = published_of(version)
    assert page in client.get(proposal).content.decode()
    shown = client.get(page).content.decode()
    assert "<del>" in shown
    assert "<ins>Other" in shown
    assert client.post(page, {"reason": ""}).status_code == 409
    assert "waiting for another law editor" in client.post(page, {"reason": "Same."}, follow=True).content.decode()
    client.force_login(bob)
    assert "1 wording to confirm for the engine" in client.get("/").content.decode()
    made = Confirmation.objects.get()
    done = client.post(reverse("law_editing:engine-answer", args=[made.pk, "confirm"]), follow=True).content.decode()
    assert "The engine follows the law as published here" in done
    assert "confirmed by Bob on" in done
    assert "Alice: Only the words have changed. Same." in done


def published_of(version: int) -> str:
    return Proposal.objects.get(entered_id=version).get_absolute_url()
