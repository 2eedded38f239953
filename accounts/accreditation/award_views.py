"""The pages of an award: for its holder and the registrars, with what the table in `life` lets each of them do."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.accreditation import deeds, renewals, standing
from accounts.accreditation.appeal_parts import appeal_context
from accounts.accreditation.asks import Reader, asks
from accounts.accreditation.credentials import badges, certificates
from accounts.accreditation.dispensations import dispensations_of
from accounts.accreditation.evidence import shown
from accounts.accreditation.forms import (
    ApplyForm,
    AwardsFilter,
    CountersignForm,
    DeedForm,
    ExtendForm,
    RenewForm,
    SurrenderForm,
)
from accounts.accreditation.level_views import renewal_lines
from accounts.accreditation.life import CONFIDENTIAL, TRANSITIONS, Deed, Who
from accounts.accreditation.lists import at_club, ends_within, in_wanted_state
from accounts.accreditation.mail.views import letters_about
from accounts.accreditation.models import Appeal, Award, AwardQuerySet, Doubt, Revocation
from accounts.accreditation.papers import papers_of
from accounts.accreditation.renewal_rules import rule_for
from accounts.accreditation.renewals import offers
from accounts.accreditation.way import Ahead
from accounts.models import Body, User
from accounts.names import folded
from accounts.rules import may, require, signed_in

PAGE = 20
AWARDS = 50
EARLIER = 20
"""So many of the certificates that were handed out are listed."""


@dataclass(frozen=True)
class Page:
    """A deed on the page: its form, what does it, what is told before and after, and the words of its button."""

    form: type[Form]
    do: Callable[[Award, User, dict[str, Any]], object]
    tells: Promise
    button: Promise
    said: Promise
    is_loss: bool = False


def _to_revocation(award: Award) -> Revocation:
    """What waits to be countersigned or withdrawn."""
    found = deeds.proposed(award)
    if found is None:
        raise ValidationError(_("Nobody proposes to revoke this award any more."), "closed")
    return found


PAGES: dict[Deed, Page] = {
    Deed.RENEW: Page(
        RenewForm,
        lambda award, actor, told: deeds.renew(award=award, actor=actor, **told),
        _(
            "A new term, counted from the old end. The level has no rules for a renewal, so you renew on what you are shown "
            "or find on record."
        ),
        _("Renew the award"),
        _("The award is renewed."),
    ),
    Deed.EXTEND: Page(
        ExtendForm,
        lambda award, actor, told: deeds.extend(award=award, actor=actor, **told),
        _("A later end for this term, for example after an illness or when a course is postponed: by a year at most."),
        _("Extend the award"),
        _("The award is extended."),
    ),
    Deed.SUSPEND: Page(
        DeedForm,
        lambda award, actor, told: deeds.suspend(award=award, actor=actor, **told),
        _("Out of force until a registrar reinstates it. The holder can read your reason and appeal."),
        _("Suspend the award"),
        _("The award is suspended."),
    ),
    Deed.REINSTATE: Page(
        DeedForm,
        lambda award, actor, told: deeds.reinstate(award=award, actor=actor, **told),
        _("In force again; its dates stay as they are."),
        _("Reinstate the award"),
        _("The award is reinstated."),
    ),
    Deed.PROPOSE: Page(
        DeedForm,
        lambda award, actor, told: deeds.propose(award=award, actor=actor, **told),
        _("Another registrar has to countersign. Until then the award stands as it is, and only registrars know."),
        _("Propose to revoke the award"),
        _("Proposed. Another registrar has to countersign before the award is revoked."),
        is_loss=True,
    ),
    Deed.COUNTERSIGN: Page(
        CountersignForm,
        lambda award, actor, _told: deeds.countersign(revocation=_to_revocation(award), actor=actor),
        _("The award is revoked for the reason proposed. The holder can read it and appeal."),
        _("Countersign and revoke the award"),
        _("The award is revoked."),
        is_loss=True,
    ),
    Deed.WITHDRAW: Page(
        DeedForm,
        lambda award, actor, told: deeds.withdraw(revocation=_to_revocation(award), actor=actor, **told),
        _("The award stays as it is. The proposal stays in the history, which registrars read."),
        _("Withdraw the proposal"),
        _("The proposal is withdrawn."),
    ),
    Deed.REVOKE: Page(
        DeedForm,
        lambda award, actor, told: deeds.revoke(award=award, actor=actor, **told),
        _("The holder is no longer a director of this level. They can read your reason and appeal."),
        _("Revoke the award"),
        _("The award is revoked."),
        is_loss=True,
    ),
    Deed.SURRENDER: Page(
        DeedForm,
        lambda award, actor, told: deeds.surrender(award=award, actor=actor, **told),
        _("If the holder asks you to end the award. Give their words, and when they told you, as the reason."),
        _("Record the surrender"),
        _("The award is surrendered."),
        is_loss=True,
    ),
    Deed.RECORD_DEATH: Page(
        DeedForm,
        lambda award, actor, told: deeds.record_death(award=award, actor=actor, **told),
        _("Ends every award of this person at your body. The register no longer names them. Say who told you."),
        _("Record the death"),
        _("Recorded. The register no longer names this person."),
        is_loss=True,
    ),
}


@require_safe
@login_required
def award(request: HttpRequest, pk: UUID) -> HttpResponse:
    """An award with its history, for its person and the registrar."""
    return award_page(request, found_award(request, pk))


@require_POST
@login_required
def do(request: HttpRequest, pk: UUID, deed: Deed) -> HttpResponse:
    """Do one of the deeds of the table."""
    found = found_award(request, pk)
    actor = signed_in(request)
    if TRANSITIONS[deed].who == Who.HOLDER and actor.pk == found.person_id:
        return _surrender(request, found)
    require(actor, "accreditation.change_award", found)
    ruled = deed == Deed.RENEW and rule_for(found.level) is not None
    page, form = PAGES[deed], _form(deed, found, request.POST, ruled=ruled)
    if form.is_valid():
        try:
            page.do(found, actor, form.cleaned_data)
        except ValidationError as refusal:
            messages.error(request, refusal.messages[0])
            found.refresh_from_db()
        else:
            messages.success(request, str(page.said))
            return redirect("accreditation:award", pk)
    if isinstance(form, RenewForm):
        form.with_the_end_of_now()
    return award_page(request, found, {deed: form})


@require_POST
@login_required
def ask_renewal(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Ask for the next term of one's award by one press."""
    found, person = found_award(request, pk), signed_in(request)
    form = ApplyForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("This page was out of date. Check what you have; then press again."))
        return redirect("accreditation:award", pk)
    try:
        made = renewals.apply(award=found, person=person, reference=str(form.cleaned_data["reference"]))
    except ValidationError as refusal:
        messages.error(request, refusal.messages[0])
        return redirect("accreditation:award", pk)
    messages.success(request, _("You have asked for the renewal. A registrar decides."))
    return redirect("accreditation:application", made.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def surrender(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The second step of the holder who gives the award up; a registrar does it on the page of the award."""
    if request.method == "POST":
        return do(request, pk, deed=Deed.SURRENDER)
    found = found_award(request, pk)
    if signed_in(request).pk != found.person_id:
        return redirect("accreditation:award", pk)
    return render(request, "accreditation/surrender.html", {"award": found, "form": SurrenderForm()})


def _surrender(request: HttpRequest, found: Award) -> HttpResponse:
    form = SurrenderForm(request.POST)
    if form.is_valid():
        try:
            deeds.surrender(award=found, actor=signed_in(request), reason=form.cleaned_data["reason"])
        except ValidationError as refusal:
            messages.error(request, refusal.messages[0])
        else:
            messages.success(request, _("You have given the award up."))
            return redirect("accreditation:award", found.pk)
    return render(request, "accreditation/surrender.html", {"award": found, "form": form})


@require_safe
@login_required
def certificate(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The certificate, unless the award is suspended or was ended: nobody should print a new one then."""
    found = _certified(request, pk)
    return _pdf(found, certificates.issue(found))


@require_safe
@login_required
def earlier_certificate(request: HttpRequest, pk: UUID, issued_id: int) -> HttpResponse:
    """A certificate that was handed out before, as it was."""
    found = _certified(request, pk)
    return _pdf(found, certificates.made_again(get_object_or_404(certificates.earlier(found), pk=issued_id)))


BADGES = {"png": "image/png", "svg": "image/svg+xml", "json": "application/vc"}


@require_safe
@login_required
def badge(request: HttpRequest, pk: UUID, form: badges.Form | Literal["json"]) -> HttpResponse:
    """The signed badge: by itself as JSON, or in a picture that carries it."""
    found = _certified(request, pk)
    made = badges.credential_of(found)
    made.award = found
    return HttpResponse(
        made.document if form == "json" else badges.image_of(made, form),
        content_type=BADGES[form],
        headers={"Content-Disposition": f'attachment; filename="badge-{found.verification_code}.{form}"'},
    )


def _certified(request: HttpRequest, pk: UUID) -> Award:
    """The award, where it stands: nobody gets a certificate or badge of one that is suspended or was ended."""
    found = found_award(request, pk)
    if found.status != Award.Status.GRANTED:
        raise PermissionDenied
    return found


def _pdf(found: Award, data: bytes) -> HttpResponse:
    return HttpResponse(
        data,
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="certificate-{found.verification_code}.pdf"'},
    )


def found_award(request: HttpRequest, pk: UUID) -> Award:
    """The award, for those who may see it; for all others there is none."""
    awards = Award.objects.with_activity()
    awards = awards.select_related("body", "person", "level", "application__body", "application__level")
    found = get_object_or_404(awards, pk=pk)
    if not may(signed_in(request), "accreditation.view_award", found):
        raise Http404
    return found


def award_page(request: HttpRequest, found: Award, bound: dict[Any, Form] | None = None) -> HttpResponse:
    """The page, with the forms as they were sent."""
    bound = bound or {}
    actor = signed_in(request)
    is_registrar = may(actor, "accreditation.keep_register", found.body)
    is_own = actor.pk == found.person_id
    # Whoever holds the award hears of a proposal when it is countersigned, as a registrar too.
    knows_all = is_registrar and not is_own
    waiting = deeds.proposed(found) if knows_all else None
    lines = {line.deed: line for line in deeds.offered(found, actor, waiting)}
    events = found.events.select_related("actor")
    if not knows_all:
        events = events.exclude(verb__in=CONFIDENTIAL)
    context: dict[str, Any] = {
        "award": found,
        "evidence": shown(found.application.evidence),
        "events": Paginator(events, PAGE).get_page(request.GET.get("page")),
        "is_registrar": is_registrar,
        "is_own": is_own,
        "may_surrender": is_own and Deed.SURRENDER in lines,
        "dispensations": dispensations_of(found.person, found.body),
        "earlier": certificates.earlier(found)[:EARLIER] if found.status == Award.Status.GRANTED else [],
        "letters": letters_about(found.person, f"award:{found.pk}", f"application:{found.application_id}"),
        **appeal_context(request, found.application, found, bound),
    }
    renewal = _renewal(found, own=is_own)
    if renewal is not None:
        context["renewal"], context["form"] = renewal, ApplyForm(initial={"reference": uuid.uuid4()})
    elif is_own and (rule := rule_for(found.level)) is not None:
        context["keep"] = renewal_lines(rule, standing.known(found.body))
    if is_registrar:
        rests_on_it = Q(application=found.application_id) | Q(application__renews=found)
        context["doubted"] = Doubt.objects.filter(rests_on_it, settled_at=None).exists()
    if waiting is not None:
        context["waiting"] = waiting
        context["may_countersign"] = Deed.COUNTERSIGN in lines
    if not is_own:
        context["turns"] = {
            deed.value: (
                PAGES[deed],
                TRANSITIONS[deed],
                bound.get(deed) or _form(deed, found, ruled=renewal is not None),
            )
            for deed in lines
        }
        # What was typed for a deed that is no longer possible is not lost.
        context["typed"] = [
            form.data.get("reason", "") for deed, form in bound.items() if deed in PAGES and deed not in lines
        ]
    return render(request, "accreditation/award.html", context)


def _renewal(found: Award, *, own: bool) -> Ahead | None:
    """How its renewal stands, where it can be renewed today and its level has rules for that."""
    offer = next(iter(offers([found], found.body)), None)
    if offer is None:
        return None
    papers = {paper.code: paper for paper in papers_of(found.body, found.person)}
    reader = Reader(found.body, standing.known(found.body), offer.renewal.record, papers, own=own)
    return Ahead(offer, asks(offer.renewal.judged, reader))


def _form(deed: Deed, found: Award, data: Any = None, *, ruled: bool = False) -> Form:
    form_class = PAGES[deed].form
    how: dict[str, Any] = {"auto_id": f"{deed}_%s"}
    if issubclass(form_class, DeedForm):
        how["award"] = found
    if form_class is RenewForm:
        how["ruled"] = ruled
    if form_class is ExtendForm:
        how["span"] = deeds.extension(found)
    return form_class(data, **how)


# --- The awards of a body ---------------------------------------------------------------------------------------------


@require_safe
@login_required
def awards(request: HttpRequest, slug: str) -> HttpResponse:
    """The awards of a body, what ends soonest first; that the body exists is public, so others get 403."""
    body = get_object_or_404(Body, slug=slug)
    require(signed_in(request), "accreditation.keep_register", body)
    wanted = AwardsFilter(request.GET, body=body)
    page = Paginator(kept_awards(body, signed_in(request), wanted), AWARDS).get_page(request.GET.get("page"))
    context = {"body": body, "filter": wanted, "page": page, "today": body.today()}
    context["some_renewable"] = any(award.is_renewable for award in page)
    return render(request, "accreditation/awards.html", context)


def kept_awards(body: Body, actor: User, wanted: AwardsFilter) -> QuerySet[Award]:
    """The awards of a body that a filter finds, as this registrar may see them."""
    waiting = Revocation.objects.filter(award=OuterRef("pk"), standing=Revocation.Standing.OPEN)
    appealed = Appeal.objects.filter(application=OuterRef("application"), answer=None)
    # Nobody learns here that somebody proposes to revoke their own award.
    found = awards_wanted(body, wanted).select_related("body", "level")
    return found.annotate(is_proposed=Exists(waiting.exclude(award__person=actor)), is_appealed=Exists(appealed))


def awards_wanted(body: Body, wanted: AwardsFilter) -> AwardQuerySet:
    """The awards of the body that a registrar looks for, what ends first at the top; none where the question makes no sense."""
    if not wanted.is_valid():
        return Award.objects.none()
    told = wanted.cleaned_data
    found = in_wanted_state(body, told["state"], AwardsFilter.ALL).with_activity()
    if told["level"]:
        found = found.filter(level=told["level"])
    if told["ends"]:
        found = found.filter(ends_within(told["ends"], body))
    if told["activity"]:
        found = found.filter(Q(("activity", told["activity"])))
    found = at_club(found, told["club"], told["region"])
    if told["q"]:
        found = found.filter(name_folded__contains=folded(told["q"]))
    return found.order_by("valid_until", "name", "pk")
