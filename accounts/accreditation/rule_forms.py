"""The form of a requirement, made of what its kind says of its fields (`requirements.Asked`): a new kind needs nothing here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields
from decimal import Decimal
from typing import Any, ClassVar

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.accreditation import rule_tree
from accounts.accreditation.requirements import GROUPS, LEAVES, Asked, Group, Known, Rule

Choices = Mapping[str, Any]
MOST = 1000
"""The largest whole number that is asked for in any field; what a kind makes of it, it says itself."""


class KindForm(forms.Form):
    """Which kind of requirement to add, and to which group."""

    to = forms.CharField(widget=forms.HiddenInput, required=False)
    kind = forms.ChoiceField(
        label=_("Kind"),
        choices=[
            (_("One requirement"), [(kind, cls.title) for kind, cls in LEAVES.items()]),
            (_("A group of requirements"), [(kind, cls.title) for kind, cls in GROUPS.items()]),
        ],
    )


class RuleForm(forms.Form):
    """The fields of one requirement; `made` is the requirement once the form is valid.

    kind: its class; rule: what stands there now, or None for a new one. Of a group only its kind and its number are asked: what
    it combines stays. What would be wrong with a single requirement is said here, before it is stored; what is wrong with a
    group, once its parts are there.
    """

    revision = forms.IntegerField(widget=forms.HiddenInput)

    made: Rule

    def __init__(self, *args: Any, kind: type[Rule], known: Known, level: str, rule: Rule | None, **how: Any) -> None:
        super().__init__(*args, **how)
        self.kind, self.known, self.level, self.rule = kind, known, level, rule
        self.marks: dict[str, Asked] = {}
        if issubclass(kind, Group):
            groups = [(name, cls.title) for name, cls in GROUPS.items()]
            self.fields["kind"] = forms.ChoiceField(
                label=_("What is asked of the group"), choices=groups, initial=kind.kind, widget=forms.RadioSelect
            )
        for cls in self._classes():
            for name, asked in cls.asked.items():
                self._add(cls, name, asked)

    def _classes(self) -> list[type[Rule]]:
        """The kind; of a group, all that it can become."""
        return list(GROUPS.values()) if issubclass(self.kind, Group) else [self.kind]

    def _add(self, cls: type[Rule], name: str, asked: Asked) -> None:
        value = getattr(self.rule, name, None) if self.rule is not None else None
        if value is None:
            value = _default(cls, name)
        choices = None if asked.choose is None else dict(asked.choose(self.known))
        sort = _annotation(cls, name)
        if sort == MARKS:
            self.marks[name] = asked
            for code, title in {
                **(choices or {}),
                **{code: code for code in value if code not in (choices or {})},
            }.items():
                one = forms.DecimalField(label=title, required=False, initial=value.get(code), max_digits=5)
                self.fields[f"{name}-{code}"] = one
            return
        self.fields[name] = FIELDS[sort](asked, choices, value)
        if isinstance(self.fields[name], forms.IntegerField) and issubclass(cls, Group):
            self.fields[name].required = False
            self.fields[name].help_text = gettext("Only for “%(kind)s”.") % {"kind": cls.title}

    def clean(self) -> dict[str, Any]:
        """Make the requirement, and ask it what is wrong with it."""
        told: dict[str, Any] = super().clean() or {}
        if self.errors:
            return told
        cls = GROUPS[told["kind"]] if issubclass(self.kind, Group) else self.kind
        values: dict[str, Any] = {}
        for name in cls.asked:
            if name in self.marks:
                values[name] = self._marked(name)
            elif told[name] is None and _annotation(cls, name) == "int":
                self.add_error(name, gettext("Give a number."))
            else:
                values[name] = told[name]
        if self.errors:
            return told
        make: Callable[..., Rule] = cls
        self.made = make(**self._kept(cls), **values)
        if not isinstance(self.made, Group):
            for fault in self.made.faults(self.known, self.level):
                self.add_error(None, fault)
        return told

    def _marked(self, name: str) -> dict[str, Decimal]:
        before = f"{name}-"
        return {
            field.removeprefix(before): value
            for field, value in self.cleaned_data.items()
            if field.startswith(before) and value is not None
        }

    def _kept(self, cls: type[Rule]) -> dict[str, Any]:
        """What stands there now and is not asked for, such as what a group combines."""
        if self.rule is None:
            return {}
        there = {one.name for one in fields(cls)} & {one.name for one in fields(self.rule)}
        return {name: getattr(self.rule, name) for name in there - set(cls.asked)}

    def plain(self) -> Iterator[BoundField]:
        """The fields that stand one below the other: all but the marks."""
        of_marks = tuple(f"{name}-" for name in self.marks)
        return (field for field in self.visible_fields() if not of_marks or not field.name.startswith(of_marks))

    def marked(self) -> Iterator[tuple[Asked, list[BoundField], bool]]:
        """The marks, a list of fields for each name: how they are asked for, the fields, and whether one is filled or wrong."""
        for name, asked in self.marks.items():
            found = [self[field] for field in self.fields if field.startswith(f"{name}-")]
            if not found:
                continue
            yield asked, found, any(field.errors or field.value() not in (None, "") for field in found)


class Lines(forms.CharField):
    """Several texts, one in a line."""

    widget = forms.Textarea(attrs={"rows": 3})

    def prepare_value(self, value: Any) -> Any:
        """As it is typed."""
        return "\n".join(value) if isinstance(value, tuple | list) else value

    def clean(self, value: Any) -> Any:
        """The lines that have something, each once."""
        typed = str(super().clean(value))
        return tuple(dict.fromkeys(line.strip() for line in typed.splitlines() if line.strip()))


class Several(forms.MultipleChoiceField):
    """Some of what there is."""

    widget = forms.CheckboxSelectMultiple

    def clean(self, value: Any) -> Any:
        """In the order of the choices."""
        return tuple(super().clean(value))


def _with_what_is_gone(choices: Choices, chosen: Any) -> list[tuple[str, Any]]:
    """The choices, and what was chosen once and is no longer there: it is seen before it is taken away."""
    gone = [(code, gettext("%(code)s (no longer there)") % {"code": code}) for code in chosen if code not in choices]
    return [*choices.items(), *gone]


def _text(asked: Asked, choices: Choices | None, value: Any) -> forms.Field:
    if choices is None:
        return forms.CharField(label=asked.label, help_text=asked.help, required=False, initial=value, max_length=300)
    offered = _with_what_is_gone(choices, [value] if value else [])
    first = [("", asked.nothing)] if asked.nothing else [] if value else [("", _("Choose one"))]
    return forms.ChoiceField(
        label=asked.label,
        help_text=asked.help,
        required=not asked.nothing,
        initial=value,
        choices=[*first, *offered],
    )


def _texts(asked: Asked, choices: Choices | None, value: Any) -> forms.Field:
    how = {"label": asked.label, "help_text": asked.help, "required": False, "initial": value}
    if choices is None:
        return Lines(**how, max_length=2000)
    if not choices and not value:
        how["help_text"] = asked.none
    return Several(**how, choices=_with_what_is_gone(choices, value))


def _whole(asked: Asked, _choices: Choices | None, value: Any) -> forms.Field:
    return forms.IntegerField(label=asked.label, help_text=asked.help, initial=value, min_value=0, max_value=MOST)


def _whole_or_nothing(asked: Asked, _choices: Choices | None, value: Any) -> forms.Field:
    return forms.IntegerField(
        label=asked.label, help_text=asked.help, required=False, initial=value, min_value=0, max_value=MOST
    )


def _decimal_or_nothing(asked: Asked, _choices: Choices | None, value: Any) -> forms.Field:
    return forms.DecimalField(label=asked.label, help_text=asked.help, required=False, initial=value, max_digits=5)


MARKS = "Mapping[str, Decimal]"


# By the annotation of the field in its kind, as requirements.read goes by it.
def _yes_or_no(asked: Asked, _choices: Choices | None, value: Any) -> forms.Field:
    return forms.BooleanField(label=asked.label, help_text=asked.help, required=False, initial=value)


FIELDS: Mapping[str, Callable[[Asked, Choices | None, Any], forms.Field]] = {
    "bool": _yes_or_no,
    "int": _whole,
    "int | None": _whole_or_nothing,
    "str": _text,
    "tuple[str, ...]": _texts,
    "Decimal | None": _decimal_or_nothing,
}


def _annotation(cls: type[Rule], name: str) -> str:
    return next(str(one.type) for one in fields(cls) if one.name == name)


def _default(cls: type[Rule], name: str) -> Any:
    one = next(one for one in fields(cls) if one.name == name)
    return one.default_factory() if one.default_factory is not MISSING else one.default


# --- What is done to a place ------------------------------------------------------------------------------------------


class PlaceForm(forms.Form):
    """What to do with the requirement at a place; `into`: the group that it is moved to.

    `into` is the place of a group, or the kind of a new one that takes the requirement's place.
    """

    UP, DOWN, INTO, OUT = "up", "down", "into", "out"
    NEW: ClassVar = "new:"

    revision = forms.IntegerField(widget=forms.HiddenInput)
    at = forms.CharField(widget=forms.HiddenInput)
    act = forms.ChoiceField(choices=[(act, act) for act in (UP, DOWN, INTO, OUT)])
    into = forms.CharField(required=False)

    def changed(self, rule: Group) -> Group:
        """The rule with it done; NoSuchPlace if it cannot be."""
        told = self.cleaned_data
        match told["act"]:
            case self.UP:
                return rule_tree.shift(rule, told["at"], -1)
            case self.DOWN:
                return rule_tree.shift(rule, told["at"], 1)
            case self.OUT:
                return rule_tree.take_out(rule, told["at"])
        into = told["into"]
        if not into.startswith(self.NEW):
            return rule_tree.move(rule, told["at"], "" if into == TOP else into)
        kind = GROUPS.get(into.removeprefix(self.NEW))
        if kind is None:
            raise rule_tree.NoSuchPlace(into)
        return rule_tree.gather(rule, told["at"], kind())

    def lands(self) -> str:
        """Where to look afterwards: the place to which it went, or that of what stands round it."""
        at, act = self.cleaned_data["at"], self.cleaned_data["act"]
        before, _dot, n = at.rpartition(".")
        if act in (self.UP, self.DOWN) and n.isdecimal():
            return rule_tree.below(before, max(1, int(n) + (1 if act == self.DOWN else -1)))
        return before or TOP


TOP = "top"


def ways_into(line: rule_tree.Line, top: rule_tree.Line) -> list[tuple[str, str]]:
    """The groups into which a requirement can be moved: new ones around it, and all but its own and those in it."""
    found = [
        (f"{PlaceForm.NEW}{kind}", gettext("a new group: %(title)s") % {"title": cls.title})
        for kind, cls in GROUPS.items()
    ]
    for one in top.within():
        is_in_it = one.place == line.place or one.place.startswith(f"{line.place}.")
        if not one.is_group or is_in_it or one.place == rule_tree.above(line.place):
            continue
        found.append(
            (one.place, gettext("group %(place)s: %(said)s") % {"place": one.place, "said": one.said})
            if one.place
            else (TOP, gettext("the whole list"))
        )
    return found
