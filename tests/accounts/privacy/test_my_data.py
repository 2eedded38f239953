"""/people/me/data/: what is kept of me, and the download. Nobody else sees or downloads it."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest
from django.http import FileResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation.models import Award
from accounts.audit.models import AuditEntry
from accounts.models import Body, Role, User
from accounts.privacy.download import archive
from accounts.privacy.holdings import holdings
from exams.marking.models import Result
from exams.sittings.models import Release
from tests import factories
from tests.accounts.conftest import signed_in
from tests.exams.marking.conftest import Clock, clock
from tests.exams.marking.rooms import hand_in, paper_with, sitting_of

__all__ = ["clock"]

MINE, DOWNLOAD = reverse("privacy:mine"), reverse("privacy:download")


def confirmed(user: User) -> Client:
    """A browser in which this person has just given their password."""
    browser = signed_in(user)
    session = browser.session
    session["account_authentication_methods"] = [{"method": "password", "at": timezone.now().timestamp()}]
    session.save()
    return browser


def with_password(user: User) -> Client:
    """A browser in which this person is signed in, who gave their password long ago."""
    user.set_password("a table of thirteen")
    user.save()
    return signed_in(user)


def unpacked(data: bytes) -> dict[str, Any]:
    """The files of a download, by name."""
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        assert packed.testzip() is None
        return {name.removesuffix(".json"): json.loads(packed.read(name)) for name in packed.namelist()}


def mine(user: User) -> dict[str, Any]:
    """What this person gets."""
    with archive(user) as made:
        return unpacked(made.read())


class TestPermissions:
    def test_a_stranger_is_asked_to_sign_in(self, db: None) -> None:
        assert signed_in(None).get(MINE).status_code == 302
        assert signed_in(None).post(DOWNLOAD)["Location"].startswith(reverse("account_login"))

    def test_whoever_finds_a_machine_signed_in_must_give_the_password(self, alice: User) -> None:
        browser = with_password(alice)
        asked = browser.post(DOWNLOAD)
        assert asked.status_code == 302
        assert asked["Location"].startswith(reverse("account_reauthenticate"))
        assert "download your data" in browser.get(asked["Location"]).content.decode()
        assert not AuditEntry.objects.filter(verb="person.downloaded").exists()

    def test_one_gets_one_s_own_and_no_more(self, award: Award, alice: User, carol: User, rita: User) -> None:
        for user in (carol, rita):
            told = json.dumps(mine(user), ensure_ascii=False)
            for word in (alice.name, alice.email, str(award.pk), award.verification_code):
                # What a registrar did names the award, and not whose it is.
                assert word not in told or (user == rita and word == str(award.pk))

    def test_a_link_cannot_start_a_download(self, alice: User) -> None:
        assert signed_in(alice).get(DOWNLOAD).status_code == 405


class TestPage:
    def test_it_tells_kinds_numbers_and_why(self, award: Award, alice: User) -> None:
        page = signed_in(alice).get(MINE).content.decode()
        assert "Applications" in page
        assert "The public must be able to check who may direct" in page
        assert MINE in signed_in(alice).get(reverse("people:me")).content.decode()

    def test_its_queries_do_not_grow(
        self, award: Award, alice: User, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        browser = signed_in(alice)
        browser.get(MINE)
        with django_assert_num_queries(3 + len(holdings())):  # session, person, deletion, one for each kind
            browser.get(MINE)


class TestDownload:
    def test_it_has_a_file_for_each_kind_and_says_what_it_is(self, award: Award, alice: User) -> None:
        response = confirmed(alice).post(DOWNLOAD)
        assert isinstance(response, FileResponse)
        files = unpacked(response.getvalue())
        assert set(files) == {"about", *(one.key for one in holdings())}
        assert files["awards"][0]["verification_code"] == award.verification_code
        assert files["account"][0]["email"] == alice.email
        about = {one["file"]: one for one in files["about"]["files"]}
        assert about["awards.json"]["records"] == 1
        assert AuditEntry.objects.filter(verb="person.downloaded", actor=alice).count() == 1

    def test_neither_questions_nor_keys_nor_what_is_not_released_are_in_it(self, db: None, clock: Clock) -> None:
        body: Body = factories.body()
        alice = factories.person("Alice", Role.CANDIDATE)
        content = {"stem": [*factories.CONTENT["stem"], "Quillfeather asks."]}
        paper = paper_with("best_ruling", "best_ruling", at=body, content=content)
        hidden = sitting_of(paper, clock.now, release=Release.TOGETHER, title="Hidden")
        hand_in(hidden, alice, ["c", "b"])
        told = mine(alice)
        assert Result.objects.of(alice).count() == 1
        assert (told["results"], told["marks"]) == ([], [])
        assert [one["answer"] for one in told["answers"]] == ["c", "b"]
        assert "Quillfeather" not in json.dumps(told)
        assert '"key"' not in json.dumps({name: rows for name, rows in told.items() if name != "log"})

    def test_a_result_that_was_told_is_in_it(self, db: None, clock: Clock) -> None:
        alice, bob = (factories.person(name, Role.CANDIDATE) for name in ("Alice", "Bob"))
        sitting = sitting_of(paper_with("best_ruling", "best_ruling"), clock.now)
        for one in (alice, bob):
            hand_in(sitting, one, ["c", "b"])
        told = mine(alice)
        assert [one["id"] for one in told["results"]] == [str(Result.objects.of(alice).get().pk)]
        assert len(told["marks"]) == 2


@pytest.mark.django_db
def test_a_large_history_is_streamed(alice: User) -> None:
    AuditEntry.objects.bulk_create(
        AuditEntry(actor=alice, verb="x.y", target_type="x.Y", target_id=str(n)) for n in range(5000)
    )
    assert len(mine(alice)["log"]) == 5000
