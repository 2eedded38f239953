"""/accreditation/evidence/: sessions that people log, and what registrars settle and enter. Permissions first."""

from __future__ import annotations

import datetime
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation import evidencing
from accounts.accreditation.evidence_forms import ENTERED
from accounts.accreditation.models import Evidence, Level
from accounts.accreditation.requirements import AllOf, Course, Fee
from accounts.audit.models import AuditEntry
from accounts.models import Body, Role, User
from tests.accounts.accreditation.test_way_page import reference, session, words
from tests.accounts.conftest import person, signed_in
from tests.asking import ask

Standing = Evidence.Standing

TOLD: dict[str, dict[str, str]] = {
    "sessions": {"role": "directed", "event": "club", "club": "jacaranda bridge club", "tables": "12"},
    "assessment": {"outcome": "passed", "by": "Priya Nair and Ivo Lindqvist"},
    "reference": {"of": "mentor", "by": "Priya Nair"},
    "course": {"name": "Movements for two sections"},
    "recognition": {"body": "New South Wales", "award": "Club Director"},
    "fee": {"amount": "$40"},
    "age": {"years": "19"},
}


def log_page(body: Body) -> str:
    return reverse("accreditation:log_session", args=[body.slug])


def to_settle(body: Body) -> str:
    return reverse("accreditation:to_settle", args=[body.slug])


def enter_page(body: Body, kind: str) -> str:
    return reverse("accreditation:enter", args=[body.slug, kind])


def at(evidence: Evidence, name: str = "piece") -> str:
    return reverse(f"accreditation:{name}", args=[evidence.pk])


@pytest.fixture
def form(body: Body) -> dict[str, Any]:
    """A session as it is logged."""
    return {"day": body.today().isoformat(), "reference": str(uuid.uuid4()), **TOLD["sessions"]}


@pytest.fixture
def waiting(alice: User) -> Evidence:
    return session(alice)


class TestWhoMay:
    @pytest.mark.parametrize(
        ("who", "status"), [("alice", 200), ("rita", 403), ("erin", 403), ("boris", 403), ("carol", 403)]
    )
    def test_log_a_session(
        self, who: str, status: int, body: Body, form: dict[str, Any], request: pytest.FixtureRequest
    ) -> None:
        browser = signed_in(request.getfixturevalue(who))
        assert browser.get(log_page(body)).status_code == status
        assert browser.post(log_page(body), form).status_code == (302 if status == 200 else status)
        assert Evidence.objects.exists() == (status == 200)

    @pytest.mark.parametrize(
        ("who", "status"), [("alice", 403), ("rita", 200), ("erin", 403), ("adam", 403), ("boris", 403), ("carol", 403)]
    )
    def test_what_registrars_do(
        self, who: str, status: int, body: Body, waiting: Evidence, request: pytest.FixtureRequest
    ) -> None:
        browser = signed_in(request.getfixturevalue(who))
        pages = [to_settle(body), reverse("accreditation:enter_kinds", args=[body.slug]), enter_page(body, "fee")]
        for page in pages:
            assert browser.get(page).status_code == status
        answer = browser.post(to_settle(body), {"chosen": [waiting.pk], "decision": "accept", "reason": ""})
        assert answer.status_code == (302 if status == 200 else status)
        waiting.refresh_from_db()
        assert waiting.waits == (status != 200)

    # To the person and the registrar it exists; to everybody else it does not.
    @pytest.mark.parametrize(
        ("who", "see", "settle", "withdraw"),
        [
            ("alice", 200, 403, 302),
            ("rita", 200, 302, 302),
            ("erin", 404, 404, 404),
            ("boris", 404, 404, 404),
            ("carol", 404, 404, 404),
        ],
    )
    def test_one_piece(
        self, who: str, see: int, settle: int, withdraw: int, waiting: Evidence, request: pytest.FixtureRequest
    ) -> None:
        browser = signed_in(request.getfixturevalue(who))
        assert browser.get(at(waiting)).status_code == see
        assert browser.post(at(waiting, "settle"), {"decision": "accept", "reason": ""}).status_code == settle
        assert browser.post(at(waiting, "withdraw_evidence"), {"reason": "Wrong day"}).status_code == withdraw

    def test_the_person_withdraws_nothing_that_counts(self, alice: User, rita: User) -> None:
        accepted = session(alice, 1, rita)
        browser = signed_in(alice)
        assert at(accepted, "withdraw_evidence") not in words(browser.get(at(accepted)))
        assert browser.post(at(accepted, "withdraw_evidence"), {"reason": "Mine"}).status_code == 403
        assert browser.post(at(accepted, "withdraw_evidence"), {"reason": ""}).status_code == 403

    def test_nobody_settles_or_enters_what_is_about_themselves(self, body: Body, form: dict[str, Any]) -> None:
        both = person("Bea Both", body, Role.REGISTRAR, Role.CANDIDATE)
        own = session(both)
        browser = signed_in(both)
        assert "Bea Both" not in words(browser.get(to_settle(body))).split("<main", 1)[1]
        answer = browser.post(to_settle(body), {"chosen": [own.pk], "decision": "accept", "reason": ""})
        assert "One of these no longer waits." in words(answer)
        answer = browser.post(enter_page(body, "sessions"), form | {"person": both.pk})
        assert list(answer.context["form"].errors) == ["person"]
        assert not Evidence.objects.filter(standing=Standing.ACCEPTED).exists()

    def test_strangers_are_asked_to_sign_in(self, waiting: Evidence, body: Body) -> None:
        for page in (at(waiting), to_settle(body), log_page(body), enter_page(body, "fee")):
            assert Client().get(page)["Location"].startswith(reverse("account_login"))


