"""The seal, words and signatures of a body's certificates: who settles them, which pictures are taken, and what comes of it."""

from __future__ import annotations

import io
import json
import zlib
from typing import Any

import pypdf
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation.certificate import certificate_pdf
from accounts.accreditation.credentials import certificates
from accounts.accreditation.credentials.badges import credential_of
from accounts.accreditation.credentials.checks import Answer, check
from accounts.accreditation.models import Award, CertificateDesign, IssuedCertificate
from accounts.audit.models import AuditEntry
from accounts.models import Body, User
from tests.accounts.accreditation.credentials.test_checks import png
from tests.accounts.conftest import signed_in

ADDRESS = "/accreditation/certificates/mba/"
RGBA = b"".join(b"\0" + b"\x1f\x5c\x43\xff" * 60 for _row in range(60))
SEAL = png(60, 60, (b"IDAT", zlib.compress(RGBA)))
TEXTS = {
    "sentence": "Given by the Directors' Committee.",
    "first_name": "Helen Zhou",
    "first_office": "Registrar",
    "second_name": "Ivo Lindqvist",
    "second_office": "",
    "reason": "The new seal",
}


@pytest.fixture(autouse=True)
def papers(papers: None, db: None) -> None:
    """What the criteria of badges name."""


def picture(data: bytes = SEAL) -> SimpleUploadedFile:
    return SimpleUploadedFile("seal.png", data)


def settle(somebody: User, **changes: Any) -> Any:
    return signed_in(somebody).post(ADDRESS, TEXTS | {"seal": picture(), "first_signature": picture()} | changes)


def text(data: bytes) -> str:
    return " ".join(pypdf.PdfReader(io.BytesIO(data)).pages[0].extract_text().split())


class TestWho:
    @pytest.mark.parametrize(
        ("who", "status"), [("rita", 200), ("adam", 200), ("alice", 403), ("erin", 403), ("boris", 403), ("carol", 403)]
    )
    def test_registrars_and_administrators(
        self, who: str, status: int, body: Body, request: pytest.FixtureRequest
    ) -> None:
        browser = signed_in(request.getfixturevalue(who))
        assert browser.get(ADDRESS).status_code == status
        assert browser.get(ADDRESS + "sample.pdf").status_code == status

    def test_others_settle_nothing(self, body: Body, boris: User) -> None:
        assert settle(boris).status_code == 403
        assert not CertificateDesign.objects.exists()


class TestSettled:
    def test_it_stands_on_the_next_certificate(self, award: Award, rita: User) -> None:
        assert settle(rita).status_code == 302
        made = certificates.issue(award)
        said = text(made)
        for words in ("Given by the Directors' Committee.", "Helen Zhou", "Registrar", "Ivo Lindqvist", "Alice Archer"):
            assert words in said
        root: Any = pypdf.PdfReader(io.BytesIO(made)).root_object
        assert root["/MarkInfo"]["/Marked"]
        assert b"pdfuaid" in root["/Metadata"].get_object().get_data()
        assert certificates.issue(award) == made
        assert len(pypdf.PdfReader(io.BytesIO(made)).pages) == 1

    def test_the_certificate_carries_the_badge(self, award: Award) -> None:
        reader = pypdf.PdfReader(io.BytesIO(certificates.issue(award)))
        assert reader.attachments["badge.json"][0].decode() == credential_of(award).document

    @pytest.mark.parametrize("length", [1, 80])
    def test_it_stays_one_page(self, length: int, award: Award, rita: User) -> None:
        long = {name: ("Wilhelmina " * 30)[:length] for name in TEXTS if name != "reason"}
        settle(rita, **long | {"sentence": ("Wilhelmina " * 30)[: length * 2], "second_signature": picture()})
        award.name = award.level.name = award.body.name = ("Wilhelmina " * 9)[:length] + "n"
        made = certificate_pdf(award, certificates.design_of(award.body), "{}")
        assert len(pypdf.PdfReader(io.BytesIO(made)).pages) == 1

    def test_it_is_noted_once(self, body: Body, rita: User) -> None:
        settle(rita)
        settle(rita)
        assert CertificateDesign.objects.count() == 1
        assert AuditEntry.objects.filter(verb="certificate_design.changed").count() == 1

    def test_a_picture_that_is_not_sent_again_stays_and_can_be_taken_off(self, body: Body, rita: User) -> None:
        settle(rita)
        signed_in(rita).post(ADDRESS, TEXTS | {"sentence": "Another"})
        last = certificates.design_of(body)
        assert last is not None and bytes(last.seal) == SEAL and bytes(last.first_signature) == SEAL
        signed_in(rita).post(ADDRESS, TEXTS | {"seal_off": "on", "first_name": "", "first_office": ""})
        last = certificates.design_of(body)
        assert last is not None and not last.seal and not last.first_signature

    def test_what_was_handed_out_stays_as_it_was(self, award: Award, rita: User, alice: User) -> None:
        before = certificates.issue(award)
        settle(rita)
        after = certificates.issue(award)
        assert before != after
        first = IssuedCertificate.objects.earliest("pk")
        address = reverse("accreditation:earlier_certificate", args=[award.pk, first.pk])
        assert address in signed_in(alice).get(reverse("accreditation:award", args=[award.pk])).content.decode()
        assert signed_in(alice).get(address).content == before
        assert [check(one).answer for one in (before, after)] == [Answer.VALID, Answer.VALID]

    @pytest.mark.parametrize(("who", "status"), [("alice", 200), ("rita", 200), ("boris", 404), ("carol", 404)])
    def test_who_gets_an_earlier_one(self, who: str, status: int, award: Award, request: pytest.FixtureRequest) -> None:
        certificates.issue(award)
        number = IssuedCertificate.objects.get().pk
        for name, args in (("earlier_certificate", [number]), ("badge_json", []), ("badge_png", []), ("badge_svg", [])):
            address = reverse(f"accreditation:{name}", args=[award.pk, *args])
            assert signed_in(request.getfixturevalue(who)).get(address).status_code == status
        Award.objects.update(status=Award.Status.SUSPENDED)
        address = reverse("accreditation:earlier_certificate", args=[award.pk, number])
        assert signed_in(request.getfixturevalue(who)).get(address).status_code == (403 if status == 200 else 404)

    def test_versions_stay(self, body: Body, rita: User) -> None:
        settle(rita)
        with pytest.raises(IntegrityError), transaction.atomic():
            CertificateDesign.objects.update(sentence="Another")


