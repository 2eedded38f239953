"""The candidate's pages from the first question to the receipt. Of another's attempt nobody learns that it exists."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.signed_in import signed_in
from exams.bank.kinds import NotOffered, Unreadable, kind_of
from exams.bank.presenting import Given, asked, given
from exams.papers.models import PaperQuestion
from exams.sittings import closing, protocol, saving
from exams.sittings.checking import verify_chain
from exams.sittings.forms import AnswerForm
from exams.sittings.models import Answer, Attempt
from exams.sittings.pages import page


@dataclass(frozen=True)
class Dot:
    """One question in the overview of the paper."""

    number: int
    answered: bool
    flagged: bool


@login_required
@require_safe
@never_cache
def resume(request: HttpRequest, attempt_id: uuid.UUID) -> HttpResponse:
    """Back to the question saved last, on whatever machine that was; once closed, the receipt."""
    attempt = _own(request, attempt_id)
    if attempt.is_closed:
        return redirect("sittings:receipt", attempt.pk)
    last = attempt.answers.order_by("-sequence").values_list("paper_question__position", flat=True).first()
    return redirect("sittings:question", attempt.pk, last or 1)


# Not kept by the browser: going back must show what is stored and hand out the sequence of now, not of then.
@login_required
@never_cache
def question(request: HttpRequest, attempt_id: uuid.UUID, number: int) -> HttpResponse:
    """One question of the paper; a POST is the way to save and move on without scripts."""
    attempt = _own(request, attempt_id)
    if attempt.is_closed:
        return redirect("sittings:receipt", attempt.pk)
    if request.method == "POST":
        return _save_and_go(request, attempt, number)
    return _question_page(request, attempt, number)


@require_POST
def save(request: HttpRequest, attempt_id: uuid.UUID) -> JsonResponse:
    """Autosave. A page that was signed out is told so in its own language instead of being sent to a form."""
    if not isinstance(request.user, User):
        reason = _("You have been signed out. Sign in again in another window; your answer is kept here until then.")
        return JsonResponse({"refused": "signed-out", "reason": reason}, status=401)
    try:
        draft = protocol.read_draft(request.body)
        saved = saving.save(attempt_id=attempt_id, person=request.user, draft=draft)
    except protocol.Malformed as malformed:
        return JsonResponse({"refused": saving.Why.UNKNOWN, "reason": str(malformed)}, status=400)
    except Attempt.DoesNotExist as error:
        raise Http404 from error
    except saving.Refused as refused:
        reply = protocol.refused_reply(refused, now=timezone.now())
        closing.close_if_overdue(refused.attempt)
        return JsonResponse(reply, status=protocol.STATUS[refused.why])
    return JsonResponse(protocol.saved_reply(saved, now=timezone.now()))


@login_required
@never_cache
def submit(request: HttpRequest, attempt_id: uuid.UUID) -> HttpResponse:
    """Look over what is missing, then hand in."""
    attempt = _own(request, attempt_id)
    if request.method == "POST":
        closing.submit(attempt_id=attempt.pk, person=signed_in(request))
    if request.method == "POST" or attempt.is_closed:
        return redirect("sittings:receipt", attempt.pk)
    dots = _dots(attempt, _answers(attempt))
    context = {
        "attempt": attempt,
        "unanswered": [dot for dot in dots if not dot.answered],
        "flagged": [dot for dot in dots if dot.flagged],
        "total": len(dots),
        **_clocks(attempt),
    }
    return page(request, "sittings/submit.html", context, body=attempt.sitting.body)


@login_required
@require_safe
@never_cache
def receipt(request: HttpRequest, attempt_id: uuid.UUID) -> HttpResponse:
    """Proof of what was handed in: the digest, recomputed now, and the number of events under it."""
    attempt = _own(request, attempt_id)
    if not attempt.is_closed:
        return redirect("sittings:attempt", attempt.pk)
    context = {
        "attempt": attempt,
        "check": verify_chain(attempt),
        "answered": attempt.answers.exclude(option=None).count(),
        "total": attempt.paper.questions.count(),
    }
    return page(request, "sittings/receipt.html", context, body=attempt.sitting.body)


def _own(request: HttpRequest, attempt_id: uuid.UUID) -> Attempt:
    """The caller's own attempt as it is now: past its deadline it is closed before anybody sees it."""
    attempt = Attempt.objects.with_sitting().of(signed_in(request)).filter(pk=attempt_id).first()
    if attempt is None:
        raise Http404
    return closing.close_if_overdue(attempt)


