"""/bank/generate/ and /bank/runs/: starting a run of the generator and watching it."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from accounts.models import User
from exams import scenarios
from exams.bank import generation
from exams.bank.models import GenerationJob, QuestionVersion
from tests import factories
from tests.walking import walks

pytestmark = pytest.mark.django_db

URL = reverse("bank:generate")
# Session, person, roles; the bodies of the form and their default; count and page of the runs; that it was opened.
QUERIES = 8


def order(**changes: Any) -> dict[str, Any]:
    return {"body": str(factories.body().pk), "procedure": "27", "kind": "mixed", "count": "12", "seed": "7", **changes}


@pytest.fixture
def job(alice: User) -> GenerationJob:
    return generation.start(body=factories.body(), actor=alice, procedure="27", count=12, seed=7)


def test_a_candidate_may_not_generate(dora: User) -> None:
    client = factories.browser(dora)
    assert client.get(URL).status_code == 403
    assert client.post(URL, order()).status_code == 403
    assert not GenerationJob.objects.exists()


def test_an_examiner_does_not_generate_for_another_body(charlie: User) -> None:
    response = factories.browser(charlie).post(URL, order())
    assert response.status_code == 200
    assert "body" in response.context["form"].errors
    assert not GenerationJob.objects.exists()


def test_a_run_of_another_body_does_not_exist(job: GenerationJob, charlie: User) -> None:
    client = factories.browser(charlie)
    assert client.get(job.get_absolute_url()).status_code == 404
    for deed in ("job_again", "job_cancel"):
        assert client.post(reverse(f"bank:{deed}", args=[job.pk])).status_code == 404
    job.refresh_from_db()
    assert job.status == GenerationJob.Status.QUEUED


@walks(
    ("field", "value"),
    [("procedure", "99"), ("kind", "essay"), ("count", "0"), ("count", "10001"), ("seed", "-1"), ("seed", "seven")],
    apart=True,
)
def test_an_order_that_cannot_be_carried_out_is_refused_by_field(alice: User, field: str, value: str) -> None:
    response = factories.browser(alice).post(URL, order(**{field: value}))
    assert list(response.context["form"].errors) == [field]
    assert not GenerationJob.objects.exists()


def test_a_run_is_handed_to_a_worker_and_its_page_shows_it(
    alice: User, settings: Any, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = True
    client = factories.browser(alice)
    with django_capture_on_commit_callbacks(execute=True):
        response = client.post(URL, order(), follow=True)
    job = GenerationJob.objects.get()
    assert response.redirect_chain[0][0] == job.get_absolute_url()
    page = client.get(job.get_absolute_url()).content.decode()
    assert "Done" in page
    assert f"{QuestionVersion.objects.count()} questions stored" in page


def test_a_run_makes_the_kind_it_was_asked_for_of_all_laws(alice: User) -> None:
    factories.browser(alice).post(URL, order(procedure="all", kind="cite_law", count="6"))
    job = GenerationJob.objects.get()
    generation.run(job.pk)
    versions = QuestionVersion.objects.select_related("question")
    assert {version.kind for version in versions} == {"cite_law"}
    # Of which law each is, its path tells.
    procedures = {version.question.procedure for version in versions}
    assert procedures <= set(scenarios.PROCEDURES)
    assert len(procedures) > 1
    for page in (job.get_absolute_url(), URL):
        shown = factories.browser(alice).get(page).content.decode()
        assert "Cite the law" in shown


def test_a_run_under_way_asks_for_its_progress_again(job: GenerationJob, alice: User) -> None:
    client = factories.browser(alice)
    part = client.get(job.get_absolute_url(), headers={"HX-Request": "true"}).content.decode()
    assert "hx-trigger" in part
    assert "<html" not in part
    generation.run(job.pk)
    assert "hx-trigger" not in client.get(job.get_absolute_url(), headers={"HX-Request": "true"}).content.decode()


def test_a_failed_run_says_why_and_can_be_tried_again(job: GenerationJob, alice: User) -> None:
    GenerationJob.objects.update(status=GenerationJob.Status.FAILED, error="The engine stumbled.")
    client = factories.browser(alice)
    assert "The engine stumbled." in client.get(job.get_absolute_url()).content.decode()
    client.post(reverse("bank:job_again", args=[job.pk]))
    job.refresh_from_db()
    assert job.status == GenerationJob.Status.QUEUED


@pytest.mark.parametrize("rows", [1, 3])
def test_any_number_of_runs_costs_the_same_queries(
    alice: User, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for seed in range(rows):
        generation.start(body=factories.body(), actor=alice, procedure="27", count=5, seed=seed)
    client = factories.browser(alice)
    with django_assert_num_queries(QUERIES):
        client.get(URL)


def test_a_run_is_cancelled_on_its_page_and_goes_on_from_there(
    job: GenerationJob, alice: User, settings: Any, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = True
    client = factories.browser(alice)
    assert "Cancel the run" in client.get(job.get_absolute_url()).content.decode()
    page = client.post(reverse("bank:job_cancel", args=[job.pk]), follow=True).content.decode()
    assert "The questions already stored stay in the bank" in page
    with django_capture_on_commit_callbacks(execute=True):
        page = client.post(reverse("bank:job_again", args=[job.pk]), follow=True).content.decode()
    job.refresh_from_db()
    assert (job.status, job.done) == (GenerationJob.Status.DONE, 12)


def test_a_worker_that_is_still_at_its_batch_is_told_to_stop(job: GenerationJob, alice: User) -> None:
    GenerationJob.objects.filter(pk=job.pk).update(status=GenerationJob.Status.RUNNING)
    page = factories.browser(alice).post(reverse("bank:job_cancel", args=[job.pk]), follow=True).content.decode()
    assert "Stopping after this batch" in page
    assert "Cancel the run" not in page


@pytest.mark.parametrize("deed", ["job_again", "job_cancel"])
def test_what_cannot_be_done_with_a_run_is_said(job: GenerationJob, alice: User, deed: str) -> None:
    GenerationJob.objects.filter(pk=job.pk).update(status=GenerationJob.Status.DONE)
    page = factories.browser(alice).post(reverse(f"bank:{deed}", args=[job.pk]), follow=True).content.decode()
    assert "The run is already “Done”." in page


def test_a_law_that_has_no_more_says_so(alice: User) -> None:
    job = generation.start(body=factories.body(), actor=alice, procedure="17A", count=600, seed=7)
    generation.run(job.pk)
    job.refresh_from_db()
    page = factories.browser(alice).get(job.get_absolute_url()).content.decode()
    assert f"only {job.treated} different questions" in page


def test_the_list_shows_the_questions_of_one_run(job: GenerationJob, alice: User) -> None:
    factories.version()
    generation.run(job.pk)
    client = factories.browser(alice)
    link = f"{reverse('bank:questions')}?status=&amp;run={job.pk}"
    assert link in client.get(job.get_absolute_url()).content.decode()
    page = client.get(reverse("bank:questions"), {"status": "", "run": str(job.pk)})
    assert page.context["page"].paginator.count == 12
    assert client.get(reverse("bank:questions"), {"status": "", "run": "rubbish"}).context["page"].paginator.count == 13
