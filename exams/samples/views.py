"""Pages of sample papers: one to try and its result, for everybody; what a body shows, for whoever keeps its papers."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.accreditation.models import Level
from accounts.accreditation.register import limits
from accounts.models import Body
from accounts.rules import require, signed_in
from exams.bank.kinds import NotOffered
from exams.marking.explained_result import lost, with_next_lost
from exams.papers.models import Blueprint, Topic
from exams.samples import choices, five, marked
from exams.samples.draws import NotDrawn, is_stale
from exams.samples.models import Drawing, Sample
from exams.samples.on_paper import sample_pdf


# It writes nothing, so there is nothing that another site could have somebody do; and no cookie is set.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def sample(request: HttpRequest, sample_id: UUID) -> HttpResponse:
    """A sample to try. What is sent is marked and explained in the answer, and forgotten."""
    shown, drawing = _on_show(sample_id)
    if drawing is None:
        return _page(request, "samples/stale.html", shown, {})
    if request.method != "POST":
        # Put together once for everybody; the template asks for the questions only where it does not hold them.
        return _page(
            request, "samples/sample.html", shown, {"drawing": drawing, "asked": lambda: marked.shown(drawing)}
        )
    if request.POST.get("drawing") != str(drawing.pk):
        context = {"drawing": drawing, "asked": lambda: marked.shown(drawing), "redrawn": True}
        return _page(request, "samples/sample.html", shown, context, HTTPStatus.CONFLICT)
    try:
        answers = marked.answers_in(drawing, request.POST)
    except NotOffered as unknown:
        raise BadRequest(_("That is not one of the answers here.")) from unknown
    if found := marked.faults(answers):
        return _again(request, shown, drawing, answers, HTTPStatus.UNPROCESSABLE_ENTITY, {"faults": found})
    if seconds := limits.seconds_to_wait(request, "sample"):
        minutes = -(-seconds // 60)
        response = _again(request, shown, drawing, answers, HTTPStatus.TOO_MANY_REQUESTS, {"minutes": minutes})
        response.headers["Retry-After"] = str(seconds)
        return response
    body = shown.level.body
    told = marked.outcome(drawing, body, answers, body.today())
    walk = {"walk": with_next_lost(told.reviewed), "lost": lost(told.reviewed)}
    context = {"drawing": drawing, "outcome": told, "on": body.today(), "own": True, **walk}
    return _page(request, "samples/result.html", shown, context)


def _again(
    request: HttpRequest,
    shown: Sample,
    drawing: Drawing,
    answers: dict[int, marked.Answer],
    status: HTTPStatus,
    more: dict[str, Any],
) -> HttpResponse:
    """The page with all that was given, and why it was not marked."""
    context = {"drawing": drawing, "asked": marked.shown(drawing, answers), "filled": True, **more}
    return _page(request, "samples/sample.html", shown, context, status)


@require_safe
def on_paper(request: HttpRequest, sample_id: UUID) -> HttpResponse:
    """The same to print: the questions, and the key at the end."""
    shown, drawing = _on_show(sample_id)
    if drawing is None:
        return _page(request, "samples/stale.html", shown, {})
    if seconds := limits.seconds_to_wait(request, "sample_on_paper"):
        minutes = -(-seconds // 60)
        context = {"drawing": drawing, "asked": lambda: marked.shown(drawing), "minutes": minutes}
        response = _page(request, "samples/sample.html", shown, context, HTTPStatus.TOO_MANY_REQUESTS)
        response.headers["Retry-After"] = str(seconds)
        return response
    name = f"sample-{shown.blueprint.code}.pdf"
    return HttpResponse(
        sample_pdf(drawing, shown.level.body),
        "application/pdf",
        headers={"Content-Disposition": f'inline; filename="{name}"'},
    )


def _on_show(sample_id: UUID) -> tuple[Sample, Drawing | None]:
    """A sample that is shown, with its drawing; None where that is out of date and waits to be drawn anew. 404 for others."""
    found = get_object_or_404(
        Sample.objects.select_related("level__body", "blueprint__body").filter(shown=True), pk=sample_id
    )
    # The questions are large, and most pages have them from the cache.
    drawing = found.drawings.filter(replaced_at=None).defer("questions").first()
    if drawing is None:
        raise Http404
    drawing.sample = found
    return found, None if is_stale(drawing, found.level.body.today()) else drawing


def _page(
    request: HttpRequest, template: str, shown: Sample, context: dict[str, Any], status: int = HTTPStatus.OK
) -> HttpResponse:
    body = shown.level.body
    told = {"sample": shown, "level": shown.level, "body": body, "titles": lambda: Topic.objects.titles(body)}
    with timezone.override(body.zone):
        return render(request, template, told | context, status=status)


# As with a sample: it writes nothing, and sets no cookie.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def try_five(request: HttpRequest) -> HttpResponse:
    """The five questions of the front page by themselves: one to answer, its ruling explained, and how many were right."""
    sent = request.POST if request.method == "POST" else request.GET
    try:
        asked = five.of_query(sent)
    except five.NotOurs as unknown:
        raise BadRequest(_("That is no page of the five questions. Start them again from the front page.")) from unknown
    except five.NotOnShow:
        today = five.of_today()
        if today is None:
            messages.info(
                request, _("These five questions are no longer shown. Here you can practise without an account.")
            )
            return redirect("practice:home")
        return _try(request, today, HTTPStatus.CONFLICT, redrawn=True)
    if request.method != "POST":
        return _try(request, asked)
    if asked.is_over:
        raise BadRequest(_("All five questions have been answered. Start them again from the front page."))
    try:
        answer = asked.answer_in(request.POST)
    except NotOffered as unknown:
        raise BadRequest(_("That is not one of the answers here.")) from unknown
    if answer is None:
        return _try(request, asked, HTTPStatus.UNPROCESSABLE_ENTITY, fault=_("Choose one of the answers first."))
    return _try(request, asked, answer=answer, right=asked.is_right(answer), onward=asked.after(answer))


def _try(request: HttpRequest, asked: five.Five, status: int = HTTPStatus.OK, **more: object) -> HttpResponse:
    context = {"five": asked, "on": asked.drawing.sample.body.today(), "moved": True, **more}
    # The front page takes the section alone.
    if request.htmx:  # type: ignore[attr-defined]
        context["skeleton"] = "part.html"
    if "answer" in more:
        context["told"] = lambda: asked.explained(str(more["answer"]))
    return render(request, "samples/try.html", context, status=status)


# --- for whoever keeps them -------------------------------------------------------------------------------------------


@never_cache
@require_safe
@login_required
def of_body(request: HttpRequest, slug: str) -> HttpResponse:
    """Which levels of a body show a sample of which paper."""
    body = get_object_or_404(Body, slug=slug)
    require(request.user, choices.KEEP, body)
    with timezone.override(body.zone):
        return render(request, "samples/list.html", {"body": body, "rows": choices.choices(body)})


@require_POST
@login_required
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a sample, draw a new one, or show none any more."""
    body = get_object_or_404(Body, slug=slug)
    actor = signed_in(request)
    require(actor, choices.KEEP, body)
    level = get_object_or_404(Level, body=body, code=request.POST.get("level", ""))
    blueprint = get_object_or_404(
        Blueprint.objects.select_related("body"), body=body, code=request.POST.get("paper", "")
    )
    if request.POST.get("do") == "hide":
        choices.hide(sample=get_object_or_404(choices.of_body(body), level=level, blueprint=blueprint), actor=actor)
        messages.success(request, _("The sample is not shown any more."))
        return redirect("samples:of_body", slug)
    seen = request.POST.get("seen", "")
    try:
        made = choices.show(level=level, blueprint=blueprint, actor=actor, seen=int(seen) if seen.isdecimal() else 0)
    except NotDrawn as refused:
        messages.error(request, str(refused))
        return redirect("samples:of_body", slug)
    words = ngettext(
        "Everybody can now try a sample of %(paper)s with %(n)d question.",
        "Everybody can now try a sample of %(paper)s with %(n)d questions.",
        made.count,
    )
    messages.success(request, words % {"paper": blueprint.title, "n": made.count})
    return redirect("samples:of_body", slug)
