"""The pages of statistics: who sees them, what stands on them, what can be taken away."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role, User
from exams.marking import tables, tasks
from exams.marking.models import Statistics
from exams.marking.regrades.decisions import approve
from exams.marking.regrades.proposals import drafted, propose
from exams.marking.statistics import computation
from exams.sittings.models import Sitting
from tests import factories
from tests.exams.marking.statistics.conftest import ANSWERS
from tests.walking import walks

TABLES = ("questions", "candidates", "marks")


def addresses(sitting: Sitting, version: str) -> list[str]:
    """Every page of them that can be read."""
    return [
        reverse("marking:statistics", args=[sitting.pk]),
        reverse("marking:item_statistics", args=[sitting.pk, version]),
        reverse("marking:bank_statistics", args=[sitting.body.slug]),
        *(reverse(f"marking:{name}_table", args=[sitting.pk]) for name in TABLES),
    ]


@walks("roles", [(), (Role.CANDIDATE,), (Role.ADMINISTRATOR, Role.REGISTRAR, Role.INVIGILATOR)], apart=True)
def test_they_do_not_exist_for_others(computed: Statistics, charlie: User, roles: tuple[Role, ...]) -> None:
    """Charlie holds every role in another body."""
    assert computed.sitting is not None
    version = computed.figures["items"][0]["id"]
    for person in (charlie, factories.person("Pat", *roles)):
        client = factories.browser(person)
        for address in addresses(computed.sitting, version):
            assert client.get(address).status_code == 404, address
        for name, argument in (("compute_statistics", computed.sitting_id), ("compute_bank_statistics", "qba")):
            assert client.post(reverse(f"marking:{name}", args=[argument])).status_code == 404


def test_a_question_of_another_body_is_not_shown(computed: Statistics, erin: User, client: Client) -> None:
    stranger = factories.version(at=factories.body("Northern Rivers Bridge"))
    client.force_login(erin)
    assert client.get(reverse("marking:item_statistics", args=[computed.sitting_id, stranger.pk])).status_code == 404


def test_each_figure_has_its_sentence(computed: Statistics, erin: User, client: Client) -> None:
    client.force_login(erin)
    shown = client.get(reverse("marking:statistics", args=[computed.sitting_id])).content.decode()
    first = shown.split("Questions to look at first")[1].split("The paper")[0]
    assert first.index("Question 4") < first.index("Answer B is wrong by the key")
    assert "12</dd>" in shown
    assert shown.count("<rect class=") + shown.count('class="short"') > 2
    assert "pass mark 65 %" in shown
    assert "As a table" in shown
    for number in range(1, 5):
        assert f'aria-label="Question {number}: facility' in shown


def test_a_question_tells_who_chose_what(computed: Statistics, erin: User, client: Client, law_book: None) -> None:
    version = computed.figures["items"][3]["id"]
    client.force_login(erin)
    shown = client.get(reverse("marking:item_statistics", args=[computed.sitting_id, version])).content.decode()
    assert "Better candidates chose this" in shown
    assert "Nobody chose this" in shown
    assert "The auction goes on with no further rectification." in shown


def test_a_question_that_was_given_to_everybody_says_so_and_shows_no_figures(
    computed: Statistics, worked: Sitting, erin: User, client: Client, law_book: None
) -> None:
    version = worked.paper.questions.select_related("version").get(position=4).version
    regrade = propose(drafted(actor=erin, sitting=worked, version=version, remedy="full", reason="No good question."))
    approve(regrade=regrade, actor=factories.person("Frank", Role.EXAMINER), seen=1)
    computation.compute(computation.ask(actor=erin, about=worked).pk)
    client.force_login(erin)
    shown = client.get(reverse("marking:item_statistics", args=[worked.pk, version.pk])).content.decode()
    assert "Everyone was given its marks" in shown
    assert "<dt>Facility</dt><dd>–</dd>" in shown
    shown = client.get(reverse("marking:statistics", args=[worked.pk])).content.decode()
    assert 'aria-label="Question 4: facility' not in shown
    assert shown.count("no figures") == 1
    # In a table it is a question without figures, and so for a program.
    shown = client.get(reverse("marking:questions_table", args=[worked.pk])).content.decode()
    [row] = [row for row in csv.DictReader(io.StringIO(shown.lstrip("\ufeff"))) if row["id"] == str(version.pk)]
    assert (row["facility"], row["taken"], row["reasons"]) == ("", "12", "")
    sent = client.get(f"/api/v1/results/sittings/{worked.pk}/statistics/")
    assert sent.status_code == 200, sent.content


def test_figures_have_one_minus_and_counts_their_number(computed: Statistics, erin: User, client: Client) -> None:
    client.force_login(erin)
    found = computed.figures["items"][3]
    assert found["discrimination"] < 0
    pages = [
        reverse("marking:statistics", args=[computed.sitting_id]),
        reverse("marking:item_statistics", args=[computed.sitting_id, found["id"]]),
    ]
    for page in pages:
        shown = client.get(page).content.decode()
        assert f"−{-found['discrimination']:.2f}" in shown
        assert not re.search(r"[ >]-0?\.\d", shown)
    for near, said in ((1, "1 is within five percent"), (2, "2 are within five percent")):
        computed.figures["scores"]["near"] = near
        computed.save(update_fields=["report"])
        assert said in client.get(pages[0]).content.decode()


def test_before_anything_is_computed_the_page_says_what_to_do(worked: Sitting, erin: User, client: Client) -> None:
    client.force_login(erin)
    address = reverse("marking:statistics", args=[worked.pk])
    assert "Calculate the statistics" in client.get(address).content.decode()


def test_asking_hands_the_run_to_a_worker(
    worked: Sitting,
    erin: User,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: object,
) -> None:
    handed: list[str] = []
    monkeypatch.setattr(tasks.compute_statistics, "delay", handed.append)
    client.force_login(erin)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        client.post(reverse("marking:compute_statistics", args=[worked.pk]))
    assert handed == [str(Statistics.objects.get().pk)]
    address = reverse("marking:statistics", args=[worked.pk])
    page = client.get(address).content.decode()
    assert "Waiting for a worker" in page
    assert f'hx-get="{address}"' in page
    part = client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert part.strip().startswith("<div")
    Statistics.objects.update(status="done")
    assert client.get(address, headers={"HX-Request": "true"}).headers["HX-Refresh"] == "true"


def test_the_page_says_that_marks_have_changed(computed: Statistics, erin: User, client: Client, clock: object) -> None:
    Statistics.objects.update(inputs="0" * 64)
    client.force_login(erin)
    shown = client.get(reverse("marking:statistics", args=[computed.sitting_id])).content.decode()
    assert "Marks have changed since" in shown


def test_the_bank_page_leads_to_its_questions(
    computed: Statistics, worked: Sitting, erin: User, client: Client, django_capture_on_commit_callbacks: object
) -> None:
    client.force_login(erin)
    assert client.get(reverse("marking:statistics_bodies")).status_code == 302
    address = reverse("marking:bank_statistics", args=[worked.body.slug])
    assert "Calculate across all sittings" in client.get(address).content.decode()
    with django_capture_on_commit_callbacks():  # type: ignore[operator]
        client.post(reverse("marking:compute_bank_statistics", args=[worked.body.slug]))
    tasks.compute_statistics(str(Statistics.objects.get(sitting=None).pk))
    shown = client.get(address).content.decode()
    assert reverse("bank:version", args=[computed.figures["look_first"][0]]) in shown
    assert reverse("marking:statistics", args=[worked.pk]) in shown


def test_the_way_to_them_is_closed_to_who_examines_nowhere(alice: User, client: Client) -> None:
    client.force_login(alice)
    assert client.get(reverse("marking:statistics_bodies")).status_code == 404


def test_the_number_of_queries_is_fixed(
    computed: Statistics, erin: User, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(erin)
    address = reverse("marking:statistics", args=[computed.sitting_id])
    client.get(address)
    # Session, person, sitting, roles, own entry, figures, digest of the results, titles of topics.
    with django_assert_num_queries(9):
        client.get(address)


# --- tables ------------------------------------------------------------------------------------------------------------------


def table(client: Client, statistics: Statistics, name: str) -> list[list[str]]:
    response = client.get(reverse(f"marking:{name}_table", args=[statistics.sitting_id]))
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert response.headers["Content-Disposition"] == f'attachment; filename="{name}.csv"'
    return list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"))))


def test_every_mark_can_be_taken_away(computed: Statistics, erin: User, client: Client) -> None:
    client.force_login(erin)
    head, *rows = table(client, computed, "marks")
    assert head == ["candidate", *(row["id"] for row in computed.figures["items"])]
    numbers = computed.sitting.entries.values_list("number", flat=True)  # type: ignore[union-attr]
    assert [int(row[0]) for row in rows] == sorted(number or 0 for number in numbers)
    expected = sorted(["1" if letter == "c" else "0" for letter in answers] for answers in ANSWERS)
    assert sorted(row[1:] for row in rows) == expected


def test_no_table_names_anybody(computed: Statistics, erin: User, client: Client) -> None:
    client.force_login(erin)
    for name in TABLES:
        text = str(table(client, computed, name))
        assert "Candidate " not in text
        assert "example.org" not in text


def test_questions_and_candidates_can_be_taken_away(computed: Statistics, erin: User, client: Client) -> None:
    client.force_login(erin)
    head, *rows = table(client, computed, "questions")
    figures = [dict(zip(head, row, strict=True)) for row in rows]
    assert [row["number"] for row in figures] == ["1", "2", "3", "4"]
    assert figures[3]["picks"] == "a:0 b:4 c:7 d:0"
    assert "attracts_strong" in figures[3]["reasons"]
    head, *rows = table(client, computed, "candidates")
    assert len(rows) == len(ANSWERS)
    passed = {row[head.index("percent")] for row in rows if row[head.index("passed")] == "yes"}
    assert passed == {"75"}


def test_words_are_no_formulas() -> None:
    row: dict[str, Any] = dict.fromkeys(tables.COLUMNS)
    report: dict[str, Any] = {"items": [{**row, "picks": [], "offers": False, "reasons": [], "opening": "=1+1"}]}
    assert tables.items_table(report).splitlines()[1].endswith(",'=1+1")


def test_no_drawing_carries_a_style(computed: Statistics, erin: User, client: Client) -> None:
    """The content security policy would drop it."""
    client.force_login(erin)
    shown = client.get(reverse("marking:statistics", args=[computed.sitting_id])).content.decode()
    assert not re.search(r"\sstyle=|<style|\son[a-z]+=", shown)
