"""Sample papers: who keeps them, what is in one, when it is out of date, and what a visitor gets without leaving a trace."""

from __future__ import annotations

import datetime as dt
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.accreditation.models import Level
from accounts.accreditation.register import limits
from accounts.audit.models import AuditEntry
from accounts.models import Body, Role, User
from exams.bank.kinds import kind_of
from exams.bank.services import stage_generated
from exams.papers.fitness import PRACTISED_FOR, practised
from exams.papers.models import Blueprint
from exams.practice.exercises import kept_back
from exams.samples import choices, draws, marked
from exams.samples.models import Drawing, Sample
from exams.samples.tasks import redraw_stale_samples
from tests import factories
from tests.asking import ask_paper

pytestmark = pytest.mark.django_db

WRITES = ("INSERT", "UPDATE", "DELETE")


def address(drawing: Drawing) -> str:
    return drawing.sample.get_absolute_url()


def keys(drawing: Drawing) -> dict[str, Any]:
    """The fields of a form that answers everything rightly."""
    fields: dict[str, Any] = {"drawing": str(drawing.pk)}
    for place in marked.places(drawing):
        content = place.version.content
        key = kind_of(content).right(content)
        if content["kind"] == "order_steps":
            fields |= {f"{place.prefix}place-{step}": str(n) for n, step in enumerate(key.split(","), start=1)}
        elif content["kind"] == "choose_all":
            fields[f"{place.prefix}option"] = key.split(",")
        else:
            fields[f"{place.prefix}option"] = key or "West may accept it."
    return fields


class TestWhoKeepsThem:
    @pytest.mark.parametrize("role", [Role.EXAMINER, Role.ADMINISTRATOR])
    def test_examiners_and_administrators_draw_one(self, level: Level, blueprint: Blueprint, role: Role) -> None:
        made = choices.show(level=level, blueprint=blueprint, actor=factories.person("Kim", role), seen=0)
        assert made.sample.shown
        assert AuditEntry.objects.filter(verb="sample.drawn").count() == 1

    @pytest.mark.parametrize(
        "role", [role for role in Role if role not in (Role.EXAMINER, Role.ADMINISTRATOR)], ids=lambda role: role.value
    )
    def test_nobody_else_draws_hides_or_sees_the_list(
        self, level: Level, blueprint: Blueprint, drawing: Drawing, role: Role, client: Client
    ) -> None:
        other = factories.person("Olga", role)
        with pytest.raises(PermissionDenied):
            choices.show(level=level, blueprint=blueprint, actor=other, seen=1)
        with pytest.raises(PermissionDenied):
            choices.hide(sample=drawing.sample, actor=other)
        client.force_login(other)
        assert client.get(reverse("samples:of_body", args=["qba"])).status_code == 403
        sent = {"level": "club", "paper": "club-auction", "do": "hide"}
        assert client.post(reverse("samples:choose", args=["qba"]), sent).status_code == 403
        assert Sample.objects.get().shown

    def test_an_examiner_of_another_body_does_not(self, level: Level, blueprint: Blueprint) -> None:
        elsewhere = factories.person("Elsa", Role.EXAMINER, at=factories.body("Victorian Bridge Association"))
        with pytest.raises(PermissionDenied):
            choices.show(level=level, blueprint=blueprint, actor=elsewhere, seen=0)

    def test_a_form_that_is_sent_twice_draws_once(
        self, level: Level, blueprint: Blueprint, drawing: Drawing, erin: User
    ) -> None:
        again = choices.show(level=level, blueprint=blueprint, actor=erin, seen=0)
        assert again == drawing
        assert Drawing.objects.count() == 1
        choices.hide(sample=drawing.sample, actor=erin)
        choices.hide(sample=drawing.sample, actor=erin)
        assert AuditEntry.objects.filter(verb="sample.hidden").count() == 1


