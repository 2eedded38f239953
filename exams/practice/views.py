"""Pages of the training room: what is due, a question, the ruling explained, and what one may ask next.

A guest practises by the token of their session; whatever is another's does not exist here.
"""

from __future__ import annotations

import secrets
from typing import cast
from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect, push_url

from accounts.models import User
from exams.bank import commentary
from exams.bank.kinds import NotOffered, Unreadable, kind_of
from exams.bank.presenting import asked, explained, given
from exams.bank.upkeep.problems import ProblemRefused
from exams.practice import exercises
from exams.practice.exercises import NotPractised, Somebody
from exams.practice.forms import PickForm
from exams.practice.models import Exercise, ExerciseQuerySet, MockQuestion, Run
from exams.practice.progress import home_of, next_of
from exams.practice.queue import GUESTS, Wanted
from exams.practice.signals import Waits, waiting_asked
from exams.practice.units import catalogue, pairable, title_of
from exams.practice.what_if import charted, steps_of, what_ifs

GUEST = "practice_guest"


def _somebody(request: HttpRequest) -> Somebody:
    """Whoever asks; a guest's token stands in their session."""
    if isinstance(request.user, User):
        return Somebody(exercises.learner_of(request.user))
    token = request.session.get(GUEST)
    if not token:
        token = request.session[GUEST] = secrets.token_urlsafe(24)
    return Somebody(None, token)


def _own(request: HttpRequest) -> ExerciseQuerySet:
    """The open exercises of whoever asks; nobody else's exist. Asking makes no learner and no session."""
    rows = Exercise.objects.open().select_related("run")
    if isinstance(request.user, User):
        return rows.filter(learner__person=request.user)
    token = request.session.get(GUEST)
    return rows.filter(learner=None, guest=token) if token else rows.none()


@never_cache
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """What is due, what may be picked, and the map of what one knows; a guest is offered five questions.

    `?law=27` has that law picked.
    """
    if not isinstance(request.user, User):
        law = request.GET.get("law", "")
        if all(unit.law != law for unit in catalogue().values()):
            law = ""
        return render(request, "practice/guest.html", {"questions": GUESTS, "law": law})
    learner = exercises.learner_of(request.user)
    form = PickForm(learner=learner, initial={"law": request.GET.get("law", "")})
    answers = waiting_asked.send(sender=home, person=request.user)
    waits = [one for _receiver, found in answers for one in cast(list[Waits], found)]
    return render(request, "practice/home.html", home_of(learner) | {"form": form, "waits": waits})


@require_POST
def begin(request: HttpRequest) -> HttpResponse:
    """Begin a run of what was picked, and show its first question."""
    somebody = _somebody(request)
    form = PickForm(request.POST, learner=somebody.learner)
    if not form.is_valid():
        messages.error(request, _("That could not be read. Pick a law, a topic, a level or a kind from the lists."))
        return redirect("practice:home")
    try:
        run = exercises.start(somebody, Wanted(**form.cleaned_data))
        first = exercises.following(run)
    except NotPractised as refused:
        messages.info(request, str(refused))
        return redirect("practice:home")
    if first is None:
        messages.info(request, _("No table could be staged for what you picked. Pick something else."))
        return redirect("practice:home")
    return redirect("practice:exercise", first.pk)


@require_POST
def go_on(request: HttpRequest, run_id: UUID) -> HttpResponse:
    """The next question of a run; at its end, home."""
    rows = Run.objects.asked()
    if isinstance(request.user, User):
        rows = rows.filter(learner__person=request.user)
    else:
        rows = rows.filter(learner=None, guest=request.session.get(GUEST) or "-")
    with transaction.atomic():
        following = next(iter(exercises.ahead_of(get_object_or_404(rows.to_stage(), pk=run_id))), None)
    if following is None:
        messages.success(request, _("That was the last question."))
        return HttpResponseClientRedirect(reverse("practice:home")) if _in_place(request) else redirect("practice:home")
    if not _in_place(request):
        return redirect("practice:exercise", following.pk)
    return push_url(_question(request, following), reverse("practice:exercise", args=[following.pk]))


def _in_place(request: HttpRequest) -> bool:
    """Whether the page takes what comes next in its own place: that is sent at once, as a redirect would cost a request."""
    return bool(request.htmx)  # type: ignore[attr-defined]


def _skeleton(request: HttpRequest) -> dict[str, str]:
    return {"skeleton": "part.html"} if _in_place(request) else {}


@never_cache
@require_http_methods(["GET", "POST"])
def exercise(request: HttpRequest, exercise_id: UUID) -> HttpResponse:
    """A question; once it is answered, its ruling explained. An answer that came twice counts as it came first."""
    if request.method == "POST":
        return _taken(request, exercise_id)
    shown = get_object_or_404(_own(request), pk=exercise_id)
    if shown.answered_at is None:
        return _question(request, shown)
    return _explained(request, shown)


