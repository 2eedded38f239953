"""The candidate's pages from the first question to handing in (`exams.sittings.door` decides who gets to them)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.rules import signed_in
from exams.bank.kinds import KINDS, NotOffered, Unreadable, kind_of
from exams.bank.models import QuestionVersion
from exams.bank.presenting import Given, asked, given
from exams.papers.places import places_of, version_of
from exams.sittings import clocks, closure, protocol, saving
from exams.sittings.door import elsewhere, origin_of, stopped_page, while_the_clock_runs, working, wrong_browser
from exams.sittings.models import LAST_SEQUENCE, Attempt
from exams.sittings.pages import is_told_at_once, page, refused_answer
from exams.sittings.receipts import closed

# Each shows, with what is in the way, the answer that was not taken.
SHOWN_INSTEAD: dict[saving.Why, Callable[[HttpRequest, Attempt], HttpResponse]] = {
    saving.Why.PAUSED: stopped_page,
    saving.Why.MOVED: elsewhere,
    saving.Why.BROWSER: wrong_browser,
}


@dataclass(frozen=True)
class Dot:
    """One question in the overview of the paper."""

    number: int
    answered: bool
    flagged: bool

    @property
    def label(self) -> str:
        """What it is called, as sitting-question.js says it when that changes."""
        state = [_("answered") if self.answered else _("not answered"), *([_("flagged")] if self.flagged else [])]
        return _("Question %(n)s: %(state)s") % {"n": self.number, "state": ", ".join(state)}

    @property
    def classes(self) -> str:
        """How it looks."""
        return " ".join([*(["done"] if self.answered else []), *(["flag"] if self.flagged else [])])


@dataclass(frozen=True)
class Stored:
    """What is stored of a question: its answer, or what is being typed. `saved` is a time by the body's clock."""

    answer: str | None
    flagged: bool
    sequence: int
    saved: str
    reading: str
    pending: bool


@require_safe
@working
@while_the_clock_runs
def resume(request: HttpRequest, attempt: Attempt) -> HttpResponse:
    """Back to the question saved last, on whatever machine that was."""
    answers = _stored(attempt)
    last = max(answers, key=lambda number: answers[number].sequence, default=1)
    return redirect("sittings:question", attempt.pk, last)


@working
def question(request: HttpRequest, attempt: Attempt, number: int) -> HttpResponse:
    """One question of the paper; a POST is the way to save and move on without scripts.

    Also while the clock stands: what was given before its page could know is taken as a script's save is.
    """
    if request.method == "POST":
        return _save_and_go(request, attempt, number)
    return _question_page(request, attempt, number)


@require_safe
@working
@while_the_clock_runs
def shell(request: HttpRequest, attempt: Attempt) -> HttpResponse:
    """A question's page without a question: what a browser opens, from its own store, while the network is away."""
    return _room(request, attempt, {"shell": True, "number": 0})


@working
def submit(request: HttpRequest, attempt: Attempt) -> HttpResponse:
    """Look over what is missing, then hand in."""
    if request.method == "POST":
        closure.submit(attempt_id=attempt.pk, person=signed_in(request))
        return redirect("sittings:receipt", attempt.pk)
    return _submit_page(request, attempt)


@while_the_clock_runs
def _submit_page(request: HttpRequest, attempt: Attempt) -> HttpResponse:
    dots = _dots(attempt, _stored(attempt))
    context = {
        "attempt": attempt,
        "unanswered": [dot for dot in dots if not dot.answered],
        "flagged": [dot for dot in dots if dot.flagged],
        "total": len(dots),
        "result_at_once": is_told_at_once(attempt.sitting, attempt.paper),
        **_clocks(attempt),
    }
    return page(request, "sittings/submit.html", context, body=attempt.sitting.body)


def _save_and_go(request: HttpRequest, attempt: Attempt, number: int) -> HttpResponse:
    form = AnswerForm(request.POST)
    if not form.is_valid():
        raise BadRequest(str(form.errors))
    sent = form.cleaned_data
    current = places_of(attempt.paper.pk).get(number)
    if current is None:
        raise BadRequest(protocol.reason(saving.Why.UNKNOWN))
    kind, content = kind_of(current.content), current.content
    typed = kind.sent(content, request.POST)
    try:
        answer = kind.read(content, typed)
    except NotOffered as unknown:
        raise BadRequest(protocol.reason(saving.Why.UNKNOWN)) from unknown
    except Unreadable as fault:
        # Shown again as it was typed, so that it is mended and not lost; what was stored before stands.
        return _question_page(request, attempt, number, unreadable=(typed, str(fault)))
    draft = saving.Draft(
        question=number,
        answer=answer,
        flagged=sent["flagged"] != (sent["go"] == "flag"),
        sequence=sent["sequence"],
    )
    try:
        # A page that was only read, or whose script has saved already, has nothing to add.
        if _changes(attempt, draft):
            origin = origin_of(request, attempt.pk)
            saving.save(attempt_id=attempt.pk, person=signed_in(request), draft=draft, origin=origin)
    except saving.Refused as refused:
        if refused.why is saving.Why.UNKNOWN:
            raise BadRequest(protocol.reason(refused.why)) from refused
        if refused.why is saving.Why.STALE:
            return _question_page(request, refused.attempt, number, refused=refused)
        if refused.why in SHOWN_INSTEAD:
            return SHOWN_INSTEAD[refused.why](request, refused.attempt)
        return closed(request, closure.close_if_overdue(refused.attempt))
    match sent["go"]:
        case "finish":
            return redirect("sittings:submit", attempt.pk)
        case other if other.isdecimal():
            return redirect("sittings:question", attempt.pk, int(other))
        case _:
            return redirect("sittings:question", attempt.pk, number)


