"""Pages of practical assessments: the list, arranging one, its page, an assessor's sheet, and the sheet on paper."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
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
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.accreditation.documents import documents_of
from accounts.accreditation.models import Evidence
from accounts.models import Body, User
from accounts.rules import is_own, may, require, signed_in
from exams.assessment import calls, grades, rules, services
from exams.assessment.forms import ArrangeForm, CallOffForm, DecideForm, MoveForm, SheetForm, ShowForm
from exams.assessment.grades import CRITERIA, GRADES, SCALE
from exams.assessment.listed import Listed, listed
from exams.assessment.models import ASSESSORS, Assessment, Call, Sheet
from exams.bank import presenting
from exams.practice.units import title_of

PAGE = 25


@dataclass(frozen=True)
class Shown:
    """A call as an assessor reads it: what the table says, what it answers when asked, the engine's ruling, and the list of
    acts, where it has one.
    """

    call: Call
    title: str
    says: str
    when_asked: list[str]
    answers: list[calls.Answer]
    asked: presenting.Asked
    explained: presenting.Explained
    edition: str
    listed: Listed | None


@dataclass(frozen=True)
class Marked:
    """A call as an assessor marked it, beside what the list makes of what they noted of it.

    has_list: whether there was a list to note it on. compared: None where nothing was noted, or where it is not shown.
    """

    number: str
    criteria: list[grades.Criterion]
    grade: Promise
    note: str
    has_list: bool
    compared: grades.Comparison | None


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
    return _body_page(request, body, person)


def _body_page(request: HttpRequest, body: Body, person: User, bound: ShowForm | None = None) -> HttpResponse:
    found = _told().filter(body=body).exclude(person=person).order_by("-day", "pk")
    now = {"comparison": services.shows_comparison(body)}
    context = {"page": _page(found, request), "body": body, "show": bound or ShowForm(initial=now, auto_id="show_%s")}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if bound else HTTPStatus.OK
    return render(request, "assessment/list.html", context, status=status)


@require_POST
@login_required
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """A registrar says what the body's candidates read of a settled assessment."""
    body = get_object_or_404(Body, slug=slug)
    person = signed_in(request)
    require(person, "accreditation.keep_register", body)
    form = ShowForm(request.POST, auto_id="show_%s")
    if form.is_valid():
        services.show(body=body, actor=person, **form.cleaned_data)
        messages.success(request, _("Saved. It holds for every assessment of the body that is settled."))
        return redirect("assessment:of_body", body.slug)
    return _body_page(request, body, person, form)


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
    """An assessor's own sheet. A script sends it when it can, and is answered in JSON; without one it is a form.

    Without a script the criteria are filled in from the list by a button (`fill`), which stores nothing.
    """
    found, person = _assessment(request, assessment_id), signed_in(request)
    require(person, rules.MARK, found)
    asked = list(found.calls.all())
    last = Sheet.objects.filter(assessment=found, assessor__person=person).order_by("-number").first()
    if "fill" in request.POST:
        form = SheetForm(asked=asked, last=last, begun=_filled(request.POST, asked, last))
        return _sheet_page(request, found, form, asked)
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
    return _sheet_page(request, found, form, asked)


def _sheet_page(request: HttpRequest, found: Assessment, form: SheetForm, asked: list[Call]) -> HttpResponse:
    context = {
        "assessment": found,
        "form": form,
        "calls": _shown(asked),
        "last": form.last,
        "is_early": found.body.today() < found.day,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "assessment/sheet.html", context, status=status)


def _filled(sent: QueryDict, asked: list[Call], last: Sheet | None) -> QueryDict:
    """What was marked so far, with each criterion that is not marked filled in from the list."""
    begun = sent.copy()
    form = SheetForm(asked=asked, last=last, begun=begun)
    for call in asked:
        judgement = form.judgement_of(call)
        for name, word in (grades.words_of(judgement) if judgement else {}).items():
            begun.setdefault(f"c{call.number}-{name}", word)
    return begun


@never_cache
@require_POST
@login_required
def judge(request: HttpRequest, assessment_id: UUID) -> HttpResponse:
    """What the list makes of what is ticked so far, for the script of the sheet. Nothing is stored."""
    found, person = _assessment(request, assessment_id), signed_in(request)
    require(person, rules.MARK, found)
    asked = list(found.calls.all())
    form = SheetForm(asked=asked, last=None, begun=request.POST)
    return JsonResponse({"calls": {str(one.number): _as_judged(form.judgement_of(one)) for one in asked}})


def _as_judged(judgement: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """A judgement for the script: the word for each criterion, what the list says, and what it says of either grade."""
    if judgement is None:
        return None
    return {
        "words": grades.words_of(judgement),
        "says": grades.in_points(judgement),
        "beside": {grade: grades.difference(grade, judgement, yours=True) for grade in GRADES},
    }


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
        noted=form.noted,
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
    }
    asked = list(found.calls.all()) if may(person, rules.SEE_CALLS, found) else []
    compares = bool(asked) or (own and services.shows_comparison(found.body))
    readable = services.readable(sheets, own=own, mine=mine, ended=ended)
    with_list = {str(one.number) for one in asked if one.acts is not None}
    context["compares"] = compares and any(one.noted for one in readable)
    context["sheets"] = [_read(one, compares=compares, whole=not own, with_list=with_list) for one in readable]
    if asked:
        context["shown"] = _shown(asked)
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


def _read(sheet: Sheet, *, compares: bool, whole: bool, with_list: Collection[str]) -> Read:
    """A sheet, beside its list where it may be compared.

    For assessors alone: `whole`, with what was noted, and `with_list`, the numbers of the calls that have a list.
    """
    marked = []
    for number, told in sorted(sheet.marks.items(), key=lambda one: int(one[0])):
        judgement = sheet.noted.get(number, {}).get("judged") if compares else None
        criteria = grades.criteria_of(told, judgement)
        compared = grades.compared(told["grade"], judgement, whole=whole)
        marked.append(
            Marked(number, criteria, GRADES[told["grade"]], told.get("note", ""), number in with_list, compared)
        )
    return Read(sheet, marked)


def _shown(asked: list[Call]) -> list[Shown]:
    return [
        Shown(
            call=one,
            title=title_of(one.unit),
            says=calls.first_words(one),
            when_asked=calls.told_when_asked(one),
            answers=calls.answers(one.content),
            asked=presenting.asked(one),
            explained=presenting.explained(one, None),
            edition=one.content["edition"],
            listed=listed(one.acts, {}) if one.acts is not None else None,
        )
        for one in asked
    ]
