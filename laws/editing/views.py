"""Pages for law editors. What belongs to another body does not exist here: 404. Whoever may not edit is told who may."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.audit.models import AuditEntry
from accounts.rules import may, signed_in
from laws import library
from laws.editing import checks, confirming, drafting, effects, history, subjects
from laws.editing.forms import AnswerForm, ProposalForm
from laws.editing.models import Proposal, Stewardship, Thing
from laws.editing.publishing import publish
from laws.editing.rules import CHANGE, DECIDE, NotAllowed, edited_bodies, must_propose
from laws.models import Commentary, CommentaryVersion, Definition, Edition, Footnote, Provision

PAGE = 25
Act, Status = Proposal.Act, Proposal.Status


def for_editors(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page that only some people may see or use; the others read why not."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, **names: Any) -> HttpResponse:
        try:
            return view(request, **names)
        except NotAllowed as refused:
            return render(request, "editing/refused.html", {"refused": str(refused)}, status=403)

    return guarded


@require_safe
@for_editors
def proposals(request: HttpRequest) -> HttpResponse:
    """The proposals of the bodies one edits for, and the editions they keep."""
    mine = _mine(request)
    status = request.GET.get("status", "")
    found = mine.filter(status=status) if status in Status.values else mine
    context = {
        "page": Paginator(found, PAGE).get_page(request.GET.get("page")),
        "status": status,
        "statuses": Status.choices,
        "unconfirmed": len(confirming.unconfirmed(edited_bodies(request.user))),
        "kept": Stewardship.objects.filter(body__in=edited_bodies(request.user)).select_related("edition", "body"),
    }
    return render(request, "editing/proposals.html", context)


@require_safe
@for_editors
def proposal(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A proposal: what it changes, what that touches, and what can be decided about it."""
    return _proposal_page(request, pk)


