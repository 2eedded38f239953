"""The fields of the editor: what stands once, and the rows."""

from __future__ import annotations

import re
from typing import Any, cast
from uuid import UUID

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from accounts.prose import Prose
from exams.bank import topics
from exams.bank.kinds import Kind
from exams.bank.kinds.written import PARTS
from exams.bank.models import Difficulty, Level
from laws import keys, library

LONGEST = 8000
MOST_PROVISIONS = 2000
"""Characters of a list of provisions: some two hundred of them."""
SEATS = [("", _("as the board says")), ("N", _("North")), ("E", _("East")), ("S", _("South")), ("W", _("West"))]
VULNERABLE = [
    ("", _("as the board says")),
    ("none", _("nobody")),
    ("NS", _("North and South")),
    ("EW", _("East and West")),
    ("all", _("everybody")),
]


def _typed(rows: int, *, notation: bool = False) -> Prose:
    """A text area; one for notation takes what is typed as it is."""
    as_it_is = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false", "class": "notation"}
    return Prose({"rows": rows, **(as_it_is if notation else {})})


class Provision(forms.CharField):
    """The key of one provision, from however it is spelled."""

    widget = forms.TextInput({"class": "cited", "autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"})

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": keys.LONGEST, **options})

    def clean(self, value: Any) -> str:
        """The key, as 27B1(a)."""
        typed = str(super().clean(value)).strip()
        return _key(typed) if typed else ""


class Provisions(forms.CharField):
    """Keys of provisions, with commas or line ends between them."""

    widget = Provision.widget

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": MOST_PROVISIONS, **options})

    def clean(self, value: Any) -> list[str]:
        """The keys in their order, each once."""
        typed = str(super().clean(value))
        return list(dict.fromkeys(_key(one.strip()) for one in re.split(r"[,;\n]", typed) if one.strip()))


def _key(typed: str) -> str:
    key = keys.read_loosely(typed)
    if key is None:
        raise forms.ValidationError(
            _now("“%(typed)s” cannot be read as a provision. Write it like 27B1(a), with commas between several.")
            % {"typed": typed}
        )
    return str(key)


