"""The field with which a registrar chooses a person: a list where there are few, otherwise one that is typed into.

What is typed is part of a name, a number in the register or an address. While somebody types, the page asks itself (a GET with
what the field holds) and takes from the answer the people who fit; so nobody is found whom the form would not take. Without
script the same is said once the form is sent: who alone fits is taken, several come back as a list to choose from.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.utils.datastructures import MultiValueDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.models import RegisterEntry
from accounts.models import NOWHERE, Body, User
from accounts.names import folded

FEW = 12
"""So many people are a list to choose from; of more, one types whom one means."""
LISTED = 10
"""So many of those who fit are shown."""
LETTERS = 2
LONGEST = 200
WHAT_TO_TYPE = _("Type part of a name, a number or an address.")


class Typed(NamedTuple):
    """What is typed, and the id of whom one chose among those who fit it."""

    text: str
    chosen: str = ""


class Fit(NamedTuple):
    """Somebody who fits what is typed, as they are told apart."""

    person: User
    words: str


class PersonInput(forms.Widget):
    """A line to type in, and below it the people who fit."""

    template_name = "accreditation/parts/person_input.html"

    def __init__(self, field: PersonField) -> None:
        super().__init__()
        self.field = field

    def value_from_datadict(self, data: Mapping[str, Any], files: MultiValueDict[str, Any], name: str) -> Typed:
        """What was typed and chosen."""
        return Typed(_clean(data.get(name)), str(data.get(f"{name}-chosen") or ""))

    def value_omitted_from_data(self, data: Mapping[str, Any], files: MultiValueDict[str, Any], name: str) -> bool:
        """Whether the form had no such field."""
        return name not in data

    def get_context(self, name: str, value: Typed | None, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """With those who fit, and whom the form would take."""
        context: dict[str, Any] = super().get_context(name, value, attrs)
        typed = value or Typed("")
        asked = len(typed.text) >= LETTERS
        fits = self.field.fits(typed.text) if asked else []
        taken = self.field.meant(typed) if asked else None
        context |= {
            "text": typed.text,
            "fits": fits[:LISTED],
            "more": len(fits) > LISTED,
            "taken": taken.pk if taken else None,
            # What is wrong is said above the field already.
            "nobody": asked and not fits and "aria-invalid" not in context["widget"]["attrs"],
        }
        return context


class PersonField(forms.Field):
    """One of the people whom `among` names. empty_label: what a short list says first."""

    def __init__(self, *, empty_label: str | Promise, **how: Any) -> None:
        super().__init__(**how)
        self.empty_label = empty_label
        self.people: QuerySet[User] = User.objects.none()
        self.body: Body | None = None

    def among(self, people: QuerySet[User], body: Body) -> None:
        """Take one of these people, whose numbers are those of this body. A form says so when it is made."""
        self.people, self.body = people, body
        few = list(people[: FEW + 1])
        if len(few) <= FEW:
            choices = [(str(one.pk), in_words(one)) for one in few]
            widget: forms.Widget = forms.Select(choices=[("", self.empty_label), *choices])
        else:
            widget = PersonInput(self)
            self.help_text = " ".join(filter(None, (str(WHAT_TO_TYPE), str(self.help_text))))
        widget.is_required = self.required
        self.widget = widget

    def prepare_value(self, value: Any) -> Any:
        """What the widget shows of what was sent, or of an id or a text with which the page was opened."""
        typed = value if isinstance(value, Typed) else Typed(_clean(value))
        if isinstance(self.widget, forms.Select):
            return typed.text
        person = self._by_id(typed.text)
        return Typed(in_words(person), str(person.pk)) if person is not None else typed

    def clean(self, value: Any) -> User | None:
        """The person who is meant. Refused where nobody fits what was typed, or several do."""
        typed = value if isinstance(value, Typed) else Typed(_clean(value))
        if not typed.text:
            if self.required:
                raise ValidationError(self.error_messages["required"], code="required")
            return None
        person = self.meant(typed)
        if person is None:
            several = len(typed.text) < LETTERS or self.fitting(typed.text).exists()
            raise ValidationError(
                _("“%(text)s” fits several people. Choose one of them, or type more.")
                if several
                else _("Nobody here fits “%(text)s”. Check the spelling, or try a number or an address."),
                "several" if several else "nobody",
                {"text": typed.text},
            )
        return person

    def meant(self, typed: Typed) -> User | None:
        """Whom the form takes: who was chosen, if they fit what is typed; or who alone fits, or alone fits exactly."""
        if (known := self._by_id(typed.text)) is not None:
            return known
        fitting = self.fitting(typed.text)
        if typed.chosen:
            chosen = self._by_id(typed.chosen)
            if chosen is not None and fitting.filter(pk=chosen.pk).exists():
                return chosen
        exactly = Q(name_folded=folded(typed.text)) | Q(email=typed.text.lower()) | self._numbered(number=typed.text)
        for found in (self.people.filter(exactly)[:2], fitting[:2]):
            if len(alone := list(found)) == 1:
                return alone[0]
        return None

    def fitting(self, text: str) -> QuerySet[User]:
        """Those of whom each word of the text is in the name or address, or begins the number."""
        found = self.people
        for word in text.lower().split():
            part = word.strip("(),;<>")
            reachable = Q(email__contains=part) & ~Q(email__endswith=f"@{NOWHERE}")
            found = found.filter(
                Q(name_folded__contains=folded(part)) | reachable | self._numbered(number__istartswith=part)
            )
        return found

    def fits(self, text: str) -> list[Fit]:
        """Those who fit, at most LISTED and one more, with their numbers. Two queries."""
        people = list(self.fitting(text)[: LISTED + 1])
        known = RegisterEntry.objects.filter(body=self.body, person__in=people).exclude(number="")
        numbers = dict(known.values_list("person", "number"))
        return [Fit(one, ", ".join(filter(None, (in_words(one), numbers.get(one.pk))))) for one in people]

    def _numbered(self, **number: str) -> Q:
        return Q(pk__in=RegisterEntry.objects.filter(body=self.body, **number).values("person"))

    def _by_id(self, text: str) -> User | None:
        try:
            return self.people.filter(pk=UUID(text)).first()
        except ValueError:
            return None


def among(field: forms.Field, people: QuerySet[User], body: Body) -> None:
    """Let this field of a form that is made take one of these people of the body."""
    if not isinstance(field, PersonField):
        raise TypeError(f"{field!r} takes no person.")
    field.among(people, body)


def in_words(person: User) -> str:
    """Name and address: two people may have one name."""
    return f"{person.name} ({person.shown_email})" if person.name and person.shown_email else str(person)


def _clean(value: Any) -> str:
    """What was typed, as the database can be asked for it."""
    return " ".join(str(value or "").replace("\x00", "").split())[:LONGEST]
