"""Pages of the generator's runs: start one, watch it, stop it, let it go on. Runs of other bodies do not exist: 404."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST

from accounts.models import User
from accounts.rules import require, signed_in
from exams.bank import generation
from exams.bank.forms import GenerateForm
from exams.bank.models import GenerationJob
from exams.bank.rules import OPEN, examined_bodies
from exams.bank.tasks import generate_questions

PAGE = 10


@login_required
def generate(request: HttpRequest) -> HttpResponse:
    """Start a run of the generator, and see the runs so far."""
    require(request.user, OPEN, None)
    bodies = examined_bodies(request.user)
    form = GenerateForm(request.POST or None, bodies=bodies)
    if request.method == "POST" and form.is_valid():
        try:
            with transaction.atomic():
                job = generation.start(actor=signed_in(request), **form.cleaned_data)
                transaction.on_commit(lambda: generate_questions.delay(str(job.pk)))
        except generation.RunRefused as refused:
            form.add_error("procedure", str(refused))
        else:
            return redirect(job)
    jobs = GenerationJob.objects.filter(body__in=bodies).select_related("body", "created_by")
    page = Paginator(jobs, PAGE).get_page(request.GET.get("page"))
    return render(request, "bank/generate.html", {"form": form, "page": page})


@require_GET
@login_required
def job(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The progress of a run; the page asks for its part of it again until the run has finished."""
    template = "bank/parts/progress.html" if request.headers.get("HX-Request") else "bank/job.html"
    return render(request, template, {"job": _my_job(request, pk)})


@require_POST
@login_required
def job_again(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Let a failed or cancelled run go on from where it stopped."""

    def go_on(*, job_id: UUID, actor: User) -> None:
        with transaction.atomic():
            generation.again(job_id=job_id, actor=actor)
            transaction.on_commit(lambda: generate_questions.delay(str(job_id)))

    return _done(request, pk, go_on)


@require_POST
@login_required
def job_cancel(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Stop a run; what it has stored stays."""
    return _done(request, pk, generation.cancel)


def _done(request: HttpRequest, pk: UUID, action: Callable[..., object]) -> HttpResponse:
    """Do it and go back to the run, which shows what came of it; what is refused is said there."""
    mine = _my_job(request, pk)
    try:
        action(job_id=mine.pk, actor=signed_in(request))
    except generation.RunRefused as refused:
        messages.warning(request, str(refused))
    return redirect(mine)


def _my_job(request: HttpRequest, pk: UUID) -> GenerationJob:
    require(request.user, OPEN, None)
    jobs = GenerationJob.objects.select_related("body", "created_by")
    return get_object_or_404(jobs, pk=pk, body__in=examined_bodies(request.user))
