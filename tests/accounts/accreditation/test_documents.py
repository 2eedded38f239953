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
from accounts.accreditation.credentials import certificates
from accounts.accreditation.models import Award, Document, Evidence
from accounts.audit.models import AuditEntry
from accounts.models import Body, Club, User
from accounts.rules import may
from tests.accounts.accreditation.test_clubs import ago, confirming, entered
from tests.accounts.conftest import signed_in

__all__ = ["confirming"]

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
    @pytest.mark.django_db
    def test_what_is_refused_and_why(self, name: str, data: bytes, said: str) -> None:
        with pytest.raises(ValidationError, match=said):
            documents.checked(name, data)

    def test_a_certificate_of_ours_is_taken_with_its_badge_and_a_changed_one_is_not(self, award: Award) -> None:
        ours = certificates.issue(award)
        assert documents.checked("certificate.pdf", ours).data == ours
        with pytest.raises(ValidationError, match="another file inside"):
            documents.checked("certificate.pdf", ours + b"%")

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


class TestWithTheEvidence:
    """In the form by which a piece is entered or logged: with it or not at all."""

    def session(self, body: Body, *files: tuple[str, bytes], **more: str) -> dict[str, object]:
        told = {"day": body.today().isoformat(), "reference": str(uuid.uuid4()), "club": "Kenmore", "role": "directed"}
        sent = [SimpleUploadedFile(name, data) for name, data in files]
        return {**told, "event": "club", "movement": "Howell", "documents": sent, **more}

    def course(self, body: Body, person: User, *files: tuple[str, bytes], **more: str) -> dict[str, object]:
        sent = [SimpleUploadedFile(name, data) for name, data in files]
        told = {"day": body.today().isoformat(), "reference": str(uuid.uuid4()), "person": str(person.pk)}
        return {**told, "name": "Refresher", "documents": sent, **more}

    def test_the_person_attaches_to_what_they_log_once(self, body: Body, alice: User) -> None:
        page = f"/accreditation/way/{body.slug}/log-session/"
        reference = str(uuid.uuid4())
        for _press in range(2):
            told = self.session(body, ("letter.pdf", PDF), ("scan.png", png()), reference=reference)
            answer = signed_in(alice).post(page, told)
            assert answer.status_code == 302
        made = Evidence.objects.get()
        assert sorted(one.name for one in made.documents.all()) == ["letter.pdf", "scan.png"]
        assert {one.added_by for one in made.documents.all()} == {alice}
        assert AuditEntry.objects.filter(verb="evidence.documented").count() == 1

    def test_the_registrar_attaches_to_what_they_enter(self, body: Body, alice: User, rita: User) -> None:
        page = f"/accreditation/evidence/{body.slug}/enter/course/"
        assert signed_in(rita).post(page, self.course(body, alice, ("scan.jpg", JPEG))).status_code == 302
        assert [one.name for one in Evidence.objects.get().documents.all()] == ["scan.jpg"]

    def test_without_a_file_as_before(self, body: Body, alice: User, rita: User) -> None:
        assert "multipart/form-data" in (
            signed_in(alice).get(f"/accreditation/way/{body.slug}/log-session/").content.decode()
        )
        signed_in(alice).post(f"/accreditation/way/{body.slug}/log-session/", self.session(body))
        signed_in(rita).post(f"/accreditation/evidence/{body.slug}/enter/course/", self.course(body, alice))
        assert Evidence.objects.count() == 2
        assert not Document.objects.exists()

    @pytest.mark.parametrize(
        ("name", "data", "said"),
        [
            ("letter.pdf", png(), "is not what its name says"),
            ("letter.exe", b"MZ" + b"\x00" * 64, "is not a PDF, a JPEG or a PNG"),
            ("letter.pdf", PDF.replace(b"/Type", b"/JavaScript"), "has a program"),
        ],
    )
    def test_a_file_that_is_refused_loses_nothing_that_was_typed(
        self, name: str, data: bytes, said: str, body: Body, alice: User, rita: User
    ) -> None:
        told = self.session(body, (name, data), ("good.pdf", PDF))
        page = signed_in(alice).post(f"/accreditation/way/{body.slug}/log-session/", told).content.decode()
        for words in (said, "Choose them again", 'value="Howell"', 'value="Kenmore"', str(told["reference"])):
            assert words in page
        sent = self.course(body, alice, (name, data))
        page = signed_in(rita).post(f"/accreditation/evidence/{body.slug}/enter/course/", sent).content.decode()
        for words in (said, "Choose them again", 'value="Refresher"', f'value="{alice.pk}" selected'):
            assert words in page
        assert not Evidence.objects.exists()

    def test_another_fault_says_that_the_files_are_gone(self, body: Body, alice: User) -> None:
        told = self.session(body, ("letter.pdf", PDF), club=" ")
        page = signed_in(alice).post(f"/accreditation/way/{body.slug}/log-session/", told).content.decode()
        assert "Choose them again" in page
        assert not Evidence.objects.exists()
        without = signed_in(alice).post(f"/accreditation/way/{body.slug}/log-session/", self.session(body, club=" "))
        assert "Choose them again" not in without.content.decode()

    def test_six_are_too_many_and_nothing_is_entered(self, body: Body, alice: User, rita: User) -> None:
        files = [(f"{n}.pdf", PDF + b"%d" % n) for n in range(6)]
        told = self.session(body, *files)
        page = signed_in(alice).post(f"/accreditation/way/{body.slug}/log-session/", told)
        assert "has 5 documents at most" in str(page.context["form"].errors["documents"])
        signed_in(rita).post(f"/accreditation/evidence/{body.slug}/enter/course/", self.course(body, alice, *files))
        assert not Evidence.objects.exists()
        assert not AuditEntry.objects.filter(verb__startswith="evidence.").exists()

    def test_nothing_is_added_to_the_entry_of_the_club(
        self, confirming: Body, club: Club, cleo: User, alice: User
    ) -> None:
        entered(club, cleo, f"{ago(club, 0)},,,,,Alice Archer,")
        told = self.session(confirming, ("letter.pdf", PDF), club=club.name, movement="")
        page = signed_in(alice).post(f"/accreditation/way/{confirming.slug}/log-session/", told, follow=True)
        shown = page.content.decode()
        assert "Your club has entered this session already" in shown
        assert "Your files were not attached" in shown
        assert Evidence.objects.count() == 1
        assert not Document.objects.exists()
