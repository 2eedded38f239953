"""Pages of the syllabus: what is examined, for every member of a body; keeping it, for its examiners and administrators."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.models import Body
from accounts.rules import may, require, roles_of, signed_in
from exams.bank.models import Level
from exams.papers import access, syllabus, topics
from exams.papers.models import Topic
from exams.papers.rules import CHANGE_SYLLABUS
from exams.papers.syllabus_forms import TopicForm
from exams.papers.topics import TopicRefused
from laws import library


@require_GET
@login_required
def bodies(request: HttpRequest) -> HttpResponse:
    """The syllabus of the person's body, or a choice between those of several."""
    found = list(Body.objects.filter(pk__in=roles_of(request.user)))
    if not found:
        raise Http404
    if len(found) == 1:
        return redirect("papers:syllabus", found[0].slug)
    return render(request, "papers/syllabi.html", {"bodies": found})


@require_GET
@login_required
def read(request: HttpRequest, slug: str) -> HttpResponse:
    """What the body examines, as a tree, with the laws to read; a keeper can change it here."""
    body = access.own_body(request, slug)
    level = request.GET.get("level", "")
    level = level if level in Level.values else ""
    shown = syllabus.read(body)
    roots = [node for node in shown.roots if node.topic.retired_at is None]
    keeps = may(request.user, CHANGE_SYLLABUS, body)
    changing = keeps and "change" in request.GET
    edition = library.usual_edition()
    context = {
        "body": body,
        "roots": [found for node in roots if (found := node.at(level))] if level else roots,
        "retired": [node.topic for node in shown.nodes if node.topic.retired_at] if changing else [],
        "level": level,
        "levels": Level,
        "keeps": keeps,
        "changing": changing,
        "edition": edition.slug if edition else "",
    }
    return render(request, "papers/syllabus.html", context)


@login_required
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """A new topic."""
    body = _kept(request, slug)
    under = Topic.objects.filter(body=body, slug=request.GET.get("under", ""), retired_at=None).first()
    form = TopicForm(request.POST or None, instance=Topic(body=body, parent=under))
    return _edit(request, form, body)


@login_required
def change(request: HttpRequest, slug: str, topic: str) -> HttpResponse:
    """A topic's words, laws, levels and place."""
    body = _kept(request, slug)
    shown = _topic(body, topic)
    # Before the form lays what is sent over it.
    seen = request.POST.get("seen", "") if request.method == "POST" else topics.digest(shown)
    return _edit(request, TopicForm(request.POST or None, instance=shown), body, seen)


@require_POST
@login_required
def shift(request: HttpRequest, slug: str, topic: str) -> HttpResponse:
    """One place up or down among those beside it."""
    body = _kept(request, slug)
    shown = _topic(body, topic)
    by = {"up": -1, "down": 1}.get(request.POST.get("to", ""))
    if by is not None and shown.retired_at is None:
        try:
            topics.shift(topic=shown, actor=signed_in(request), by=by)
        except TopicRefused as refused:
            messages.error(request, str(refused))
    return _back(body, shown)


@require_POST
@login_required
def take_out(request: HttpRequest, slug: str, topic: str) -> HttpResponse:
    """Retire it; or delete it, if nothing ever named it."""
    body = _kept(request, slug)
    shown = _topic(body, topic)
    try:
        deleted = topics.take_out(topic=shown, actor=signed_in(request))
    except TopicRefused as refused:
        messages.error(request, str(refused))
        return _back(body, shown)
    sentence = (
        _("“%(topic)s” is deleted: nothing had used it.")
        if deleted
        else _("“%(topic)s” is retired: no paper asks for it any more, and what was examined keeps its words.")
    )
    messages.success(request, sentence % {"topic": shown})
    return _back(body)


@require_POST
@login_required
def bring_back(request: HttpRequest, slug: str, topic: str) -> HttpResponse:
    """Examine a retired topic again."""
    body = _kept(request, slug)
    shown = _topic(body, topic)
    try:
        topics.bring_back(topic=shown, actor=signed_in(request))
    except TopicRefused as refused:
        messages.error(request, str(refused))
    return _back(body, shown)


def _edit(request: HttpRequest, form: TopicForm, body: Body, seen: str = "") -> HttpResponse:
    is_new = form.instance.pk is None
    context = {"body": body, "form": form, "topic": None if is_new else form.instance, "seen": seen}
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            told: dict[str, Any] = {"topic": form.instance, "actor": signed_in(request)}
            try:
                saved = topics.add(**told) if is_new else topics.change(**told, seen=seen)
            except topics.Changed as changed:
                # With the mark of what was saved meanwhile, so that pressing again saves after having compared.
                context |= {"seen": changed.digest, "changed": str(changed)}
                status = 409
            except TopicRefused as refused:
                form.add_error("parent", str(refused))
            else:
                messages.success(request, _("“%(topic)s” is saved.") % {"topic": saved})
                return _back(body, saved)
    return render(request, "papers/topic.html", context, status=status)


def _kept(request: HttpRequest, slug: str) -> Body:
    body = access.own_body(request, slug)
    require(request.user, CHANGE_SYLLABUS, body)
    return body


def _topic(body: Body, slug: str) -> Topic:
    return get_object_or_404(Topic.objects.select_related("body", "parent"), body=body, slug=slug)


def _back(body: Body, topic: Topic | None = None) -> HttpResponse:
    """To the syllabus as its keepers see it, where the topic stands in it."""
    address = reverse("papers:syllabus", args=[body.slug]) + "?change=yes"
    return redirect(f"{address}#{topic.slug}" if topic else address)
