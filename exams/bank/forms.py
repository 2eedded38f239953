"""Forms of the bank: what to look for, what to generate, what to decide."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any, cast
from uuid import UUID

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Body
from accounts.prose import Prose
from exams import scenarios
from exams.bank.models import (
    Difficulty,
    GenerationJob,
    Level,
    Question,
    QuestionVersion,
    QuestionVersionQuerySet,
    Review,
    Status,
    kinds_to_generate,
)
from exams.bank.topics import Titles
from laws import keys
from laws.models import Edition

Pairs = Iterable[tuple[str, str]]


def _law_of(procedure: str) -> str:
    """What an examiner calls a procedure; a part of a law that has one of its own is a “Law” here too: Law 16B."""
    return gettext("Law %(number)s") % {"number": procedure}


class BankFilter(forms.Form):
    """Narrows the list of questions. Without a choice of status it shows what waits for review."""

    q = forms.CharField(label=_("Words or provision"), required=False, max_length=200)
    status = forms.ChoiceField(label=_("Status"), required=False, choices=[("", _("All")), *Status.choices])
    kind = forms.ChoiceField(label=_("Kind"), required=False, choices=[("", _("All")), *QuestionVersion.Kind.choices])
    level = forms.ChoiceField(label=_("Level"), required=False, choices=[("", _("All")), *Level.choices])
    topic = forms.ChoiceField(label=_("Topic"), required=False)
    procedure = forms.ChoiceField(label=_("Law"), required=False)
    source = forms.ChoiceField(label=_("Source"), required=False, choices=[("", _("All")), *Question.Source.choices])
    difficulty = forms.ChoiceField(label=_("Difficulty"), required=False, choices=[("", _("All")), *Difficulty.choices])
    edition = forms.ChoiceField(label=_("Edition"), required=False)
    body = forms.ChoiceField(label=_("Body"), required=False)
    cites = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    run = forms.UUIDField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any, *, versions: QuestionVersionQuerySet) -> None:
        super().__init__({"status": Status.IN_REVIEW, **data.dict()})
        # Asked apart: joined, each version would be looked up in its question, which is half the time of the page.
        used = list(versions.order_by().values_list("body", "topic", "edition").distinct())
        bodies = {body for body, _topic, _edition in used}
        self.titles = Titles(bodies)
        named = {topic: self.titles.of(body, topic) for body, topic, _edition in used}
        self._offer("topic", sorted(named.items(), key=lambda one: one[1].casefold()))
        asked = Question.objects.filter(body__in=bodies).exclude(procedure="")
        laws = asked.order_by().values_list("procedure", flat=True).distinct()
        self._offer("procedure", [(law, _law_of(law)) for law in sorted(laws, key=lambda law: keys.parse(law).order)])
        editions = {edition for _body, _topic, edition in used}
        known = dict(Edition.objects.filter(slug__in=editions).values_list("slug", "title"))
        self._offer("edition", [(edition, known.get(edition, edition)) for edition in sorted(editions)])
        if len(bodies) > 1:
            self._offer("body", Body.objects.filter(pk__in=bodies).order_by("name").values_list("slug", "name"))
        else:
            del self.fields["body"]
        self._versions = versions

    def _offer(self, name: str, pairs: Pairs) -> None:
        cast(forms.ChoiceField, self.fields[name]).choices = [("", _("All")), *pairs]

    def narrowed(self) -> QuestionVersionQuerySet:
        """The versions asked for; a choice that is not offered is passed over."""
        self.is_valid()
        chosen = {name: value for name, value in self.cleaned_data.items() if value}
        versions = self._versions
        if words := chosen.pop("q", None):
            versions = versions.matching(words)
        if procedure := chosen.pop("procedure", None):
            versions = versions.filter(question__procedure=procedure)
        if source := chosen.pop("source", None):
            versions = versions.filter(question__source=source)
        if body := chosen.pop("body", None):
            versions = versions.filter(body__slug=body)
        if cites := chosen.pop("cites", None):
            versions = versions.citing(cites)
        if run := chosen.pop("run", None):
            versions = versions.filter(job=run)
        return versions.filter(**chosen)


class GenerateForm(forms.ModelForm[GenerationJob]):
    """Starts a run of the generator."""

    procedure = forms.ChoiceField(label=_("Law"), help_text=_("What the questions are about."))
    kind = forms.ChoiceField(
        label=_("Kind"), initial=GenerationJob.MIXED, help_text=_("What the candidate is asked to do.")
    )

    class Meta:
        model = GenerationJob
        fields = ("body", "procedure", "kind", "count", "seed")

    def __init__(self, *args: Any, bodies: Iterable[UUID], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        body = cast("forms.ModelChoiceField[Body]", self.fields["body"])
        body.queryset = Body.objects.filter(pk__in=bodies)
        body.initial = body.queryset.first()
        procedure = cast(forms.ChoiceField, self.fields["procedure"])
        procedure.choices = [
            (scenarios.ALL, _("All of them in turn")),
            *((number, _law_of(number)) for number in scenarios.PROCEDURES),
        ]
        kind = cast(forms.ChoiceField, self.fields["kind"])
        kind.choices = kinds_to_generate()
        # A new seed each time the form is opened; it is stored with the run, which can be repeated with it.
        self.fields["seed"].initial = secrets.randbelow(1_000_000) + 1


class DecisionForm(forms.Form):
    """An examiner's decision about a version."""

    CHOOSE = _("Choose one of the decisions below.")

    decision = forms.ChoiceField(
        choices=Review.Decision.choices, error_messages={"required": CHOOSE, "invalid_choice": CHOOSE}
    )
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=2000,
        widget=Prose({"rows": 3}),
        error_messages={
            "max_length": _("A reason has at most %(limit_value)d characters; this has %(show_value)d. Shorten it.")
        },
    )


class ReasonForm(forms.Form):
    """Why a path is moved to another level, or the move taken back; nobody may leave it out."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=2000,
        widget=Prose({"rows": 3}),
        help_text=_("Every examiner of the body can read it, and it stays with the path."),
        error_messages={
            "required": _("Say why: the reason stays with the path."),
            "max_length": _("A reason has at most %(limit_value)d characters; this has %(show_value)d. Shorten it."),
        },
    )


def open_decisions(version: QuestionVersion) -> list[Review.Decision]:
    """The decisions that the version's standing leaves open."""
    return {
        Status.IN_REVIEW: [Review.Decision.APPROVE, Review.Decision.REJECT],
        Status.APPROVED: [Review.Decision.REOPEN, Review.Decision.RETIRE],
        Status.REJECTED: [Review.Decision.REOPEN],
    }.get(Status(version.status), [])
