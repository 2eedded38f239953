"""Documents attached to evidence: who attaches and opens them, what is taken, and that nothing of them is public."""

from __future__ import annotations

import datetime as dt
import struct
import uuid
import zlib

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction

from accounts.accreditation import documents, evidencing
from accounts.accreditation.models import Document, Evidence
from accounts.audit.models import AuditEntry
from accounts.models import Body, User
from accounts.rules import may
from tests.accounts.conftest import signed_in

PDF = b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n"
JPEG = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00" + b"\x00" * 64 + b"\xff\xd9"


def png() -> bytes:
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\x00\x00")) + chunk(b"IEND", b"")


@pytest.fixture
def logged(body: Body, alice: User) -> Evidence:
    """A session that Alice has logged; it waits."""
    return evidencing.log_session(
        body=body,
        person=alice,
        day=body.today() - dt.timedelta(days=2),
        details={"club": "Kenmore", "role": "directed", "event": "club"},
        reference=f"sessions:{uuid.uuid4()}",
    )


def attached(evidence: Evidence, actor: User, name: str = "letter.pdf", data: bytes = PDF) -> Document:
    return documents.attach(evidence=evidence, actor=actor, files=[documents.checked(name, data)])[0]


WHO = ("alice", "rita", "rolf", "erin", "adam", "boris", "carol")


class TestWhoMay:
    @pytest.mark.parametrize(
        ("deed", "attaching", "opening"),
        [
            (None, {"alice", "rita", "rolf"}, {"alice", "rita", "rolf"}),
            ("accept", {"rita", "rolf"}, {"alice", "rita", "rolf"}),
            ("refuse", set(), set()),
            ("withdraw", set(), set()),
        ],
    )
    def test_by_how_it_stands(
        self,
        deed: str | None,
        attaching: set[str],
        opening: set[str],
        logged: Evidence,
        rita: User,
        request: pytest.FixtureRequest,
    ) -> None:
        made = attached(logged, rita)
        if deed == "accept":
            evidencing.accept(evidence=logged, actor=rita)
        elif deed:
            getattr(evidencing, deed)(evidence=logged, actor=rita, reason="No.")
        people = {name: request.getfixturevalue(name) for name in WHO}
        assert {one for one in WHO if may(people[one], "accreditation.attach_document", logged)} == attaching
        address = f"/accreditation/documents/{logged.pk}/{made.pk}/"
        assert {one for one in WHO if signed_in(people[one]).get(address).status_code == 200} == opening

    def test_nobody_who_is_not_signed_in(self, logged: Evidence, rita: User) -> None:
        made = attached(logged, rita)
        assert signed_in(None).get(f"/accreditation/documents/{logged.pk}/{made.pk}/").status_code == 302

    def test_not_under_another_piece(self, logged: Evidence, body: Body, alice: User, rita: User) -> None:
        other = evidencing.enter(
            body=body,
            person=alice,
            actor=rita,
            kind="reference",
            day=body.today(),
            details={"of": "club", "by": "Kenmore"},
            reference="reference:1",
        )
        made = attached(logged, rita)
        assert signed_in(rita).get(f"/accreditation/documents/{other.pk}/{made.pk}/").status_code == 404


class TestWhatIsTaken:
    @pytest.mark.parametrize(("name", "data"), [("a.pdf", PDF), ("a.jpg", JPEG), ("a.jpeg", JPEG), ("a.PNG", png())])
    def test_what_is_what_its_name_says(self, name: str, data: bytes) -> None:
        assert documents.checked(name, data).name == name

    @pytest.mark.parametrize(
        ("name", "data", "said"),
        [
            ("a.pdf", png(), "is a PNG"),
            ("a.png", PDF, "is a PDF"),
            ("a.pdf", b"<html><script>alert(1)</script></html>", "is not a PDF"),
            ("a.pdf", b"PK\x03\x04" + b"\x00" * 60, "is not a PDF"),
            ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "is not a PDF"),
            ("a.pdf", b"", "is empty"),
            ("a.pdf", PDF + b" " * documents.MOST_BYTES, "larger than 5 MB"),
            ("a.pdf", PDF.replace(b"/Root", b"/Encrypt 5 0 R /Root"), "password"),
            ("a.pdf", PDF.replace(b"/Type", b"/OpenAction << /S /JavaScript /JS (app.alert(1)) >> /Type"), "program"),
            ("a.pdf", PDF.replace(b"/Type", b"/OpenAction << /S /J#61vaScript >> /Type"), "program"),
            ("a.pdf", PDF.replace(b"/Type", b"/EmbeddedFile /Type"), "another file inside"),
        ],
    )
    def test_what_is_refused_and_why(self, name: str, data: bytes, said: str) -> None:
        with pytest.raises(ValidationError, match=said):
            documents.checked(name, data)

    def test_what_stands_in_a_stream_by_chance_is_no_program(self) -> None:
        packed = PDF.replace(b"trailer", b"2 0 obj << >>\nstream\nx/JS /Encrypt /Launch x\nendstream\nendobj\ntrailer")
        assert documents.checked("a.pdf", packed).name == "a.pdf"

    @pytest.mark.parametrize(
        ("name", "shown"),
        [
            ("C:\\Users\\al\\letter.pdf", "letter.pdf"),
            ("../../etc/passwd.pdf", "passwd.pdf"),
            ("let\u202efdp.ter.pdf", "let fdp.ter.pdf"),
            ('a\r\nb"c.pdf', "a b'c.pdf"),
            ("x" * 300 + ".pdf", "x" * 96 + ".pdf"),
            ("scan", "scan.pdf"),
            ("", "document.pdf"),
        ],
    )
    def test_names_are_cleaned(self, name: str, shown: str) -> None:
        assert documents.checked(name, PDF).name == shown


