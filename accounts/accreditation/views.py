"""Pages about applications, of the candidate and of the registrar. Those of an award are in `award_views`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db.models import Max, Q, QuerySet
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.accreditation import appeals, deeds, services, standing, way
from accounts.accreditation.appeal_parts import appeal_context
from accounts.accreditation.asks import Ask, Reader, asks
from accounts.accreditation.dispensations import dispensations_of
from accounts.accreditation.evidence import shown
from accounts.accreditation.forms import DeclineForm, GrantForm, HandGrantForm, QueueFilter
from accounts.accreditation.lists import Age, older_than
from accounts.accreditation.mail.views import letters_about
from accounts.accreditation.models import Application, Award, Doubt, RegisterEntry
from accounts.accreditation.renewal_rules import renewal_of
from accounts.accreditation.requirements import NOTHING, judge
from accounts.forms import ReasonForm
from accounts.models import Body
from accounts.names import folded
from accounts.rules import may, require, signed_in

PAGE = 20
LED_TO = ("award__body", "award__level", "renews__body", "renews__level")

# What a registrar may do, by the word in the address: the form that asks for it, the service that does it, and what the
# registrar reads afterwards.
DECISIONS: dict[str, tuple[type[Form], Callable[..., object], Promise]] = {
    "grant": (GrantForm, services.grant, gettext_lazy("Granted. The award is in the register.")),
    "decline": (DeclineForm, services.decline, gettext_lazy("Declined. The person can read your reason.")),
}


@require_safe
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """My applications, each with the award it led to, and the bodies with which I am on the way to a level."""
    applications = (
        Application.objects.filter(person=signed_in(request))
        .select_related("body", "level", *LED_TO)
        .order_by("-created_at", "pk")
    )
    page = Paginator(applications, PAGE).get_page(request.GET.get("page"))
    bodies = Body.objects.filter(pk__in=way.candidate_of(signed_in(request)))
    entries = (
        RegisterEntry.objects.filter(person=signed_in(request)).exclude(number="", phone="").select_related("body")
    )
    context = {
        "page": page,
        "bodies": bodies,
        "dispensations": dispensations_of(signed_in(request)),
        "entries": entries.order_by("body__name"),
    }
    return render(request, "accreditation/mine.html", context)


@require_safe
@login_required
def queue(request: HttpRequest, slug: str) -> HttpResponse:
    """The applications of a body, the longest waiting first; that the body exists is public, so others get 403."""
    body = get_object_or_404(Body, slug=slug)
    require(signed_in(request), "accreditation.keep_register", body)
    wanted = QueueFilter({"status": Application.Status.SUBMITTED, **request.GET.dict()}, body=body)
    page = Paginator(_queued(body, wanted), PAGE).get_page(request.GET.get("page"))
    signs = way.progress(list(page), body)
    since = Max("doubts__raised_at", filter=Q(doubts__settled_at=None))
    in_doubt = Application.objects.filter(body=body).annotate(since=since).filter(since__isnull=False)
    doubted = in_doubt.select_related("person", "level").order_by("-since", "pk")
    context = {"body": body, "filter": wanted, "page": page, "doubted": doubted[:PAGE]}
    context |= {
        "rows": [(one, signs.get(one.pk)) for one in page],
        "some_ready": any(sign.shape == "yes" for sign in signs.values()),
        "appeals": appeals.answerable_by(signed_in(request), [body.pk])[:PAGE],
        "revocations": deeds.to_countersign(signed_in(request), [body.pk])[:PAGE],
    }
    return render(request, "accreditation/queue.html", context)


@require_safe
@login_required
def application(request: HttpRequest, pk: UUID) -> HttpResponse:
    """An application with its evidence, for its person and the registrar."""
    return application_page(request, _application(request, pk))


@require_POST
@login_required
def decide(request: HttpRequest, pk: UUID, decision: str) -> HttpResponse:
    """Grant or decline."""
    found = _application(request, pk)
    require(signed_in(request), "accreditation.decide_application", found)
    form_class, service, said = DECISIONS[decision]
    form = form_class(request.POST, auto_id=f"{decision}_%s")
    if form.is_valid():
        try:
            service(application=found, actor=signed_in(request), reason=form.cleaned_data["reason"])
        except ValidationError as refusal:
            messages.error(request, refusal.messages[0])
        else:
            messages.success(
                request, _("The award is renewed.") if decision == "grant" and found.renews_id else str(said)
            )
            return redirect("accreditation:application", pk)
    return application_page(request, found, {decision: form})


@require_POST
@login_required
def settle_doubt(request: HttpRequest, pk: UUID, doubt_id: UUID) -> HttpResponse:
    """Say what was decided about a doubt."""
    found = _application(request, pk)
    require(signed_in(request), "accreditation.decide_application", found)
    doubt = get_object_or_404(Doubt.objects.select_related("application"), pk=doubt_id, application=found)
    form = ReasonForm(request.POST, auto_id=f"doubt_{doubt.pk}_%s")
    if not form.is_valid():
        return application_page(request, found, {str(doubt.pk): form})
    services.settle_doubt(doubt=doubt, actor=signed_in(request), note=form.cleaned_data["reason"])
    messages.success(request, _("Settled."))
    return redirect("accreditation:application", pk)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def by_hand(request: HttpRequest, slug: str) -> HttpResponse:
    """Grant a level to somebody who never sat here, or recognise an award of another body."""
    body = get_object_or_404(Body, slug=slug)
    actor = signed_in(request)
    require(actor, "accreditation.keep_register", body)
    form = HandGrantForm(
        request.POST or None, body=body, actor=actor, initial={"person": request.GET.get("person", "")}
    )
    if request.method == "POST" and form.is_valid():
        told = form.cleaned_data
        recognised = (told.pop("other_body"), told.pop("other_award"))
        try:
            award = services.grant_by_hand(actor=actor, recognised=recognised, **told)
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            messages.success(request, _("Granted. The award is in the register."))
            return redirect("accreditation:award", award.pk)
    return render(request, "accreditation/by_hand.html", {"body": body, "form": form})


def _application(request: HttpRequest, pk: UUID) -> Application:
    """The application, for those who may see it; for all others there is none."""
    applications = Application.objects.select_related(
        "body", "person", "level", "decided_by", "renews__body", "renews__level", "renews__person"
    )
    found = get_object_or_404(applications, pk=pk)
    if not may(signed_in(request), "accreditation.view_application", found):
        raise Http404
    return found


def application_page(request: HttpRequest, found: Application, bound: dict[Any, Form] | None = None) -> HttpResponse:
    """The page of an application, with the forms as they were sent."""
    is_registrar = may(signed_in(request), "accreditation.keep_register", found.body)
    award = Award.objects.filter(application=found).select_related("body", "level").first()
    is_met, requirements = (True, ()) if found.by_hand else _requirements(found, with_doubts=is_registrar)
    context: dict[str, Any] = {
        "application": found,
        "award": award,
        "is_own": found.person_id == signed_in(request).pk,
        "evidence": [] if found.emptied_at else shown(found.evidence),
        "requirements": requirements,
        "is_met": is_met,
        "is_registrar": is_registrar,
        "letters": letters_about(found.person, f"application:{found.pk}"),
        **appeal_context(request, found, award, bound or {}),
    }
    may_decide = may(signed_in(request), "accreditation.decide_application", found)
    if is_registrar:
        found_doubts = list(found.doubts.select_related("settled_by"))
        context["open_doubts"] = sum(doubt.settled_at is None for doubt in found_doubts)
        context["doubts"] = [
            (doubt, _settling(doubt, bound) if may_decide and doubt.settled_at is None else None)
            for doubt in found_doubts
        ]
    waiting = found.status == Application.Status.SUBMITTED
    if waiting and may_decide:
        sent = bound or {}
        # While a doubt is open or something is missing nothing can be granted, so there is no form for it; one that was sent
        # says why.
        context["decisions"] = {
            name: sent.get(name) or form_class(auto_id=f"{name}_%s")
            for name, (form_class, _service, _said) in DECISIONS.items()
            if name != "grant" or name in sent or (is_met and not context.get("open_doubts"))
        }
    return render(request, "accreditation/application.html", context)


def _requirements(found: Application, *, with_doubts: bool) -> tuple[bool, tuple[Ask, ...]]:
    """Whether all that the level requires is met, and how each of it stands.

    Doubts are the registrar's: nobody else is alarmed by them before they are settled.
    """
    renewal = renewal_of(found.renews) if found.renews is not None else None
    record = renewal.record if renewal else standing.record_of(found.person, found.body, level=found.level)
    if not with_doubts:
        record = replace(record, items=[replace(item, in_doubt=False) for item in record.items])
    known = standing.known(found.body)
    asked = renewal.rule if renewal else NOTHING
    rule = known.rules[found.level.code] if found.renews is None else asked
    judged = judge(rule, record)
    return judged.met, asks(judged, Reader(found.body, known, record))


def _settling(doubt: Doubt, bound: dict[str, Form] | None) -> Form:
    """The form that settles a doubt, as it was sent or empty."""
    return (bound or {}).get(str(doubt.pk)) or ReasonForm(auto_id=f"doubt_{doubt.pk}_%s")


def _queued(body: Body, wanted: QueueFilter) -> QuerySet[Application]:
    queued = Application.objects.filter(body=body).select_related("person", "level", *LED_TO)
    if not wanted.is_valid():
        return queued.none()
    if (status := wanted.cleaned_data["status"]) != "all":
        queued = queued.filter(status=status or Application.Status.SUBMITTED)
    if level := wanted.cleaned_data["level"]:
        queued = queued.filter(level=level)
    if age := wanted.cleaned_data["age"]:
        queued = queued.filter(older_than(Age(age)))
    if q := wanted.cleaned_data["q"]:
        queued = queued.filter(person__name_folded__contains=folded(q))
    return queued.order_by("created_at", "pk")
