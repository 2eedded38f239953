"""What a list of the bank may be asked for."""

from __future__ import annotations

import django_filters
from django.utils.translation import gettext_lazy as _

from exams.bank.models import (
    Difficulty,
    GenerationJob,
    Level,
    Question,
    QuestionVersion,
    QuestionVersionQuerySet,
    Status,
)
from laws.api.filters import KeyFilter, SlugFilter, WordsFilter


class VersionFilters(django_filters.FilterSet):
    """Versions of questions."""

    body = SlugFilter("body__slug", help_text=_("Of this body, by its short name."))
    status = django_filters.MultipleChoiceFilter(choices=Status.choices, help_text=_("Can be given several times."))
    kind = django_filters.MultipleChoiceFilter(
        choices=QuestionVersion.Kind.choices, help_text=_("Can be given several times.")
    )
    level = django_filters.ChoiceFilter(choices=Level.choices, help_text=_("The level."))
    topic = SlugFilter("topic", help_text=_("About this topic of the syllabus, by its short name."))
    edition = SlugFilter("edition", help_text=_("Asked under this edition of the laws."))
    provision = KeyFilter(method="citing", help_text=_("Whose explanation cites exactly this provision."))
    procedure = KeyFilter("question__procedure", help_text=_("Made from this procedure of the rules engine."))
    source = django_filters.ChoiceFilter(
        "question__source", choices=Question.Source.choices, help_text=_("Where the question came from.")
    )
    difficulty = django_filters.ChoiceFilter(
        choices=Difficulty.choices, help_text=_("How hard it is expected to be: 1 easy, 2 medium, 3 hard.")
    )
    run = django_filters.UUIDFilter("job", help_text=_("Made by this run of the generator."))
    q = WordsFilter("words", method="saying", help_text=_("Whose words match, as in the examiner's list."))

    def citing(self, versions: QuestionVersionQuerySet, _name: str, key: str) -> QuestionVersionQuerySet:
        """Those that cite a provision."""
        return versions.filter(provisions__contains=[key])

    def saying(self, versions: QuestionVersionQuerySet, _name: str, words: str) -> QuestionVersionQuerySet:
        """Those whose words match."""
        return versions.matching(words)


class RunFilters(django_filters.FilterSet):
    """Runs of the generator."""

    body = SlugFilter("body__slug", help_text=_("Of this body, by its short name."))
    status = django_filters.MultipleChoiceFilter(
        choices=GenerationJob.Status.choices, help_text=_("Can be given several times.")
    )
