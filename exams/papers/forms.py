"""Forms of papers: revising a blueprint, drawing a paper."""

from __future__ import annotations

import secrets
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from exams.bank.models import Level
from exams.papers.models import Blueprint, Paper, Topic

MOST_PER_QUOTA = 100


class Row(NamedTuple):
    """A topic with its fields, one for each level."""

    topic: Topic
    fields: list[forms.BoundField]


class BlueprintForm(forms.ModelForm[Blueprint]):
    """A blueprint's terms, and how many questions it takes of each topic at each level."""

    class Meta:
        model = Blueprint
        fields = ("title", "level", "edition", "minutes", "pass_mark", "open_book")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._cells: dict[tuple[Topic, str], str] = {}
        counts = {(quota.topic_id, quota.level): quota.count for quota in self.instance.quotas.all()}
        for topic in Topic.objects.filter(body=self.instance.body_id):
            for level in Level:
                name = f"count-{topic.slug}-{level}"
                self._cells[topic, level] = name
                self.fields[name] = forms.IntegerField(
                    label=_("%(topic)s, %(level)s") % {"topic": topic, "level": level.label},
                    min_value=0,
                    max_value=MOST_PER_QUOTA,
                    required=False,
                    initial=counts.get((topic.pk, level)),
                )

    @property
    def terms(self) -> list[forms.BoundField]:
        """The fields of the terms."""
        return [self[name] for name in self.Meta.fields]

    @property
    def rows(self) -> list[Row]:
        """The numbers, a row for each topic."""
        topics = dict.fromkeys(topic for topic, _level in self._cells)
        return [Row(topic, [self[self._cells[topic, level]] for level in Level]) for topic in topics]

    @property
    def counts(self) -> dict[tuple[Topic, str], int]:
        """The numbers entered; an empty field is none."""
        return {cell: self.cleaned_data[name] or 0 for cell, name in self._cells.items()}

    def clean(self) -> dict[str, Any]:
        """A blueprint must ask for something."""
        super().clean()
        if not self.errors and not any(self.counts.values()):
            raise ValidationError(_("Ask for at least one question."))
        return self.cleaned_data


class DrawForm(forms.ModelForm[Paper]):
    """Draws a paper: another seed, another paper."""

    class Meta:
        model = Paper
        fields = ("seed",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["seed"].initial = secrets.randbelow(1_000_000) + 1