class TestLookedAt:
    def test_it_shows_a_sample_and_stores_nothing(self, body: Body, rita: User) -> None:
        shown = settle(rita, look="1", reason="")
        assert shown["Content-Type"] == "application/pdf"
        assert "Sample Name" in text(shown.content)
        assert "Helen Zhou" in text(shown.content)
        assert not CertificateDesign.objects.exists()
        assert check(shown.content).answer == Answer.UNKNOWN


class TestRefused:
    @pytest.mark.parametrize(
        ("data", "words"),
        [
            pytest.param(b"<svg xmlns='http://www.w3.org/2000/svg'/>", "not a PNG", id="SVG"),
            pytest.param(b"\xff\xd8\xff\xe0JFIF", "not a PNG", id="JPEG"),
            pytest.param(b"seal", "not a PNG", id="text"),
            pytest.param(SEAL[:20], "not a PNG", id="cut in its head"),
            pytest.param(SEAL[:80], "is broken", id="cut"),
            pytest.param(png(60, 60), "is broken", id="without a picture"),
            pytest.param(SEAL + b"\0" * 200_000, "larger than 200", id="large"),
            pytest.param(
                png(60_000, 60_000, (b"IDAT", zlib.compress(b"\0" * 9_000_000))), "more than 2,000", id="bomb"
            ),
            pytest.param(png(9, 9, (b"IDAT", zlib.compress(RGBA))), "less than 40", id="tiny"),
        ],
    )
    def test_a_picture_that_is_none(self, data: bytes, words: str, body: Body, rita: User) -> None:
        shown = settle(rita, seal=picture(data))
        assert shown.status_code == 400
        page = shown.content.decode()
        assert words in page
        # Nothing that was typed is lost.
        assert "Given by the Directors" in page
        assert not CertificateDesign.objects.exists()

    def test_without_a_reason_or_a_name(self, body: Body, rita: User) -> None:
        assert "Say why." in settle(rita, reason="").content.decode()
        assert "Say who signs." in settle(rita, first_name="").content.decode()
        assert not CertificateDesign.objects.exists()


def test_the_page_costs_a_fixed_number_of_queries(
    award: Award, rita: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    browser = signed_in(rita)
    for _turn in range(2):
        # session, person, body, roles, design, key, overdue, lists
        with django_assert_num_queries(8 - (_turn == 0)):
            browser.get(ADDRESS)
        settle(rita, sentence=json.dumps(_turn))
        credential_of(award)
