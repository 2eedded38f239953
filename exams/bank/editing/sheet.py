"""The editor's page as a whole: its form, its rows, and the content that they make, to be shown while it is written or saved.

While it is written the page shows what there is. To be saved, everything has to be there and fit together; each fault
stands at the field that it is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exams.bank import notation
from exams.bank.content import faults
from exams.bank.editing import forms as fields
from exams.bank.editing.rows import MOST, Rows
from exams.bank.editing.typed import content_of, fields_of, rows_of
from exams.bank.kinds import Content, Kind, kind_of
from exams.bank.kinds.written import PARTS
from exams.bank.models import QuestionVersion
from laws import library

_PLACE = re.compile(
    r"(?:explanation\.)?(?P<part>options|rubric|steps|outcomes)(?:\[(?P<row>\d+)\](?:\.(?P<field>\w+))?)?"
)
# Where a fault of a content stands in the form, by the beginning of its place; the first that fits counts.
_FIELDS = (
    ("explanation.cites", "cites"),
    ("explanation.reason.provisions", "decides"),
    ("explanation.reason", "reason"),
    ("explanation.say", "say"),
    ("diagrams.auction", "auction"),
    ("diagrams.hands", "hands"),
    ("diagrams.play", "play"),
    ("receipt.edition", "edition"),
    ("stem", "stem"),
    ("ruling", "ruling"),
    ("question", "question"),
    ("level", "level"),
    ("topic", "topic"),
    ("edition", "edition"),
)
_TEXTS = ("stem", "ruling", "question", "reason", "say", "right", "figure", "topic")
# Where a key is typed into a field of its own.
_KEYS = ("accepted", "figure")
_ROWS = {
    "options": fields.OptionRow,
    "rubric": fields.RubricRow,
    "steps": fields.StepRow,
    "outcomes": fields.OutcomeRow,
}

_HEADINGS = {
    "options": gettext_lazy("Options"),
    "rubric": gettext_lazy("What earns marks"),
    "steps": gettext_lazy("The Director’s steps"),
    "outcomes": gettext_lazy("What follows"),
}


# What the page calls their rows; the steps of an order have letters, as options have.
_NAMES = {
    "options": gettext_lazy("Option %(letter)s"),
    "rubric": gettext_lazy("Item %(number)d"),
    "steps": gettext_lazy("Step %(number)d"),
    "outcomes": gettext_lazy("Consequence %(number)d"),
}
_STEP = gettext_lazy("Step %(letter)s")
_STEPS = gettext_lazy("Steps, as they are asked")


@dataclass(frozen=True)
class Opened:
    """What the page is about: a new question of a kind for a body, or a version to be changed.

    seen: the number of the latest version when the page is opened.
    """

    kind: Kind
    body: UUID
    base: QuestionVersion | None = None
    seen: int | None = None

    @property
    def content(self) -> Content | None:
        """The content that is changed."""
        return self.base.content if self.base else None


class Sheet:
    """The page with what was typed (`data`), or as it is opened."""

    def __init__(self, opened: Opened, data: QueryDict | None = None) -> None:
        self.opened, self.kind, self.data = opened, opened.kind, data
        base = opened.content
        ruled_on = bool(base and "receipt" in base)
        self.form = fields.SheetForm(
            data,
            kind=opened.kind,
            body=opened.body,
            editing=base is not None,
            topic=base["topic"] if base else "",
            edition=base["edition"] if base and ruled_on else "",
            initial=self._initial(),
        )
        opening = rows_of(base) if base else self._opening_rows()
        most = {"options": self.kind.options[-1], "rubric": 20}
        self.rows = {
            name: Rows(form, name, data=data, initial=opening[name], most=most.get(name, MOST))
            for name, form in _ROWS.items()
        }
        if self.kind.keyed_by != "places":
            self._take_out("options", "place")
        if self.kind.keyed_by != "some":
            self._take_out("options", "holds")

    @property
    def problems(self) -> list[tuple[str, str, str]]:
        """Every fault: the label of its field, the id to go to, and the message."""
        found: list[tuple[str, str, Iterable[Any]]] = [("", "editor", self.form.non_field_errors())]
        found += [
            (str(field.label or _("What is right")), field.auto_id, field.errors) for field in self.form if field.errors
        ]
        for name, rows in self.rows.items():
            found.append((self._heading(name), f"part-{name}", rows.errors))
            for place, letter, form in rows.lettered:
                row = self._row_name(name) % {"letter": letter, "number": place + 1}
                found += [(f"{row}: {field.label}", field.auto_id, field.errors) for field in form if field.errors]
                if beside := form.non_field_errors():
                    found.append((row, f"part-{name}", beside))
        return [(label, anchor, str(message)) for label, anchor, messages in found for message in messages]

    def is_valid(self) -> bool:
        """Whether the content can be saved; if not, every fault stands at its field."""
        self._lay_diagram_faults()
        well_formed = all([self.form.is_valid(), *(rows.is_valid() for rows in self.rows.values())])
        self._lay_unknown_provisions()
        self._lay_missing_reason()
        # The fingerprint is made when a question is saved; until then any stands in its place.
        content = {"fingerprint": "0" * 64, **self.content()}
        # What each part lacks is said in one go, also while others cannot be read; how they fit together, only then.
        complete = well_formed and self.form.is_valid()
        found = list(faults(content) if complete else self.kind.faults(content))
        if content["key"] == []:
            # The schema, which knows no kind, could not say it so well.
            found = [("key", self.kind.key_fault(content)), *((place, said) for place, said in found if place != "key")]
        if any(field in self.form.errors for field in _KEYS):
            found = [(place, said) for place, said in found if place != "key"]
        for place, message in found:
            self._lay(place, message)
        return self.form.is_valid() and all(rows.is_valid() for rows in self.rows.values())

    def content(self) -> dict[str, Any]:
        """The content as it can be made of what is there; what is missing or cannot be read is left empty."""
        self.form.is_valid()
        cleaned = self.form.cleaned_data
        text = {name: cleaned.get(name, self._raw(name)) for name in _TEXTS}
        told = {name: cleaned.get(name) or self._first(name) for name in ("level", "edition")}
        lists = {name: cleaned.get(name) or [] for name in ("cites", "decides", "accepted")}
        rows = {name: [_row(place, form) for place, form in rows.filled] for name, rows in self.rows.items()}
        return content_of(self.kind, {**text, **told, **lists}, rows, self._read()[0], self.opened.content)

    def diagram_faults(self) -> list[tuple[str, str]]:
        """The diagrams that cannot be read, each with its label and what is wrong, for somebody who is still typing."""
        return [(str(self.form.fields[fault.part].label), str(fault)) for fault in self._read()[1]]

    def _initial(self) -> dict[str, Any]:
        base = self.opened.base
        if base is None:
            return {"question": self.kind.asks}
        return {**fields_of(base.content), "difficulty": base.difficulty, "seen": self.opened.seen}

    def _opening_rows(self) -> dict[str, list[dict[str, Any]]]:
        """What a new question of the kind begins with."""
        return {
            "options": [{"text": text} for text in self.kind.offers] or [{}] * self.kind.options[0],
            "rubric": [{}] * (3 * (self.kind.keyed_by == "rubric")),
            "steps": [],
            "outcomes": [],
        }

    def _heading(self, part: str) -> str:
        """What the page calls the part."""
        return str(_STEPS if self._asks_for_order(part) else _HEADINGS[part])

    def _row_name(self, part: str) -> str:
        """What the page calls a row of the part."""
        return str(_STEP if self._asks_for_order(part) else _NAMES[part])

    def _asks_for_order(self, part: str) -> bool:
        return part == "options" and self.kind.keyed_by == "places"

    def focus(self, name: str) -> None:
        """Let the last row of the part be where a person goes on."""
        if name in self.rows and self.rows[name].forms:
            next(iter(self.rows[name].forms[-1].fields.values())).widget.attrs["autofocus"] = True

    def _take_out(self, name: str, field: str) -> None:
        for form in self.rows[name].forms:
            del form.fields[field]

    def _raw(self, name: str) -> str:
        return str(self.form.data.get(name, "")).strip()

    def _first(self, name: str) -> str:
        """The first that is offered, where nothing can be read."""
        choices = list(self.form.fields[name].choices)  # type: ignore[attr-defined]
        return str(choices[0][0]) if choices else ""

    def _read(self) -> tuple[dict[str, Any], list[notation.BadDiagram]]:
        """The diagrams that can be read, and what is wrong with the others."""
        self.form.is_valid()
        cleaned = self.form.cleaned_data
        typed = notation.Typed(
            board=cleaned.get("board"),
            partial=bool(cleaned.get("partial")),
            **{name: cleaned.get(name) or "" for name in ("dealer", "vulnerability")},
            # Also what has a fault already: the preview goes on showing it.
            **{name: cleaned.get(name, self._raw(name)) for name in ("hands", "auction", "play")},
        )
        return notation.read_what_can_be(typed)

    def _lay_diagram_faults(self) -> None:
        for fault in self._read()[1]:
            self.form.add_error(fault.part, str(fault))

    def _lay_unknown_provisions(self) -> None:
        """Say of each provision that the laws do not have, at the field that names it."""
        edition = self.form.cleaned_data.get("edition")
        if not edition:
            return
        known = library.known_keys(edition)

        def must_be_known(form: forms.Form, field: str, named: list[str]) -> None:
            if unknown := [key for key in named if key not in known]:
                said = _("These laws have no %(keys)s. Look it up in the law library.") % {"keys": ", ".join(unknown)}
                form.add_error(field, said)

        for field in ("cites", "decides", "accepted"):
            must_be_known(self.form, field, self.form.cleaned_data.get(field) or [])
        for rows in self.rows.values():
            for _place, form in rows.filled:
                if key := form.cleaned_data.get("provision"):
                    must_be_known(form, "provision", [key])

    def _lay_missing_reason(self) -> None:
        """Say that what decides stands beside a reason: without one it would be lost."""
        cleaned = self.form.cleaned_data
        if cleaned.get("decides") and "reason" in cleaned and not cleaned["reason"].strip():
            self.form.add_error("reason", _("You named what decides. Say why it does, or leave that empty too."))

    def _lay(self, place: str, message: str) -> None:
        """Put a fault of the content at the field it is about."""
        message = capfirst(message)
        found = _PLACE.match(place)
        if place.startswith("key"):
            self._lay_on_key(message)
        elif found and found["row"] is not None:
            _at, form = self.rows[found["part"]].filled[int(found["row"])]
            form.add_error(found["field"] if found["field"] in form.fields else None, message)
        elif found:
            self.rows[found["part"]].errors.append(message)
        else:
            field = next((field for start, field in _FIELDS if place.startswith(start)), None)
            if field not in self.form.errors:
                self.form.add_error(field, message)

    def _lay_on_key(self, message: str) -> None:
        field = next((name for name in _KEYS if name in self.form.fields), None)
        if field:
            self.form.add_error(field, message)
        else:
            self.rows["options"].errors.append(message)


def _row(place: int, form: forms.Form) -> dict[str, Any]:
    """What stands in a row, whether or not it can be read; `at` is its place on the page, from 0."""
    form.is_valid()
    told: dict[str, Any] = {"at": place, "holds": False, "place": ""}
    for name, field in form.fields.items():
        raw = str(form.data.get(form.add_prefix(name), "")).strip()
        told[name] = form.cleaned_data.get(name, False if isinstance(field, forms.BooleanField) else raw)
    if "part" in form.fields and told["part"] not in PARTS:
        told["part"] = "facts"
    if "marks" in form.fields and not isinstance(told["marks"], int):
        told["marks"] = 0
    return told


def opened_for(version: QuestionVersion) -> Opened:
    """The page on which this version is changed."""
    latest = version.question.versions.order_by("-number").values_list("number", flat=True)[0]
    return Opened(kind_of(version.content), version.body_id, version, latest)
