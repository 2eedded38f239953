"""Certificates and badges under /api/v1/accreditation/. Who may comes first; then that they are what the pages give."""

from __future__ import annotations

import datetime
import io
import json
import re
import uuid
from collections.abc import Iterator
from typing import Any
from unittest import mock
from zipfile import ZipFile

import pytest
from django.conf import settings as django_settings
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.accreditation import deeds, tasks
from accounts.accreditation.credentials import archives, certificates
from accounts.accreditation.credentials.badges import credential_of
from accounts.accreditation.credentials.checks import MOST_BYTES
from accounts.accreditation.models import Award, CertificateArchive, IssuedCertificate, Level
from accounts.accreditation.register.limits import RATES
from accounts.accreditation.services import grant
from accounts.models import Body, Role, User
from config.api import certificates as api
from laws.api.schema import openapi
from tests import promises
from tests.accounts.accreditation.conftest import papers
from tests.accounts.conftest import (
    adam,
    alice,
    application,
    award,
    body,
    boris,
    carol,
    club,
    erin,
    level,
    other_body,
    passed,
    person,
    rita,
    signed_in,
)
from tests.config.test_awards_api import ROOM, TOKEN, do, read

__all__ = [
    "adam",
    "alice",
    "application",
    "award",
    "body",
    "boris",
    "carol",
    "club",
    "erin",
    "level",
    "other_body",
    "papers",
    "rita",
]

STRANGERS = ("erin", "boris", "carol", "adam")


@pytest.fixture(autouse=True)
def known(papers: None, db: None) -> None:
    """What the criteria of badges name; and nobody has checked anything yet."""
    cache.clear()


@pytest.fixture
def at_once() -> Iterator[mock.Mock]:
    """The worker, at work as soon as it is called."""
    with mock.patch.object(tasks.make_certificates, "delay", side_effect=tasks.make_certificates) as delay:
        yield delay


def file(client: Client, address: str, status: int = 200, **headers: str) -> Any:
    response = client.get(ROOM + address, headers=headers)
    assert response.status_code == status, response.content
    return response


def checked(data: bytes, client: Client | None = None, status: int = 200) -> Any:
    response = (client or Client()).post(f"{ROOM}check/", {"file": SimpleUploadedFile("x", data)})
    assert response.status_code == status, response.content
    return response.json()


def asked(award_: Award, actor: User) -> CertificateArchive:
    return archives.ask(body=award_.body, actor=actor, awards=[award_.pk], reference=uuid.uuid4())


class TestWhoMay:
    FILES = ("certificate/", "badge/", "badge/?form=png", "certificates/")

    def test_files_are_for_the_holder_and_the_registrars(
        self, award: Award, alice: User, rita: User, request: pytest.FixtureRequest
    ) -> None:
        certificates.issue(award)
        issued = IssuedCertificate.objects.get()
        for name in (*self.FILES, f"certificates/{issued.pk}/"):
            address = f"awards/{award.pk}/{name}"
            file(signed_in(None), address, 403)
            for who in STRANGERS:
                file(signed_in(request.getfixturevalue(who)), address, 404)
            for user in (alice, rita):
                file(signed_in(user), address)

    def test_archives_are_for_registrars_of_the_body(
        self, award: Award, rita: User, request: pytest.FixtureRequest
    ) -> None:
        made = asked(award, rita)
        archives.run(made.pk)
        sent = {"reference": str(uuid.uuid4())}
        addresses = ("archives/of/mba/", f"archives/{made.pk}/", f"archives/{made.pk}/certificates/")
        for address in addresses:
            file(signed_in(None), address, 403)
            for who in (*STRANGERS, "alice"):
                file(signed_in(request.getfixturevalue(who)), address, 404)
            file(signed_in(rita), address)
        do(signed_in(None), addresses[0], sent, 403)
        for who in (*STRANGERS, "alice"):
            do(signed_in(request.getfixturevalue(who)), addresses[0], sent, 404)
        assert CertificateArchive.objects.count() == 1

    def test_everybody_is_told_of_their_own_awards_alone(self, award: Award, alice: User, carol: User) -> None:
        read(signed_in(None), "awards/", 403)
        assert [one["id"] for one in read(signed_in(alice), "awards/")["results"]] == [str(award.pk)]
        assert read(signed_in(carol), "awards/")["results"] == []

    def test_a_certificate_of_another_award_is_not_found_by_its_number(
        self, award: Award, level: Level, body: Body, rita: User, alice: User
    ) -> None:
        other = grant(application=passed(person("Bea Best", body, Role.CANDIDATE), level), actor=rita)
        certificates.issue(other)
        issued = IssuedCertificate.objects.get()
        file(signed_in(alice), f"awards/{award.pk}/certificates/{issued.pk}/", 404)


