"""The certificates of many awards as one archive: who asks, what is in it, and a run that is lost."""

from __future__ import annotations

import io
import uuid
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from unittest import mock
from zipfile import ZipFile

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.accreditation import tasks
from accounts.accreditation.credentials import archives, certificates
from accounts.accreditation.credentials.checks import Answer, check
from accounts.accreditation.models import ArchivedFile, Award, CertificateArchive, Level
from accounts.accreditation.services import grant
from accounts.audit.models import AuditEntry
from accounts.models import Body, Role, User
from tests.accounts.conftest import passed, person, signed_in

ADDRESS = "/accreditation/certificates/mba/archive/"


@pytest.fixture(autouse=True)
def papers(papers: None, db: None) -> None:
    """What the criteria of badges name."""


@pytest.fixture
def awards(award: Award, body: Body, level: Level, rita: User) -> list[Award]:
    """Alice's and two more, in the order of their names."""
    others = [passed(person(name, body, Role.CANDIDATE), level) for name in ("Bea Young", "Cy Wood")]
    return [award, *(grant(application=one, actor=rita) for one in others)]


@pytest.fixture
def at_once() -> Iterator[mock.Mock]:
    """The worker, at work as soon as it is called."""
    with mock.patch.object(tasks.make_certificates, "delay", side_effect=tasks.make_certificates) as delay:
        yield delay


def asked(awards: list[Award], actor: User) -> CertificateArchive:
    return archives.ask(body=awards[0].body, actor=actor, awards=[one.pk for one in awards], reference=uuid.uuid4())


def content(response: Any) -> dict[str, bytes]:
    packed = ZipFile(io.BytesIO(b"".join(response.streaming_content)))
    return {name: packed.read(name) for name in packed.namelist()}


def test_from_the_list_to_the_archive(
    awards: list[Award],
    rita: User,
    at_once: mock.Mock,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    Award.objects.filter(pk=awards[2].pk).update(status=Award.Status.SUSPENDED)
    browser = signed_in(rita)
    assert (
        f"{ADDRESS}?level=" in browser.get(reverse("accreditation:awards", args=["mba"]) + "?level=").content.decode()
    )
    shown = " ".join(browser.get(ADDRESS).content.decode().split())
    assert "The list has 3 awards." in shown
    assert "Make 2 certificates" in shown
    with django_capture_on_commit_callbacks(execute=True):
        begun = browser.post(ADDRESS, {"reference": uuid.uuid4()}, follow=True)
    assert "Waiting for a worker" in begun.content.decode()
    page = begun.redirect_chain[0][0]
    assert "2 of 2 awards" in browser.get(page, headers={"HX-Request": "true"}).content.decode()
    made = content(browser.get(page + "certificates.zip"))
    codes = [one.verification_code for one in awards]
    assert sorted(made) == [
        f"alice-archer-{codes[0]}.json",
        f"alice-archer-{codes[0]}.pdf",
        f"bea-young-{codes[1]}.json",
        f"bea-young-{codes[1]}.pdf",
    ]
    assert {check(data).answer for data in made.values()} == {Answer.VALID}
    assert made[f"bea-young-{codes[1]}.pdf"] == certificates.issue(awards[1])


def test_the_filter_of_the_list_holds(awards: list[Award], rita: User) -> None:
    assert "Make 1 certificate" in signed_in(rita).get(ADDRESS + "?q=bea").content.decode()


@pytest.mark.parametrize(("who", "status"), [("alice", 403), ("adam", 403), ("boris", 403), ("erin", 403)])
def test_nobody_but_a_registrar(
    who: str, status: int, awards: list[Award], rita: User, request: pytest.FixtureRequest
) -> None:
    browser = signed_in(request.getfixturevalue(who))
    made = asked(awards, rita)
    archives.run(made.pk)
    assert browser.get(ADDRESS).status_code == status
    assert browser.post(ADDRESS, {"reference": uuid.uuid4()}).status_code == status
    for name in ("archive", "archive_file"):
        assert browser.get(reverse(f"accreditation:{name}", args=[made.pk])).status_code == 404
    with pytest.raises(PermissionDenied):
        asked(awards, request.getfixturevalue(who))


def test_sent_twice_it_is_asked_for_once(awards: list[Award], rita: User) -> None:
    reference = uuid.uuid4()
    for _turn in range(2):
        archives.ask(body=awards[0].body, actor=rita, awards=[awards[0].pk], reference=reference)
    assert CertificateArchive.objects.count() == 1
    assert AuditEntry.objects.filter(verb="certificates.archived").count() == 1


def test_none_and_too_many_are_refused(award: Award, rita: User, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValidationError, match="None of these"):
        archives.ask(body=award.body, actor=rita, awards=[], reference=uuid.uuid4())
    monkeypatch.setattr(archives, "MOST", 0)
    with pytest.raises(ValidationError, match="Narrow the list to 0"):
        asked([award], rita)
    assert not CertificateArchive.objects.exists()


def test_one_that_is_suspended_meanwhile_is_left_out_and_told(awards: list[Award], rita: User) -> None:
    made = asked(awards, rita)
    Award.objects.filter(pk=awards[1].pk).update(status=Award.Status.SUSPENDED)
    archives.run(made.pk)
    assert ArchivedFile.objects.count() == 4
    shown = signed_in(rita).get(reverse("accreditation:archive", args=[made.pk])).content.decode()
    assert "1 award was suspended" in shown


def test_a_run_that_was_killed_goes_on_where_it_was(awards: list[Award], rita: User) -> None:
    made = asked(awards, rita)
    issue = certificates.issue

    def killed(award: Award, *args: Any) -> bytes:
        if award.pk == awards[1].pk:
            raise KeyboardInterrupt
        return issue(award, *args)

    with mock.patch.object(certificates, "issue", killed), pytest.raises(KeyboardInterrupt):
        archives.run(made.pk)
    assert ArchivedFile.objects.count() == 2
    # Its worker may still be alive: nobody takes it up yet.
    archives.run(made.pk)
    assert archives.lost() == []
    CertificateArchive.objects.update(moved_at=timezone.now() - timedelta(minutes=3))
    with mock.patch.object(tasks.make_certificates, "delay", side_effect=tasks.make_certificates):
        tasks.take_up_lost_archives()
    made.refresh_from_db()
    assert (made.status, made.done, ArchivedFile.objects.count()) == (CertificateArchive.Status.DONE, 3, 6)


def test_one_that_fails_says_so(awards: list[Award], rita: User) -> None:
    made = asked(awards, rita)
    with mock.patch.object(certificates, "issue", side_effect=ValueError("No ink")), pytest.raises(ValueError):
        archives.run(made.pk)
    page = signed_in(rita).get(reverse("accreditation:archive", args=[made.pk])).content.decode()
    assert "No ink" in page
    assert signed_in(rita).get(reverse("accreditation:archive_file", args=[made.pk])).status_code == 404


def test_it_is_forgotten_after_a_day(awards: list[Award], rita: User) -> None:
    made = asked(awards, rita)
    archives.run(made.pk)
    tasks.forget_archives()
    assert ArchivedFile.objects.exists()
    CertificateArchive.objects.update(asked_at=timezone.now() - timedelta(hours=25))
    tasks.forget_archives()
    assert not CertificateArchive.objects.exists()
    assert not ArchivedFile.objects.exists()
    assert Award.objects.count() == 3
