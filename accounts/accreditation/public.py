"""What everybody may see of a certificate: whether it stands, and what its holder may direct."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.accreditation.codes import read_code
from accounts.accreditation.direct_forms import CertificateQuestion
from accounts.accreditation.may_direct import by_award
from accounts.accreditation.models import Award
from accounts.accreditation.register import limits


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
    if seconds := limits.seconds_left(request, "unknown_code"):
        return limits.too_many(request, seconds)
    award = Award.objects.select_related("body", "level").filter(verification_code=read_code(code)).first()
    if award is None:
        limits.seconds_to_wait(request, "unknown_code")
        return render(request, "accreditation/unknown.html", {"code": code}, status=404)
    context: dict[str, Any] = {"award": award}
    # Of one that is out of force the page says so already, whatever the event.
    if award.is_in_force or "kind" in request.GET:
        form = CertificateQuestion(request.GET if "kind" in request.GET else None, body=award.body)
        context["form"] = form
        if form.is_valid():
            context["answer"] = by_award(award, form.asked(), form.cleaned_data["day"])
    return render(request, "accreditation/verify.html", context)
