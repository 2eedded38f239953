"""Pages of appeals: a candidate's own, those that wait for examiners, one of them, and its decision."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Role, User
from accounts.rules import may, require, signed_in
from exams.bank.kinds import kind_of
from exams.bank.presenting import asked
from exams.marking.appeals import deciders, proceedings
from exams.marking.appeals.forms import AppealForm, AssignForm, DecisionForm, typed
from exams.marking.appeals.proceedings import deadline, last_day
from exams.marking.models import AnswerMark, Appeal, Result
from exams.marking.regrades import dry_run
from exams.marking.regrades.forms import RegradeForm
from exams.marking.regrades.views import shown
from exams.marking.regrades.words import explained_since, of_sitting
from exams.marking.rules import (
    APPEAL,
    ASSIGN_APPEAL,
    DECIDE_APPEAL,
    PROPOSE,
    SEE,
    SEE_APPEAL,
    SEE_RESULT,
    WITHDRAW_APPEAL,
)
from exams.papers.models import PaperQuestion
from exams.sittings.pages import PER_PAGE, page
from exams.sittings.rules import NotPossible, bodies_where


@login_required
@require_safe
@never_cache
def appeals(request: HttpRequest) -> HttpResponse:
    """One's own appeals and, for examiners and administrators, those of their bodies: what waits, the longest first."""
    person = signed_in(request)
    bodies = bodies_where(person, Role.EXAMINER, Role.ADMINISTRATOR)
    found = Appeal.objects.with_everything().before(person, bodies)
    closed = found.exclude(standing=Appeal.Standing.OPEN)
    decidable = deciders.decidable_by(person, found.open().filter(body__in=bodies_where(person, Role.EXAMINER)))
    context = {
        "own": Appeal.objects.with_everything().of(person),
        "decidable": set(decidable.values_list("pk", flat=True)),
        "open": found.open().order_by("made_at", "pk") if bodies else None,
        "page": Paginator(closed, PER_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "marking/appeals/list.html", context)


@login_required
@never_cache
def make(request: HttpRequest, result_id: uuid.UUID) -> HttpResponse:
    """Appeal against a result, or against the question that the address names."""
    result = Result.objects.told().with_sitting().filter(pk=result_id).first()
    if result is None or not may(request.user, APPEAL, result):
        raise Http404
    question = _question(request.GET.get("question"), result)
    form = AppealForm(request.POST or None)
    why = proceedings.obstacle(result, question)
    if request.method == "POST" and form.is_valid():
        try:
            appeal = proceedings.make(
                result=result, person=signed_in(request), grounds=form.cleaned_data["grounds"], question=question
            )
        except NotPossible as refused:
            why = str(refused)
        else:
            messages.success(request, _("Your appeal has been made. We will email you when it is decided."))
            return redirect(appeal)
    end = deadline(result)
    context = {
        "result": result,
        "question": question,
        "form": form,
        "obstacle": why,
        "last_day": last_day(end) if end else None,
    }
    status = 409 if why and form.is_bound else 400 if form.errors else 200
    return page(request, "marking/appeals/make.html", context, body=result.attempt.sitting.body, status=status)


@login_required
@require_safe
@never_cache
def appeal(request: HttpRequest, appeal_id: uuid.UUID) -> HttpResponse:
    """One appeal: for its candidate where it stands, for others also what can be done about it."""
    return _appeal_page(request, _visible(request, appeal_id))


@login_required
@require_POST
def withdraw(request: HttpRequest, appeal_id: uuid.UUID) -> HttpResponse:
    """Take one's own appeal back."""
    found = _visible(request, appeal_id)
    require(request.user, WITHDRAW_APPEAL, found)
    try:
        proceedings.withdraw(appeal=found, person=signed_in(request))
    except NotPossible as why:
        messages.error(request, str(why))
    else:
        messages.success(request, _("Your appeal has been withdrawn."))
    return redirect(found)


@login_required
@require_POST
def assign(request: HttpRequest, appeal_id: uuid.UUID) -> HttpResponse:
    """Name somebody to decide, where nobody is left."""
    found = _visible(request, appeal_id)
    require(request.user, ASSIGN_APPEAL, found)
    form = AssignForm(request.POST, people=_could_be_named(found))
    if not form.is_valid():
        return _appeal_page(request, found, form, status=400)
    try:
        proceedings.assign(
            appeal=found,
            actor=signed_in(request),
            to=form.people[form.cleaned_data["to"]],
            why=form.cleaned_data["why"],
        )
    except NotPossible as why:
        found = _visible(request, appeal_id)
        if found.standing == Appeal.Standing.OPEN:
            form.add_error(None, str(why))
            return _appeal_page(request, found, form, status=409)
        messages.error(request, str(why))
    else:
        messages.success(request, _("Assigned. We have written to the examiner."))
    return redirect(found)


@login_required
@never_cache
def decide(request: HttpRequest, appeal_id: uuid.UUID) -> HttpResponse:
    """Decide: what it does to everybody is shown before it is decided."""
    found = _visible(request, appeal_id)
    if not may(request.user, DECIDE_APPEAL, found):
        raise Http404
    if found.standing != Appeal.Standing.OPEN:
        messages.error(request, proceedings.already(found))
        return redirect(found)
    person = signed_in(request)
    sent = request.POST
    question = found.paper_question or _question(sent.get("question", request.GET.get("question")), found.result)
    # Whoever chooses another question than the one shown sees that one before anything is decided about it.
    another = sent.get("question", "") != sent.get("about", sent.get("question", ""))
    judged = bool(sent) and "choose" not in sent and not another
    form = DecisionForm(sent if judged else None)
    if sent and not judged:
        form.initial = typed(form, sent)
    remedy = _remedy_form(sent, judged, another, found, question)
    preview = None
    if judged and form.is_valid():
        outcome = form.cleaned_data["outcome"]
        wanted = _wants_regrade(outcome, remedy)
        try:
            if wanted and not (remedy and remedy.is_valid() and remedy.cleaned_data["remedy"]):
                raise NotPossible(
                    _("Say what should be done about the question.")
                    if remedy
                    else _("Choose the question to be marked again.")
                )
            regrade = remedy.drafted(person) if wanted and remedy else None
            if "decide" in request.POST:
                proceedings.decide(
                    appeal=found,
                    actor=person,
                    outcome=outcome,
                    reasons=form.cleaned_data["reasons"],
                    regrade=regrade,
                )
                messages.success(request, _("Decided. We have written to the candidate."))
                return redirect(found)
            if regrade is not None:
                proceedings.must_fit(found, person, regrade)
            preview = shown(dry_run.run(regrade)[0]) if regrade else {}
        except NotPossible as why:
            form.add_error(None, str(why))
    context = {
        **_about(found, question),
        "appeal": found,
        "form": form,
        "remedy": remedy,
        "run": preview,
        "previewed": preview is not None,
        "questions": found.result.attempt.paper.questions.order_by("position")
        if found.paper_question is None
        else None,
    }
    status = 400 if form.is_bound and (form.errors or (remedy and remedy.is_bound and remedy.errors)) else 200
    return page(request, "marking/appeals/decide.html", context, body=found.body, status=status)


def _visible(request: HttpRequest, appeal_id: uuid.UUID) -> Appeal:
    found = Appeal.objects.with_everything().filter(pk=appeal_id).first()
    if found is None or not may(request.user, SEE_APPEAL, found):
        raise Http404
    return found


def _appeal_page(
    request: HttpRequest, found: Appeal, form: AssignForm | None = None, status: int = 200
) -> HttpResponse:
    person = signed_in(request)
    own = found.person_id == person.pk
    is_open = found.standing == Appeal.Standing.OPEN
    context: dict[str, Any] = {
        **_about(found, found.paper_question),
        "appeal": found,
        "own": own,
        "may_see_result": may(person, SEE_RESULT, found.result),
        "may_withdraw": is_open and own,
        "last_day": last_day(found.deadline),
        **_turned_down(found, person),
    }
    if not own:
        out = deciders.excluded(found)
        people = deciders.examiners(found)
        left = [one for one in people if one.pk not in out]
        context |= {
            # Whoever made it may examine by now: being named here would say so.
            "excluded": [(one, out[one.pk]) for one in people if one.pk in out and one.pk != found.person_id],
            "left": left,
            "may_decide": is_open and may(person, DECIDE_APPEAL, found),
        }
        if is_open and (form or not left) and may(person, ASSIGN_APPEAL, found):
            context["assign"] = form or AssignForm(people=_could_be_named(found))
    return page(request, "marking/appeals/appeal.html", context, body=found.body, status=status)


def _turned_down(found: Appeal, person: User) -> dict[str, Any]:
    """What came of a regrade that was refused or taken back, and the way of an examiner to propose another."""
    regrade = found.regrade
    if regrade is None or not proceedings.turned_down(found):
        return {}
    another = proceedings.another(found)
    sitting = found.result.attempt.sitting
    context: dict[str, Any] = {
        "turned_down": True,
        "another": another,
        "may_see_regrade": may(person, SEE, regrade) and (another is None or may(person, SEE, another)),
    }
    if another is None and may(person, PROPOSE, sitting):
        context["propose"] = reverse("marking:new_regrade", args=[sitting.pk, regrade.version_id])
    return context


def _about(found: Appeal, question: PaperQuestion | None) -> dict[str, Any]:
    """The question as it was asked, the candidate's answer and what it earned."""
    attempt = found.result.attempt
    context: dict[str, Any] = {"result": found.result, "sitting": attempt.sitting, "on": attempt.day}
    if question is not None:
        marks = AnswerMark.objects.filter(result=found.result, paper_question=question).select_related("paper_question")
        mark = marks.first()
        answer = mark.answer if mark else None
        # By the key of now, also where a regrade that the appeal led to has replaced it since.
        since = of_sitting(attempt.sitting, [question.version_id]).get(question.version_id, ())
        told = explained_since(question.version, since, answer)
        context |= {"question": question, "asked": asked(question.version), "explained": told, "mark": mark}
        if kind_of(question.version.content).by_people:
            # What was written stands in its paragraphs, and once.
            context |= {"explained": replace(told, chosen=[]), "ruling": answer}
    return context


def _could_be_named(found: Appeal) -> list[tuple[User, list[str]]]:
    """Whom an administrator could name, each with the parts they had."""
    out = deciders.excluded(found)
    return [(one, out.get(one.pk, [])) for one in deciders.could_be_named(found)]


def _question(typed: str | None, result: Result) -> PaperQuestion | None:
    """The question of the candidate's paper with this number; none if no number is given. Raises Http404."""
    if not typed:
        return None
    questions = PaperQuestion.objects.filter(paper=result.attempt.paper).select_related("version")
    question = questions.filter(position=int(typed)).first() if typed.isdecimal() and len(typed) < 5 else None
    if question is None:
        raise Http404
    return question


def _remedy_form(
    sent: QueryDict, judged: bool, another: bool, found: Appeal, question: PaperQuestion | None
) -> RegradeForm | None:
    """What should be done about the question, prefilled: in every sitting, since the fault was met in all of them.

    judged: whether what was sent is a decision. What is not needed for it is shown as it was typed; of what was typed about
    another question, only what any question has.
    """
    if question is None:
        return None
    wants = judged and _wants_regrade(sent.get("outcome", ""), None, sent)
    form = RegradeForm(
        sent if wants else None,
        sitting=found.result.attempt.sitting,
        version=question.version,
        of=found.result.attempt,
        prefix="regrade",
        initial={"everywhere": True, "nobody_loses": True},
        # It stands in one form with the decision, and a browser would ask for its reason in a dismissal too.
        use_required_attribute=False,
    )
    form.fields["remedy"].required = False
    form.fields["remedy"].label = _("What should be done about the question")
    if not wants and form.add_prefix("reason") in sent:
        kept = typed(form, sent)
        form.initial.update((name, kept[name]) for name in kept if not another or name in form.base_fields)
    return form


def _wants_regrade(outcome: str, remedy: RegradeForm | None, sent: Any = None) -> bool:
    """Whether the decision is to come with a regrade: upheld always, in part if a remedy is chosen, dismissed never."""
    if outcome == Appeal.Standing.UPHELD:
        return True
    chosen = sent.get("regrade-remedy") if sent is not None else remedy is not None and remedy.is_bound
    return outcome == Appeal.Standing.PARTLY and bool(chosen)
