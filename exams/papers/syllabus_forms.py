"""What a keeper of the syllabus fills in."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.prose import Prose
from exams.bank.models import Level
from exams.papers import syllabus
from exams.papers.models import Topic
from laws.editing.forms import KeysField
from laws.models import Provision


class TopicForm(forms.ModelForm[Topic]):
    """A topic of the syllabus. Where it stands is chosen among those it could stand under: not itself, nothing below it."""

    laws = KeysField(
        label=_("Laws"),
        required=False,
        help_text=_("Keys of the law library between commas: 27, 16B, 12C2(c), Club27."),
        max_length=600,
    )
    levels = forms.MultipleChoiceField(
        label=_("Examined at"), choices=Level.choices, widget=forms.CheckboxSelectMultiple, initial=list(Level.values)
    )

    class Meta:
        model = Topic
        fields = ("title", "parent", "about", "laws", "levels")
        widgets: ClassVar = {"about": Prose(attrs={"rows": 3})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        topic: Topic = self.instance
        nodes = syllabus.read(topic.body).nodes
        below = {one.topic.pk for node in nodes if topic.pk and node.topic.pk == topic.pk for one in node.walk()}
        offered = [node for node in nodes if node.topic.pk not in below and node.topic.retired_at is None]
        self.fields["parent"] = forms.TypedChoiceField(
            label=_("Stands under"),
            required=False,
            coerce=int,
            empty_value=None,
            choices=[
                ("", _("nothing: a heading of its own")),
                *((node.topic.pk, "\u2003" * node.depth + str(node.topic)) for node in offered),
            ],
            initial=topic.parent_id,
        )
        self._offered = {node.topic.pk: node.topic for node in offered}

    def clean_parent(self) -> Topic | None:
        """The topic itself."""
        chosen = self.cleaned_data["parent"]
        return self._offered[chosen] if chosen else None

    def clean_laws(self) -> list[str]:
        """Each must be in the law library, whichever edition has it."""
        named: list[str] = self.cleaned_data["laws"]
        known = set(Provision.objects.filter(key__in=named).values_list("key", flat=True))
        if missing := [key for key in named if key not in known]:
            words = {"keys": ", ".join(missing)}
            raise ValidationError(_("The law library has no %(keys)s. Correct it, or leave it out."), params=words)
        return named
