"""What everybody may see: the register of directors, and whether a certificate stands.

The pages name a director's level, club, dates and standing, and nothing else: no address, and no id to look others up
by.
"""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.accreditation.codes import read_code
from accounts.accreditation.direct_forms import CertificateQuestion
from accounts.accreditation.forms import RegisterFilter
from accounts.accreditation.life import AwardState
from accounts.accreditation.may_direct import by_award
from accounts.accreditation.models import Award
from accounts.models import Membership

PAGE = 50


@require_safe
def register(request: HttpRequest) -> HttpResponse:
    """Who is accredited; those in force unless asked otherwise."""
    wanted = RegisterFilter({"state": AwardState.VALID, **request.GET.dict()})
    page = Paginator(_registered(wanted), PAGE).get_page(request.GET.get("page"))
    return render(request, "accreditation/register.html", {"filter": wanted, "page": page})


@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """Bring a code typed into a form to its own address."""
    typed = request.GET.get("code", "").strip()
    if not typed:
        return redirect("register:list")
    return redirect("register:verify", (read_code(typed) or typed).replace("/", " "))


@require_safe
@never_cache
def verify(request: HttpRequest, code: str) -> HttpResponse:
    """Whether the award with this code stands today; asked about an event, whether it lets its holder direct that.

    It may be revoked any minute, so nothing on the way keeps a copy of the answer.
    """
    awards = Award.objects.with_activity(public=True).select_related("body", "level")
    award = awards.filter(verification_code=read_code(code)).first()
    if award is None:
        return render(request, "accreditation/unknown.html", {"code": code}, status=404)
    context: dict[str, Any] = {"award": award}
    # Of one that is out of force the page says so already, whatever the event.
    if award.is_in_force or "kind" in request.GET:
        form = CertificateQuestion(request.GET if "kind" in request.GET else None, body=award.body)
        context["form"] = form
        if form.is_valid():
            context["answer"] = by_award(award, form.asked(), form.cleaned_data["day"])
    return render(request, "accreditation/verify.html", context)


def _registered(wanted: RegisterFilter) -> QuerySet[Award]:
    club = Membership.objects.active().filter(person=OuterRef("person"), body=OuterRef("body"), club__isnull=False)
    awards = (
        Award.objects.on_register()
        .with_activity(public=True)
        .select_related("body", "level")
        .annotate(club=Subquery(club.order_by("-since").values("club__name")[:1]))
    )
    if not wanted.is_valid():
        return awards.none()
    state = wanted.cleaned_data["state"] or AwardState.VALID
    if state == AwardState.VALID:
        awards = awards.in_force()
    elif state != "all":
        awards = awards.in_state(AwardState(state))
    if level := wanted.cleaned_data["level"]:
        awards = awards.filter(level__code=level)
    if body := wanted.cleaned_data["body"]:
        awards = awards.filter(body=body)
    if q := wanted.cleaned_data["q"]:
        awards = awards.filter(name__icontains=q)
    return awards.order_by("name", "pk")
