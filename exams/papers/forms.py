"""Forms of blueprints: their terms, the lines of their quotas and floors, and drawing by them."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Iterator
from typing import Any, ClassVar, cast

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from accounts.models import Body
from exams.bank.models import Difficulty, Level, QuestionVersion
from exams.papers import syllabus
from exams.papers.draws import MOST_FORMS
from exams.papers.models import Blueprint, Paper, Quota, Topic
from laws.models import Edition

MOST_PER_QUOTA = 100
# Empty lines that a form offers beside those there are, and the most that one request may bring.
MORE_LINES = 3
MOST_LINES = 80
KINDS = [(kind.value, kind.label) for kind in QuestionVersion.Kind]

Choices = list[tuple[str, str]]


class TermsForm(forms.ModelForm[Blueprint]):
    """What candidates are promised. On a new blueprint also its code, by which accreditation names it for good."""

    class Meta:
        model = Blueprint
        fields = (
            "title",
            "code",
            "level",
            "edition",
            "minutes",
            "open_book",
            "assistant",
            "one_each",
            "order",
            "pairs",
            "rest_sittings",
            "pass_mark",
            "partial_credit",
            "tolerance",
            "resits",
            "resit_days",
            "appeal_days",
        )
        widgets: ClassVar = {"order": forms.RadioSelect, "pairs": forms.RadioSelect}

    # How the page groups them.
    GROUPS: ClassVar = (
        (_("The paper"), ("title", "code", "level", "edition", "minutes", "open_book", "assistant")),
        (_("The questions"), ("order", "pairs", "one_each", "rest_sittings")),
        (_("Marking"), ("pass_mark", "partial_credit", "tolerance")),
        (_("Afterwards"), ("resits", "resit_days", "appeal_days")),
    )

    def __init__(self, *args: Any, body: Body, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.body = body
        self.fields["edition"] = forms.ChoiceField(
            label=_("Laws"),
            choices=self._editions(),
            help_text=_("The edition that the questions are asked under."),
        )
        # Whoever leaves it empty, or sends a form from before it was there, asks for no rest.
        self.fields["rest_sittings"].required = False
        if self.instance.pk:
            del self.fields["code"]
        else:
            self.fields["code"].required = False
            self.fields["code"].help_text = _(
                "Accreditation requirements refer to the paper by this short name, which never changes. Leave "
                "empty to make it from the title."
            )

    def _editions(self) -> Choices:
        """The editions that can be read here, and the one that the blueprint has."""
        offered = dict(Edition.objects.on_shelf().values_list("slug", "title"))
        if (held := self.instance.edition) and held not in offered:
            offered[held] = held
        return list(offered.items())

    @property
    def groups(self) -> list[tuple[Any, list[forms.BoundField]]]:
        """The fields under their headings."""
        return [(heading, [self[name] for name in names if name in self.fields]) for heading, names in self.GROUPS]

    def clean(self) -> dict[str, Any]:
        """A new blueprint needs a code that no other of the body has."""
        super().clean()
        if "code" in self.fields and "code" not in self.errors:
            code = self.cleaned_data.get("code") or slugify(self.cleaned_data.get("title", ""))[:60].strip("-")
            if not code:
                self.add_error("code", _("Give it a short name in letters, digits and hyphens."))
            elif Blueprint.objects.filter(body=self.body, code=code).exists():
                self.tell_taken(code)
            self.cleaned_data["code"] = code
        return self.cleaned_data

    def clean_rest_sittings(self) -> int:
        """Left empty it is none."""
        return self.cleaned_data["rest_sittings"] or 0

    def tell_taken(self, code: str) -> None:
        """Say that another blueprint has this code."""
        self.add_error("code", _("There is already a blueprint with this name: %(code)s.") % {"code": code})


class QuotaForm(forms.Form):
    """One quota. An empty number takes the line away."""

    topic = forms.ChoiceField(label=_("Topic"), required=False)
    level = forms.ChoiceField(label=_("Level"), required=False, choices=Level.choices)
    kind = forms.ChoiceField(label=_("Kind"), required=False, choices=[("", _("any but written")), *KINDS])
    difficulty = forms.TypedChoiceField(
        label=_("Difficulty"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", _("any")), *Difficulty.choices],
    )
    count = forms.IntegerField(label=_("Number"), required=False, min_value=0, max_value=MOST_PER_QUOTA)

    def __init__(self, *args: Any, topics: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["topic"].choices = [("", "–"), *topics]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """A number needs something to be the number of."""
        super().clean()
        if self.cleaned_data.get("count") and not self.cleaned_data.get("topic") and "topic" not in self.errors:
            self.add_error("topic", _("Choose one, or leave the number empty."))
        return self.cleaned_data


class FloorForm(forms.Form):
    """The least percentage of a topic. An empty percentage takes the line away."""

    topic = forms.ChoiceField(label=_("Topic"), required=False)
    percent = forms.IntegerField(label=_("At least, in percent"), required=False, min_value=1, max_value=100)

    def __init__(self, *args: Any, topics: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["topic"].choices = [("", "–"), *topics]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """A percentage needs something to be the percentage of."""
        super().clean()
        if self.cleaned_data.get("percent") and not self.cleaned_data.get("topic") and "topic" not in self.errors:
            self.add_error("topic", _("Choose one, or leave the percentage empty."))
        return self.cleaned_data


class Lines(forms.BaseFormSet[Any]):
    """Lines of a table, of which no two may be about the same."""

    key: tuple[str, ...]
    number: str

    def clean(self) -> None:
        """Refuse, at the later one, two lines about the same."""
        seen: set[tuple[Any, ...]] = set()
        for form in self.forms:
            asked = tuple(form.cleaned_data.get(name) for name in self.key) if form.is_valid() else ()
            if not asked or not form.cleaned_data.get(self.number):
                continue
            if asked in seen:
                form.add_error(self.number, _("A line above is for the same."))
            seen.add(asked)

    @property
    def entered(self) -> list[dict[str, Any]]:
        """What the valid lines say, those without a number left out."""
        return [
            form.cleaned_data
            for form in self.forms
            if form.is_valid() and form.cleaned_data.get(self.number) and form.cleaned_data.get(self.key[0])
        ]


class QuotaLines(Lines):
    """The quotas."""

    key = ("topic", "level", "kind", "difficulty")
    number = "count"


class FloorLines(Lines):
    """The floors."""

    key = ("topic",)
    number = "percent"


_quota_lines = forms.formset_factory(
    QuotaForm, formset=QuotaLines, extra=MORE_LINES, max_num=MOST_LINES, absolute_max=MOST_LINES, validate_max=True
)
_floor_lines = forms.formset_factory(
    FloorForm, formset=FloorLines, extra=1, max_num=MOST_LINES, absolute_max=MOST_LINES, validate_max=True
)


_IDLE_FLOOR = _(
    "The paper has no questions on “%(topic)s”, so this minimum would mean nothing. Ask for some questions on "
    "that topic, or clear the percentage."
)
_RETIRED_FLOOR = _("“%(topic)s” is retired, so it is no longer examined. Clear the percentage.")


class BlueprintForms:
    """The page of a blueprint: its terms, its quotas and its floors, checked together."""

    def __init__(self, data: Any = None, *, body: Body, blueprint: Blueprint, quotas: Iterable[Quota] = ()) -> None:
        self.body = body
        self.syllabus = read = syllabus.read(body)
        quotas = list(quotas)
        # A topic that was retired since stays with the lines that name it.
        named = {quota.topic.slug for quota in quotas} | set(blueprint.floors)
        nodes = [node for node in read.nodes if node.topic.retired_at is None or node.topic.slug in named]
        self.topics: dict[str, Topic] = {node.topic.slug: node.topic for node in nodes}
        choices = [(node.topic.slug, "\u2003" * node.depth + str(node.topic)) for node in nodes]
        self.terms = TermsForm(data, instance=blueprint, body=body)
        # What was sent is compared with nothing, or a line left as it was would pass for an empty one.
        lines = [{**quota.asked(), "difficulty": quota.difficulty} for quota in quotas]
        floors = [{"topic": slug, "percent": percent} for slug, percent in blueprint.floors.items()]
        shared: dict[str, Any] = {"form_kwargs": {"topics": choices}}
        quota_lines = _quota_lines(data, prefix="quota", initial=None if data else lines, **shared)
        floor_lines = _floor_lines(data, prefix="floor", initial=None if data else floors, **shared)
        self.quotas, self.floors = cast(Lines, quota_lines), cast(Lines, floor_lines)
        self.errors: list[Any] = []

    def is_valid(self) -> bool:
        """Whether everything can be saved; every fault is told at its field."""
        fine = [self.terms.is_valid(), self.quotas.is_valid(), self.floors.is_valid()]
        if self.quotas.is_valid() and not self.quotas.entered:
            self.errors.append(_("Ask for at least one question."))
            return False
        if self.quotas.is_valid() and self.floors.is_valid():
            fine.append(not self._tell_idle_floors())
        return all(fine)

    def _tell_idle_floors(self) -> bool:
        """Say, at each floor that no question asked for counts for, that nobody could miss it; tells whether one is."""
        asked = {line["topic"] for line in self.quotas.entered}
        drawn = [self.syllabus.lineages[node.topic.slug] for node in self.syllabus.examined]
        counting = {slug for above in drawn if asked.intersection(above) for slug in above}
        idle = [
            form
            for form in self.floors.forms
            if form.cleaned_data.get("percent") and form.cleaned_data["topic"] not in counting
        ]
        for form in idle:
            topic = self.topics[form.cleaned_data["topic"]]
            form.add_error("topic", (_RETIRED_FLOOR if topic.retired_at else _IDLE_FLOOR) % {"topic": topic})
        return bool(idle)

    @property
    def problems(self) -> list[tuple[str, str, str]]:
        """Every fault: the label of its field with its line, the id to go to, and the message."""
        found: list[tuple[Any, str, Iterable[Any]]] = [(_("The blueprint"), "blueprint", self.terms.non_field_errors())]
        found += [(field.label, field.auto_id, field.errors) for field in self.terms.visible_fields()]
        found.append((_("How many of what"), "quotas", [*self.errors, *self.quotas.non_form_errors()]))
        found += _of_lines(self.quotas, _("How many of what"))
        found.append((_("Floors"), "floors", self.floors.non_form_errors()))
        found += _of_lines(self.floors, _("Floors"))
        return [(str(label), anchor, str(message)) for label, anchor, messages in found for message in messages]

    def tell_gone(self, slugs: Collection[str]) -> None:
        """Say, at each line that names one of these topics, that it is no longer in the syllabus."""
        for form in (*self.quotas.forms, *self.floors.forms):
            if (slug := form.cleaned_data.get("topic")) in slugs:
                words = {"topic": self.topics[slug]}
                sentence = _("“%(topic)s” is no longer in the syllabus. Choose another topic, or leave the line empty.")
                form.add_error("topic", sentence % words)

    @property
    def asked(self) -> list[Quota]:
        """The quotas entered, not saved."""
        return [
            Quota(
                topic=self.topics[line["topic"]],
                level=line["level"] or Level.CLUB,
                kind=line["kind"],
                difficulty=line["difficulty"],
                count=line["count"],
            )
            for line in self.quotas.entered
        ]

    @property
    def blueprint(self) -> Blueprint:
        """The blueprint as entered, not saved."""
        made = self.terms.instance
        made.body = self.body
        made.floors = {line["topic"]: line["percent"] for line in self.floors.entered}
        return made


def _of_lines(lines: Lines, heading: Any) -> Iterator[tuple[str, str, Iterable[Any]]]:
    for number, form in enumerate(lines.forms, start=1):
        for field in form.visible_fields():
            words = {"heading": heading, "number": number, "field": field.label}
            yield _("%(heading)s, line %(number)d: %(field)s") % words, field.auto_id, field.errors


def with_more_lines(data: Any, prefix: str) -> Any:
    """The same entries with a few more empty lines; where their number cannot be read, the lines themselves say so."""
    changed = data.copy()
    name = f"{prefix}-TOTAL_FORMS"
    try:
        lines = int(changed.get(name, 0))
    except ValueError:
        return data
    changed[name] = str(min(lines + MORE_LINES, MOST_LINES))
    return changed


class DrawForm(forms.ModelForm[Paper]):
    """Draws a paper: another seed, another paper."""

    class Meta:
        model = Paper
        fields = ("seed",)

    def __init__(self, *args: Any, one_each: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["seed"].initial = fresh_seed()
        self.fields["day"] = forms.DateField(
            label=_("To be sat on"),
            required=False,
            widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            help_text=_("Questions whose law changes by that day are left out. Leave empty for today."),
        )
        if one_each:
            self.fields["forms"] = forms.IntegerField(
                label=_("Forms"),
                required=False,
                min_value=1,
                max_value=MOST_FORMS,
                initial=1,
                help_text=_(
                    "How many papers of equal difficulty to draw, for printing. Candidates who sit online get "
                    "theirs when their entry is approved."
                ),
            )

    @property
    def count(self) -> int:
        """How many forms to draw: one unless more are asked for."""
        return int(self.cleaned_data.get("forms") or 1)


def fresh_seed() -> int:
    """A seed to begin with."""
    return secrets.randbelow(1_000_000) + 1
