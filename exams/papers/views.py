"""Pages of papers, for those who keep a body's blueprints. What belongs to another body does not exist here: 404."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count, QuerySet, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.rules import may, require
from accounts.signed_in import signed_in
from exams.bank.models import Level
from exams.papers.drawing import CannotFill, draw, stock
from exams.papers.forms import BlueprintForm, DrawForm
from exams.papers.models import Blueprint, Paper, Topic
from exams.papers.rules import OPEN, SEE_QUESTIONS, kept_bodies, read_bodies
from exams.papers.services import revise

PAGE = 25


@require_GET
@login_required
def index(request: HttpRequest) -> HttpResponse:
    """The blueprints, and the papers drawn from them."""
    blueprints = _blueprints(request).annotate(questions=Sum("quotas__count")).order_by("title", "code")
    papers = Paper.objects.filter(body__in=kept_bodies(request.user)).select_related("body", "drawn_by")
    page = Paginator(papers.annotate(Count("questions")).order_by("-drawn_at", "pk"), PAGE).get_page(
        request.GET.get("page")
    )
    context = {"blueprints": blueprints, "page": page, "readable": read_bodies(request.user)}
    return render(request, "papers/index.html", context)


@require_GET
@login_required
def blueprint(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """What the blueprint asks for, and how far the bank can fill it."""
    return _blueprint_page(request, _blueprint(request, slug, code), DrawForm())


@require_POST
@login_required
def draw_paper(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Draw a paper; if the bank is too small, say where and create nothing."""
    shown = _blueprint(request, slug, code)
    form = DrawForm(request.POST)
    if not form.is_valid():
        return _blueprint_page(request, shown, form, status=400)
    try:
        paper = draw(blueprint=shown, actor=signed_in(request), seed=form.cleaned_data["seed"])
    except CannotFill as refused:
        return _blueprint_page(request, shown, form, refused=refused, status=409)
    messages.success(request, _("The paper is drawn."))
    if may(request.user, SEE_QUESTIONS, paper):
        return redirect(paper)
    return redirect("papers:index")


@login_required
def edit(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Revise a blueprint; papers drawn before keep their terms."""
    shown = _blueprint(request, slug, code)
    form = BlueprintForm(request.POST or None, instance=shown)
    if request.method == "POST" and form.is_valid():
        revise(blueprint=form.instance, actor=signed_in(request), counts=form.counts)
        messages.success(request, _("The blueprint is saved. Papers drawn before stay as they were."))
        return redirect(shown)
    return render(request, "papers/edit.html", {"blueprint": shown, "form": form, "levels": Level})


# Not kept by the browser: whoever sits down at the machine next must not find the questions by going back.
@require_GET
@login_required
@never_cache
def paper(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A paper with its questions, for examiners only: nobody else may know them before they are sat."""
    require(request.user, OPEN, None)
    papers = Paper.objects.filter(body__in=kept_bodies(request.user))
    shown = get_object_or_404(papers.select_related("body", "blueprint__body", "drawn_by"), pk=pk)
    require(request.user, SEE_QUESTIONS, shown)
    titles = Topic.objects.titles(shown.body)
    rows = [
        (question, titles.get(question.version.topic, question.version.topic_words))
        for question in shown.questions.select_related("version__question")
    ]
    return render(request, "papers/paper.html", {"paper": shown, "rows": rows})


def _blueprints(request: HttpRequest) -> QuerySet[Blueprint]:
    require(request.user, OPEN, None)
    return Blueprint.objects.filter(body__in=kept_bodies(request.user)).select_related("body")


def _blueprint(request: HttpRequest, slug: str, code: str) -> Blueprint:
    return get_object_or_404(_blueprints(request), body__slug=slug, code=code)


def _blueprint_page(
    request: HttpRequest, shown: Blueprint, form: DrawForm, *, refused: CannotFill | None = None, status: int = 200
) -> HttpResponse:
    held = stock(shown)
    filled = held.fillings
    context = {
        "blueprint": shown,
        "fillings": filled,
        "stock": held,
        "questions": sum(filling.quota.count for filling in filled),
        "short": not filled or any(filling.lacking for filling in filled),
        "form": form,
        "refused": refused,
        "may_read": may(request.user, SEE_QUESTIONS, shown),
    }
    return render(request, "papers/blueprint.html", context, status=status)
