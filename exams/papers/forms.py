"""Forms of papers: revising a blueprint, drawing a paper."""

from __future__ import annotations

import secrets
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from exams.bank.kinds import NOT_DRAWN
from exams.bank.models import Level, QuestionVersion
from exams.papers.models import Blueprint, Paper, Quota, Topic
from exams.papers.services import Line
from laws.models import Edition

MOST_PER_QUOTA = 100


# Empty lines that the form offers beside those there are, and the most that one request may bring.
MORE_LINES = 2
MOST_LINES = 60
# What a line of the form asks for. Lines are of one kind each; what is of any kind stands in the table.
LINE = ("topic", "level", "kind", "count")
KINDS = [(kind.value, kind.label) for kind in QuestionVersion.Kind if kind not in NOT_DRAWN]


class Row(NamedTuple):
    """A topic with its fields, one for each level."""

    topic: Topic
    fields: list[forms.BoundField]


class BlueprintForm(forms.ModelForm[Blueprint]):
    """A blueprint's terms, and how many questions it takes of each topic at each level.

    Most numbers are of any kind and stand in a table. A number of one kind is a line of its own; there are two empty ones
    for more, and an empty number takes a line away.
    """

    class Meta:
        model = Blueprint
        fields = ("title", "level", "edition", "minutes", "pass_mark", "open_book")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["edition"] = forms.ChoiceField(
            label=_("Laws"),
            choices=self._editions(),
            help_text=_("The edition that the questions are asked under."),
        )
        self._cells: dict[tuple[Topic, str], str] = {}
        quotas = list(self.instance.quotas.select_related("topic"))
        counts = {(quota.topic_id, quota.level): quota.count for quota in quotas if not quota.kind}
        self._topics = {topic.slug: topic for topic in Topic.objects.filter(body=self.instance.body_id)}
        for topic in self._topics.values():
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
        of_one_kind = [quota for quota in quotas if quota.kind]
        sent = sum(1 for name in self.data if name.startswith("line-") and name.endswith("-count"))
        self._lines = min(sent, MOST_LINES) if self.is_bound else len(of_one_kind) + MORE_LINES
        for number in range(self._lines):
            self._add_line(number, of_one_kind[number] if number < len(of_one_kind) else None)

    def _editions(self) -> list[tuple[str, str]]:
        """The editions that can be read here, and the one that the blueprint has."""
        offered = dict(Edition.objects.on_shelf().values_list("slug", "title"))
        if (held := self.instance.edition) and held not in offered:
            offered[held] = held
        return list(offered.items())

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
    def lines(self) -> list[list[forms.BoundField]]:
        """The fields of the numbers of one kind, line by line."""
        return [[self[f"line-{number}-{part}"] for part in LINE] for number in range(self._lines)]

    @property
    def counts(self) -> dict[Line, int]:
        """The numbers entered; an empty field is none."""
        counts: dict[Line, int] = {
            (topic, level, ""): self.cleaned_data[name] or 0 for (topic, level), name in self._cells.items()
        }
        for number in range(self._lines):
            topic, level, kind, count = (self.cleaned_data[f"line-{number}-{part}"] for part in LINE)
            if count:
                counts[self._topics[topic], level, kind] = count
        return counts

    def clean(self) -> dict[str, Any]:
        """A blueprint must ask for something, and in each line for something else."""
        super().clean()
        seen: set[tuple[str | None, ...]] = set()
        for number in range(self._lines):
            *asked, count = (self.cleaned_data.get(f"line-{number}-{part}") for part in LINE)
            if not count:
                continue
            for part, value in zip(LINE[:-1], asked, strict=True):
                if not value and f"line-{number}-{part}" not in self.errors:
                    self.add_error(f"line-{number}-{part}", _("Choose one, or leave the number empty."))
            if tuple(asked) in seen and all(asked):
                self.add_error(f"line-{number}-count", _("A line above asks for the same."))
            seen.add(tuple(asked))
        if not self.errors and not any(self.counts.values()):
            raise ValidationError(_("Ask for at least one question."))
        return self.cleaned_data

    def _add_line(self, number: int, quota: Quota | None) -> None:
        """The fields of one line, filled from the quota that it stands for."""
        topics = [(slug, str(topic)) for slug, topic in self._topics.items()]
        choices: dict[str, list[tuple[str, Any]]] = {"topic": topics, "level": list(Level.choices), "kind": KINDS}
        labels = {"topic": _("Topic"), "level": _("Level"), "kind": _("Kind"), "count": _("Number")}
        initial = (
            {"topic": quota.topic.slug, "level": quota.level, "kind": quota.kind, "count": quota.count} if quota else {}
        )
        for part in LINE:
            words = _("%(part)s, line %(number)d") % {"part": labels[part], "number": number + 1}
            self.fields[f"line-{number}-{part}"] = (
                forms.ChoiceField(
                    label=words, required=False, choices=[("", "–"), *choices[part]], initial=initial.get(part)
                )
                if part in choices
                else forms.IntegerField(
                    label=words, required=False, min_value=0, max_value=MOST_PER_QUOTA, initial=initial.get(part)
                )
            )


class DrawForm(forms.ModelForm[Paper]):
    """Draws a paper: another seed, another paper."""

    class Meta:
        model = Paper
        fields = ("seed",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["seed"].initial = secrets.randbelow(1_000_000) + 1
