"""Who may direct an event, and who is allowed one that their awards do not cover: pages of registrars and of the person."""

from __future__ import annotations

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

from accounts.accreditation import dispensations as services
from accounts.accreditation.direct_forms import DispensationForm, DispensationsFilter, QuestionForm
from accounts.accreditation.may_direct import answers
from accounts.accreditation.models import Award, Dispensation
from accounts.forms import ReasonForm
from accounts.models import Body, Membership, User
from accounts.names import folded
from accounts.rules import may, require, signed_in

PAGE = 20
GIVE, VIEW, KEEP = "accreditation.give_dispensation", "accreditation.view_dispensation", "accreditation.keep_register"


@require_safe
@login_required
def may_direct(request: HttpRequest, slug: str) -> HttpResponse:
    """Who of the body may direct an event on a day; that the body exists is public, so others get 403."""
    body = _kept(request, slug)
    form = QuestionForm(request.GET if "kind" in request.GET else None, body=body)
    context = {"body": body, "form": form}
    if form.is_valid():
        page = Paginator(people_of(body, form.cleaned_data["q"]), PAGE).get_page(request.GET.get("page"))
        event, day = form.asked(), form.cleaned_data["day"]
        found = answers([person.pk for person in page], body, event, day)
        rows = [(person, found[person.pk]) for person in page]
        context |= {"page": page, "rows": rows, "event": event, "day": day}
    return render(request, "accreditation/direct/question.html", context)


def people_of(body: Body, name: str = "") -> QuerySet[User]:
    """The people of the body, by name: whoever has a role in it, and whoever holds or held an award of it."""
    roles = Membership.objects.active().filter(body=body).values("person")
    awards = Award.objects.filter(body=body).values("person")
    allowed = Dispensation.objects.filter(body=body).values("person")
    found = User.objects.filter(Q(pk__in=roles) | Q(pk__in=awards) | Q(pk__in=allowed))
    return found.filter(name_folded__contains=folded(name)).order_by("name", "email")


@require_safe
@login_required
def dispensations(request: HttpRequest, slug: str) -> HttpResponse:
    """The dispensations of a body, that for the next event first."""
    body = _kept(request, slug)
    wanted = DispensationsFilter(request.GET)
    found = Dispensation.objects.filter(body=body).select_related("body", "person", "withdrawal")
    if not wanted.is_valid():
        found = found.none()
    else:
        found = found if wanted.cleaned_data["state"] == DispensationsFilter.ALL else found.current()
        found = found.filter(person__name_folded__contains=folded(wanted.cleaned_data["q"]))
    page = Paginator(found.order_by("first_day", "pk"), PAGE).get_page(request.GET.get("page"))
    return render(request, "accreditation/direct/list.html", {"body": body, "filter": wanted, "page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def give(request: HttpRequest, slug: str) -> HttpResponse:
    """Let somebody direct one event."""
    body = _kept(request, slug)
    actor = signed_in(request)
    form = DispensationForm(
        request.POST or None, body=body, actor=actor, initial={"person": request.GET.get("person", "")}
    )
    if request.method == "POST" and form.is_valid():
        told = form.cleaned_data
        try:
            made = services.give(
                body=body,
                person=told["person"],
                actor=actor,
                event=form.told(),
                why=told["why"],
                reference=told["reference"],
            )
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            messages.success(request, _("Given. The person can read it."))
            return redirect("accreditation:dispensation", made.pk)
    return render(request, "accreditation/direct/give.html", {"body": body, "form": form})


@require_safe
@login_required
def dispensation(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A dispensation, for its person and the registrars."""
    return _page(request, _found(request, pk))


@require_POST
@login_required
def withdraw(request: HttpRequest, pk: UUID) -> HttpResponse:
    """End it early, with a reason."""
    found = _found(request, pk)
    require(signed_in(request), GIVE, found)
    form = ReasonForm(request.POST)
    if form.is_valid():
        try:
            services.withdraw(dispensation=found, actor=signed_in(request), reason=form.cleaned_data["reason"])
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            messages.success(request, _("Withdrawn. The person can read your reason."))
            return redirect("accreditation:dispensation", pk)
    return _page(request, found, form)


def _page(request: HttpRequest, found: Dispensation, form: ReasonForm | None = None) -> HttpResponse:
    is_open = found.stands in ("running", "coming")
    may_withdraw = is_open and may(signed_in(request), GIVE, found)
    context = {
        "dispensation": found,
        "is_own": signed_in(request).pk == found.person_id,
        "is_registrar": may(signed_in(request), KEEP, found.body),
        "form": (form or ReasonForm()) if may_withdraw or form is not None else None,
    }
    return render(request, "accreditation/direct/dispensation.html", context)


def _found(request: HttpRequest, pk: UUID) -> Dispensation:
    """The dispensation, for those who may see it; for all others there is none."""
    known = Dispensation.objects.select_related("body", "person", "given_by", "withdrawal__by")
    found = get_object_or_404(known, pk=pk)
    if not may(signed_in(request), VIEW, found):
        raise Http404
    return found


def _kept(request: HttpRequest, slug: str) -> Body:
    body = get_object_or_404(Body, slug=slug)
    require(signed_in(request), KEEP, body)
    return body