def _changes(attempt: Attempt, draft: saving.Draft) -> bool:
    stored = _stored(attempt).get(draft.question)
    return (draft.answer, draft.flagged) != ((stored.answer, stored.flagged) if stored else (None, False))


@while_the_clock_runs
def _question_page(
    request: HttpRequest,
    attempt: Attempt,
    number: int,
    *,
    refused: saving.Refused | None = None,
    unreadable: tuple[str, str] | None = None,
) -> HttpResponse:
    current = places_of(attempt.paper.pk).get(number)
    if current is None:
        raise Http404
    version, answers = version_of(current.version), _stored(attempt)
    context = {
        "number": number,
        "asked": asked(version, partial=attempt.paper.partial_credit),
        "given": _given(version, answers.get(number), unreadable),
        "answer": answers.get(number),
        "refusal": protocol.reason(refused.why) if refused else "",
        "refused_answer": refused_answer(request, attempt) if refused else None,
    }
    return _room(request, attempt, context, answers=answers, status=409 if refused else 422 if unreadable else 200)


def _room(
    request: HttpRequest,
    attempt: Attempt,
    context: dict[str, Any],
    *,
    answers: dict[int, Stored] | None = None,
    status: int = 200,
) -> HttpResponse:
    """What every page of the room has around its question."""
    answers = _stored(attempt) if answers is None else answers
    dots = _dots(attempt, answers)
    context |= {
        "attempt": attempt,
        "paper": attempt.paper,
        "on": attempt.day,
        "total": len(dots),
        "dots": dots,
        "sequence": attempt.sequence,
        "state": {
            number: {
                "option": one.answer,
                "flagged": one.flagged,
                "saved": one.saved,
                "reading": one.reading,
                "pending": one.pending,
            }
            for number, one in answers.items()
        },
        "break_minutes": -(-int(clocks.break_left(attempt, timezone.now()).total_seconds()) // 60),
        **_clocks(attempt),
    }
    return page(request, "sittings/question.html", context, body=attempt.sitting.body, status=status)


def _given(version: QuestionVersion, answer: Stored | None, unreadable: tuple[str, str] | None) -> Given:
    """What the fields show: what is stored, or what was typed and could not be read, with the reason."""
    stored = answer.answer if answer else None
    if unreadable is None:
        return given(version, stored)
    typed, fault = unreadable
    return given(version, stored, typed=typed, fault=fault)


def _stored(attempt: Attempt) -> dict[int, Stored]:
    """What is stored, by place in the paper. Read after the attempt: its sequence must not be newer than the answers."""
    places = {place.id: place for place in places_of(attempt.paper.pk).values()}
    pending = saving.pending_of(attempt)
    rows = [(False, *row) for row in attempt.answers.values_list("paper_question", *_STORED).order_by()]
    if pending is not None:
        rows.append((True, pending.paper_question_id, *(getattr(pending, name) for name in _STORED)))
    return {
        places[asked].number: Stored(
            answer, flagged, sequence, protocol.clock(at, attempt), KINDS[places[asked].kind].reading(answer), typing
        )
        for typing, asked, answer, flagged, sequence, at in rows
    }


_STORED = ("answer", "flagged", "sequence", "saved_at")


def _dots(attempt: Attempt, answers: dict[int, Stored]) -> list[Dot]:
    return [
        Dot(
            number,
            answered=number in answers and answers[number].answer is not None,
            flagged=number in answers and answers[number].flagged,
        )
        for number in places_of(attempt.paper.pk)
    ]


def _clocks(attempt: Attempt) -> dict[str, Any]:
    """What the countdown starts from."""
    now = timezone.now()
    return {
        "now_ms": protocol.milliseconds(now),
        "deadline_ms": protocol.milliseconds(attempt.deadline),
        "minutes_left": max(0, int((attempt.deadline - now).total_seconds() // 60)),
    }


class AnswerForm(forms.Form):
    """A question's page sent without scripts. `go` says what the person pressed: a question's number or a word.

    The answer's own fields are read by its kind of question (exams.bank.kinds).
    """

    flagged = forms.BooleanField(required=False)
    sequence = forms.IntegerField(min_value=1, max_value=LAST_SEQUENCE)
    go = forms.CharField(max_length=8)