class TestLogging:
    def test_it_waits_and_comes_on_the_page(self, body: Body, alice: User, club: Any, form: dict[str, Any]) -> None:
        browser = signed_in(alice)
        for _press in range(2):
            answer = browser.post(log_page(body), form, follow=True)
        shown = words(answer)
        assert "Logged. It waits for a registrar of MBA." in shown
        logged = Evidence.objects.get()
        assert (logged.standing, logged.details["club"], logged.details["tables"]) == (
            Standing.WAITING,
            "Jacaranda Bridge Club",
            12,
        )
        assert "Session, Jacaranda Bridge Club" in shown
        settling = words(signed_in(person("Rita Rowe", body, Role.REGISTRAR)).get(to_settle(body)))
        assert "A session: Jacaranda Bridge Club, directed, at a club, 12 tables" in settling

    @pytest.mark.parametrize(
        ("how", "field"),
        [
            ({"day": "2099-01-01"}, "day"),
            ({"day": "yesterday"}, "day"),
            ({"day": ""}, "day"),
            ({"role": ""}, "role"),
            ({"role": "played"}, "role"),
            ({"event": ""}, "event"),
            ({"club": " "}, "club"),
            ({"tables": "many"}, "tables"),
            ({"tables": "0"}, "tables"),
            ({"tables": "9999"}, "tables"),
            ({"with": "x" * 201}, "with"),
            ({"reference": "nonsense"}, "reference"),
        ],
    )
    def test_a_refusal_stands_at_its_field_and_nothing_typed_is_lost(
        self, how: dict[str, str], field: str, body: Body, alice: User, form: dict[str, Any]
    ) -> None:
        answer = signed_in(alice).post(log_page(body), form | {"movement": "Howell"} | how)
        assert field in answer.context["form"].errors
        assert "Howell" in words(answer)
        assert not Evidence.objects.exists()

    def test_the_clubs_of_the_body_are_offered(self, body: Body, alice: User, club: Any) -> None:
        assert '<option value="Jacaranda Bridge Club">' in words(signed_in(alice).get(log_page(body)))

    def test_the_person_withdraws_it_while_it_waits(self, waiting: Evidence, alice: User) -> None:
        browser = signed_in(alice)
        shown = words(browser.post(at(waiting, "withdraw_evidence"), {"reason": "Wrong day"}, follow=True))
        assert "Withdrawn by Alice Archer" in shown
        assert "Wrong day" in shown
        assert "counts no more" in shown

    def test_withdrawing_needs_a_reason(self, waiting: Evidence, alice: User) -> None:
        answer = signed_in(alice).post(at(waiting, "withdraw_evidence"), {"reason": " "})
        assert answer.context["withdraw"].errors["reason"]


