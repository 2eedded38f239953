"""The editor's pages. A version of a body that one does not examine for does not exist for one: 404."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Body
from accounts.prose import one_sign_a_line_end
from accounts.rules import require, signed_in
from exams.bank.content import whole
from exams.bank.editing import saving
from exams.bank.editing.differences import differences, differing
from exams.bank.editing.preview import preview
from exams.bank.editing.rows import grown, shrunk
from exams.bank.editing.sheet import Opened, Sheet, opened_for
from exams.bank.kinds import KINDS
from exams.bank.models import QuestionVersion
from exams.bank.rules import OPEN, examined_bodies

# The box that is ticked in a new row of the part.
TICKED = {"steps": "taken", "outcomes": "main"}


def seen_version(request: HttpRequest, pk: UUID) -> QuestionVersion:
    """The version, for whoever examines for its body; for everybody else there is none."""
    versions = QuestionVersion.objects.select_related("question", "body", "created_by")
    return get_object_or_404(versions, pk=pk, body__in=examined_bodies(request.user))


@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def write(request: HttpRequest) -> HttpResponse:
    """Choose the kind of a new question, then write it: `?kind=choose_all`, and `?body=` for who has more than one."""
    require(request.user, OPEN, None)
    bodies = list(Body.objects.filter(pk__in=examined_bodies(request.user)).order_by("name"))
    kind = KINDS.get(request.GET.get("kind", ""))
    chosen = request.GET.get("body", bodies[0].slug if len(bodies) == 1 else "")
    if kind is None or not chosen:
        kinds = [(name, label, KINDS[name].note) for name, label in QuestionVersion.Kind.choices if name in KINDS]
        return render(request, "bank/editing/choose.html", {"kinds": kinds, "bodies": bodies})
    body = get_object_or_404(Body, slug=chosen, pk__in=[one.pk for one in bodies])
    return _page(request, Opened(kind, body.pk), body)


@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def edit(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Change a version: what is saved is the next one, a draft."""
    version = seen_version(request, pk)
    return _page(request, opened_for(version), version.body)


