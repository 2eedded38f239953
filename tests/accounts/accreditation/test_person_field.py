"""The field with which a registrar chooses a person: who is found, what is said of nobody and of several, and what it costs."""

from __future__ import annotations

import html
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.accreditation.models import Award, Evidence, RegisterEntry
from accounts.accreditation.person_field import FEW, LISTED
from accounts.models import Body, Membership, Role, User
from tests.accounts.conftest import person, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def many(body: Body) -> Body:
    """A body with more candidates than a list holds."""
    for number in range(FEW + 1):
        person(f"Candidate {number:02}", body, Role.CANDIDATE)
    return body


@pytest.fixture
def anne(many: Body) -> User:
    """A candidate with an accent, a number and an address."""
    made = person("Anne Lefèvre", many, Role.CANDIDATE)
    RegisterEntry.objects.create(body=many, person=made, number="40117")
    return made


def page(body: Body) -> str:
    return reverse("accreditation:enter", args=[body.slug, "course"])


def send(body: Body, actor: User, **typed: Any) -> Any:
    told = {"day": body.today().isoformat(), "name": "Refresher", "reference": str(uuid.uuid4())}
    return signed_in(actor).post(page(body), told | {name.replace("_", "-"): one for name, one in typed.items()})


def shown(response: Any) -> str:
    return " ".join(html.unescape(response.content.decode()).split())


def entered() -> User | None:
    made = Evidence.objects.select_related("person").first()
    return made.person if made else None


class TestWhoMay:
    @pytest.mark.parametrize("who", ["alice", "erin", "adam", "boris", "carol"])
    def test_only_registrars_of_the_body_are_answered(
        self, who: str, anne: User, many: Body, request: pytest.FixtureRequest
    ) -> None:
        answer = signed_in(request.getfixturevalue(who)).get(page(many), {"person": "Lef"})
        assert answer.status_code == 403 and "Lefèvre" not in shown(answer)

    def test_a_registrar_finds_nobody_of_another_body(
        self, anne: User, many: Body, other_body: Body, rita: User
    ) -> None:
        there = person("Oscar Outside", other_body, Role.CANDIDATE)
        RegisterEntry.objects.create(body=other_body, person=there, number="99001")
        for typed in ("Oscar", "oscar.outside@example.org", "99001", str(there.pk)):
            answer = shown(signed_in(rita).get(page(many), {"person": typed}))
            assert "Oscar Outside" not in answer and "Nobody here fits" in answer
            assert "Nobody here fits" in shown(send(many, rita, person=typed))
        assert "Oscar" not in shown(send(many, rita, person="Cand", person_chosen=str(there.pk))).replace("Cand", "")
        assert entered() is None

    def test_a_number_of_another_body_finds_nobody(self, anne: User, many: Body, other_body: Body, rita: User) -> None:
        RegisterEntry.objects.create(body=other_body, person=anne, number="77777")
        assert "Nobody here fits" in shown(send(many, rita, person="77777"))

    def test_nobody_finds_themselves(self, anne: User, many: Body, rita: User) -> None:
        Membership.objects.create(person=rita, body=many, role=Role.CANDIDATE)
        assert "Nobody here fits" in shown(signed_in(rita).get(page(many), {"person": rita.name}))