def _save_and_go(request: HttpRequest, attempt: Attempt, number: int) -> HttpResponse:
    form = AnswerForm(request.POST)
    if not form.is_valid():
        raise BadRequest(str(form.errors))
    sent = form.cleaned_data
    current = attempt.paper.questions.select_related("version").filter(position=number).first()
    if current is None:
        raise BadRequest(protocol.reason(saving.Why.UNKNOWN))
    kind, content = kind_of(current.version.content), current.version.content
    typed = kind.sent(content, request.POST)
    try:
        answer = kind.read(content, typed)
    except NotOffered as unknown:
        raise BadRequest(protocol.reason(saving.Why.UNKNOWN)) from unknown
    except Unreadable as fault:
        # Shown again as it was typed, so that it is mended and not lost; what was stored before stands.
        return _question_page(request, attempt, number, unread=(typed, str(fault)))
    draft = saving.Draft(
        question=number,
        option=answer,
        flagged=sent["flagged"] != (sent["go"] == "flag"),
        sequence=sent["sequence"],
    )
    try:
        # A page that was only read, or whose script has saved already, has nothing to add.
        if _changes(attempt, draft):
            saving.save(attempt_id=attempt.pk, person=signed_in(request), draft=draft)
    except saving.Refused as refused:
        if refused.why is saving.Why.UNKNOWN:
            raise BadRequest(protocol.reason(refused.why)) from refused
        if refused.why is saving.Why.STALE:
            return _question_page(request, attempt, number, refused=refused)
        return redirect("sittings:attempt", attempt.pk)
    match sent["go"]:
        case "finish":
            return redirect("sittings:submit", attempt.pk)
        case other if other.isdecimal():
            return redirect("sittings:question", attempt.pk, int(other))
        case _:
            return redirect("sittings:question", attempt.pk, number)


def _changes(attempt: Attempt, draft: saving.Draft) -> bool:
    stored = attempt.answers.filter(paper_question__position=draft.question).first()
    return (draft.option, draft.flagged) != ((stored.option, stored.flagged) if stored else (None, False))


def _question_page(
    request: HttpRequest,
    attempt: Attempt,
    number: int,
    *,
    refused: saving.Refused | None = None,
    unread: tuple[str, str] | None = None,
) -> HttpResponse:
    paper = attempt.paper
    current: PaperQuestion | None = paper.questions.select_related("version").filter(position=number).first()
    if current is None:
        raise Http404
    if refused:
        attempt = refused.attempt
    answers = _answers(attempt)
    dots = _dots(attempt, answers)
    answer = answers.get(number)
    context = {
        "attempt": attempt,
        "paper": paper,
        "on": attempt.day,
        "number": number,
        "total": len(dots),
        "asked": asked(current.version, partial=paper.partial_credit),
        "given": _given(current, answer, unread),
        "answer": answer,
        "saved": protocol.clock(answer.saved_at, attempt) if answer else "",
        "dots": dots,
        "sequence": attempt.sequence,
        "refusal": protocol.reason(refused.why) if refused else "",
        **_clocks(attempt),
    }
    status = 409 if refused else 422 if unread else 200
    return page(request, "sittings/question.html", context, body=attempt.sitting.body, status=status)


def _given(current: PaperQuestion, answer: Answer | None, unread: tuple[str, str] | None) -> Given:
    """What the fields show: what is stored, or what was typed and could not be read, with the reason."""
    stored = answer.option if answer else None
    if unread is None:
        return given(current.version, stored)
    typed, fault = unread
    return given(current.version, stored, typed=typed, fault=fault)


def _answers(attempt: Attempt) -> dict[int, Answer]:
    """The stored answers by place in the paper."""
    return {answer.paper_question.position: answer for answer in attempt.answers.select_related("paper_question")}


def _dots(attempt: Attempt, answers: dict[int, Answer]) -> list[Dot]:
    numbers = attempt.paper.questions.order_by("position").values_list("position", flat=True)
    return [
        Dot(
            number,
            answered=number in answers and answers[number].option is not None,
            flagged=number in answers and answers[number].flagged,
        )
        for number in numbers
    ]


def _clocks(attempt: Attempt) -> dict[str, Any]:
    """What the countdown starts from."""
    now = timezone.now()
    return {
        "now_ms": protocol.milliseconds(now),
        "deadline_ms": protocol.milliseconds(attempt.deadline),
        "minutes_left": max(0, int((attempt.deadline - now).total_seconds() // 60)),
    }