class TestFiles:
    def test_they_are_those_of_the_page(self, award: Award, alice: User) -> None:
        client = signed_in(alice)
        for name, page in (
            ("certificate/", "certificate.pdf"),
            ("badge/", "badge.json"),
            ("badge/?form=svg", "badge.svg"),
        ):
            theirs = client.get(f"/accreditation/awards/{award.pk}/{page}")
            ours = file(client, f"awards/{award.pk}/{name}", Accept=theirs.headers["Content-Type"])
            assert ours.content == theirs.content
            assert ours.headers["Content-Type"] == theirs.headers["Content-Type"]

    def test_an_earlier_one_is_as_it_was(self, award: Award, alice: User, rita: User) -> None:
        first = certificates.issue(award)
        deeds.extend(award=award, actor=rita, until=award.valid_until + datetime.timedelta(days=9), reason="r")
        assert certificates.issue(award) != first
        _latest, told = read(signed_in(alice), f"awards/{award.pk}/certificates/")["results"]
        assert told["sha256"] == certificates.digest_of(first)
        assert file(signed_in(alice), f"awards/{award.pk}/certificates/{told['id']}/").content == first

    def test_there_is_none_while_the_award_is_suspended(self, award: Award, alice: User, rita: User) -> None:
        certificates.issue(award)
        deeds.suspend(award=award, actor=rita, reason="r")
        for name in ("certificate/", "badge/"):
            assert file(signed_in(alice), f"awards/{award.pk}/{name}", 409).json()["code"] == "refused"
        assert read(signed_in(alice), f"awards/{award.pk}/certificates/")["results"] == []

    def test_a_form_that_there_is_not(self, award: Award, alice: User) -> None:
        assert "form" in file(signed_in(alice), f"awards/{award.pk}/badge/?form=gif", 400).json()["errors"]

    def test_the_queries_do_not_grow(self, award: Award, alice: User, rita: User) -> None:
        counts = []
        client, keeper = signed_in(alice), signed_in(rita)
        for number in range(2):
            certificates._remember(b"%d" % number, IssuedCertificate(award=award, words={}))
            asked(award, rita)
            with CaptureQueriesContext(connection) as queries:
                read(client, "awards/")
                read(client, f"awards/{award.pk}/certificates/")
                read(keeper, "archives/of/mba/")
            counts.append(len(queries))
        assert counts[0] == counts[1]


class TestArchives:
    def test_asked_for_watched_and_fetched(
        self,
        award: Award,
        level: Level,
        body: Body,
        rita: User,
        at_once: mock.Mock,
        django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    ) -> None:
        grant(application=passed(person("Bea Best", body, Role.CANDIDATE), level), actor=rita)
        client, sent = (
            signed_in(rita),
            {"reference": str(uuid.uuid4()), "q": "alice", "level": "club", "status": "valid"},
        )
        begun = do(client, "archives/of/mba/", sent)
        assert (begun["status"], begun["total"], begun["done"], begun["file"]) == ("queued", 1, 0, None)
        assert file(client, f"archives/{begun['id']}/certificates/", 409).json()["code"] == "refused"
        with django_capture_on_commit_callbacks(execute=True):
            assert do(client, "archives/of/mba/", sent)["id"] == begun["id"]
        told = read(client, f"archives/{begun['id']}/")
        assert (told["status"], told["done"]) == ("done", 1)
        given: Any = client.get(told["file"])
        packed = ZipFile(io.BytesIO(b"".join(given.streaming_content)))
        assert sorted(packed.namelist()) == [f"alice-archer-{award.verification_code}.{end}" for end in ("json", "pdf")]
        assert CertificateArchive.objects.count() == 1

    def test_none_at_all_is_refused(self, award: Award, rita: User) -> None:
        sent = {"reference": str(uuid.uuid4()), "q": "nobody"}
        assert do(signed_in(rita), "archives/of/mba/", sent, 409)["detail"] == "None of these awards has a certificate."
        assert "reference" in do(signed_in(rita), "archives/of/mba/", {}, 422)["errors"]


