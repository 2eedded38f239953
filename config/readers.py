"""Who opened a question, a paper or a script: for the administrators of its body, when something has leaked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts.audit.models import AuditEntry
from accounts.models import Body
from accounts.rules import body_id_of, require, signed_in
from config.read_log import KIND, VERB
from exams.bank.models import LawFlag, Problem, QuestionVersion
from exams.marking.models import Appeal, Regrade, Result, Script
from exams.papers.models import Paper
from exams.sittings.models import Entry, Sitting

PAGE = 50
ID = re.compile(r"[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}", re.IGNORECASE)

# What can be asked about, each with the word for it. Their ids are random, so that an id alone says which it is.
THINGS: dict[type[Model], Any] = {
    QuestionVersion: _("Question"),
    Paper: _("Paper"),
    Sitting: _("Sitting"),
    Script: _("Script"),
    Result: _("Result"),
    Regrade: _("Regrade"),
    Appeal: _("Appeal"),
    Problem: _("Reported problem"),
}

FLAG_PAGES = ("bank:flag", "bank:settle_flag")

# Pages in words, by their names; one that is missing here is told by its name.
WORDS = {
    "bank:version": _("the question with its key"),
    "bank:edit": _("the question in the editor"),
    "bank:history": _("the history of the question"),
    "bank:problem": _("a reported problem, with the question"),
    "bank:flag": _("a changed law, with the question"),
    "bank-api:version": _("the question, by program"),
    "papers:paper": _("the paper"),
    "papers:swap": _("a question of the paper, with those that could replace it"),
    "papers:print": _("the paper as PDF"),
    "papers:guide": _("the marking guide as PDF"),
    "papers-api:paper": _("the paper, by program"),
    "marking:result": _("a result, with the questions and their keys"),
    "results-api:result": _("a result, by program"),
    "marking:of_sitting": _("the results of the sitting"),
    "marking:results_table": _("the results of the sitting as a file"),
    "marking:statistics": _("the statistics of the sitting"),
    "marking:item_statistics": _("the statistics of the question"),
    "marking:moderation": _("the moderation of the sitting"),
    "marking:script": _("the script, with the rubric"),
    "marking:adjudication": _("the script, to decide between two markers"),
    "marking:regrade": _("a regrade"),
    "marking:new_regrade": _("a regrade, with the question"),
    "marking:appeal": _("an appeal"),
}


class ThingForm(forms.Form):
    """What is asked about, by the address of its page or by its id."""

    thing = forms.CharField(
        label=_("Address or id"),
        max_length=500,
        help_text=_("Paste the address of the question, paper, sitting or script, or the id in it."),
    )

    def clean_thing(self) -> UUID:
        """The last id in it, as addresses name what they are about."""
        found = ID.findall(self.cleaned_data["thing"])
        if not found:
            raise forms.ValidationError(
                _("There is no id in this. An id is 32 characters long: digits and the letters a to f.")
            )
        return UUID(found[-1])


@dataclass(frozen=True)
class ReadEntry:
    """Somebody had a page open. of: what it is a page of, if not of the thing that was asked about."""

    entry: AuditEntry
    page: Any
    of: Any


@require_safe
@login_required
def opened(request: HttpRequest, slug: str) -> HttpResponse:
    """Look up one thing: everybody who has opened it, or what holds it, the latest first."""
    body = get_object_or_404(Body, slug=slug)
    require(signed_in(request), "accounts.see_readers", body)
    form = ThingForm(request.GET or None)
    context: dict[str, Any] = {"body": body, "form": form}
    if request.GET and form.is_valid():
        thing = _thing(body, form.cleaned_data["thing"])
        if thing is None:
            form.add_error("thing", _("Your body has nothing with this id."))
        else:
            about = _about(thing)
            entries = AuditEntry.objects.filter(verb=VERB, target_type=KIND).select_related("actor")
            opened_at = Q(target_id__in=[str(pk) for pk in about]) | Q(
                target_id__in=_flags(thing), data__page__in=FLAG_PAGES
            )
            found = entries.filter(opened_at).order_by("-at", "-pk")
            page = Paginator(found, PAGE).get_page(request.GET.get("page"))
            named = {str(pk): word for pk, word in about.items()}
            context |= {
                "thing": thing,
                "name": _name(thing),
                "taken_out": _taken_out(thing),
                "page": page,
                "readings": [
                    ReadEntry(
                        entry,
                        WORDS.get(entry.data["page"], entry.data["page"]),
                        named.get(entry.target_id, "") if entry.target_id != str(thing.pk) else "",
                    )
                    for entry in page
                ],
            }
    status = 422 if request.GET and form.errors else 200
    with timezone.override(body.zone):
        return render(request, "opened.html", context, status=status)


def _thing(body: Body, pk: UUID) -> Model | None:
    """What has this id in the body."""
    for model in THINGS:
        found = model._default_manager.filter(pk=pk).first()
        if found is not None:
            return found if body_id_of(found) == body.pk else None
    return None


def _about(thing: Model) -> dict[UUID, Any]:
    """The ids under which it can have been opened, each with what that is.

    A paper shows its questions, a result the questions that were asked, a script the one that it answers, appeals, regrades and
    reports the one that they are about, and the history of a question all its versions. Two versions differ in little, so
    that whoever had the other one open is told as well.
    """
    about: dict[UUID, Any] = {thing.pk: THINGS[type(thing)]}
    if isinstance(thing, QuestionVersion):
        papers = Paper.objects.filter(questions__version=thing)
        results = Result.objects.filter(answer_marks__paper_question__version=thing)
        about = _named(QuestionVersion.objects.filter(question=thing.question_id)) | about
        about |= _named(results) | _named(Appeal.objects.filter(result__in=results))
        about |= _named(Script.objects.filter(paper_question__version=thing))
        about |= _named(Regrade.objects.filter(version=thing)) | _named(Problem.objects.filter(version=thing))
    elif isinstance(thing, Paper):
        papers = Paper.objects.filter(pk=thing.pk)
        results = Result.objects.filter(answer_marks__paper_question__paper=thing).distinct()
        about |= _named(results) | _named(Appeal.objects.filter(result__in=results))
        about |= _named(Script.objects.filter(paper_question__paper=thing))
    elif isinstance(thing, Sitting):
        own = Entry.objects.filter(sitting=thing).values("own_paper")
        papers = Paper.objects.filter(Q(pk=thing.paper.pk) | Q(pk__in=own))
    else:
        return about
    return (
        about
        | {paper.pk: str(paper) for paper in papers}
        | _named(Sitting.objects.filter(Q(paper__in=papers) | Q(entries__own_paper__in=papers)).distinct())
    )


def _flags(thing: Model) -> list[str]:
    """The numbers of flags about it, whose pages show the question. They are no random ids, and mean something there alone."""
    if not isinstance(thing, QuestionVersion):
        return []
    return [str(pk) for pk in LawFlag.objects.filter(version=thing).values_list("pk", flat=True)]


def _name(thing: Model) -> str:
    """What it is, without a word of a question: not every administrator may read those."""
    if isinstance(thing, QuestionVersion):
        return gettext("Question %(id)s, version %(number)s") % {"id": thing.question_id, "number": thing.number}
    return gettext("%(kind)s: %(thing)s") % {"kind": THINGS[type(thing)], "thing": thing}


def _taken_out(thing: Model) -> QuerySet[AuditEntry]:
    """Files of many questions that were taken out of the bank while this one was in it; they do not say which."""
    if not isinstance(thing, QuestionVersion):
        return AuditEntry.objects.none()
    found = AuditEntry.objects.filter(verb="question.exported", target_id=str(thing.body_id), at__gte=thing.created_at)
    return found.filter(target_type=Body._meta.label).select_related("actor").order_by("-at", "-pk")[:PAGE]


def _named(found: QuerySet[Any]) -> dict[UUID, Any]:
    word = THINGS[found.model]
    return dict.fromkeys(found.values_list("pk", flat=True), word)