class TestAttaching:
    def test_the_same_file_once_and_five_at_most(self, logged: Evidence, alice: User) -> None:
        attached(logged, alice)
        documents.attach(evidence=logged, actor=alice, files=[documents.checked("again.pdf", PDF)])
        assert logged.documents.count() == 1
        more = [documents.checked(f"{n}.pdf", PDF + b"%" * n) for n in range(1, 6)]
        with pytest.raises(ValidationError, match="5 documents at most"):
            documents.attach(evidence=logged, actor=alice, files=more)
        assert logged.documents.count() == 1
        documents.attach(evidence=logged, actor=alice, files=more[:4])
        assert logged.documents.count() == 5
        assert AuditEntry.objects.filter(verb="evidence.documented").count() == 2

    def test_it_is_never_changed_or_deleted(self, logged: Evidence, alice: User) -> None:
        attached(logged, alice)
        for deed in (Document.objects.all().delete, lambda: Document.objects.update(name="other.pdf")):
            with pytest.raises(IntegrityError), transaction.atomic():
                deed()


class TestThePages:
    def send(self, evidence: Evidence, person: User, *files: tuple[str, bytes]) -> object:
        sent = [SimpleUploadedFile(name, data) for name, data in files]
        return signed_in(person).post(f"/accreditation/documents/{evidence.pk}/", {"documents": sent}, follow=True)

    def test_attached_and_read_back(self, logged: Evidence, alice: User, rita: User) -> None:
        page = self.send(logged, alice, ("Grüße.pdf", PDF), ("scan.png", png()))
        assert b"2 documents attached." in page.content  # type: ignore[attr-defined]
        first = logged.documents.get(sort="application/pdf")
        answer = signed_in(rita).get(f"/accreditation/documents/{logged.pk}/{first.pk}/")
        assert answer.content == PDF
        assert answer.headers["Content-Type"] == "application/pdf"
        assert answer.headers["Content-Disposition"].startswith("attachment; filename*=utf-8''Gr%C3%BC")
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Content-Security-Policy"] == "sandbox; default-src 'none'"
        assert "no-store" in answer.headers["Cache-Control"]

    def test_all_that_is_wrong_is_said_and_none_is_taken(self, logged: Evidence, alice: User) -> None:
        page = self.send(logged, alice, ("a.pdf", png()), ("b.pdf", b"text"), ("good.pdf", PDF))
        told = page.content.decode()  # type: ignore[attr-defined]
        assert "“a.pdf” is not what its name says" in told
        assert "“b.pdf” is not a PDF" in told
        assert not logged.documents.exists()

    def test_who_opened_it_is_noted_but_for_the_person(self, logged: Evidence, alice: User, rita: User) -> None:
        made = attached(logged, alice)
        for person in (alice, rita, rita):
            signed_in(person).get(f"/accreditation/documents/{logged.pk}/{made.pk}/")
        noted = AuditEntry.objects.filter(verb="document.opened")
        assert [(one.actor, one.target_id) for one in noted] == [(rita, str(made.pk))]

    def test_what_is_withdrawn_is_named_and_not_opened(self, logged: Evidence, alice: User, rita: User) -> None:
        made = attached(logged, alice)
        evidencing.withdraw(evidence=logged, actor=alice, reason="It was the wrong day.")
        page = signed_in(rita).get(f"/accreditation/evidence/{logged.pk}/").content.decode()
        assert made.name in page
        assert str(made.pk) not in page