class TestChecks:
    def test_what_is_ours(self, award: Award, rita: User) -> None:
        pdf, badge = certificates.issue(award), credential_of(award).document.encode()
        for data in (pdf, badge):
            told = checked(data)
            assert (told["answer"], told["genuine"], told["outdated"]) == ("valid", True, False)
            assert told["award"]["name"] == "Alice Archer"
        deeds.suspend(award=award, actor=rita, reason="r")
        assert checked(pdf)["answer"] == "suspended"
        assert checked(badge)["award"]["status"] == "suspended"
        deeds.reinstate(award=award, actor=rita, reason="r")
        Award.objects.filter(pk=award.pk).update(status=Award.Status.REVOKED)
        assert checked(badge)["answer"] == "revoked"

    def test_superseded_and_expired(self, award: Award) -> None:
        badge = credential_of(award).document.encode()
        today = award.body.today()
        Award.objects.filter(pk=award.pk).update(valid_until=today.replace(year=today.year + 1, day=1))
        assert checked(badge)["answer"] == "superseded"
        Award.objects.filter(pk=award.pk).update(
            valid_from=today.replace(year=today.year - 3, day=1), valid_until=today.replace(year=today.year - 1, day=1)
        )
        fresh = Award.objects.get(pk=award.pk)
        assert checked(credential_of(fresh).document.encode())["answer"] == "expired"

    def test_what_is_not_ours(self, award: Award) -> None:
        pdf, badge = certificates.issue(award), json.loads(credential_of(award).document)
        altered = checked(pdf + b"\n")
        assert (altered["answer"], altered["genuine"], altered["award"]["code"]) == (
            "altered",
            False,
            award.verification_code,
        )
        foreign = {**badge, "id": "urn:uuid:1", "issuer": {"id": "did:web:example.org", "name": "Somebody"}}
        told = checked(json.dumps(foreign).encode())
        assert (told["answer"], told["issuer"], told["award"]) == ("foreign", "Somebody", None)
        assert checked(b"%PDF-1.7 nothing")["answer"] == "unknown"
        assert checked(b"hello")["answer"] == "unreadable"
        assert checked(b"")["answer"] == "unreadable"

    def test_too_large_or_missing(self, db: None) -> None:
        assert "file" in checked(b"x" * (MOST_BYTES + 1), status=422)["errors"]
        assert "file" in Client().post(f"{ROOM}check/", {}).json()["errors"]
        assert Client().post(f"{ROOM}check/", "{}", content_type="application/json").status_code == 415

    def test_whoever_is_signed_in_needs_no_token(self, award: Award, alice: User) -> None:
        client = Client(enforce_csrf_checks=True)
        client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
        assert checked(certificates.issue(award), client)["answer"] == "valid"

    def test_too_many_are_refused(self, monkeypatch: pytest.MonkeyPatch, db: None) -> None:
        monkeypatch.setitem(RATES, "check_file", "1/m/key")
        checked(b"hello")
        assert checked(b"hello", status=429)["code"] == "too-many-requests"

    def test_a_code(self, award: Award, rita: User) -> None:
        told = read(Client(), f"certificates/{award.verification_code}/")
        assert (told["name"], told["status"], told["newer"]) == ("Alice Archer", "valid", None)
        assert told["valid_until"] == award.valid_until.isoformat()
        read(Client(), "certificates/AAAAA-AAAAA-AAAAA-AAAAA/", 404)

    def test_of_somebody_who_has_died_no_name_is_told(self, award: Award, rita: User) -> None:
        pdf = certificates.issue(award)
        deeds.record_death(award=award, actor=rita, reason="r")
        for told in (read(Client(), f"certificates/{award.verification_code}/"), checked(pdf)["award"]):
            assert (told["name"], told["status"]) == (None, "deceased")
        assert "Alice" not in json.dumps(checked(pdf))

    def test_codes_that_are_not_there_are_counted(self, monkeypatch: pytest.MonkeyPatch, award: Award) -> None:
        monkeypatch.setitem(RATES, "unknown_code", "1/m/key")
        read(Client(), "certificates/AAAAA-AAAAA-AAAAA-AAAAA/", 404)
        read(Client(), f"certificates/{award.verification_code}/", 429)


class TestSchema:
    def test_every_field_is_described(self) -> None:
        components = openapi()["components"]["schemas"]
        for name in ["IssuedCertificate", "Archive", "NewArchive", "CheckedAward", "CheckedFile", "File"]:
            fields = components[name]["properties"].items()
            assert [one for one, told in fields if "description" not in told and "$ref" not in told] == [], name

    def test_every_address_is_in_it(self) -> None:
        patterns = [re.sub(r"<\w+:(\w+)>", r"{\1}", str(one.pattern)) for one in api.urlpatterns]
        assert {ROOM + one for one in patterns} <= set(openapi()["paths"])

    def test_answers_are_as_promised(self, award: Award, rita: User, settings: Any, at_once: mock.Mock) -> None:
        settings.API_RATES = {"anon": "100000/min", "user": "100000/min"}
        asked(award, rita)
        key = signed_in(rita).cookies[django_settings.SESSION_COOKIE_NAME].value
        promises.are_kept(
            f"^{ROOM}(archives|awards/$|awards/{{id}}/(cert|badge))",
            requests=12,
            cookies={django_settings.SESSION_COOKIE_NAME: key, django_settings.CSRF_COOKIE_NAME: TOKEN},
            headers={"X-CSRFToken": TOKEN},
        )
