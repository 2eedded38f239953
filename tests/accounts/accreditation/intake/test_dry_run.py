"""What an import would do, line by line."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation.intake import services
from accounts.accreditation.intake.plan import DryRun
from accounts.accreditation.models import Award, Intake, Level, RegisterEntry
from accounts.models import Body, Club, User
from tests.accounts.accreditation.intake.conftest import csv, line_of, ready
from tests.accounts.conftest import signed_in

BRIAN = "Brian Lowe,brian@example.org,1234,,Club Director,1/1/2026,31/12/2027"


@pytest.fixture(autouse=True)
def _level(level: Level) -> None:
    """The body has a level."""


def said(intake: Intake, number: int = 2) -> tuple[str, str]:
    line = line_of(intake, number)
    return line.outcome, " ".join(line.says)


class TestWhoItIs:
    def test_somebody_new(self, body: Body, rita: User) -> None:
        outcome, says = said(ready(body, rita, BRIAN))
        assert outcome == "new"
        assert "Club Director from 1 January 2026 until 31 December 2027" in says

    def test_somebody_known_by_address(self, body: Body, rita: User, alice: User) -> None:
        outcome, says = said(ready(body, rita, f"Alice Archer,{alice.email},,,Club,1/1/2026,31/12/2027"))
        assert outcome == "known"
        assert says.startswith("Alice Archer gets")

    def test_somebody_known_by_number(self, body: Body, rita: User, alice: User) -> None:
        RegisterEntry.objects.create(body=body, person=alice, number="1234")
        assert said(ready(body, rita, "A Archer,,1234,,Club,1/1/2026,31/12/2027"))[0] == "known"

    def test_a_name_that_is_alike_is_decided_by_a_person(self, body: Body, rita: User, alice: User) -> None:
        made = ready(body, rita, "Alice Archar,,,,Club,1/1/2026,31/12/2027")
        assert said(made)[0] == "decide"
        assert [value for value, _words in line_of(made).plan["options"]] == [str(alice.pk), "new"]
        services.correct(line=line_of(made), actor=rita, corrected={}, person=str(alice.pk))
        assert said(made)[0] == "known"
        services.correct(line=line_of(made), actor=rita, corrected={}, person="")
        services.correct(line=line_of(made), actor=rita, corrected={}, person="new")
        assert said(made)[0] == "new"

    def test_nobody_chooses_somebody_who_was_not_offered(
        self, body: Body, rita: User, alice: User, carol: User
    ) -> None:
        made = ready(body, rita, "Alice Archar,,,,Club,1/1/2026,31/12/2027")
        with pytest.raises(ValidationError):
            services.correct(line=line_of(made), actor=rita, corrected={}, person=str(carol.pk))

    def test_the_address_of_somebody_with_quite_another_name(self, body: Body, rita: User, alice: User) -> None:
        made = ready(body, rita, f"Peter Marsh,{alice.email},,,Club,1/1/2026,31/12/2027")
        assert said(made)[0] == "decide"
        services.correct(line=line_of(made), actor=rita, corrected={}, person="new")
        assert line_of(made).plan["does"]["email"] == ""

    def test_an_address_and_a_number_of_two_people(self, body: Body, rita: User, alice: User, erin: User) -> None:
        RegisterEntry.objects.create(body=body, person=erin, number="9")
        made = ready(body, rita, f"Alice Archer,{alice.email},9,,Club,1/1/2026,31/12/2027")
        assert said(made)[0] == "decide"
        assert len(line_of(made).plan["options"]) == 3

    def test_two_levels_of_one_person_in_the_file(self, body: Body, rita: User) -> None:
        Level.objects.create(body=body, code="congress", name="Congress Director", validity_months=36, order=1)
        made = ready(body, rita, BRIAN, BRIAN.replace("Club Director", "Congress Director"))
        assert [said(made, 2)[0], said(made, 3)[0]] == ["new", "known"]

    def test_one_level_twice_for_one_person(self, body: Body, rita: User) -> None:
        made = ready(body, rita, BRIAN, BRIAN.replace("2027", "2028"))
        outcome, says = said(made, 3)
        assert outcome == "wrong"
        assert "Line 2 has this person" in says

    def test_the_same_name_twice_is_decided(self, body: Body, rita: User) -> None:
        made = ready(body, rita, "Brian Lowe,,,,Club,1/1/2026,31/12/2027", "Brian Lowe,,,,Club,1/1/2026,30/6/2027")
        assert said(made, 3)[0] == "decide"
        assert [value for value, _words in line_of(made, 3).plan["options"]] == ["line:2", "new"]

    def test_different_numbers_are_different_people(self, body: Body, rita: User) -> None:
        made = ready(body, rita, "Brian Lowe,,1,,Club,1/1/2026,31/12/2027", "Brian Lowe,,2,,Club,1/1/2026,30/6/2027")
        assert said(made, 3)[0] == "new"

    def test_an_account_elsewhere_is_not_made_an_entry(self, body: Body, rita: User, carol: User) -> None:
        """Nobody is put into a body, and shown to it, by a file; closed accounts and open ones are told alike."""
        made = ready(body, rita, f"Carol Cole,{carol.email},,,Club,1/1/2026,31/12/2027", BRIAN)
        outcome, says = said(made, 2)
        assert outcome == "wrong"
        assert "Invite the person" in says
        page = signed_in(rita).get(reverse("accreditation:intake_line", args=[made.pk, 2])).content.decode()
        assert str(carol.pk) not in page


class TestWhatIsThere:
    def test_the_same_award_is_nothing_to_do(self, body: Body, rita: User, award: Award) -> None:
        day = f"{award.valid_until}"
        made = ready(body, rita, f"Alice Archer,,,,Club,,{day}", f"A. A.,{award.person.email},,,club,,{day}")
        assert [said(made, 2)[0], said(made, 3)[0]] == ["same", "same"]

    def test_a_held_level_with_another_end_is_not_changed(self, body: Body, rita: User, award: Award) -> None:
        outcome, says = said(ready(body, rita, f"Alice Archer,{award.person.email},,,Club,,31/12/2035"))
        assert outcome == "wrong"
        assert "renew or extend it" in says

    def test_what_has_run_out_may_stand_beside_it(self, body: Body, rita: User, award: Award) -> None:
        made = ready(body, rita, f"Alice Archer,{award.person.email},,,Club,1/1/2020,31/12/2022")
        assert said(made)[0] == "known"


class TestWordsAndDays:
    def test_an_unknown_level_is_chosen_once_for_the_file(self, body: Body, rita: User) -> None:
        made = ready(body, rita, BRIAN.replace("Club Director", "CD"))
        assert said(made)[0] == "decide"
        services.settle(intake=made, actor=rita, levels={"CD": "club"})
        assert said(made)[0] == "new"

    def test_an_unknown_club_is_chosen_made_or_left(self, body: Body, rita: User, club: Club) -> None:
        made = ready(body, rita, BRIAN.replace(",1234,,", ",1234,Jacaranda,"))
        assert said(made)[0] == "decide"
        for chosen, does in (
            (str(club.pk), [str(club.pk), club.name]),
            ("make", ["make", "Jacaranda"]),
            ("none", None),
        ):
            services.settle(intake=made, actor=rita, clubs={"Jacaranda": chosen})
            assert line_of(made).plan["does"]["club"] == does

    def test_levels_and_clubs_of_another_body_are_refused(self, body: Body, other_body: Body, rita: User) -> None:
        made = ready(body, rita, BRIAN)
        theirs = Club.objects.create(body=other_body, name="Byfield")
        with pytest.raises(ValidationError):
            services.settle(intake=made, actor=rita, clubs={"x": str(theirs.pk)})
        with pytest.raises(ValidationError):
            services.settle(intake=made, actor=rita, levels={"x": "nowhere"})

    def test_the_order_of_day_and_month_is_decided_once(self, body: Body, rita: User) -> None:
        made = ready(body, rita, "Brian Lowe,,,,Club,01/02/2026,03/04/2027")
        assert said(made)[0] == "decide"
        services.settle(intake=made, actor=rita, day_first=False)
        assert line_of(made).plan["days"] == {"until": "2027-03-04", "start": "2026-01-02"}
        services.settle(intake=made, actor=rita, day_first=True)
        assert line_of(made).plan["days"] == {"until": "2027-04-03", "start": "2026-02-01"}

    @pytest.mark.parametrize(
        ("line", "word"),
        [
            ("Brian Lowe,,,,Club,1/1/2026,31/02/2027", "no such day"),
            ("Brian Lowe,,,,Club,31/1/2026,30/1/2026", "before it begins"),
            ("Brian Lowe,,,,Club,31/1/2096,30/1/2097", "not come yet"),
            ("Brian Lowe,,,,Club,1/1/2026,", "no end"),
            ("Brian Lowe,,,,,1/1/2026,31/12/2027", "no level"),
            (",,,,Club,1/1/2026,31/12/2027", "no name"),
            ("=1+1,,,,Club,1/1/2026,31/12/2027", "formula"),
            ("Anne Gray & Bob Hill,,,,Club,1/1/2026,31/12/2027", "two people"),
            ("Anne Gray,x@y.org z@y.org,,,Club,1/1/2026,31/12/2027", "more than one address"),
            ("Brian Lowe,,,,Club,1/1/2026,31/12/2027,more", "more cells"),
        ],
    )
    def test_what_is_wrong_is_said_and_left_out(self, line: str, word: str, body: Body, rita: User) -> None:
        outcome, says = said(ready(body, rita, line))
        assert outcome == "wrong"
        assert word in says

    def test_a_wrong_day_is_corrected(self, body: Body, rita: User) -> None:
        made = ready(body, rita, "Brian Lowe,,,,Club,1/1/2026,31/02/2027")
        services.correct(line=line_of(made), actor=rita, corrected={"until": "2027-02-28"})
        assert said(made)[0] == "new"
        services.correct(line=line_of(made), actor=rita, corrected={"until": "2027-02-28"}, left_out=True)
        assert said(made)[0] == "left"

    def test_without_a_beginning_the_term_is_counted_back(self, body: Body, rita: User) -> None:
        made = ready(body, rita, "Brian Lowe,,,,Club,,31/12/2027")
        assert line_of(made).plan["does"]["start"] == "2024-12-31"


class TestColumns:
    def test_a_file_sent_twice_is_read_once(self, body: Body, rita: User, rolf: User) -> None:
        first, second, other = (
            services.upload(body=body, actor=actor, name="r.csv", data=csv(BRIAN)) for actor in (rita, rita, rolf)
        )
        assert first == second
        assert first != other

    def test_what_is_needed_must_be_chosen(self, body: Body, rita: User) -> None:
        made = services.upload(body=body, actor=rita, name="r.csv", data=csv("a,b,c", headings="Who,What,When"))
        assert made.columns == {}
        with pytest.raises(ValidationError, match="Name, Level, Valid until"):
            services.match(intake=made, actor=rita, columns={})
        with pytest.raises(ValidationError, match="once"):
            services.match(intake=made, actor=rita, columns={"name": 0, "level": 0, "until": 2})
        services.match(intake=made, actor=rita, columns={"name": 0, "level": 1, "until": 2})

    def test_the_page_matches_them_by_hand(self, body: Body, rita: User) -> None:
        browser = signed_in(rita)
        made = services.upload(
            body=body, actor=rita, name="r.csv", data=csv("Brian Lowe,Club,31/12/2027", headings="Who,What,When")
        )
        address = reverse("accreditation:intake_columns", args=[made.pk])
        assert "Who" in browser.get(address).content.decode()
        assert "This field is required" in browser.post(address, {"name": "0"}).content.decode()
        browser.post(address, {"name": "0", "level": "1", "until": "2"})
        assert said(made)[0] == "new"


class TestPages:
    def test_they_ask_for_as_many_queries_whatever_the_lines(
        self, body: Body, rita: User, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        browser = signed_in(rita)
        for count in (1, 30):
            made = ready(body, rita, *(f"P{n} Lowe,p{n}.{count}@example.org,,,Club,,31/12/2027" for n in range(count)))
            with django_assert_num_queries(8):
                assert browser.get(reverse("accreditation:intake", args=[made.pk])).status_code == 200

    def test_a_dry_run_asks_for_as_many_queries_whatever_the_lines(
        self, body: Body, rita: User, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        for count in (1, 30):
            made = ready(body, rita, *(f"P{n} Lowe,p{n}.{count}@example.org,,,Club,,31/12/2027" for n in range(count)))
            lines = list(made.lines.all())
            with django_assert_num_queries(9):
                DryRun(made, lines, rita).plans()

    def test_the_filter_shows_what_needs_a_decision(self, body: Body, rita: User, alice: User) -> None:
        made = ready(body, rita, BRIAN, "Alice Archar,,,,Club,1/1/2026,31/12/2027")
        page = signed_in(rita).get(reverse("accreditation:intake", args=[made.pk]), {"show": "decide"}).content.decode()
        assert "Alice Archar" in page
        assert "Brian Lowe" not in page
        assert "Import 1 award" not in page

    def test_the_form_of_a_line_keeps_what_is_not_changed(self, body: Body, rita: User) -> None:
        made = ready(body, rita, "Brian Lowe,,,,Club,1/1/2026,31/02/2027")
        address = reverse("accreditation:intake_line", args=[made.pk, 2])
        browser = signed_in(rita)
        sent = {"name": "Brian Lowe", "club": "", "until": "2027-02-28", "start": "2026-01-01"}
        browser.post(address, sent)
        assert line_of(made).corrected == {"until": "2027-02-28"}
        assert said(made)[0] == "new"

    def test_the_form_of_a_line_corrects_each_column(self, body: Body, rita: User) -> None:
        made = ready(body, rita, "=1+1,,,=Toowong,,1/1/2026,31/12/2027")
        address = reverse("accreditation:intake_line", args=[made.pk, 2])
        browser = signed_in(rita)
        page = browser.get(address).content.decode()
        assert "=Toowong" in page
        sent = {"name": "Brian Lowe", "club": "", "level": "club", "until": "2027-12-31", "start": "2026-01-01"}
        browser.post(address, sent)
        assert line_of(made).corrected == {"name": "Brian Lowe", "club": "", "level": "club"} | (
            {"until": "2027-12-31", "start": "2026-01-01"}
        )
        assert said(made)[0] == "new"

    def test_the_lines_passed_over_are_downloaded(self, body: Body, rita: User) -> None:
        made = ready(body, rita, BRIAN, "Anne & Bob,,,,Club,,31/12/2027")
        text = signed_in(rita).get(reverse("accreditation:intake_passed_over", args=[made.pk])).content.decode()
        assert "Anne & Bob" in text
        assert "Brian" not in text

    def test_an_upload_that_is_refused_is_explained(self, body: Body, rita: User) -> None:
        address = reverse("accreditation:intake_upload", args=[body.slug])
        answer = signed_in(rita).post(address, {"file": SimpleUploadedFile("r.csv", b"PK\x03\x04rest")})
        assert answer.status_code == 400
        assert "not the text file" in answer.content.decode()
        assert not Intake.objects.exists()
