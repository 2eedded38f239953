"""manage.py generate."""

from __future__ import annotations

import datetime
import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import Role
from exams import scenarios
from exams.bank.content import check
from exams.bank.models import QuestionVersion, Status
from laws.editing.regulations import lay_down
from tests import factories

pytestmark = pytest.mark.django_db


def generate(*arguments: str) -> str:
    out = StringIO()
    call_command("generate", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--procedure", "99"], "no scenarios for procedure '99'; there are "),
        (["--procedure", "27", "--count", "0"], "--count: expected a number from 1"),
        (["--procedure", "27", "--kind", "essay"], "no questions of kind 'essay'; there are "),
        (["--procedure", "27", "--body", "xyz"], "--body: expected one of nrb, qba"),
    ],
)
def test_input_that_cannot_be_used_ends_with_code_2_and_a_sentence(arguments: list[str], message: str) -> None:
    factories.body()
    factories.body("Northern Rivers Bridge", short_name="NRB", slug="nrb")
    with pytest.raises(CommandError, match=message) as refused:
        generate(*arguments)
    assert refused.value.returncode == 2
    assert not QuestionVersion.objects.exists()


def test_questions_wait_for_review_in_the_body_s_bank() -> None:
    body = factories.body()
    said = generate("--procedure", "27", "--count", "5", "--seed", "7", "--body", "qba")
    versions = QuestionVersion.objects.filter(body=body, status=Status.IN_REVIEW)
    assert said.startswith(f"{versions.count()} questions wait for review at Queensland Bridge Association; ")
    assert versions.count() > 0


@pytest.mark.parametrize("kind", scenarios.KINDS)
def test_every_kind_the_generator_knows_fits_the_bank(kind: str) -> None:
    body = factories.body()
    generate("--procedure", "all", "--kind", kind, "--count", "4", "--seed", "3")
    stored = QuestionVersion.objects.filter(body=body)
    assert {version.kind for version in stored} == {"best_ruling" if kind == scenarios.PAIR else kind}
    assert [bool(version.partner) for version in stored] == [kind == scenarios.PAIR] * 4


def test_the_only_body_need_not_be_named() -> None:
    factories.body()
    generate("--procedure", "27", "--count", "2")
    assert QuestionVersion.objects.exists()


def test_generating_again_stores_nothing_twice() -> None:
    factories.body()
    generate("--procedure", "27", "--count", "5", "--seed", "7")
    before = QuestionVersion.objects.count()
    assert generate("--procedure", "27", "--count", "5", "--seed", "7").startswith("0 questions")
    assert QuestionVersion.objects.count() == before


def test_a_dry_run_stores_nothing() -> None:
    assert generate("--procedure", "27", "--count", "5", "--dry-run").startswith("5 generated and checked")
    assert not QuestionVersion.objects.exists()


def test_json_is_a_question_a_line_the_same_for_the_same_seed() -> None:
    said = generate("--procedure", "27", "--count", "5", "--seed", "7", "--json")
    contents: list[dict[str, Any]] = [json.loads(line) for line in said.splitlines()]
    assert len(contents) == 5
    for content in contents:
        check(content)
    assert generate("--procedure", "27", "--count", "5", "--seed", "7", "--json") == said
    assert not QuestionVersion.objects.exists()


def test_without_a_body_the_home_body_is_meant(settings: Any) -> None:
    factories.body()
    other = factories.body("Northern Rivers Bridge", short_name="NRB", slug="nrb")
    settings.HOME_BODY = "nrb"
    generate("--procedure", "27", "--count", "2", "--seed", "7")
    assert QuestionVersion.objects.filter(body=other).count() == 2
    settings.HOME_BODY = "elsewhere"
    with pytest.raises(CommandError, match="--body: expected one of nrb, qba"):
        generate("--procedure", "27")


def test_it_says_which_paths_become_questions_and_why_others_do_not() -> None:
    said = generate("--procedure", "33", "--paths")
    assert said.splitlines()[0] == "Law 33  3 of 4 paths become questions"
    assert "1 never: calls of one moment of which none is in turn" in said
    assert not QuestionVersion.objects.exists()


def test_it_counts_the_stories_that_nobody_would_believe() -> None:
    first, *checks = generate("--procedure", "36", "--thrown-out").splitlines()
    assert first.startswith("Law 36 ")
    assert first.endswith(" stories are thrown out")
    assert any(line.endswith(" worth a double") for line in checks)
    assert not QuestionVersion.objects.exists()


def test_the_body_s_regulations_are_those_of_its_questions() -> None:
    editor = factories.person("Eve", Role.LAW_EDITOR)
    strict = {"points": 1, "cards": 1, "share": "1/2"}
    since = datetime.date(2024, 1, 1)
    lay_down(actor=editor, body=factories.body(), matter="similar", value=strict, since=since, source="Minutes of 2024")
    generate("--procedure", "27", "--count", "2")
    for version in QuestionVersion.objects.all():
        assert version.content["record"]["regulations"]["similar"]["value"] == strict
