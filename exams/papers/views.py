"""The list of blueprints and papers, and a paper's page, for those who keep them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count, Q, Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_safe

from accounts.models import Body
from accounts.rules import may, require, signed_in
from exams.bank.levels.held import level_at
from exams.bank.models import LawFlag, QuestionVersion
from exams.bank.upkeep.flags import open_flags
from exams.papers import access, fitness, guessable, swaps
from exams.papers.models import Paper, PaperQuestion, Topic
from exams.papers.printing import guide_pdf, paper_pdf
from exams.papers.rules import DRAW, kept_bodies, read_bodies
from exams.papers.syllabus import called

PAGE = 25


@require_GET
@login_required
def index(request: HttpRequest) -> HttpResponse:
    """The blueprints, and the papers drawn from them."""
    blueprints = access.blueprints(request).annotate(questions=Sum("quotas__count")).order_by("title", "code")
    kept = kept_bodies(request.user)
    papers = Paper.objects.filter(body__in=kept).select_related("body", "drawn_by")
    page = Paginator(papers.annotate(Count("questions")).order_by("-drawn_at", "pk"), PAGE).get_page(
        request.GET.get("page")
    )
    context = {
        "blueprints": blueprints,
        "page": page,
        "readable": read_bodies(request.user),
        "bodies": Body.objects.filter(pk__in=kept),
    }
    return render(request, "papers/index.html", context)


# Not kept by the browser: whoever sits down at the machine next must not find the questions by going back.
@require_GET
@login_required
@never_cache
def paper(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A paper with its questions, for examiners only: nobody else may know them before they are sat."""
    shown = access.readable_paper(request, pk)
    titles = Topic.objects.titles(shown.body)
    rows = [
        (question, called(titles, question.version.topic))
        for question in shown.questions.select_related("version__question")
    ]
    first = shown.first or shown
    forms = Paper.objects.filter(Q(pk=first.pk) | Q(first=first)).order_by("form")
    taken_back = defaultdict(list)
    for form, position in fitness.taken_back(forms).order_by("position").values_list("paper", "position"):
        taken_back[form].append(position)
    then = level_at(shown.body_id, shown.drawn_at)
    context = {
        "paper": shown,
        "changed": _changed(shown, rows),
        "guessable": guessable.of_paper(shown, [question for question, _topic in rows]),
        "today": shown.body.today(),
        "practised": _practised(shown, rows),
        "rows": [(question, topic, then(question.version)) for question, topic in rows],
        "titles": titles,
        "forms": [(form, taken_back[form.pk]) for form in forms],
        "taken_back": taken_back[shown.pk],
        "may_swap": may(request.user, DRAW, shown) and not swaps.objection(shown),
        "swapped": swaps.swapped_position(shown),
        "replacement": getattr(shown, "replacement", None),
    }
    return render(request, "papers/paper.html", context)


# Not kept by the browser: it shows questions.
@login_required
@never_cache
def swap(request: HttpRequest, pk: UUID, position: int) -> HttpResponse:
    """One question of a paper, and those that could stand in its place; choosing one makes another paper."""
    shown = access.readable_paper(request, pk)
    require(request.user, DRAW, shown)
    asked = shown.questions.select_related("version__question").filter(position=position).first()
    if asked is None:
        raise Http404
    why = swaps.objection(shown)
    if request.method == "POST" and not why:
        try:
            version = UUID(request.POST.get("version", ""))
            made = swaps.swap(paper=shown, position=position, version=version, actor=signed_in(request))
        except ValueError:
            why = _("Choose a question.")
        except swaps.NotSwapped as refused:
            why = str(refused)
        else:
            messages.success(request, _("Question %(n)d is swapped; this paper replaces the other.") % {"n": position})
            return redirect(made)
    offered = [] if swaps.objection(shown) else [each.version for each in swaps.fitting(shown, position)]
    found = QuestionVersion.objects.select_related("question").in_bulk(offered)
    titles = Topic.objects.titles(shown.body)
    context = {
        "paper": shown,
        "asked": asked,
        "refused": why,
        "offered": [(found[one], called(titles, found[one].topic)) for one in offered],
    }
    return render(request, "papers/swap.html", context, status=409 if request.method == "POST" else 200)


def _changed(shown: Paper, rows: Sequence[tuple[PaperQuestion, str]]) -> list[tuple[int, LawFlag]]:
    """The questions of a paper whose law has changed or is to change, by their places, each with its first open flag."""
    places = {question.version_id: question.position for question, _topic in rows}
    flags = open_flags([shown.body_id]).filter(version__in=places).order_by("day", "pk")
    first: dict[int, LawFlag] = {}
    for flag in flags.defer("rulings"):
        first.setdefault(places[flag.version_id], flag)
    return sorted(first.items(), key=lambda one: one[0])


def _practised(shown: Paper, rows: Sequence[tuple[PaperQuestion, str]]) -> list[int]:
    """The places of the questions whose situation somebody has met in practice lately when it was drawn, or since."""
    places: dict[str, list[int]] = defaultdict(list)
    for question, _topic in rows:
        places[question.version.question.fingerprint].append(question.position)
    met = fitness.practised(places.keys(), shown.drawn_at - fitness.PRACTISED_FOR)
    return sorted(place for fingerprint in met for place in places[fingerprint])


@require_safe
@login_required
@never_cache
def question_paper(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The question paper, to be printed."""
    paper = access.readable_paper(request, pk)
    return _pdf(paper_pdf(paper), paper, "paper")


@require_safe
@login_required
@never_cache
def marking_guide(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The marking guide, with the key."""
    paper = access.readable_paper(request, pk)
    return _pdf(guide_pdf(paper), paper, "marking-guide")


def _pdf(made: bytes, paper: Paper, what: str) -> HttpResponse:
    name = f"{slugify(paper.title) or 'paper'}-{paper.form}-{what}.pdf"
    return HttpResponse(made, "application/pdf", headers={"Content-Disposition": f'inline; filename="{name}"'})
