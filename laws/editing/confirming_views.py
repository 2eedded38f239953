"""Pages of what the engine still follows the former text of, and of confirming that words alone have changed."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.rules import may, signed_in
from laws.editing import confirming
from laws.editing.forms import AnswerForm
from laws.editing.models import Confirmation
from laws.editing.rules import ANSWER, TAKE_BACK, NotAllowed, edited_bodies, must_confirm
from laws.editing.views import for_editors
from laws.library import today
from laws.models import Edition


@require_safe
@for_editors
def engine(request: HttpRequest) -> HttpResponse:
    """Every wording that the engine was not written from, and what was confirmed."""
    bodies = edited_bodies(request.user)
    if not bodies:
        raise NotAllowed(_("Texts the engine follows is confirmed by the law editors of a body."))
    decided = Confirmation.objects.filter(body__in=bodies).exclude(status=Confirmation.Status.WAITING)
    context = {
        "found": confirming.unconfirmed(bodies),
        "decided": decided.select_related("edition", "asked_by", "decided_by")[:25],
        "today": today(),
    }
    return render(request, "editing/engine.html", context)


@require_http_methods(["GET", "POST"])
@for_editors
def wording(request: HttpRequest, edition: str, version: int) -> HttpResponse:
    """One such wording beside the former one; saying that words alone have changed."""
    place = get_object_or_404(Edition, slug=edition)
    must_confirm(request.user, place)
    if request.method == "POST":
        form = AnswerForm(request.POST)
        reason = form.cleaned_data["reason"] if form.is_valid() else ""
        try:
            confirming.ask(actor=signed_in(request), edition=place, version=version, reason=reason)
        except ValidationError as refused:
            return _page(request, place, version, refused=refused.messages, reason=reason, status=409)
        messages.success(request, _("Noted. A second law editor reads both texts and confirms it."))
        return redirect("law_editing:engine-wording", edition, version)
    return _page(request, place, version)


@require_POST
@for_editors
def answer(request: HttpRequest, pk: UUID, deed: str) -> HttpResponse:
    """Confirm, decline or take back what was said."""
    asked = get_object_or_404(Confirmation, pk=pk, body__in=edited_bodies(request.user))
    actor = signed_in(request)
    form = AnswerForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    deeds: dict[str, tuple[Callable[[], Confirmation], str]] = {
        "confirm": (
            lambda: confirming.confirm(actor=actor, confirmation_id=pk),
            _("Confirmed. Rulings and questions are now based on the new text."),
        ),
        "decline": (
            lambda: confirming.decline(actor=actor, confirmation_id=pk, reason=reason),
            _("Declined. The person who asked can read your reason."),
        ),
        "take-back": (lambda: confirming.take_back(actor=actor, confirmation_id=pk), _("Taken back.")),
    }
    if deed not in deeds:
        raise Http404
    do, done = deeds[deed]
    try:
        do()
    except ValidationError as refused:
        return _page(request, asked.edition, asked.wording_id, refused=refused.messages, reason=reason, status=409)
    messages.success(request, done)
    return redirect("law_editing:engine")


def _page(
    request: HttpRequest,
    edition: Edition,
    version: int,
    *,
    refused: list[str] | None = None,
    reason: str = "",
    status: int = 200,
) -> HttpResponse:
    found = confirming.one(edition, version)
    said = Confirmation.objects.filter(edition=edition, wording_id=version).select_related(
        "asked_by", "decided_by", "body"
    )
    if found is None and not said:
        raise Http404
    waiting = next((one for one in said if one.status == Confirmation.Status.WAITING), None)
    context = {
        "edition": edition,
        "wording": found,
        "version": version,
        "text": found.name if found else said[0].text,
        "difference": confirming.difference(found) if found else [],
        "procedures": confirming.procedures(found) if found else [],
        "said": said,
        "waiting": waiting,
        "may_answer": waiting and may(request.user, ANSWER, waiting),
        "may_take_back": waiting and may(request.user, TAKE_BACK, waiting),
        "form": AnswerForm(initial={"reason": reason}),
        "refused": refused,
        "today": today(),
    }
    return render(request, "editing/engine_wording.html", context, status=status)