@require_POST
@login_required
def submit(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Send a draft to review, or give it up."""
    version = seen_version(request, pk)
    given_up = request.POST.get("act") == "give-up"
    try:
        if given_up:
            saving.give_up(version_id=pk, author=signed_in(request))
        else:
            saving.send_to_review(version_id=pk, author=signed_in(request))
    except saving.SavingRefused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Discarded. It stays on record.") if given_up else _("Sent to review."))
    return redirect(version)


@require_POST
@login_required
def comment(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Say something about a version."""
    version = seen_version(request, pk)
    text = one_sign_a_line_end(request.POST.get("text", ""))
    if len(text) > saving.LONGEST_COMMENT:
        said = _("A comment has at most %(most)d characters; this has %(length)d. Shorten it; it is kept below.")
        words = {"most": saving.LONGEST_COMMENT, "length": len(text)}
        return render(
            request,
            "bank/editing/comment.html",
            {"version": version, "text": text, "refused": said % words},
            status=400,
        )
    try:
        saving.comment(version_id=pk, author=signed_in(request), text=text)
    except saving.SavingRefused as refused:
        messages.error(request, str(refused))
    return redirect(f"{version.get_absolute_url()}#comments")


def _page(request: HttpRequest, opened: Opened, body: Body) -> HttpResponse:
    """The editor: opened, grown or shrunk by a row, previewed, or saved."""
    if request.method != "POST":
        return _shown(request, opened, body, Sheet(opened))
    act, _dash, rest = request.POST.get("act", "").partition("-")
    match act:
        case "add":
            sheet = Sheet(opened, grown(request.POST, rest, ticked=TICKED.get(rest, "")))
            sheet.focus(rest)
            return _shown(request, opened, body, sheet)
        case "remove":
            sheet = Sheet(opened, _without(request.POST, rest))
            sheet.focus(rest.partition("-")[0])
            return _shown(request, opened, body, sheet)
        case "save" | "send":
            return _saved(request, opened, body, Sheet(opened, request.POST), send=act == "send")
    sheet = Sheet(opened, request.POST)
    if request.headers.get("HX-Target") == "preview":
        return render(request, "bank/editing/parts/preview.html", {"preview": preview(sheet, body)})
    return _shown(request, opened, body, sheet)


def _saved(request: HttpRequest, opened: Opened, body: Body, sheet: Sheet, *, send: bool) -> HttpResponse:
    """Save the draft and perhaps send it on; what is refused comes back with all that was typed."""
    if not sheet.is_valid():
        return _shown(request, opened, body, sheet, status=400)
    author, difficulty = signed_in(request), sheet.form.cleaned_data["difficulty"]
    try:
        if opened.base is None:
            version = saving.write(body=body, author=author, content=sheet.content(), difficulty=difficulty)
        else:
            version = saving.change(
                version_id=opened.base.pk,
                author=author,
                content=sheet.content(),
                difficulty=difficulty,
                what=sheet.form.cleaned_data["change"],
                seen=sheet.form.cleaned_data["seen"] or 0,
            )
        if send:
            saving.send_to_review(version_id=version.pk, author=author)
    except saving.AlreadyThere as there:
        messages.info(request, str(there))
        return redirect(there.version)
    except saving.Stale as stale:
        return _shown(request, opened, body, _after(sheet, stale.newest), stale=stale, status=409)
    except saving.SavingRefused as refused:
        return _shown(request, opened, body, sheet, refused=str(refused), status=409)
    told = _("Sent to review as version %(number)d.") if send else _("Saved as version %(number)d, a draft.")
    messages.success(request, told % {"number": version.number})
    return redirect(version)


def _shown(
    request: HttpRequest,
    opened: Opened,
    body: Body,
    sheet: Sheet,
    *,
    refused: str = "",
    stale: saving.Stale | None = None,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "sheet": sheet,
        "form": sheet.form,
        "kind_words": QuestionVersion.Kind(opened.kind.name).label,
        "body": body,
        "base": opened.base,
        "seen": opened.seen,
        "preview": preview(sheet, body),
        "problems": sheet.problems,
        "refused": refused,
        "stale": stale,
        "differences": differences(stale.newest.content, sheet.content()) if stale else [],
    }
    return render(request, "bank/editing/editor.html", context, status=status)


def _without(data: QueryDict, row: str) -> QueryDict:
    """What was sent without the row, as `options-2`; the radio button of the right option follows its option."""
    name, _dash, place = row.rpartition("-")
    gone = whole(place)
    if gone is None:
        return data
    copy = shrunk(data, name, gone)
    right = whole(str(data.get("right", "")))
    if name == "options" and right is not None and right >= gone:
        copy["right"] = "" if right == gone else str(right - 1)
    return copy


def _after(sheet: Sheet, newest: QuestionVersion) -> Sheet:
    """The same page with the newest version noted as seen, so that pressing again saves after having compared."""
    data = sheet.data.copy() if sheet.data is not None else QueryDict(mutable=True)
    data["seen"] = str(newest.number)
    again = Sheet(sheet.opened, data)
    again.is_valid()
    return again


# --- The versions of a question, and what differs between any two -----------------------------------------------------


@require_safe
@login_required
@never_cache
def history(request: HttpRequest, pk: UUID) -> HttpResponse:
    """All versions of the question, the latest first. `?old=1&new=3` compares two; unasked, the last two."""
    shown = seen_version(request, pk)
    versions = list(
        shown.question.versions.select_related("created_by", "based_on")
        .prefetch_related("reviews__examiner", "comments__author")
        .order_by("-number")
    )
    by_number = {version.number: version for version in versions}
    new = _chosen(request, "new", by_number, versions[0])
    old = _chosen(request, "old", by_number, (new.based_on and by_number.get(new.based_on.number)) or versions[-1])
    context = {
        "version": shown,
        "versions": versions,
        "old": old,
        "new": new,
        "differences": differing(old, new) if old != new else [],
    }
    return render(request, "bank/editing/history.html", context)


def _chosen(
    request: HttpRequest, name: str, by_number: dict[int, QuestionVersion], usual: QuestionVersion
) -> QuestionVersion:
    """The version of that number; of none that is there, the usual one."""
    number = whole(request.GET.get(name, ""))
    return usual if number is None else by_number.get(number, usual)
