"""The form of an import: the file, and what to take where it says nothing."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, cast
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Body
from exams.bank.interchange.contents import Defaults
from exams.bank.interchange.conventions import provision
from exams.bank.interchange.uploads import too_large
from exams.bank.models import Level
from exams.bank.topics import topics
from laws.models import Edition, Provision


class DefaultsForm(forms.Form):
    """For which body, and what to take where a file says nothing of it."""

    body = forms.ModelChoiceField(label=gettext_lazy("Body"), queryset=Body.objects.none(), empty_label=None)
    level = forms.ChoiceField(label=gettext_lazy("Level"), choices=Level.choices)
    topic = forms.ChoiceField(
        label=gettext_lazy("Topic"),
        required=False,
        help_text=gettext_lazy("Also used for questions whose own topic is not in your syllabus."),
    )
    edition = forms.ModelChoiceField(
        label=gettext_lazy("Edition"), queryset=Edition.objects.none(), to_field_name="slug", empty_label=None
    )
    cites = forms.CharField(
        label=gettext_lazy("Laws"),
        required=False,
        max_length=200,
        help_text=gettext_lazy("The provisions that decide, most important first, such as 27B1(a), 27D."),
    )

    def __init__(self, *args: Any, bodies: Collection[UUID], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        body = cast("forms.ModelChoiceField[Body]", self.fields["body"])
        body.queryset = Body.objects.filter(pk__in=bodies).order_by("name")
        self._examined = [topic for topic in topics(list(bodies)) if topic.examined]
        offered = {topic.slug: "\u2003" * topic.depth + topic.title for topic in self._examined}
        cast(forms.ChoiceField, self.fields["topic"]).choices = [("", _("As the file says")), *offered.items()]
        edition = cast("forms.ModelChoiceField[Edition]", self.fields["edition"])
        # The newest edition of the code that is read most stands first.
        edition.queryset = Edition.objects.order_by("code__slug", "-in_force")
        edition.initial = edition.queryset.filter(laws__isnull=False).values_list("slug", flat=True).first()

    def clean_cites(self) -> tuple[str, ...]:
        """The keys of the provisions; a part that is none is named."""
        parts = [part.strip() for part in str(self.cleaned_data["cites"]).replace(";", ",").split(",") if part.strip()]
        keys = [provision(part) for part in parts]
        if None in keys:
            raise ValidationError(_("“%s” is not a provision. Write it like 27B1(a).") % parts[keys.index(None)])
        return tuple(dict.fromkeys(str(key) for key in keys))

    def clean(self) -> dict[str, Any]:
        """The provisions must stand in the edition, and the topic in the syllabus of the body."""
        told: dict[str, Any] = super().clean() or {}
        edition, cites, body = told.get("edition"), told.get("cites"), told.get("body")
        if edition and cites and edition.laws.exists():
            held = set(Provision.objects.filter(edition=edition, key__in=cites).values_list("key", flat=True))
            if missing := [key for key in cites if key not in held]:
                words = {"edition": edition.title, "key": missing[0]}
                self.add_error("cites", _("%(edition)s has no provision %(key)s.") % words)
        if body and told.get("topic") and told["topic"] not in self._of(body):
            self.add_error("topic", _("The syllabus of %s has no such topic.") % body)
        return told

    def defaults(self) -> Defaults:
        """What was chosen, once it is known to be right."""
        told = self.cleaned_data
        return Defaults(
            level=told["level"],
            topic=told["topic"],
            edition=told["edition"].slug,
            cites=told["cites"],
            topics=self._of(told["body"]),
        )

    def _of(self, body: Body) -> frozenset[str]:
        """The topics that a body examines."""
        return frozenset(topic.slug for topic in self._examined if topic.body == body.pk)


class ImportForm(DefaultsForm):
    """An upload with its defaults."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy("A QTI 3.0 package (zip), a single QTI 3.0 item, or Moodle XML; up to 25 MiB."),
        widget=forms.ClearableFileInput({"accept": ".zip,.xml"}),
    )
    field_order = ("file", "body", "level", "topic", "edition", "cites")

    def clean_file(self) -> Any:
        """A file within bounds; what stands in it is judged later."""
        sent = self.cleaned_data["file"]
        if said := too_large(sent.size or 0):
            raise ValidationError(said)
        return sent