class SheetForm(forms.Form):
    """What stands once. `seen` is the number of the latest version when the page was opened; empty for a new question."""

    level = forms.ChoiceField(label=_("Level"), choices=Level.choices)
    topic = forms.ChoiceField(label=_("Topic"))
    edition = forms.ChoiceField(label=_("Laws"))
    difficulty = forms.TypedChoiceField(
        label=_("Expected difficulty"), choices=Difficulty.choices, coerce=int, initial=Difficulty.MEDIUM
    )
    stem = forms.CharField(
        label=_("What happened"),
        help_text=_("An empty line begins a paragraph. Suits: ♠ ♥ ♦ ♣."),
        max_length=LONGEST,
        widget=_typed(6),
    )
    ruling = forms.CharField(
        label=_("The ruling given"),
        help_text=_("In the words that were said at the table, right or wrong. Candidates judge it."),
        max_length=LONGEST,
        widget=_typed(3),
    )
    question = forms.CharField(label=_("What is asked"), max_length=500)
    board = forms.IntegerField(
        label=_("Board"),
        required=False,
        min_value=1,
        max_value=999,
        help_text=_("Gives the dealer and the vulnerability."),
    )
    dealer = forms.ChoiceField(label=_("Dealer"), required=False, choices=SEATS)
    vulnerability = forms.ChoiceField(label=_("Vulnerable"), required=False, choices=VULNERABLE)
    hands = forms.CharField(label=_("Hands"), required=False, max_length=2000, widget=_typed(4, notation=True))
    partial = forms.BooleanField(label=_("Some cards are not shown"), required=False)
    auction = forms.CharField(label=_("Auction"), required=False, max_length=4000, widget=_typed(4, notation=True))
    play = forms.CharField(label=_("Play"), required=False, max_length=4000, widget=_typed(4, notation=True))
    right = forms.CharField(required=False, max_length=2)
    accepted = Provisions(
        label=_("Provisions accepted"),
        help_text=_("Best first, separated by commas. Every way of writing them counts as right."),
        max_length=300,
    )
    figure = forms.IntegerField(
        label=_("The right number"), help_text=_("Only this number counts as right."), min_value=0, max_value=999
    )
    reason = forms.CharField(
        label=_("The reason"),
        required=False,
        help_text=_("Why it is the ruling at this table, in a sentence or two. It is read first."),
        max_length=LONGEST,
        widget=_typed(2),
    )
    decides = Provisions(
        label=_("What decides"),
        required=False,
        help_text=_("The provision that the reason rests on. Left empty, it is the first of those cited."),
        max_length=300,
    )
    say = forms.CharField(
        label=_("What the Director says"),
        help_text=_("The ruling in words, as at the table."),
        max_length=LONGEST,
        widget=_typed(4),
    )
    cites = Provisions(
        label=_("Provisions cited"),
        help_text=_("Such as 27B1(a), separated by commas. Each must be in these laws."),
        max_length=600,
    )
    change = forms.CharField(
        label=_("What you changed"), help_text=_("Reviewers read it first."), max_length=2000, widget=_typed(2)
    )
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(
        self, data: Any, *, kind: Kind, body: UUID, editing: bool, topic: str = "", edition: str = "", **named: Any
    ) -> None:
        super().__init__(data, use_required_attribute=False, **named)
        if kind.keyed_by != "provisions":
            del self.fields["accepted"]
        if kind.keyed_by != "number":
            del self.fields["figure"]
        if kind.keyed_by != "one":
            del self.fields["right"]
        if not kind.judges:
            del self.fields["ruling"]
        if not editing:
            del self.fields["change"]
        offered = topics.examined(body)
        if topic and topic not in dict(offered):
            offered.append((topic, topics.Titles([body]).of(body, topic)))
        self._offer("topic", [("", _now("Choose") if offered else _now("The syllabus has no topic yet")), *offered])
        shelf = [(one.slug, one.title) for one in library.shelf()]
        # A question that the engine ruled on stays under the laws it ruled by.
        self._offer("edition", [one for one in shelf if one[0] == edition] if edition else shelf)

    def _offer(self, name: str, pairs: list[tuple[str, str]]) -> None:
        cast(forms.ChoiceField, self.fields[name]).choices = pairs


class Row(forms.Form):
    """A row that may stay empty: a box that is ticked or not is nothing typed."""

    def has_changed(self) -> bool:
        """Whether something is typed."""
        return any(not isinstance(self.fields[name], forms.BooleanField) for name in self.changed_data)


class OptionRow(Row):
    """What may be chosen, and why it is right or wrong; a step, and its place."""

    text = forms.CharField(label=_("Text"), max_length=1000, widget=_typed(2))
    why = forms.CharField(label=_("Why"), required=False, max_length=2000, widget=_typed(2))
    holds = forms.BooleanField(label=_("It holds"), required=False)
    place = forms.ChoiceField(
        label=_("Place"), required=False, choices=[("", "–"), *((str(place), str(place)) for place in range(1, 7))]
    )


class RubricRow(Row):
    """What a full answer says, and what it earns."""

    part = forms.ChoiceField(label=_("Part"), choices=list(PARTS.items()), initial="facts")
    text = forms.CharField(label=_("What is said"), max_length=1000, widget=_typed(2))
    provision = Provision(label=_("Law"), max_length=40)
    marks = forms.IntegerField(label=_("Marks"), min_value=1, max_value=20, initial=1)


class StepRow(Row):
    """A question that the Director answers on the way, and its law."""

    question = forms.CharField(label=_("Question"), max_length=500)
    answer = forms.CharField(label=_("Answer"), required=False, max_length=300)
    provision = Provision(label=_("Law"), max_length=40)
    taken = forms.BooleanField(label=_("The ruling takes this step"), required=False, initial=True)


class OutcomeRow(Row):
    """What follows from the ruling, and its law."""

    text = forms.CharField(label=_("What follows"), max_length=1000, widget=_typed(2))
    provision = Provision(label=_("Law"), max_length=40)
    main = forms.BooleanField(label=_("It decides about calls, players or the score"), required=False, initial=True)
