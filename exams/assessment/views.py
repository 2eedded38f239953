"""Pages of practical assessments: the list, arranging one, its page, an assessor's sheet, and the sheet on paper."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.accreditation.documents import documents_of
from accounts.accreditation.models import Evidence
from accounts.models import Body, User
from accounts.rules import is_own, may, require, signed_in
from exams.assessment import calls, rules, services
from exams.assessment.forms import (
    CRITERIA,
    GRADES,
    SCALE,
    ArrangeForm,
    CallOffForm,
    DecideForm,
    MoveForm,
    SheetForm,
    in_words,
)
from exams.assessment.models import ASSESSORS, Assessment, Call, Sheet
from exams.bank import presenting
from exams.practice.units import title_of

PAGE = 25


@dataclass(frozen=True)
class Shown:
    """A call as an assessor reads it: what the table says, what it answers when asked, and the engine's ruling."""

    call: Call
    title: str
    says: str
    when_asked: list[str]
    answers: list[calls.Answer]
    asked: presenting.Asked
    explained: presenting.Explained
    edition: str


@dataclass(frozen=True)
class Marked:
    """A call as an assessor marked it."""

    number: str
    criteria: list[tuple[Promise, Promise]]
    grade: Promise
    note: str


@dataclass(frozen=True)
class Read:
    """A sheet as people read it."""

    sheet: Sheet
    calls: list[Marked]


@require_safe
@login_required
def home(request: HttpRequest) -> HttpResponse:
    """The assessments in which one has a part: those to mark, and one's own."""
    person = signed_in(request)
    found = _told().filter(Q(person=person) | Q(assessors__person=person)).distinct().order_by("-day", "pk")
    return render(request, "assessment/list.html", {"page": _page(found, request), "mine": True})


@require_safe
@login_required
def of_body(request: HttpRequest, slug: str) -> HttpResponse:
    """The assessments of a body, the latest day first; without those about the registrar who reads it."""
    body = get_object_or_404(Body, slug=slug)
    person = signed_in(request)
    require(person, "accreditation.keep_register", body)
    found = _told().filter(body=body).exclude(person=person).order_by("-day", "pk")
    return render(request, "assessment/list.html", {"page": _page(found, request), "body": body})


def _told() -> QuerySet[Assessment]:
    known = Assessment.objects.select_related("body", "person", "level", "ending")
    return known.prefetch_related("assessors__person")


def _page(found: QuerySet[Assessment], request: HttpRequest) -> Page[Any]:
    return Paginator(found, PAGE).get_page(request.GET.get("page"))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def arrange(request: HttpRequest, slug: str) -> HttpResponse:
    """A registrar arranges an assessment."""
    body = get_object_or_404(Body, slug=slug)
    actor = signed_in(request)
    require(actor, "accreditation.keep_register", body)
    people = {name: request.GET.get(name, "") for name in ("person", "first", "second")}
    form = ArrangeForm(request.POST or None, body=body, actor=actor, initial=people)
    if request.method == "POST" and form.is_valid():
        told = form.cleaned_data
        try:
            made = services.arrange(
                level=told["level"],
                person=told["person"],
                assessors=[told["first"], told["second"]],
                day=told["day"],
                place=told["place"],
                count=told["count"],
                laws=told["laws"],
                reference=told["reference"],
                actor=actor,
            )
        except ValidationError as refusal:
            form.add_error(None, refusal)
        except calls.NotStaged as refusal:
            form.add_error("laws", str(refusal))
        else:
            messages.success(request, _("Arranged. %(name)s sees the day and the place.") % {"name": made.person})
            return redirect(made)
    return render(request, "assessment/arrange.html", {"body": body, "form": form})


