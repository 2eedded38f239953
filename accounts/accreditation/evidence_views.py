"""Pages about evidence: a person logs a session; a registrar settles what waits and enters what they were shown."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Page, Paginator
from django.db import transaction
from django.db.models import QuerySet
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.accreditation import documents, evidencing, standing
from accounts.accreditation.asks import result_of
from accounts.accreditation.clubs import sessions
from accounts.accreditation.clubs.forms import DisputeForm
from accounts.accreditation.document_forms import DocumentsForm
from accounts.accreditation.evidence_forms import (
    ENTERED,
    TITLES,
    EnterForm,
    EvidenceFilter,
    EvidenceForm,
    SettleForm,
    WithdrawForm,
)
from accounts.accreditation.models import Evidence
from accounts.accreditation.particulars import PARTICULARS
from accounts.accreditation.requirements import Known
from accounts.accreditation.way import seen
from accounts.models import Body, User
from accounts.names import folded
from accounts.rules import may, require, signed_in

PAGE = 25


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def log_session(request: HttpRequest, slug: str) -> HttpResponse:
    """A candidate logs a session that they directed; it waits for a registrar."""
    body = get_object_or_404(Body, slug=slug)
    person = signed_in(request)
    require(person, "accreditation.log_evidence", Evidence(body=body, person=person))
    form = EvidenceForm(request.POST or None, request.FILES or None, body=body, kind="sessions")
    if request.method == "POST" and form.is_valid():
        try:
            with transaction.atomic():
                made = evidencing.log_session(
                    body=body, person=person, day=form.cleaned_data["day"], details=form.details, reference=form.drawn
                )
                _attach(made, person, form)
        except ValidationError as refusal:
            form.add_error(_place(refusal), refusal)
        else:
            messages.success(request, _said(made, person))
            if form.cleaned_data["documents"] and made.entered_by_id != person.pk:
                messages.warning(request, _("Your files were not attached: the session is your club's entry."))
            return redirect("accreditation:way", slug)
    form.say_that_files_are_gone()
    return render(request, "accreditation/log_session.html", {"body": body, "form": form})


def _attach(made: Evidence, actor: User, form: EvidenceForm) -> None:
    """Attach what was sent in the form of a piece; nothing to one that was there before and is not theirs to add to."""
    files = form.cleaned_data["documents"]
    if files and may(actor, "accreditation.attach_document", made):
        documents.attach(evidence=made, actor=actor, files=files)


def _place(refusal: ValidationError) -> str | None:
    """At which field a refusal stands."""
    return "documents" if getattr(refusal, "code", None) == documents.TOO_MANY else None


def _said(made: Evidence, person: User) -> str:
    """What became of a session that somebody logged."""
    if made.entered_by_id != person.pk:
        return _("Your club has entered this session already. It counts.")
    if Evidence.objects.with_clubs(wanted=True).filter(pk=made.pk).exists():
        return _("Logged. It waits for %(club)s.") % {"club": made.club}
    return _("Logged. It waits for a registrar of %(body)s.") % {"body": made.body.short_name}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def to_settle(request: HttpRequest, slug: str) -> HttpResponse:
    """What waits for a registrar of the body, the longest first; several pieces can be settled at once."""
    body = get_object_or_404(Body, slug=slug)
    actor = signed_in(request)
    require(actor, "accreditation.keep_register", body)
    wanted = EvidenceFilter(request.GET)
    with_clubs = wanted.is_valid() and wanted.cleaned_data["whose"] == EvidenceFilter.ALL
    waiting = evidencing.to_settle(actor, [body.pk], with_clubs=with_clubs)
    form = SettleForm(request.POST or None, waiting=waiting)
    if request.method == "POST" and form.is_valid():
        _settle(request, form.cleaned_data, actor)
        return redirect(request.get_full_path())
    page: Page[Any] = Paginator(_wanted(waiting, wanted), PAGE).get_page(request.GET.get("page"))
    page.object_list = [seen(one, Known()) for one in page.object_list]
    chosen = request.POST.getlist("chosen")
    context = {"body": body, "page": page, "filter": wanted, "form": form, "chosen": chosen}
    return render(request, "accreditation/to_settle.html", context)


def _wanted(waiting: QuerySet[Evidence], wanted: EvidenceFilter) -> QuerySet[Evidence]:
    q = wanted.cleaned_data["q"] if wanted.is_valid() else ""
    return waiting.filter(person__name_folded__contains=folded(q)) if q else waiting


def _settle(request: HttpRequest, told: dict[str, Any], actor: User) -> None:
    """Person by person, each of whom reads of it in one letter."""
    of: dict[UUID, list[Evidence]] = {}
    for evidence in told["chosen"]:
        of.setdefault(evidence.person_id, []).append(evidence)
    accepted, done = told["decision"] == SettleForm.ACCEPT, 0
    for pieces in of.values():
        left = evidencing.settle_together(pieces=pieces, actor=actor, accepted=accepted, reason=told["reason"])
        done += len(pieces) - len(left)
        for evidence, why in left:
            messages.error(request, _("%(name)s: %(why)s") % {"name": evidence.person, "why": why})
    if done:
        words = (
            ngettext("%(n)s session accepted. It counts.", "%(n)s sessions accepted. They count.", done)
            if accepted
            else ngettext(
                "%(n)s session refused. The person can read why.",
                "%(n)s sessions refused. Each person can read why.",
                done,
            )
        )
        messages.success(request, words % {"n": done})


@require_safe
@login_required
def piece(request: HttpRequest, pk: UUID) -> HttpResponse:
    """One piece of evidence, for its person and the registrars."""
    return piece_page(request, evidence_for(request, pk))


@require_POST
@login_required
def settle(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Accept a piece or refuse it."""
    found, actor = evidence_for(request, pk), signed_in(request)
    require(actor, "accreditation.settle_evidence", found)
    form = SettleForm(
        {**request.POST.dict(), "chosen": [found.pk]}, waiting=Evidence.objects.filter(pk=pk).select_related("person")
    )
    if not form.is_valid():
        return piece_page(request, found, {"settle": form})
    _settle(request, form.cleaned_data, actor)
    return redirect("accreditation:piece", pk)