class TestADrawing:
    def test_it_asks_what_the_blueprint_asks(self, drawing: Drawing) -> None:
        assert drawing.count == len(drawing.questions) == 5
        assert not drawing.left_out
        kinds = [one["content"]["kind"] for one in drawing.questions]
        assert kinds.count("written") == 1
        assert "cite_law" in kinds
        assert {one["topic"] for one in drawing.questions} == {"insufficient-bid"}
        assert (drawing.minutes, drawing.pass_mark, drawing.floors) == (45, 60, {"insufficient-bid": 50})
        [written] = [one for one in drawing.questions if one["content"]["kind"] == "written"]
        assert written["marks"] == sum(item["marks"] for item in written["content"]["rubric"])

    def test_the_same_seed_draws_the_same(self, blueprint: Blueprint) -> None:
        one, two = (draws.drawn(blueprint, "a seed") for _time in range(2))
        assert one == two
        assert draws.drawn(blueprint, "another").fingerprints != one.fingerprints

    def test_no_question_of_a_bank_is_in_it(self, blueprint: Blueprint) -> None:
        first = draws.drawn(blueprint, "a seed")
        elsewhere = factories.body("Victorian Bridge Association")
        stage_generated(body=elsewhere, contents=[one["content"] for one in first.questions])
        assert not set(draws.drawn(blueprint, "a seed").fingerprints) & set(first.fingerprints)

    def test_no_paper_asks_its_situations_until_long_after(self, drawing: Drawing, erin: User) -> None:
        now = timezone.now()
        asked = drawing.fingerprints
        assert set(practised(asked, now - PRACTISED_FOR)) == set(asked)
        assert not practised(["0" * 64], now - PRACTISED_FOR)
        choices.hide(sample=drawing.sample, actor=erin)
        assert set(practised(asked, now - PRACTISED_FOR)) == set(asked)
        assert not practised(asked, timezone.now() + dt.timedelta(seconds=1))
        drawing.refresh_from_db()
        assert drawing.questions == []

    def test_what_was_replaced_long_ago_is_forgotten(self, drawing: Drawing, erin: User) -> None:
        choices.hide(sample=drawing.sample, actor=erin)
        Drawing.objects.update(replaced_at=timezone.now() - PRACTISED_FOR - dt.timedelta(days=1))
        redraw_stale_samples()
        assert not Drawing.objects.exists()

    def test_practice_may_still_show_them(self, drawing: Drawing) -> None:
        assert not kept_back(drawing.fingerprints)

    def test_a_paper_that_asks_nothing_is_refused(self, level: Level, body: Body, erin: User) -> None:
        empty = factories.blueprint(code="empty", quotas={})
        with pytest.raises(draws.NotDrawn, match="asks nothing"):
            choices.show(level=level, blueprint=empty, actor=erin, seen=0)
        assert not Sample.objects.exists()


class TestOutOfDate:
    def change(self, monkeypatch: pytest.MonkeyPatch, blueprint: Blueprint, what: str) -> None:
        if what == "engine":
            monkeypatch.setattr(draws, "ENGINE_VERSION", "next")
        else:
            Blueprint.objects.filter(pk=blueprint.pk).update(pass_mark=70)

    @pytest.mark.parametrize("what", ["engine", "blueprint"])
    def test_it_is_not_shown_and_drawn_again(
        self, drawing: Drawing, blueprint: Blueprint, client: Client, monkeypatch: pytest.MonkeyPatch, what: str
    ) -> None:
        redraw_stale_samples()
        assert Drawing.objects.count() == 1
        self.change(monkeypatch, blueprint, what)
        caches["parts"].clear()
        shown = client.get(address(drawing))
        assert "a new one is being drawn" in shown.content.decode()
        assert "Question 1" not in shown.content.decode()
        assert b"%PDF" not in client.get(reverse("samples:on_paper", args=[drawing.sample_id])).content
        redraw_stale_samples()
        current = Drawing.objects.get(replaced_at=None)
        assert current.number == 2
        assert AuditEntry.objects.filter(verb="sample.drawn", actor=None).count() == 1
        assert "Question 1" in client.get(address(drawing)).content.decode()

    def test_answers_to_one_that_was_replaced_are_not_marked_by_the_new_one(
        self, drawing: Drawing, level: Level, blueprint: Blueprint, erin: User, client: Client
    ) -> None:
        fields = keys(drawing)
        choices.show(level=level, blueprint=blueprint, actor=erin, seen=1)
        response = client.post(address(drawing), fields)
        assert response.status_code == 409
        assert "A new sample has been drawn" in response.content.decode()


