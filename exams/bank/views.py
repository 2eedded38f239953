"""Pages of the bank, for examiners. Questions of bodies one does not examine for do not exist for one: 404."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.rules import may, require, signed_in
from exams.bank.commentary import notes
from exams.bank.editing.differences import changed_by_hand
from exams.bank.exports import TooMany, exported
from exams.bank.forms import BankFilter, DecisionForm, open_decisions
from exams.bank.levels.told import of_version as reasoned
from exams.bank.models import QuestionVersion, QuestionVersionQuerySet, Review, Status
from exams.bank.presenting import asked, explained, given
from exams.bank.rules import APPROVE, OPEN, examined_bodies
from exams.bank.services import DecisionRefused, decide, too_few_examiners
from exams.bank.tells.told import of_version
from exams.bank.topics import Titles

PAGE = 25


def _mine(request: HttpRequest) -> QuestionVersionQuerySet:
    """The versions this examiner may see; whoever examines nowhere is refused."""
    require(request.user, OPEN, None)
    return QuestionVersion.objects.filter(body__in=examined_bodies(request.user))


@require_GET
@login_required
def questions(request: HttpRequest) -> HttpResponse:
    """The examiner's list."""
    mine = _mine(request)
    form = BankFilter(request.GET, versions=mine)
    found = form.narrowed().select_related("question", "body").prefetch_related("reviews")
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    return render(request, "bank/questions.html", {"form": form, "page": page})


@require_POST
@login_required
def export(request: HttpRequest) -> HttpResponse:
    """The questions of the list as JSON lines, one content a line, keys and rubrics included; noted in the audit log."""
    require(request.user, OPEN, None)
    try:
        lines = exported(actor=signed_in(request), found=BankFilter(request.POST, versions=_mine(request)).narrowed())
    except TooMany as refused:
        messages.error(request, str(refused))
        return redirect("bank:questions")
    headers = {"Content-Disposition": 'attachment; filename="questions.jsonl"', "Cache-Control": "no-store"}
    return HttpResponse(lines, content_type="application/jsonl; charset=utf-8", headers=headers)


# Not kept by the browser: whoever sits down at the machine next must not find the key by going back.
@require_GET
@login_required
@never_cache
def version(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A version as a candidate will meet it, then its key and reasons, and what can be decided about it."""
    return _version_page(request, pk)


@require_POST
@login_required
def decision(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Take the decision and go on to the next question that waits; a refused one comes back with its reason."""
    get_object_or_404(_mine(request), pk=pk)
    form = DecisionForm(request.POST)
    if not form.is_valid():
        refused = " ".join(str(fault) for faults in form.errors.values() for fault in faults)
        return _version_page(request, pk, refused=refused, reason=form["reason"].value() or "", status=400)
    chosen = Review.Decision(form.cleaned_data["decision"])
    reason = form.cleaned_data["reason"]
    try:
        decided = decide(version_id=pk, examiner=signed_in(request), decision=chosen, reason=reason)
    except DecisionRefused as refused:
        return _version_page(request, pk, refused=str(refused), reason=reason, status=409)
    messages.success(request, _told(decided, chosen))
    if chosen in {Review.Decision.APPROVE, Review.Decision.REJECT}:
        return redirect("bank:next")
    return redirect(decided)


@require_GET
@login_required
def next_to_review(request: HttpRequest) -> HttpResponse:
    """The next version that waits for this examiner: the longest waiting, or the one after `?after=`."""
    mine = _mine(request)
    waiting = mine.awaiting(signed_in(request))
    after = _uuid(request.GET.get("after"))
    passed = mine.filter(pk=after).first() if after else None
    found = (passed and waiting.later_than(passed).first()) or waiting.first()
    if found is None:
        messages.info(request, _("No questions are waiting for your review."))
        return redirect("bank:questions")
    return redirect(found)


def _version_page(
    request: HttpRequest, pk: UUID, *, refused: str = "", reason: str = "", status: int = 200
) -> HttpResponse:
    mine = _mine(request)
    with_all = mine.select_related("question", "body", "created_by", "based_on").prefetch_related(
        "reviews__examiner", "comments__author"
    )
    shown = get_object_or_404(with_all, pk=pk)
    decisions = open_decisions(shown)
    has_approved = request.user in [review.examiner for review in shown.approvals]
    may_approve = may(request.user, APPROVE, shown)
    if Review.Decision.APPROVE in decisions and (has_approved or not may_approve):
        decisions.remove(Review.Decision.APPROVE)
    today = shown.body.today()
    context: dict[str, Any] = {
        "version": shown,
        "titles": Titles([shown.body_id]),
        "by_hand": changed_by_hand(shown),
        "has_written": not may_approve,
        "too_few": shown.status in (Status.DRAFT, Status.IN_REVIEW) and too_few_examiners(shown),
        "has_approved": has_approved,
        "asked": asked(shown),
        "given": given(shown),
        "explained": explained(shown),
        "remarks": notes([shown.content], shown.edition, today)[0],
        "level": reasoned(shown),
        "tells": of_version(shown),
        "partner": shown.partner,
        "decisions": decisions,
        "form": DecisionForm(initial={"reason": reason}),
        "refused": refused,
        "today": today,
        "waiting": mine.awaiting(signed_in(request)).count(),
    }
    return render(request, "bank/version.html", context, status=status)


def _told(decided: QuestionVersion, decision: Review.Decision) -> str:
    """What became of the decision, in words."""
    if decision == Review.Decision.APPROVE and decided.status == Status.IN_REVIEW:
        return _("Your approval is recorded. Another examiner must approve the question too.")
    return _("The question is now “%(status)s”.") % {"status": decided.get_status_display()}


def _uuid(text: str | None) -> UUID | None:
    try:
        return UUID(text or "")
    except ValueError:
        return None