def _taken(request: HttpRequest, exercise_id: UUID) -> HttpResponse:
    typed, fault = "", ""
    with transaction.atomic():
        shown = get_object_or_404(_own(request).to_answer(), pk=exercise_id)
        if shown.answered_at is None:
            typed, how = kind_of(shown.content).sent(shown.content, request.POST), request.POST.get("sure")
            try:
                if how not in ("sure", "guessing"):
                    fault = _("Say whether you are sure or guessing: press one of the two buttons.")
                else:
                    exercises.take(shown, typed, sure=how == "sure")
            except Unreadable as unread:
                fault = str(unread)
            except NotOffered:
                typed, fault = "", _("That is not one of the answers here. Choose again.")
    if fault:
        return _question(request, shown, typed, fault)
    return _explained(request, shown) if _in_place(request) else redirect("practice:exercise", shown.pk)


def _question(request: HttpRequest, shown: Exercise, typed: str | None = None, fault: str = "") -> HttpResponse:
    context = {
        "exercise": shown,
        "asked": asked(shown),
        "given": given(
            shown, typed=typed, fault=fault if kind_of(shown.content).keyed_by in ("provisions", "number") else ""
        ),
        "fault": fault,
        "way": next_of(shown),
        "edition": shown.content["edition"],
        "on": timezone.localdate(),
    }
    context |= _skeleton(request)
    return render(request, "practice/question.html", context, status=400 if fault else 200)


def _explained(request: HttpRequest, shown: Exercise, report: str = "", fault: str = "") -> HttpResponse:
    content, on = shown.content, timezone.localdate()
    unit = catalogue().get(shown.unit)
    context = {
        "exercise": shown,
        "asked": asked(shown),
        "explained": explained(shown, shown.answer),
        "notes_told": commentary.told(content, content["edition"], on),
        "edition": content["edition"],
        "on": on,
        "title": title_of(shown.unit),
        "unit": unit,
        "way": next_of(shown),
        "beside": _own(request).filter(pk=shown.beside_id).first() if shown.beside_id else None,
        "first": _own(request).filter(beside=shown).first() if shown.purpose == Exercise.Purpose.CONTRAST else None,
        "in_mock": MockQuestion.objects.select_related("mock").filter(exercise=shown).first()
        if shown.is_of_a_mock
        else None,
        "steps": steps_of(shown),
        "chart": charted(shown),
        "pairable": unit is not None and pairable(unit.path),
        "report": report,
        "fault": fault,
    }
    context |= _skeleton(request)
    return render(request, "practice/explained.html", context, status=422 if fault else 200)


@never_cache
@require_GET
def what_if(request: HttpRequest, exercise_id: UUID) -> HttpResponse:
    """What would be ruled if one fact were different: for the explained page, once it is opened there, or by itself.

    Few open it, and to rule on every other case would be a good part of what an answer costs.
    """
    shown = _answered(request, exercise_id)
    context = {
        "exercise": shown,
        "what_ifs": what_ifs(shown),
        "edition": shown.content["edition"],
        "on": timezone.localdate(),
    }
    part = "HX-Request" in request.headers
    return render(request, "practice/parts/flips.html" if part else "practice/what_if.html", context)


@require_POST
def another(request: HttpRequest, exercise_id: UUID) -> HttpResponse:
    """Another table on the same path. It is extra practice and lengthens no interval."""
    shown = _answered(request, exercise_id)
    somebody, drill = Somebody(shown.learner, shown.guest), Exercise.Purpose.DRILL
    try:
        made = exercises.stage(somebody, shown.unit, purpose=drill, run=shown.run, kind=shown.kind)
    except NotPractised as refused:
        messages.info(request, str(refused))
        return redirect("practice:exercise", shown.pk)
    return redirect("practice:exercise", made.pk)


@require_POST
def one_fact(request: HttpRequest, exercise_id: UUID) -> HttpResponse:
    """Two tables that differ in one fact; the first is answered first."""
    shown = _answered(request, exercise_id)
    try:
        first, _second = exercises.stage_pair(Somebody(shown.learner, shown.guest), shown)
    except NotPractised as refused:
        messages.info(request, str(refused))
        return redirect("practice:exercise", shown.pk)
    return redirect("practice:exercise", first.pk)


@require_POST
def report(request: HttpRequest, exercise_id: UUID) -> HttpResponse:
    """What a learner finds wrong with a question that they have answered, to the examiners' desk."""
    shown, text = _answered(request, exercise_id), request.POST.get("text", "")
    if shown.learner is None:
        raise Http404
    try:
        exercises.report(shown, text)
    except (NotPractised, ProblemRefused) as refused:
        return _explained(request, shown, report=text, fault=str(refused))
    messages.success(request, _("Your report is with the examiners. Their reply will stand under “Your reports”."))
    return redirect("practice:exercise", shown.pk)


def _answered(request: HttpRequest, exercise_id: UUID) -> Exercise:
    shown = get_object_or_404(_own(request).select_related("learner__body", "run"), pk=exercise_id)
    if shown.answered_at is None:
        raise Http404
    return shown
