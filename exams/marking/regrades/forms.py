"""What an examiner fills in to propose a regrade, and to decide about one."""

from __future__ import annotations

import decimal
import uuid
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.prose import Prose
from exams.bank.kinds import kind_of
from exams.bank.models import QuestionVersion
from exams.marking.marks import plain
from exams.marking.models import Regrade, Result, Script
from exams.marking.regrades.proposals import drafted
from exams.marking.regrades.remedies import Remedy
from exams.marking.written.rubrics import rows
from exams.sittings.models import Attempt, Sitting

_KEYED = (Remedy.DROP, Remedy.FULL, Remedy.ACCEPT, Remedy.KEY)
_BY_PEOPLE = (Remedy.DROP, Remedy.FULL, Remedy.REMARK)
_HELP = {
    "some": _("The letters of all that apply, such as a,c."),
    "places": _("The letters in order, such as c,a,b."),
    "provisions": _("A citation, such as 27B1(a)."),
    "number": _("A number in figures."),
}


class RegradeForm(forms.Form):
    """The remedy and what it needs. Only remedies that the kind of the question knows are offered.

    of: after an appeal, the attempt of the candidate who made it, whose script alone can be marked again then.
    """

    remedy = forms.ChoiceField(label=_("What should be done"), widget=forms.RadioSelect)
    nobody_loses = forms.BooleanField(
        label=_("Nobody loses marks"),
        help_text=_("Anyone who would get a worse result keeps the one they have."),
        required=False,
        initial=True,
    )
    everywhere = forms.BooleanField(
        label=_("In every sitting that asked the question"),
        help_text=_("Otherwise in this sitting only."),
        required=False,
    )
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("Every candidate whose result changes reads this, so address it to them."),
        max_length=2000,
        widget=Prose(attrs={"rows": 3}),
    )

    def __init__(
        self,
        data: Any = None,
        *,
        sitting: Sitting,
        version: QuestionVersion,
        of: Attempt | None = None,
        prefix: str | None = None,
        **more: Any,
    ) -> None:
        super().__init__(data, prefix=prefix, **more)
        self.sitting, self.version = sitting, version
        self.kind = kind_of(version.content)
        by_people = self.kind.by_people
        offered: tuple[Remedy, ...] = _BY_PEOPLE if by_people else _KEYED
        if not by_people:
            self._add_answers()
        elif scripts := self._scripts(of):
            self._add_scripts(scripts if of else [("", _("None")), *scripts])
        else:
            offered = tuple(remedy for remedy in offered if remedy != Remedy.REMARK)
        self._choice("remedy").choices = [(remedy.value, remedy.label) for remedy in offered]
        last = ("nobody_loses", "everywhere", "reason")
        self.order_fields(["remedy", *(name for name in self.fields if name not in ("remedy", *last)), *last])

    def _choice(self, name: str) -> forms.ChoiceField:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101  tells the type
        return field

    def _add_answers(self) -> None:
        label = _("The answer to accept as well, or the new key")
        if self.kind.keyed_by == "one":
            offered = [(one["id"], f"{one['id'].upper()}: {one['text']}") for one in self.version.content["options"]]
            self.fields["answer"] = forms.ChoiceField(label=label, choices=[("", _("None")), *offered], required=False)
        else:
            self.fields["answer"] = forms.CharField(
                label=label, help_text=_HELP[self.kind.keyed_by], max_length=200, required=False
            )
        others = QuestionVersion.objects.filter(question=self.version.question_id).exclude(pk=self.version.pk)
        wordings = [(str(one.pk), _("Wording %(n)d") % {"n": one.number}) for one in others.order_by("number")]
        if wordings:
            self.fields["like"] = forms.ChoiceField(
                label=_("Or use the key of another wording of the question"),
                choices=[("", _("No")), *wordings],
                required=False,
            )

    def _scripts(self, of: Attempt | None) -> list[tuple[str, Any]]:
        """The scripts of the question with their candidates, by name; only of attempts that have a result, since those who
        mark the others must not know whose they are.
        """
        marked = Result.objects.counting().filter(attempt__entry__sitting=self.sitting)
        scripts = Script.objects.filter(attempt__in=marked.values("attempt"), paper_question__version=self.version)
        if of is not None:
            scripts = scripts.filter(attempt=of)
        named = scripts.select_related("attempt__entry__person").order_by("attempt__entry__person__name", "code")
        return [(str(script.pk), _whose(script)) for script in named]

    def _add_scripts(self, offered: list[tuple[str, Any]]) -> None:
        self.fields["script"] = forms.ChoiceField(
            label=_("The script to be marked again"), choices=offered, required=False
        )
        for row in rows(self.version.content):
            self.fields[f"points-{row.id}"] = forms.ChoiceField(
                label=_("Points: %(text)s") % {"text": row.text},
                choices=[("", "–"), *((str(plain(step)), str(plain(step))) for step in row.steps)],
                required=False,
            )
        self.fields["comment"] = forms.CharField(
            label=_("Comment to the candidate"),
            max_length=2000,
            required=False,
            widget=Prose(attrs={"rows": 3}),
        )

    def drafted(self, actor: User) -> Regrade:
        """The regrade as it is filled in, not stored. Raises NotPossible."""
        said = self.cleaned_data
        points = {
            name.removeprefix("points-"): decimal.Decimal(value)
            for name, value in said.items()
            if name.startswith("points-") and value
        }
        return drafted(
            actor=actor,
            sitting=self.sitting,
            version=self.version,
            remedy=said["remedy"],
            reason=said["reason"],
            everywhere=said["everywhere"],
            answer=said.get("answer", ""),
            like=self._named(QuestionVersion.objects.filter(question=self.version.question_id), said.get("like")),
            script=self._named(Script.objects.filter(sitting=self.sitting), said.get("script")),
            points=points,
            comment=said.get("comment", ""),
            nobody_loses=said["nobody_loses"],
        )

    def _named(self, among: Any, pk: str | None) -> Any:
        return among.filter(pk=uuid.UUID(pk)).first() if pk else None


def _whose(script: Script) -> str:
    entry = script.attempt.entry
    said = {"who": entry.person, "number": entry.number or "–", "code": script.code}
    return gettext("%(who)s, candidate number %(number)s (script %(code)s)") % said


class ApproveForm(forms.Form):
    """Approving what was seen."""

    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=32_000)
    note = forms.CharField(label=_("Note (optional)"), max_length=2000, required=False, widget=Prose(attrs={"rows": 2}))


class RefuseForm(forms.Form):
    """Turning a proposal down."""

    note = forms.CharField(
        label=_("Reason"),
        help_text=_("For the examiner who proposed it. After an appeal, the candidate reads it too."),
        max_length=2000,
        widget=Prose(attrs={"rows": 2}),
    )
