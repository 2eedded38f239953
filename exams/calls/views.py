"""Pages of simulated calls: where one begins, an evening, a call under way, and how it was conducted.

Signed in only: what happens at a table is kept, so that it goes on at any machine. Another's calls do not exist here.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, cast
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.models import User
from exams.calls import evenings, shown
from exams.calls.models import Call, Evening
from exams.practice.exercises import learner_of
from exams.practice.models import Learner
from exams.scenarios.calls import NotAnAct
from laws import keys

_LATEST = 12
"""Calls on the first page."""


def _learner(request: HttpRequest) -> Learner:
    return learner_of(cast(User, request.user))


def _own(request: HttpRequest) -> Any:
    """The calls of whoever asks; asking makes no learner."""
    return Call.objects.filter(learner__person=cast(User, request.user))


@never_cache
@login_required
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """What a simulated call is, a call or an evening to begin, and those of before."""
    calls = _own(request).select_related("evening").defer("content").order_by("-staged_at", "number")
    context = {
        "waiting": calls.waiting().order_by("-staged_at", "number").first(),
        "over": [(one, evenings.title_of(one.unit)) for one in calls.closed().order_by("-closed_at")[:_LATEST]],
        "laws": sorted(
            {one.law for one in evenings.units_for(_learner(request))}, key=lambda law: keys.parse(law).order
        ),
        "boards": evenings.BOARDS,
        "reference": uuid4(),
    }
    return render(request, "calls/home.html", context)


@login_required
@require_POST
def begin(request: HttpRequest) -> HttpResponse:
    """Stage a call, or an evening of six, and go to the first table."""
    learner, law, path = _learner(request), request.POST.get("law", ""), ""
    count = evenings.CALLS if request.POST.get("what") == "evening" else 1
    try:
        reference = UUID(request.POST.get("reference", ""))
        if "twist" in request.POST:
            path = evenings.twisted(learner, UUID(request.POST["twist"]))
            law = path.partition("/")[0]
    except ValueError:
        messages.error(request, _("That form had lost a part. It is new now: choose again."))
        return redirect("calls:home")
    try:
        made = evenings.begin(learner, reference=reference, count=count, law=law if count == 1 else "", path=path)
    except evenings.NoCalls as refused:
        messages.info(request, str(refused))
        return redirect("calls:home")
    first = made.calls.order_by("number").first()
    return redirect("calls:evening", made.pk) if count > 1 or first is None else redirect("calls:call", first.pk)


@never_cache
@login_required
@require_GET
def evening(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """An evening: its calls, those that are over with their points, and the next one."""
    found = get_object_or_404(Evening, pk=evening_id, learner__person=request.user)
    return render(request, "calls/evening.html", shown.evening_page(found))


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def call(request: HttpRequest, call_id: UUID) -> HttpResponse:
    """A call: the table while it is under way, the judgement once it is over. A press that came twice counts once."""
    if request.method != "POST":
        return _page(request, _one(request, call_id))
    told = _press(request)
    try:
        key = UUID(request.POST.get("key", ""))
        found = evenings.press(call_id, cast(User, request.user), told, key=key)
    except Call.DoesNotExist as unknown:
        raise Http404 from unknown
    except NotAnAct as fault:
        return _page(request, _one(request, call_id), told, str(fault))
    except ValueError:
        lost = _("That form had lost a part. It is new now: press again.")
        return _page(request, _one(request, call_id), told, lost)
    if request.htmx:  # type: ignore[attr-defined]
        return _page(request, found)
    return redirect(f"{found.get_absolute_url()}#said" if found.closed_at is None else found.get_absolute_url())


def _one(request: HttpRequest, call_id: UUID) -> Call:
    found: Call = get_object_or_404(_own(request).select_related("evening", "learner"), pk=call_id)
    return found


def _press(request: HttpRequest) -> dict[str, Any]:
    """What the form says was done. The options stand in the order in which they were ticked, where a script has noted it."""
    sent = request.POST
    told: dict[str, Any] = {"act": sent.get("act", "")}
    if told["act"] == "tell":
        ticked = sent.getlist("options")
        order = [one for one in sent.get("order", "").split(",") if one in ticked]
        told |= {"to": sent.get("to", ""), "options": list(dict.fromkeys([*order, *ticked]))}
    elif told["act"] == "rule":
        told |= {"law": sent.get("law", ""), "parts": sent.getlist("parts"), "reason": sent.get("reason", "")}
    return told


def _page(request: HttpRequest, found: Call, told: dict[str, Any] | None = None, fault: str = "") -> HttpResponse:
    skeleton = {"skeleton": "part.html"} if request.htmx else {}  # type: ignore[attr-defined]
    if found.closed_at is not None:
        context = shown.judged_page(found) | {
            "title": evenings.title_of(found.unit),
            "leads_on": evenings.leads_on(found.content),
        }
        return render(request, "calls/judged.html", context | skeleton)
    context = shown.page_of(found) | {"sent": told or {}, "fault": fault}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if fault else HTTPStatus.OK
    return render(request, "calls/call.html", context | skeleton, status=status)
