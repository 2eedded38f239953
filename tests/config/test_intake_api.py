"""Registers that come in, documents and letters under /api/v1/accreditation/. Who may comes first; then what it does."""

from __future__ import annotations

import re
import uuid
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.accreditation.models import Award, Circular, Document, Evidence, Intake, Level
from accounts.audit.models import AuditEntry
from accounts.letters.models import Letter
from accounts.models import Body, Club, User
from config.api import documents as documents_api
from config.api import intake as intake_api
from laws.api.schema import openapi
from tests import promises
from tests.accounts.accreditation.intake.conftest import csv
from tests.accounts.accreditation.test_documents import PDF, logged
from tests.accounts.conftest import (
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
    rita,
    rolf,
    signed_in,
)
from tests.config.test_awards_api import REASON, ROOM, TOKEN, do, read

__all__ = [
    "alice",
    "application",
    "award",
    "body",
    "boris",
    "carol",
    "club",
    "erin",
    "level",
    "logged",
    "other_body",
    "rita",
    "rolf",
]

OUTSIDE = ("alice", "erin", "boris", "carol")
LINES = (
    "Anna Able,anna@example.org,4711,Far Western Club,Director,,31/12/2027",
    "Bob Baker,,,Far Western Club,Director,,soon",
)


def send(client: Client, address: str, name: str, data: bytes, status: int = 200, **more: str) -> Any:
    response = client.post(ROOM + address, {"file": SimpleUploadedFile(name, data), **more})
    assert response.status_code == status, response.content
    return response.json()


@pytest.fixture
def batch(body: Body, rita: User, level: Level, club: Club) -> Any:
    """A file as it is answered when it has been sent."""
    return send(signed_in(rita), "imports/of/mba/", "register.csv", csv(*LINES))


class TestWhoMay:
    def test_imports_are_for_the_registrars_of_the_body(
        self, batch: Any, rita: User, request: pytest.FixtureRequest
    ) -> None:
        theirs = f"imports/{batch['id']}/"
        deeds: dict[str, Any] = {
            "columns/": {"columns": batch["columns"]},
            "terms/": {"day_first": True},
            "preview/": {},
            "application/": {},
            "undoing/": REASON,
            "discarding/": {},
            "lines/2/": {"left_out": True},
        }
        for who, status in ((None, 403), *((one, 404) for one in OUTSIDE)):
            client = signed_in(request.getfixturevalue(who) if who else None)
            for address in ("imports/of/mba/", theirs, f"{theirs}lines/", f"{theirs}lines/2/"):
                read(client, address, status)
            for deed, sent in deeds.items():
                do(client, theirs + deed, sent, status)
            send(client, "imports/of/mba/", "r.csv", csv(*LINES), status)
        assert read(signed_in(rita), theirs)["stage"] == "open"
        assert Intake.objects.count() == 1

    def test_documents_are_for_the_person_and_the_registrars(
        self, logged: Evidence, alice: User, rita: User, request: pytest.FixtureRequest
    ) -> None:
        theirs = f"evidence/{logged.pk}/documents/"
        (made,) = send(signed_in(alice), theirs, "letter.pdf", PDF)
        for who, status in ((None, 403), *((one, 404) for one in OUTSIDE if one != "alice")):
            client = signed_in(request.getfixturevalue(who) if who else None)
            read(client, theirs, status)
            read(client, f"{theirs}{made['id']}/", status)
            send(client, theirs, "other.pdf", PDF + b" ", status)
        for one in (alice, rita):
            assert signed_in(one).get(f"{ROOM}{theirs}{made['id']}/").content == PDF
            assert [told["name"] for told in read(signed_in(one), theirs)["results"]] == ["letter.pdf"]
        assert Document.objects.count() == 1
        # That the registrar opened it is on record; whose it is, opens it without a trace.
        assert list(AuditEntry.objects.filter(verb="document.opened").values_list("actor", flat=True)) == [rita.pk]

    def test_letters_to_lists_are_for_the_registrars(self, award: Award, request: pytest.FixtureRequest) -> None:
        written = {"to": {}, "subject": "Spring", "text": "Dear {{name}}"}
        for who, status in ((None, 403), *((one, 404) for one in OUTSIDE)):
            client = signed_in(request.getfixturevalue(who) if who else None)
            read(client, "letters/of/mba/", status)
            do(client, "letters/of/mba/preview/", written, status)
            do(client, "letters/of/mba/", {**written, "seen": "x", "reference": str(uuid.uuid4())}, status)
        assert Circular.objects.count() == 0