@require_POST
@login_required
def withdraw(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Take a piece back: a registrar, or the person as long as it waits."""
    found, actor = evidence_for(request, pk), signed_in(request)
    form = WithdrawForm(request.POST, auto_id="withdraw_%s")
    if form.is_valid():
        try:
            evidencing.withdraw(evidence=found, actor=actor, reason=form.cleaned_data["reason"])
        except ValidationError as refusal:
            messages.error(request, refusal.messages[0])
        else:
            messages.success(request, _("Withdrawn. It counts no more."))
            return redirect("accreditation:piece", pk)
    else:
        require(actor, "accreditation.withdraw_evidence", found)
    return piece_page(request, found, {"withdraw": form})


@require_POST
@login_required
def dispute(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Say that a session which the club entered for oneself is wrong."""
    found, actor = evidence_for(request, pk), signed_in(request)
    require(actor, "accreditation.dispute_session", found)
    form = DisputeForm(request.POST, auto_id="dispute_%s")
    if form.is_valid():
        try:
            sessions.dispute(evidence=found, actor=actor, reason=form.cleaned_data["reason"])
        except ValidationError as refusal:
            messages.error(request, refusal.messages[0])
        else:
            messages.success(request, _("You have disputed it. A registrar decides; until then it does not count."))
            return redirect("accreditation:piece", pk)
    return piece_page(request, found, {"dispute": form})


@require_safe
@login_required
def kinds(request: HttpRequest, slug: str) -> HttpResponse:
    """What a registrar can enter."""
    body = get_object_or_404(Body, slug=slug)
    require(signed_in(request), "accreditation.keep_register", body)
    context = {"body": body, "kinds": [(kind, TITLES[kind]) for kind in ENTERED]}
    return render(request, "accreditation/enter_kinds.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def enter(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Enter one kind of evidence for a candidate of the body; it counts at once."""
    body = get_object_or_404(Body, slug=slug)
    actor = signed_in(request)
    require(actor, "accreditation.keep_register", body)
    if kind not in ENTERED:
        raise Http404
    chosen = request.GET.get("person", "")
    sent = (request.POST or None, request.FILES or None)
    form = EnterForm(*sent, body=body, kind=kind, actor=actor, initial={"person": chosen})
    if request.method == "POST" and form.is_valid():
        told = form.cleaned_data
        try:
            with transaction.atomic():
                made = evidencing.enter(
                    body=body,
                    person=told["person"],
                    actor=actor,
                    kind=kind,
                    day=told["day"],
                    details=form.details,
                    reference=form.drawn,
                )
                _attach(made, actor, form)
        except ValidationError as refusal:
            form.add_error(_place(refusal), refusal)
        else:
            messages.success(request, _("Entered for %(name)s. It counts.") % {"name": told["person"]})
            return redirect("accreditation:way_of", slug, told["person"].pk)
    form.say_that_files_are_gone()
    context = {"body": body, "form": form, "kind": kind, "title": TITLES[kind]}
    return render(request, "accreditation/enter.html", context)


def evidence_for(request: HttpRequest, pk: UUID) -> Evidence:
    """The piece, for those who may see it; for all others there is none."""
    evidence = Evidence.objects.told_who_waits().select_related(
        "body", "person", "entered_by", "settled_by", "club", "confirmed_by", "disputed_by"
    )
    found = get_object_or_404(evidence, pk=pk)
    if not may(signed_in(request), "accreditation.view_evidence", found):
        raise Http404
    return found


def piece_page(request: HttpRequest, found: Evidence, bound: dict[str, Form] | None = None) -> HttpResponse:
    """The page of a piece, with the forms that came back with faults."""
    bound, actor = bound or {}, signed_in(request)
    counts = found.standing == Evidence.Standing.ACCEPTED
    context: dict[str, Any] = {
        "evidence": found,
        "seen": seen(found, standing.known(found.body)),
        "particulars": _told(found),
        "own": found.person_id == actor.pk,
        "result": result_of(found.reference) if found.person_id == actor.pk else "",
    }
    if sessions.can_dispute(found, actor):
        context["dispute"] = bound.get("dispute") or DisputeForm(auto_id="dispute_%s")
        context["dispute_until"] = sessions.last_day(found)
    if found.is_open and may(actor, "accreditation.settle_evidence", found):
        context["settle"] = bound.get("settle") or SettleForm(waiting=Evidence.objects.none())
    # A pass is lost by marking the paper again, and by nothing else; what waits, a registrar refuses.
    may_withdraw = found.kind != "paper" and may(actor, "accreditation.withdraw_evidence", found)
    if may_withdraw and (counts or (found.is_open and "settle" not in context)):
        context["withdraw"] = bound.get("withdraw") or WithdrawForm(auto_id="withdraw_%s")
    context["documents"] = documents.documents_of(found)
    context["opens"] = may(actor, "accreditation.open_document", found)
    if may(actor, "accreditation.attach_document", found) and found.kind != "paper":
        context["attach"] = bound.get("attach") or DocumentsForm(auto_id="attach_%s")
    return render(request, "accreditation/piece.html", context)


def _told(found: Evidence) -> list[tuple[Any, Any]]:
    """Name and value of each particular, in the order in which they are asked."""
    return [
        (one.title, one.choices.get(found.details[name], found.details[name]))
        for name, one in PARTICULARS.get(found.kind, {}).items()
        if found.details.get(name) not in (None, "")
    ]