class TestTyping:
    @pytest.mark.parametrize(
        "typed",
        [
            "Lefevre",
            "lefèvre anne",
            "40117",
            "4011",
            "anne.lef",
            "ANNE.LEFEVRE@EXAMPLE.ORG",
        ],
    )
    def test_who_alone_fits_is_taken(self, typed: str, anne: User, many: Body, rita: User) -> None:
        User.objects.filter(pk=anne.pk).update(email="anne.lefevre@example.org")
        assert send(many, rita, person=typed).status_code == 302
        assert entered() == anne

    def test_by_id_as_links_name_them(self, anne: User, many: Body, rita: User) -> None:
        answer = shown(signed_in(rita).get(page(many), {"person": str(anne.pk)}))
        assert f'value="Anne Lefèvre ({anne.email})"' in answer
        assert send(many, rita, person=f"Anne Lefèvre ({anne.email})").status_code == 302
        assert entered() == anne

    def test_several_come_back_to_choose_from_and_nothing_is_lost(self, anne: User, many: Body, rita: User) -> None:
        other = person("Marc Lefevre", many, Role.CANDIDATE)
        answer = shown(send(many, rita, person="lefevre"))
        assert "“lefevre” fits several people. Choose one of them, or type more." in answer
        assert 'value="lefevre"' in answer and "2 people fit" in answer and "40117" in answer
        assert "Refresher" in answer and entered() is None
        assert send(many, rita, person="lefevre", person_chosen=str(other.pk)).status_code == 302
        assert entered() == other

    def test_who_fits_exactly_is_taken_before_those_with_more_of_a_name(
        self, anne: User, many: Body, rita: User
    ) -> None:
        person("Anne Lefevre-Morel", many, Role.CANDIDATE)
        assert send(many, rita, person="Anne Lefevre").status_code == 302
        assert entered() == anne

    def test_what_is_typed_counts_more_than_who_was_chosen_before(self, anne: User, many: Body, rita: User) -> None:
        first = User.objects.get(name="Candidate 03")
        assert send(many, rita, person="Lefevre", person_chosen=str(first.pk)).status_code == 302
        assert entered() == anne

    def test_nobody_is_named_by_what_was_typed(self, anne: User, many: Body, rita: User) -> None:
        answer = shown(send(many, rita, person="Lefebvre <b>"))
        assert "Nobody here fits “Lefebvre <b>”. Check the spelling, or try a number or an address." in answer
        assert answer.count("Nobody here fits") == 1
        assert "<b>" not in send(many, rita, person="Lefebvre <b>").content.decode()

    @pytest.mark.parametrize("typed", ["", "  ", "\x00"])
    def test_nothing_typed(self, typed: str, anne: User, many: Body, rita: User) -> None:
        assert "This field is required." in shown(send(many, rita, person=typed))

    @pytest.mark.parametrize("typed", ["\x00", "%", "_", "\\", "'", "e", "x" * 5000, "(", "( )"])
    def test_strange_signs(self, typed: str, anne: User, many: Body, rita: User) -> None:
        assert signed_in(rita).get(page(many), {"person": typed}).status_code == 200
        assert send(many, rita, person=typed).status_code == 200
        assert entered() is None

    def test_whose_address_is_not_known(self, anne: User, many: Body, rita: User) -> None:
        User.objects.filter(pk=anne.pk).update(email=anne.placeholder)
        answer = shown(signed_in(rita).get(page(many), {"person": "entry.invalid"}))
        assert "Nobody here fits" in answer
        assert "entry.invalid" not in shown(signed_in(rita).get(page(many), {"person": "Lefevre"}))

    def test_more_than_are_shown(self, many: Body, rita: User) -> None:
        answer = shown(signed_in(rita).get(page(many), {"person": "Candidate"}))
        assert answer.count('name="person-chosen"') == LISTED
        assert f"The first {LISTED} who fit. Type more to find others" in answer


class TestForms:
    def test_few_are_a_list(self, alice: User, body: Body, rita: User) -> None:
        answer = shown(signed_in(rita).get(page(body), {"person": str(alice.pk)}))
        assert '<select name="person"' in answer and f'<option value="{alice.pk}" selected>' in answer
        assert send(body, rita, person=str(alice.pk)).status_code == 302
        assert entered() == alice

    def test_each_form_of_a_registrar_answers_what_is_typed(
        self, anne: User, many: Body, award: Award, rita: User
    ) -> None:
        for number in range(FEW):
            person(f"Examiner {number}", many, Role.EXAMINER)
        erin = person("Erin Lefevre", many, Role.EXAMINER)
        gone = User.objects.get(name="Candidate 00")
        pages = [
            (page(many), "person", anne),
            (reverse("accreditation:by_hand", args=[many.slug]), "person", anne),
            (reverse("accreditation:give_dispensation", args=[many.slug]), "person", anne),
            (reverse("accreditation:merge_person", args=[many.slug, gone.pk]), "into", anne),
            (reverse("assessment:arrange", args=[many.slug]), "person", anne),
            (reverse("assessment:arrange", args=[many.slug]), "first", erin),
            (reverse("assessment:arrange", args=[many.slug]), "second", erin),
        ]
        browser = signed_in(rita)
        for address, name, who in pages:
            answer = shown(browser.get(address, {name: "lefevre"}))
            assert f'name="{name}-chosen" value="{who.pk}" checked' in answer, address
            assert answer.count(f'name="{name}-chosen"') == 1

    @pytest.mark.parametrize("more", [0, 40])
    def test_any_number_costs_the_same_queries(self, more: int, anne: User, many: Body, rita: User) -> None:
        for number in range(more):
            made = person(f"More {number}", many, Role.CANDIDATE)
            RegisterEntry.objects.create(body=many, person=made, number=f"8{number:04}")
        browser = signed_in(rita)
        counts = []
        for typed in ("", "Candidate", "Lefevre"):
            with CaptureQueriesContext(connection) as asked:
                browser.get(page(many), {"person": typed})
            counts.append(len(asked))
        assert counts == [7, 11, 11]
