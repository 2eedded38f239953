"""Pages of the levels: the laws, the paths of one with their reasons, and one path, which is moved from there."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.models import Body
from accounts.rules import may, require, signed_in
from exams import scenarios
from exams.bank.forms import ReasonForm
from exams.bank.levels.moves import MoveRefused, move, take_back
from exams.bank.levels.told import Lost, OfPath, history, law_of, laws, lost
from exams.bank.models import LevelMove
from exams.bank.rules import MOVE_LEVEL, OPEN, SEE_LEVELS, examined_bodies


@require_GET
@login_required
def levels(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Every law with how many of its paths are asked at which level."""
    bodies = _bodies(request)
    body = _body(request, slug) if slug else bodies[0]
    held = [one for one in lost(body) if one.move]
    return render(request, "bank/levels/laws.html", {"body": body, "bodies": bodies, "laws": laws(body), "lost": held})


@require_GET
@login_required
def paths(request: HttpRequest, slug: str, law: str) -> HttpResponse:
    """The paths of a law by level, each with its reasons."""
    body = _body(request, slug)
    context = {
        "body": body,
        "law": law_of(body, _procedure(law)),
        "laws": scenarios.PROCEDURES,
        "may_move": may(request.user, MOVE_LEVEL, body),
    }
    return render(request, "bank/levels/law.html", context)


@require_GET
@login_required
def path(request: HttpRequest, slug: str, law: str, name: str) -> HttpResponse:
    """A path in words, why it has its level, and what was decided about it."""
    body = _body(request, slug)
    return _path_page(request, body, _path_or_lost(body, law, name), ReasonForm())


@require_POST
@login_required
def move_path(request: HttpRequest, slug: str, law: str, name: str) -> HttpResponse:
    """Move the path to the other level."""
    body = _body(request, slug)
    require(request.user, MOVE_LEVEL, body)
    shown = _path(body, law, name)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return _path_page(request, body, shown, form, status=400)
    try:
        made = move(body=body, path=shown.path, actor=signed_in(request), reason=form.cleaned_data["reason"])
    except MoveRefused as refused:
        return _path_page(request, body, _path(body, law, name), form, refused=str(refused), status=409)
    messages.success(request, _("This path is now asked as “%(level)s”.") % {"level": made.get_level_display()})
    return redirect("bank:level_path", slug, law, name)


@require_POST
@login_required
def take_path_back(request: HttpRequest, slug: str, law: str, name: str, move: int) -> HttpResponse:
    """Take a move back."""
    body = _body(request, slug)
    shown = _path_or_lost(body, law, name)
    held = get_object_or_404(LevelMove, body=body, path=shown.path, pk=move)
    require(request.user, MOVE_LEVEL, held)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return _path_page(request, body, shown, form, status=400)
    try:
        take_back(move_id=held.pk, actor=signed_in(request), reason=form.cleaned_data["reason"])
    except MoveRefused as refused:
        return _path_page(request, body, _path_or_lost(body, law, name), form, refused=str(refused), status=409)
    if isinstance(shown, Lost):
        messages.success(
            request, _("The move is taken back: each question has the level again that it was stored with.")
        )
    else:
        messages.success(request, _("The move is taken back: the level follows from the rule again."))
    return redirect("bank:level_path", slug, law, name)


def _bodies(request: HttpRequest) -> list[Body]:
    """The bodies this person examines for; 403 for who examines for none."""
    require(request.user, OPEN, None)
    return list(Body.objects.filter(pk__in=examined_bodies(request.user)).order_by("name"))


def _body(request: HttpRequest, slug: str) -> Body:
    """One of them; any other does not exist here."""
    require(request.user, OPEN, None)
    body = get_object_or_404(Body.objects.filter(pk__in=examined_bodies(request.user)), slug=slug)
    require(request.user, SEE_LEVELS, body)
    return body


def _procedure(law: str) -> str:
    if law not in scenarios.PROCEDURES:
        raise Http404
    return law


def _path(body: Body, law: str, name: str) -> OfPath:
    found = next((one for one in law_of(body, _procedure(law)).paths if one.name == name), None)
    if found is None:
        raise Http404
    return found


def _path_or_lost(body: Body, law: str, name: str) -> OfPath | Lost:
    """The path, or one that the engine has lost since the body moved it."""
    gone = next((one for one in lost(body) if (one.law, one.name) == (law, name)), None)
    return gone or _path(body, law, name)


def _path_page(
    request: HttpRequest, body: Body, shown: OfPath | Lost, form: ReasonForm, *, refused: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "body": body,
        "path": shown,
        "history": history(body, shown.path),
        "form": form,
        "refused": refused,
        "may_move": may(request.user, MOVE_LEVEL, body),
    }
    page = "bank/levels/lost.html" if isinstance(shown, Lost) else "bank/levels/path.html"
    return render(request, page, context, status=status)