class TestAnImport:
    def test_from_the_file_to_the_award_and_back(self, batch: Any, rita: User, body: Body, level: Level) -> None:
        client, theirs = signed_in(rita), f"imports/{batch['id']}/"
        assert send(client, "imports/of/mba/", "register.csv", csv(*LINES))["id"] == batch["id"]
        told = do(client, f"{theirs}columns/", {"columns": batch["columns"]})
        assert (told["lines"]["decide"], told["unknown"]) == (2, {"levels": ["Director"], "clubs": []})
        do(client, f"{theirs}application/", {}, 409)
        told = do(client, f"{theirs}terms/", {"levels": {"Director": level.code}})
        assert told["unknown"] == {"levels": [], "clubs": ["Far Western Club"]}
        told = do(client, f"{theirs}terms/", {"clubs": {"Far Western Club": "make"}})
        assert (told["lines"]["new"], told["lines"]["wrong"]) == (1, 1)
        (wrong,) = read(client, f"{theirs}lines/?outcome=wrong")["results"]
        assert "soon" in wrong["says"][0]
        line = do(client, f"{theirs}lines/{wrong['number']}/", {"corrected": {"until": "2027-06-30"}})
        assert (line["outcome"], line["corrected"]) == ("new", {"until": "2027-06-30"})
        told = do(client, f"{theirs}application/", {})
        assert (told["stage"], told["imported"]["awards"], told["built_on"]) == ("applied", 2, [])
        assert do(client, f"{theirs}application/", {}) == told
        assert Award.objects.filter(body=body, status=Award.Status.GRANTED).count() == 2
        assert do(client, f"{theirs}undoing/", REASON)["stage"] == "undone"
        assert not Award.objects.filter(body=body, status=Award.Status.GRANTED).exists()
        do(client, f"{theirs}discarding/", {}, 409)

    def test_what_is_not_there_is_named(self, batch: Any, rita: User) -> None:
        client, theirs = signed_in(rita), f"imports/{batch['id']}/"
        said = do(client, f"{theirs}columns/", {"columns": {"colour": 0, "name": 99}}, 422)["errors"]["columns"]
        assert "colour, name" in said[0]
        assert "Level" in do(client, f"{theirs}columns/", {"columns": {"name": 0}}, 409)["detail"]
        do(client, f"{theirs}columns/", {"columns": batch["columns"]})
        assert "your body" in do(client, f"{theirs}terms/", {"levels": {"Director": "emperor"}}, 409)["detail"]
        assert "colour" in do(client, f"{theirs}lines/2/", {"corrected": {"colour": "red"}}, 422)["detail"]
        read(client, f"{theirs}lines/99/", 404)
        read(client, f"{theirs}lines/?outcome=splendid", 400)
        assert "save it as CSV" in send(client, "imports/of/mba/", "r.pdf", b"%PDF-1.7", 422)["detail"]
        assert do(client, f"{theirs}discarding/", {})["file"] == "register.csv"
        read(client, theirs, 404)


class TestDocuments:
    def test_what_it_is_not_is_refused_and_the_same_file_is_kept_once(self, logged: Evidence, alice: User) -> None:
        client, theirs = signed_in(alice), f"evidence/{logged.pk}/documents/"
        assert "is a PDF" in send(client, theirs, "photo.png", PDF, 422)["errors"]["file"][0]
        assert "is empty" in send(client, theirs, "letter.pdf", b"", 422)["errors"]["file"][0]
        for _time in range(2):
            assert len(send(client, theirs, "letter.pdf", PDF)) == 1
        for n in range(1, 5):
            assert len(send(client, theirs, f"letter{n}.pdf", PDF + b" " * n)) == n + 1
        assert "at most" in send(client, theirs, "more.pdf", PDF + b"  \n", 409)["detail"]


class TestLetters:
    def test_sent_once_and_as_it_was_previewed(self, award: Award, rita: User) -> None:
        client = signed_in(rita)
        written = {"to": {"level": award.level.code}, "subject": "Spring", "text": "{{level}} until {{until}}."}
        seen = do(client, "letters/of/mba/preview/", written)
        assert (seen["people"], seen["unreached"]) == (1, [])
        assert seen["first"][0]["text"].split("\n\n")[1].startswith(award.level.name)
        assert Letter.objects.filter(subject="Spring").count() == 0
        sent = {**written, "seen": seen["seen"], "reference": str(uuid.uuid4())}
        changed = {**sent, "text": "Something else.", "reference": str(uuid.uuid4())}
        assert "Nothing was sent" in do(client, "letters/of/mba/", changed, 409)["detail"]
        made = do(client, "letters/of/mba/", sent)
        assert do(client, "letters/of/mba/", sent) == made
        assert (made["letters"], made["gone"]) == (1, 0)
        assert ["Level", award.level.name] in made["narrowed"]
        assert read(client, f"letters/{made['id']}/") == made
        assert [one["id"] for one in read(client, "letters/of/mba/")["results"]] == [made["id"]]
        assert Letter.objects.filter(subject="Spring").count() == 1

    def test_what_the_body_has_not_is_named(self, award: Award, rita: User) -> None:
        written = {
            "to": {"level": "emperor", "club": str(uuid.uuid4())},
            "subject": "Spring",
            "text": "Dear {{nobody}}",
        }
        errors = do(signed_in(rita), "letters/of/mba/preview/", written, 422)["errors"]
        assert set(errors) == {"to.level", "to.club"}
        assert "nobody" in do(signed_in(rita), "letters/of/mba/preview/", {**written, "to": {}}, 409)["detail"]


class TestSchema:
    def test_every_address_is_in_it(self) -> None:
        patterns = [*intake_api.urlpatterns, *documents_api.urlpatterns]
        told = [re.sub(r"<\w+:(\w+)>", r"{\1}", str(one.pattern)) for one in patterns]
        assert {ROOM + one for one in told} <= set(openapi()["paths"])

    def test_answers_are_as_promised(
        self, batch: Any, logged: Evidence, award: Award, rita: User, settings: Any
    ) -> None:
        settings.API_RATES = {"anon": "100000/min", "user": "100000/min"}
        key = signed_in(rita).cookies[django_settings.SESSION_COOKIE_NAME].value
        promises.are_kept(
            f"^{ROOM}(imports|letters|evidence/{{id}}/documents)/",
            requests=6,
            cookies={django_settings.SESSION_COOKIE_NAME: key, django_settings.CSRF_COOKIE_NAME: TOKEN},
            headers={"X-CSRFToken": TOKEN},
        )