@never_cache
@require_safe
@login_required
def assessment(request: HttpRequest, assessment_id: UUID) -> HttpResponse:
    """An assessment: for its candidate when and where, then the outcome; for assessors and registrars the calls and sheets."""
    return _assessment_page(request, _assessment(request, assessment_id))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def sheet(request: HttpRequest, assessment_id: UUID) -> HttpResponse:
    """An assessor's own sheet. A script sends it when it can, and is answered in JSON; without one it is a form."""
    found, person = _assessment(request, assessment_id), signed_in(request)
    require(person, rules.MARK, found)
    asked = list(found.calls.all())
    last = Sheet.objects.filter(assessment=found, assessor__person=person).order_by("-number").first()
    form = SheetForm(request.POST or None, asked=asked, last=last)
    by_script = request.headers.get("Accept") == "application/json"
    if request.method == "POST":
        refused: ValidationError | None = None
        known = _sent_already(found, person, request.POST.get("key", ""))
        if known is not None or form.is_valid():
            try:
                if known is None:
                    _send(found, person, form)
            except ValidationError as refusal:
                refused = refusal
                form.add_error(None, refusal)
            else:
                if by_script:
                    return JsonResponse({"stored": True, "next": found.get_absolute_url()})
                messages.success(request, _("Your sheet is in."))
                return redirect(found)
        if by_script:
            code = refused.code if refused is not None else ""
            faults = [str(one) for some in form.errors.values() for one in some]
            return JsonResponse({"refused": code or "faults", "faults": faults}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    if found.ended is not None and request.method != "POST":
        return redirect(found)
    context = {
        "assessment": found,
        "form": form,
        "calls": _shown(asked),
        "last": last,
        "is_early": found.body.today() < found.day,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "assessment/sheet.html", context, status=status)


def _sent_already(found: Assessment, person: User, key: str) -> Sheet | None:
    """The sheet that was stored with this key, where it was sent before: its form fits the version before it no longer."""
    try:
        return Sheet.objects.filter(assessment=found, assessor__person=person, key=UUID(key)).first()
    except ValueError:
        return None


def _send(found: Assessment, person: User, form: SheetForm) -> Sheet:
    told = form.cleaned_data
    return services.send(
        assessment=found,
        actor=person,
        key=told["key"],
        after=told["after"],
        marks=form.marks,
        overall=told["overall"],
        note=told["note"],
        reason=told.get("reason", ""),
    )


@never_cache
@require_safe
@login_required
def on_paper(request: HttpRequest, assessment_id: UUID) -> HttpResponse:
    """The calls with boxes to mark, for halls without devices."""
    found = _assessment(request, assessment_id)
    require(signed_in(request), rules.SEE_CALLS, found)
    context = {
        "assessment": found,
        "shown": _shown(list(found.calls.all())),
        "criteria": CRITERIA.values(),
        "scale": SCALE.values(),
        "grades": GRADES.values(),
    }
    return render(request, "assessment/on_paper.html", context)


@require_POST
@login_required
def decide(request: HttpRequest, assessment_id: UUID) -> HttpResponse:
    """A registrar decides where the assessors differ."""
    return _deed(request, assessment_id, DecideForm, "decide", rules.DECIDE, services.decide)


@require_POST
@login_required
def move(request: HttpRequest, assessment_id: UUID) -> HttpResponse:
    """A registrar moves it to another day or place."""
    return _deed(request, assessment_id, MoveForm, "move", rules.MOVE, services.move)


@require_POST
@login_required
def call_off(request: HttpRequest, assessment_id: UUID) -> HttpResponse:
    """A registrar calls it off."""
    return _deed(request, assessment_id, CallOffForm, "call_off", rules.CALL_OFF, services.call_off)


def _deed(
    request: HttpRequest, pk: UUID, kind: type[Form], name: str, permission: str, do: Callable[..., None]
) -> HttpResponse:
    found, actor = _assessment(request, pk), signed_in(request)
    require(actor, permission, found)
    form = kind(request.POST, auto_id=f"{name}_%s")
    if form.is_valid():
        try:
            do(assessment=found, actor=actor, **form.cleaned_data)
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            messages.success(request, _("Done. %(name)s can read it.") % {"name": found.person})
            return redirect(found)
    return _assessment_page(request, found, {name: form})


def _assessment(request: HttpRequest, pk: UUID) -> Assessment:
    """The assessment, for those who may see it; for all others there is none."""
    found = get_object_or_404(_told(), pk=pk)
    if not may(signed_in(request), rules.SEE, found):
        raise Http404
    return found


def _assessment_page(request: HttpRequest, found: Assessment, bound: dict[str, Form] | None = None) -> HttpResponse:
    bound, person = bound or {}, signed_in(request)
    own = is_own(person, found)
    sheets = services.latest(found)
    ended = found.ended
    complete = len(sheets) == ASSESSORS
    sent = {one.assessor.person_id: one for one in sheets}
    mine = sent.get(person.pk)
    context: dict[str, Any] = {
        "assessment": found,
        "own": own,
        "ended": ended,
        "assessors": [(one.person, sent.get(one.person_id)) for one in found.assessors.all()],
        "may_mark": may(person, rules.MARK, found),
        "is_early": found.body.today() < found.day,
        "mine": mine,
        "complete": complete,
        "differ": complete and ended is None,
        "sheets": [_read(one) for one in services.readable(sheets, own=own, mine=mine, ended=ended)],
    }
    if may(person, rules.SEE_CALLS, found):
        context["shown"] = _shown(list(found.calls.all()))
    evidence = Evidence.objects.filter(body=found.body_id, reference=found.evidence_reference).first()
    if evidence is not None and may(person, rules.OPEN_DOCUMENT, evidence):
        context |= {"evidence": evidence, "documents": documents_of(evidence)}
    if ended is None:
        if complete and may(person, rules.DECIDE, found):
            context["decide"] = bound.get("decide") or DecideForm(auto_id="decide_%s")
        if not sheets and may(person, rules.MOVE, found):
            now = {"day": found.day, "place": found.place}
            context["move"] = bound.get("move") or MoveForm(initial=now, auto_id="move_%s")
        if not complete and may(person, rules.CALL_OFF, found):
            context["call_off"] = bound.get("call_off") or CallOffForm(auto_id="call_off_%s")
    status = HTTPStatus.UNPROCESSABLE_ENTITY if bound else HTTPStatus.OK
    return render(request, "assessment/assessment.html", context, status=status)


def _read(sheet: Sheet) -> Read:
    marked = [
        Marked(number, in_words(told), GRADES[told["grade"]], told.get("note", ""))
        for number, told in sorted(sheet.marks.items(), key=lambda one: int(one[0]))
    ]
    return Read(sheet, marked)


def _shown(asked: list[Call]) -> list[Shown]:
    return [
        Shown(
            call=one,
            title=title_of(one.unit),
            says=calls.first_words(one.content),
            when_asked=calls.told_when_asked(one.content),
            answers=calls.answers(one.content),
            asked=presenting.asked(one),
            explained=presenting.explained(one, None),
            edition=one.content["edition"],
        )
        for one in asked
    ]