class TestSettling:
    def test_several_are_accepted_at_once_each_with_its_entry(self, body: Body, alice: User, rita: User) -> None:
        pieces = [session(alice, n) for n in (1, 2, 3)]
        sent = {"chosen": [one.pk for one in pieces[:2]], "decision": "accept", "reason": ""}
        shown = words(signed_in(rita).post(to_settle(body), sent, follow=True))
        assert "2 sessions accepted. They count." in shown
        assert "1 session, oldest first" in shown
        assert AuditEntry.objects.filter(verb="evidence.accepted").count() == 2

    def test_several_are_refused_for_one_reason_that_each_person_reads(
        self, body: Body, alice: User, rita: User
    ) -> None:
        pieces = [session(alice, n) for n in (1, 2)]
        sent = {"chosen": [one.pk for one in pieces], "decision": "refuse", "reason": "No such session"}
        signed_in(rita).post(to_settle(body), sent)
        for one in pieces:
            shown = words(signed_in(alice).get(at(one)))
            assert "Refused by Rita Rowe" in shown
            assert "No such session" in shown

    def test_refusing_needs_a_reason_and_the_choice_is_kept(self, body: Body, waiting: Evidence, rita: User) -> None:
        answer = signed_in(rita).post(to_settle(body), {"chosen": [waiting.pk], "decision": "refuse", "reason": " "})
        assert "Say why you refuse." in words(answer)
        assert f'aria-describedby="told_{waiting.pk}" checked' in words(answer)
        waiting.refresh_from_db()
        assert waiting.waits

    def test_nothing_chosen(self, body: Body, waiting: Evidence, rita: User) -> None:
        answer = signed_in(rita).post(to_settle(body), {"decision": "accept"})
        assert "Choose the sessions first." in words(answer)

    def test_what_a_colleague_settled_meanwhile_is_told(
        self, body: Body, waiting: Evidence, rita: User, rolf: User
    ) -> None:
        evidencing.refuse(evidence=waiting, actor=rolf, reason="No")
        sent = {"chosen": [waiting.pk], "decision": "accept", "reason": ""}
        assert "no longer waits" in words(signed_in(rita).post(to_settle(body), sent))
        shown = words(signed_in(rita).post(at(waiting, "settle"), sent, follow=True))
        assert "Not possible now: this evidence is refused." in shown

    def test_the_page_of_one_settles_it(self, waiting: Evidence, rita: User) -> None:
        browser = signed_in(rita)
        answer = browser.post(at(waiting, "settle"), {"decision": "refuse", "reason": ""})
        assert "Say why you refuse." in words(answer)
        shown = words(browser.post(at(waiting, "settle"), {"decision": "accept", "reason": ""}, follow=True))
        assert "Accepted by Rita Rowe" in shown

    def test_evidence_of_another_body_cannot_be_chosen(self, waiting: Evidence, boris: User, other_body: Body) -> None:
        sent = {"chosen": [waiting.pk], "decision": "accept", "reason": ""}
        assert "no longer waits" in words(signed_in(boris).post(to_settle(other_body), sent))
        waiting.refresh_from_db()
        assert waiting.waits

    def test_a_registrar_withdraws_what_counts_with_a_reason(self, alice: User, rita: User) -> None:
        accepted = session(alice, 1, rita)
        signed_in(rita).post(at(accepted, "withdraw_evidence"), {"reason": "It was another director"})
        assert "It was another director" in words(signed_in(alice).get(at(accepted)))

    def test_the_list_is_paged_searched_and_its_queries_do_not_grow(
        self, body: Body, alice: User, rita: User, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        browser = signed_in(rita)
        for n in range(3):
            for many in range(10):
                session(alice, 10 * n + many + 1)
            with django_assert_num_queries(6):  # session, person, body, roles, count, the page
                assert browser.get(to_settle(body)).status_code == 200
        assert len(browser.get(to_settle(body) + "?page=2").context["page"]) == 5
        assert "Nobody of this name has anything waiting" in words(browser.get(to_settle(body) + "?q=Zoe"))

    def test_the_front_page_counts_it(self, body: Body, waiting: Evidence, rita: User, alice: User) -> None:
        home = words(signed_in(rita).get(reverse("home")))
        assert "1 logged session to accept" in home
        assert to_settle(body) in home
        assert "to accept" not in words(signed_in(alice).get(reverse("home")))


class TestEntering:
    @pytest.mark.parametrize("kind", ENTERED)
    def test_each_kind_counts_at_once_and_the_person_reads_it(
        self, kind: str, body: Body, alice: User, rita: User
    ) -> None:
        sent = {"person": alice.pk, "day": body.today().isoformat(), "reference": uuid.uuid4(), **TOLD[kind]}
        browser = signed_in(rita)
        for _press in range(2):
            answer = browser.post(enter_page(body, kind), sent, follow=True)
        assert "Entered for Alice Archer. It counts." in words(answer)
        made = Evidence.objects.get()
        assert (made.kind, made.standing, made.entered_by) == (kind, Standing.ACCEPTED, rita)
        assert "Entered by Rita Rowe on" in words(signed_in(alice).get(at(made)))

    def test_every_kind_is_offered_and_the_person_is_kept(self, body: Body, alice: User, rita: User) -> None:
        browser = signed_in(rita)
        shown = words(browser.get(reverse("accreditation:enter_kinds", args=["mba"]) + f"?person={alice.pk}"))
        for kind in ENTERED:
            assert enter_page(body, kind) + f"?person={alice.pk}" in shown
        shown = words(browser.get(enter_page(body, "fee") + f"?person={alice.pk}"))
        assert f'<option value="{alice.pk}" selected>' in shown

    @pytest.mark.parametrize("kind", ["paper", "level", "nonsense"])
    def test_papers_enter_themselves(self, kind: str, body: Body, rita: User) -> None:
        assert signed_in(rita).get(enter_page(body, kind)).status_code == 404

    def test_what_is_missing_is_named_at_its_field(self, body: Body, alice: User, rita: User) -> None:
        sent = {"person": alice.pk, "day": "2099-01-01", "reference": uuid.uuid4(), "of": "club", "by": "Jacaranda"}
        answer = signed_in(rita).post(enter_page(body, "reference"), sent)
        assert list(answer.context["form"].errors) == ["day"]
        assert "Jacaranda" in words(answer)
        answer = signed_in(rita).post(enter_page(body, "reference"), sent | {"by": "", "person": ""})
        assert list(answer.context["form"].errors) == ["person", "by"]

    def test_what_levels_ask_for_is_offered_by_name(self, level: Level, rita: User) -> None:
        ask(level, AllOf(of=(Course(name="Movements"), Fee(amount="$40"))))
        browser = signed_in(rita)
        assert '<option value="Movements">' in words(browser.get(enter_page(level.body, "course")))
        assert '<option value="$40">' in words(browser.get(enter_page(level.body, "fee")))

    def test_its_queries_do_not_grow(
        self, body: Body, rita: User, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        browser = signed_in(rita)
        for n in range(3):
            with django_assert_num_queries(5):  # session, person, body, roles, candidates
                assert browser.get(enter_page(body, "reference")).status_code == 200
            person(f"Person {n}", body, Role.CANDIDATE)


def test_the_page_of_a_reference(alice: User, rita: User) -> None:
    made = reference(alice, rita)
    shown = words(signed_in(alice).get(at(made)))
    assert "<h1>Reference, Jacaranda Bridge Club</h1>" in shown
    assert at(made, "withdraw_evidence") not in shown
    assert at(made, "withdraw_evidence") in words(signed_in(rita).get(at(made)))


def test_the_day_of_a_session_is_a_day_of_the_body(body: Body, alice: User, form: dict[str, Any]) -> None:
    tomorrow = body.today() + datetime.timedelta(days=1)
    answer = signed_in(alice).post(log_page(body), form | {"day": tomorrow.isoformat()})
    assert answer.context["form"].errors["day"] == ["This day has not come yet. Give the day on which it was."]
