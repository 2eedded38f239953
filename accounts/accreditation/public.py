"""What everybody may see of a certificate: whether it stands, and what its holder may direct."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.accreditation.codes import read_code
from accounts.accreditation.credentials.checks import check, newer_of
from accounts.accreditation.credentials.forms import CheckFileForm
from accounts.accreditation.direct_forms import CertificateQuestion
from accounts.accreditation.may_direct import by_award
from accounts.accreditation.models import Award
from accounts.accreditation.register import limits


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def find(request: HttpRequest) -> HttpResponse:
    """Bring a code that was typed to its own address, or say what a file is that was sent. The file is not kept."""
    if request.method == "POST":
        if seconds := limits.seconds_to_wait(request, "check_file"):
            return limits.too_many(request, seconds)
        form = CheckFileForm(request.POST, request.FILES)
        if form.is_valid():
            found = check(form.cleaned_data["file"].read())
            return render(request, "accreditation/checked.html", {"found": found, "award": found.award})
        return render(request, "accreditation/check.html", {"form": form}, status=400)
    typed = request.GET.get("code", "").strip()
    if not typed:
        return render(request, "accreditation/check.html", {"form": CheckFileForm()})
    return redirect("register:verify", (read_code(typed) or typed).replace("/", " "))


@require_safe
@never_cache
def verify(request: HttpRequest, code: str) -> HttpResponse:
    """Whether the award with this code stands today; asked about an event, whether it lets its holder direct that.

    It may be revoked any minute, so nothing on the way keeps a copy of the answer.
    """
    if seconds := limits.seconds_left(request, "unknown_code"):
        return limits.too_many(request, seconds)
    awards = Award.objects.with_activity(public=True).select_related("body", "level")
    award = awards.filter(verification_code=read_code(code)).first()
    if award is None:
        limits.seconds_to_wait(request, "unknown_code")
        return render(request, "accreditation/unknown.html", {"code": code}, status=404)
    context: dict[str, Any] = {"award": award, "newer": newer_of(award)}
    # Of one that is out of force the page says so already, whatever the event.
    if award.is_in_force or "kind" in request.GET:
        form = CertificateQuestion(request.GET if "kind" in request.GET else None, body=award.body)
        context["form"] = form
        if form.is_valid():
            context["answer"] = by_award(award, form.asked(), form.cleaned_data["day"])
    return render(request, "accreditation/verify.html", context)
