"""Pages of lessons: the list of them, and a lesson step by step. Whoever reads needs no account until its questions."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.models import User
from exams.bank.presenting import asked, explained
from exams.practice import exercises, lessons
from exams.practice.exercises import NotPractised
from exams.practice.lessons import BranchMissing, Step, Walk, walk_of
from exams.practice.models import Lesson
from exams.practice.units import EDITION
from exams.scenarios import lessons as files

GUESTS_LESSONS = "practice_lessons"
"""Where the session of a guest keeps their lessons: by law, the step and the branches said."""


@never_cache
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """Every lesson, with how far one is; a fixed number of queries."""
    begun: dict[str, int] = {}
    done: set[str] = set()
    if isinstance(request.user, User):
        learner = exercises.learner_of(request.user)
        begun, done = lessons.begun(learner), set(lessons.finished(learner))
    else:
        begun = {law: one["step"] for law, one in request.session.get(GUESTS_LESSONS, {}).items()}
    rows = [
        {"walk": walk, "begun": begun.get(law, 0) > 0, "finished": law in done}
        for law in files.lessons()
        if (walk := walk_of(law)) is not None
    ]
    return render(request, "practice/lessons/home.html", {"rows": rows, "finished": len(done)})


@never_cache
@require_http_methods(["GET", "POST"])
def lesson(request: HttpRequest, law: str) -> HttpResponse:
    """A lesson at the step that one has reached, or at an earlier one, `?at=3`; a form moves it on by one press."""
    walk = walk_of(law)
    if walk is None:
        raise Http404(f"there is no lesson on {law}")
    if request.method == "POST":
        return _moved(request, walk)
    kept = _kept(request, walk)
    return _shown(request, walk, kept, _number(request.GET.get("at"), kept.step))


@require_POST
def questions(request: HttpRequest, law: str) -> HttpResponse:
    """Ask the questions at the end of a lesson, once it has been gone through."""
    walk = walk_of(law)
    if walk is None or not isinstance(request.user, User):
        raise Http404
    with transaction.atomic():
        kept = lessons.going_on(request.user, law, _as_guest(request, law))
    if kept.step < walk.last:
        messages.info(request, _("The questions come at the end of the lesson. Go through its steps first."))
        return redirect("practice:lesson", law)
    try:
        run = lessons.begin_questions(request.user, walk)
        first = exercises.following(run)
    except NotPractised as refused:
        messages.info(request, str(refused))
        return redirect("practice:lesson", law)
    if first is None:
        messages.success(request, _("That was the last question of this lesson."))
        return redirect("practice:lesson", law)
    return redirect("practice:exercise", first.pk)


def _number(typed: str | None, otherwise: int) -> int:
    return int(typed) if typed and typed.isdecimal() and len(typed) < 4 else otherwise


def _kept(request: HttpRequest, walk: Walk) -> Lesson:
    """Where whoever asks is; not stored where they have not begun."""
    law = walk.lesson.law
    stored = lessons.kept_of(request.user, law) if isinstance(request.user, User) else None
    return stored or Lesson(law=law, **_as_guest(request, law))


def _as_guest(request: HttpRequest, law: str) -> dict[str, Any]:
    """How far somebody got before they signed in, if they did: the step and the branches said."""
    told = request.session.get(GUESTS_LESSONS, {}).get(law, {})
    return {"step": told.get("step", 0), "answers": dict(told.get("answers", {}))}


def _moved(request: HttpRequest, walk: Walk) -> HttpResponse:
    at = _number(request.POST.get("at"), 0)
    with transaction.atomic():
        person = request.user if isinstance(request.user, User) else None
        law = walk.lesson.law
        kept = lessons.going_on(person, law, _as_guest(request, law)) if person else _kept(request, walk)
        try:
            onward = lessons.moved(kept, walk, at, request.POST)
        except BranchMissing:
            return _shown(request, walk, kept, at, _("Say which way the law goes first: choose one of the lines."))
        if person:
            kept.save(update_fields=["step", "answers"])
        else:
            told = request.session.get(GUESTS_LESSONS, {})
            told[law] = {"step": kept.step, "answers": kept.answers}
            request.session[GUESTS_LESSONS] = told
    return redirect(f"{reverse('practice:lesson', args=[law])}?at={onward}#step")


def _shown(request: HttpRequest, walk: Walk, kept: Lesson, at: int, fault: str = "") -> HttpResponse:
    step = walk.steps[min(max(at, 0), kept.step, walk.last)]
    context: dict[str, Any] = {
        "walk": walk,
        "lesson": walk.lesson,
        "kept": kept,
        "step": step,
        "fault": fault,
        "edition": EDITION,
        "on": timezone.localdate(),
        "count": lessons.count_of(walk),
        "is_known": isinstance(request.user, User),
        "step_template": f"practice/lessons/{step.stage}.html",
    }
    if step.stage == "table":
        context |= _of_table(walk, kept, step)
    elif step.stage == "chart":
        context["known"] = lessons.known_at(walk, step.number)
    return render(request, "practice/lessons/lesson.html", context, status=400 if fault else 200)


def _of_table(walk: Walk, kept: Lesson, step: Step) -> dict[str, Any]:
    """A table as it is asked, and once a branch was said, which one it is and why."""
    branches = walk.lesson.branches
    own = branches[step.number - 1]
    said = kept.answers.get(str(step.number))
    try:
        table = lessons.table_of(walk, step.number)
    except NotPractised as refused:
        # Nothing can be said at it, and the lesson goes on without it.
        return {
            "refused": str(refused) or _("This table is wanted in a paper, so it is not shown for now."),
            "said": said,
        }
    told: dict[str, Any] = {"asked": asked(table), "lines": lessons.lines_of(walk, step.number), "said": said}
    if said is None:
        return told
    chosen = branches[said - 1] if 0 < said <= len(branches) else own
    forks, apart = lessons.forks(table, own, chosen)
    return told | {
        "own": own,
        "right": chosen is own,
        "chosen": chosen,
        "forks": forks,
        "apart": apart,
        "explained": explained(table, None),
    }