@require_http_methods(["GET", "POST"])
@for_editors
def change(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Go on writing a draft of one's own."""
    shown = get_object_or_404(_mine(request), pk=pk)
    if not may(request.user, CHANGE, shown):
        raise NotAllowed(_("Only the proposer can change it."))
    if shown.status != Status.DRAFT:
        messages.error(request, _("Only a draft can be changed: withdraw it first."))
        return redirect(shown)
    return _form_page(request, shown)


@require_POST
@for_editors
def decide(request: HttpRequest, pk: UUID, deed: str) -> HttpResponse:
    """Submit, take back, renew, withdraw, publish or decline; a refused deed comes back with its reason."""
    get_object_or_404(_mine(request), pk=pk)
    actor, seen = signed_in(request), request.POST.get("seen", "")
    form = AnswerForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    deeds: dict[str, tuple[Callable[[], Proposal], str]] = {
        "submit": (lambda: drafting.submit(actor=actor, proposal_id=pk), _("Submitted. A second law editor decides.")),
        "take-back": (lambda: drafting.take_back(actor=actor, proposal_id=pk), _("It is a draft again.")),
        "renew": (
            lambda: drafting.renew(actor=actor, proposal_id=pk),
            _("Updated against the current text. Check the difference, then submit it again."),
        ),
        "withdraw": (lambda: drafting.withdraw(actor=actor, proposal_id=pk), _("Withdrawn.")),
        "decline": (
            lambda: drafting.decline(actor=actor, proposal_id=pk, reason=reason, seen=seen),
            _("Declined. The proposer can read your reason."),
        ),
        "publish": (
            lambda: publish(actor=actor, proposal_id=pk, seen=seen),
            _("Published. The library shows it from its first day on."),
        ),
    }
    if deed not in deeds:
        raise Http404
    do, done = deeds[deed]
    try:
        decided = do()
    except ValidationError as refused:
        return _proposal_page(request, pk, refused=refused.messages, reason=reason, status=409)
    messages.success(request, done)
    return redirect(decided)


@require_http_methods(["GET", "POST"])
@for_editors
def propose_provision(request: HttpRequest, edition: str, key: str) -> HttpResponse:
    """A new wording of a provision, or a correction of it."""
    return _propose(request, edition, lambda: get_object_or_404(Provision, edition__slug=edition, key=key))


@require_http_methods(["GET", "POST"])
@for_editors
def propose_footnote(request: HttpRequest, edition: str, pk: int) -> HttpResponse:
    """The same for a footnote."""
    return _propose(request, edition, lambda: get_object_or_404(Footnote, provision__edition__slug=edition, pk=pk))


@require_http_methods(["GET", "POST"])
@for_editors
def propose_definition(request: HttpRequest, edition: str, pk: int) -> HttpResponse:
    """The same for a definition."""
    return _propose(request, edition, lambda: get_object_or_404(Definition, edition__slug=edition, pk=pk))


@require_http_methods(["GET", "POST"])
@for_editors
def propose_comment(request: HttpRequest, edition: str, code: str) -> HttpResponse:
    """The same for a comment, or its end."""
    return _propose(request, edition, lambda: get_object_or_404(Commentary, edition__slug=edition, code=code))


@require_http_methods(["GET", "POST"])
@for_editors
def new_comment(request: HttpRequest, edition: str) -> HttpResponse:
    """A comment that is not there yet, `?on=` a provision."""
    return _propose(request, edition, lambda: None)


@require_safe
@for_editors
def record(request: HttpRequest, edition: str, key: str) -> HttpResponse:
    """Every edit of a provision, those of its footnotes and comments, and what can be proposed."""
    place = get_object_or_404(Provision.objects.select_related("edition"), edition__slug=edition, key=key)
    must_propose(request.user, place.edition)
    about = _mine(request).filter(
        Q(provision=place)
        | Q(footnote__provision=place)
        | Q(commentary__in=place.commentary.values("pk"))
        | Q(edition=place.edition, on__contains=[place.key])
    )
    context = {
        "edition": place.edition,
        "provision": place,
        "edits": history.edits(place),
        "open": about.filter(status__in=[Status.DRAFT, Status.SUBMITTED]),
        "beside": about.filter(status=Status.PUBLISHED).exclude(provision=place),
        "footnotes": place.footnotes.all(),
        "comments": CommentaryVersion.objects.on(library.today())
        .filter(commentary__provisions=place)
        .select_related("commentary")
        .order_by("commentary__kind", "heading"),
    }
    return render(request, "editing/record.html", context)


def _mine(request: HttpRequest) -> QuerySet[Proposal]:
    """The proposals of the bodies one edits for; whoever edits nowhere is refused."""
    bodies = edited_bodies(request.user)
    if not bodies:
        raise NotAllowed(_("Changes of the law are proposed and published by the law editors of a body."))
    related = (
        "body",
        "edition",
        "proposer",
        "decided_by",
        "provision",
        "footnote__provision",
        "definition",
        "commentary",
    )
    return Proposal.objects.filter(body__in=bodies).select_related(*related)


def _propose(request: HttpRequest, slug: str, find: Callable[[], Thing | None]) -> HttpResponse:
    edition = get_object_or_404(Edition, slug=slug)
    keeper = must_propose(request.user, edition)
    thing = find()
    started = Proposal(body=keeper.body, edition=edition, proposer=signed_in(request))
    if thing is None:
        started.subject, started.act, started.on = Proposal.Subject.COMMENTARY, Act.NEW, []
        if (on := request.GET.get("on")) and Provision.objects.filter(edition=edition, key=on).exists():
            started.on = [on]
    else:
        started.subject = subjects.subject_of(thing)
        setattr(started, started.subject, thing)
        shown = subjects.shown_to_editor(thing)
        if shown is None:
            raise Http404(f"{thing} has no text")
        started.act, started.text, started.heading = Act.AMEND, shown.text, subjects.heading_of(shown)
    return _form_page(request, started)


def _form_page(request: HttpRequest, shown: Proposal) -> HttpResponse:
    form = ProposalForm(request.POST or None, instance=shown)
    if request.method == "POST" and form.is_valid():
        seen = request.POST.get("base", "")
        try:
            saved = drafting.save(
                actor=signed_in(request),
                proposal=form.instance,
                seen=int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 19 else None,
            )
        except ValidationError as refused:
            _add(form, refused)
        else:
            messages.success(request, _("The draft is kept. Read what it changes, then submit it."))
            return redirect(saved)
    thing = shown.thing
    context = {
        "form": form,
        "proposal": shown,
        "is_new": shown._state.adding,
        "base": subjects.shown_to_editor(thing) if thing else None,
        "subject": shown.subject_name if thing else "",
        "today": library.today(),
    }
    return render(request, "editing/form.html", context, status=400 if form.errors else 200)


def _add(form: ProposalForm, refused: ValidationError) -> None:
    """Put what is wrong beside the field where it can be put right, or on top."""
    by_field = refused.message_dict if hasattr(refused, "error_dict") else {"": refused.messages}
    for name, sentences in by_field.items():
        for sentence in sentences:
            form.add_error(name if name in form.fields else None, sentence)


def _proposal_page(
    request: HttpRequest, pk: UUID, *, refused: list[str] | None = None, reason: str = "", status: int = 200
) -> HttpResponse:
    shown = get_object_or_404(_mine(request), pk=pk)
    touched = effects.citing_texts(shown)
    is_open = shown.status in {Status.DRAFT, Status.SUBMITTED}
    context = {
        "proposal": shown,
        "base": subjects.base(shown),
        "stale": is_open and checks.is_stale(shown),
        "warnings": checks.warnings(shown) if is_open else [],
        "law": [one for one in touched if not one.is_comment],
        "comments": [one for one in touched if one.is_comment],
        "dead_ends": effects.dead_ends(shown),
        "on": subjects.provisions_of(shown),
        "rests": confirming.rests_on(shown),
        "unread": confirming.unread(shown),
        "may_change": may(request.user, CHANGE, shown),
        "may_decide": may(request.user, DECIDE, shown),
        "form": AnswerForm(initial={"reason": reason}),
        "refused": refused,
        "log": AuditEntry.objects.filter(target_type=Proposal._meta.label, target_id=str(pk))
        .select_related("actor")
        .order_by("at", "pk"),
    }
    return render(request, "editing/proposal.html", context, status=status)
