"""The certificate: who gets it, and what it says, read back from the PDF."""

from __future__ import annotations

import io
from datetime import date
from typing import Any

import pypdf
import pytest
from django.urls import reverse

from accounts.accreditation.certificate import certificate_pdf, verification_url
from accounts.accreditation.models import Award
from accounts.models import User
from tests.accounts.conftest import signed_in

# What the template's own language would read as code, markup or a string's end.
AWKWARD = [
    'Eileen "Lee" O\'Hara',
    "#eval(1+1) $x^2$ \\ *bold* _it_ `code`",
    "<label> @ref // comment /* and */ = heading",
    "Zoë Ōtāhuhu-Ångström, ﬁfth",
    "{curly} [square] ~tilde~ #let name = none",
]


def page(award: Award) -> pypdf.PageObject:
    pages = pypdf.PdfReader(io.BytesIO(certificate_pdf(award))).pages
    assert len(pages) == 1
    return pages[0]


def text(award: Award) -> str:
    return " ".join(page(award).extract_text().split())


class TestWhoGetsIt:
    @pytest.mark.parametrize(
        ("who", "status"), [("alice", 200), ("rita", 200), ("adam", 404), ("boris", 404), ("carol", 404)]
    )
    def test_the_person_and_the_registrar(
        self, who: str, status: int, award: Award, request: pytest.FixtureRequest
    ) -> None:
        address = reverse("accreditation:certificate", args=[award.pk])
        response = signed_in(request.getfixturevalue(who)).get(address)
        assert response.status_code == status
        assert (response["Content-Type"] == "application/pdf") == (status == 200)

    def test_a_stranger_is_asked_to_sign_in(self, award: Award) -> None:
        response = signed_in(None).get(reverse("accreditation:certificate", args=[award.pk]))
        assert response["Location"].startswith(reverse("account_login"))

    @pytest.mark.parametrize("status", [status for status in Award.Status if status != Award.Status.GRANTED])
    def test_nobody_while_the_award_is_out_of_force(self, status: str, award: Award, rita: User) -> None:
        Award.objects.update(status=status)
        address = reverse("accreditation:certificate", args=[award.pk])
        for somebody in (rita, award.person):
            assert signed_in(somebody).get(address).status_code == 403
            shown = signed_in(somebody).get(reverse("accreditation:award", args=[award.pk])).content.decode()
            assert address not in shown


class TestWhatItSays:
    def test_all_that_matters(self, award: Award) -> None:
        award.valid_from, award.valid_until = date(2026, 11, 20), date(2029, 11, 20)
        said = text(award)
        for words in (
            "Moreton Bridge Association",
            "Alice Archer",
            "Club Director",
            "Granted 20 November 2026",
            "Valid until 20 November 2029",
            award.verification_code,
            f"https://rectify.example/verify/{award.verification_code}/",
        ):
            assert words in said

    def test_one_that_has_expired_says_so(self, award: Award) -> None:
        award.valid_from, award.valid_until = date(2020, 1, 31), date(2023, 1, 31)
        said = text(award)
        assert "Expired after 31 January 2023" in said
        assert "Valid until" not in said

    @pytest.mark.parametrize("name", AWKWARD)
    def test_no_character_of_a_name_means_anything(self, name: str, award: Award) -> None:
        award.name = award.level.name = award.body.name = name
        # Spaces apart: where a long line breaks, and how a font joins letters, is the reader's affair.
        said = text(award).replace(" ", "").replace("ﬁ", "fi")
        assert said.count(name.replace(" ", "").replace("ﬁ", "fi")) == 3

    @pytest.mark.parametrize("length", [1, 200])
    def test_it_stays_one_page(self, length: int, award: Award) -> None:
        award.name = award.body.name = award.level.name = ("Wilhelmina " * 20)[:length]
        assert page(award).mediabox[2:] == pytest.approx((595.28, 841.89), abs=0.1)

    def test_the_link_leads_to_the_verification_page(self, award: Award) -> None:
        notes: Any = page(award)["/Annots"]
        links = [note.get_object()["/A"]["/URI"] for note in notes]
        assert links == [verification_url(award)]

    def test_screen_readers_can_read_it(self, award: Award) -> None:
        root: Any = pypdf.PdfReader(io.BytesIO(certificate_pdf(award))).root_object
        assert root["/MarkInfo"]["/Marked"]
        assert root["/Lang"] == "en"
        assert b"pdfuaid" in root["/Metadata"].get_object().get_data()

    def test_it_is_the_same_file_every_time(self, award: Award) -> None:
        assert certificate_pdf(award) == certificate_pdf(award)