class TestAVisitor:
    def test_finds_it_beside_the_paper(self, drawing: Drawing, client: Client, erin: User) -> None:
        page = reverse("register:levels_of", args=["qba"])
        assert f'href="{address(drawing)}"' in client.get(page).content.decode()
        choices.hide(sample=drawing.sample, actor=erin)
        assert address(drawing) not in client.get(page).content.decode()
        assert client.get(address(drawing)).status_code == 404
        assert client.get(reverse("samples:sample", args=[uuid4()])).status_code == 404

    def test_reads_the_questions_and_nothing_of_a_key(self, drawing: Drawing, client: Client) -> None:
        response = client.get(address(drawing))
        told = response.content.decode()
        assert response.status_code == 200
        assert not response.cookies
        for words in ("Question 5", "45 minutes in the exam; here you take as long as you like", "pass mark 60 %"):
            assert words in told
        for one in drawing.questions:
            assert one["content"]["explanation"]["say"] not in told

    def test_is_marked_as_in_the_exam_and_told_why_with_nothing_stored(self, drawing: Drawing, client: Client) -> None:
        fields = keys(drawing)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            response = client.post(address(drawing), fields)
        told = response.content.decode()
        assert response.status_code == 200
        assert "✓ You would have passed." in told
        assert "4 of 4 marks" in told
        assert "Marked by examiners" in told
        assert "West may accept it." in told
        assert "27A1" in told or "27B" in told
        assert not response.cookies
        written = [
            one["sql"]
            for one in queries
            if one["sql"].lstrip().startswith(WRITES) and "rectify_cache" not in one["sql"]
        ]
        assert not written

    def test_nothing_given_earns_nothing_and_is_explained(self, drawing: Drawing, client: Client) -> None:
        told = client.post(address(drawing), {"drawing": str(drawing.pk)}).content.decode()
        assert "✗ You would not have passed." in told
        assert "Not answered" in told
        assert "What to study" in told

    def test_an_answer_that_cannot_be_read_loses_nothing(self, drawing: Drawing, client: Client) -> None:
        fields = keys(drawing)
        [cited, *_more] = [one for one in marked.places(drawing) if one.version.content["kind"] == "cite_law"]
        fields[f"{cited.prefix}option"] = "the law of the jungle"
        response = client.post(address(drawing), fields)
        told = response.content.decode()
        assert response.status_code == 422
        assert "One answer cannot be read" in told
        assert 'value="the law of the jungle"' in told
        assert "West may accept it." in told

    def test_what_no_page_sends_is_refused(self, drawing: Drawing, client: Client) -> None:
        place = next(one for one in marked.places(drawing) if one.version.content["options"])
        sent = {"drawing": str(drawing.pk), f"{place.prefix}option": "zebra"}
        if place.version.content["kind"] != "order_steps":
            assert client.post(address(drawing), sent).status_code == 400

    def test_is_not_marked_without_end(self, drawing: Drawing, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(limits.RATES, "sample", "1/h/key")
        monkeypatch.setitem(limits.RATES, "sample_on_paper", "1/h/key")
        assert client.post(address(drawing), keys(drawing)).status_code == 200
        response = client.post(address(drawing), keys(drawing))
        assert response.status_code == 429
        assert "What you have answered is still here." in response.content.decode()
        assert "West may accept it." in response.content.decode()
        assert response.headers["Retry-After"] == "3600"
        paper = reverse("samples:on_paper", args=[drawing.sample_id])
        assert [client.get(paper).status_code for _time in range(2)] == [200, 429]

    def test_prints_it_with_the_key_at_the_end(self, drawing: Drawing, client: Client) -> None:
        response = client.get(reverse("samples:on_paper", args=[drawing.sample_id]))
        assert response.headers["Content-Type"] == "application/pdf"
        assert response.content.startswith(b"%PDF")

    def test_costs_the_public_page_few_queries_and_the_same_for_any_length(
        self, drawing: Drawing, client: Client, level: Level, erin: User, body: Body
    ) -> None:
        client.get(address(drawing))
        with CaptureQueriesContext(connection) as few:
            client.get(address(drawing))
        assert len(few) == 2
        longer = factories.blueprint(code="longer", quotas={"insufficient-bid": 9})
        other = choices.show(level=level, blueprint=longer, actor=erin, seen=0)
        counted = []
        for one in (drawing, other):
            client.post(address(one), {"drawing": str(one.pk)})
            with CaptureQueriesContext(connection) as queries:
                client.post(address(one), {"drawing": str(one.pk)})
            counted.append(len([sql for sql in queries if "rectify_cache" not in sql["sql"]]))
        assert counted[0] == counted[1]


class TestTheList:
    def test_is_chosen_from_by_forms(self, level: Level, blueprint: Blueprint, erin: User, client: Client) -> None:
        client.force_login(erin)
        page, choose = (reverse(f"samples:{name}", args=["qba"]) for name in ("of_body", "choose"))
        assert "Show a sample" in client.get(page).content.decode()
        sent = {"level": "club", "paper": "club-auction", "do": "draw", "seen": "0"}
        told = client.post(choose, sent, follow=True).content.decode()
        assert "Everybody can now try a sample of Club paper with 5 questions." in told
        assert "number 1, drawn on" in told
        told = client.post(choose, sent | {"seen": "1"}, follow=True).content.decode()
        assert "number 2, drawn on" in told
        told = client.post(choose, sent | {"do": "hide"}, follow=True).content.decode()
        assert "The sample is not shown any more." in told
        # Shown again, it is a new one: the old one may be in many hands.
        assert "number 3, drawn on" in client.post(choose, sent, follow=True).content.decode()

    def test_takes_the_same_queries_for_any_number_of_levels(
        self, drawing: Drawing, body: Body, erin: User, client: Client
    ) -> None:
        client.force_login(erin)
        page = reverse("samples:of_body", args=["qba"])
        client.get(page)
        with CaptureQueriesContext(connection) as one:
            client.get(page)
        for n in range(2):
            more = Level.objects.create(body=body, code=f"l{n}", name=f"Level {n}", order=n + 2, validity_months=36)
            made = factories.blueprint(code=f"paper-{n}", title=f"Paper {n}", quotas={"insufficient-bid": 1})
            ask_paper(more, made.code, "Pass it")
            choices.show(level=more, blueprint=made, actor=erin, seen=0)
        client.get(page)
        with CaptureQueriesContext(connection) as three:
            client.get(page)
        assert len(one) == len(three)
