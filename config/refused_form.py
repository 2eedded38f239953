"""What somebody typed into a form that could not be taken: shown to copy and to send again, never its secrets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, UnreadablePostError

# Under /account/ people sign in, and change their password or second factor: nothing of that is shown, whatever its name.
_ACCOUNT: Final = "/account/"
_SECRET: Final = re.compile("password|passwd|secret|token", re.IGNORECASE)
_ROW: Final = re.compile(r"-(\d{1,4})-")
_TOKEN: Final = "csrfmiddlewaretoken"  # noqa: S105


@dataclass(frozen=True)
class Sent:
    """One value of a form: `name` as its field is called, `label` as people can read it."""

    name: str
    label: str
    value: str

    @property
    def is_text(self) -> bool:
        """Whether somebody wrote words, rather than chose or counted."""
        return len(self.value.split()) > 1


@dataclass(frozen=True)
class RefusedForm:
    """All values of a form in their order; files: the names of files that came with it. whole: whether nothing is left out."""

    values: Sequence[Sent] = ()
    files: Sequence[str] = ()
    whole: bool = False

    @property
    def texts(self) -> list[Sent]:
        """What somebody wrote."""
        return [one for one in self.values if one.is_text]

    @property
    def others(self) -> list[Sent]:
        """What goes with it."""
        return [one for one in self.values if not one.is_text]

    @property
    def told(self) -> list[Sent]:
        """What of that is worth telling: not the empty, nor what the page counts for itself."""
        return [
            one for one in self.others if one.value.strip() and not one.name.endswith("-rows") and one.name != "act"
        ]


NOTHING: Final = RefusedForm()


def refused_form(request: HttpRequest) -> RefusedForm:
    """What the form holds; nothing where nobody wrote words, or where it may hold a secret for its place alone."""
    if request.method != "POST" or request.path_info.startswith(_ACCOUNT):
        return NOTHING
    try:
        sent, files = request.POST, [str(file.name) for _name, those in request.FILES.lists() for file in those]
    except (UnreadablePostError, SuspiciousOperation):
        return NOTHING
    named = [(name, str(value)) for name, values in sent.lists() for value in values if name != _TOKEN]
    open_ones = [Sent(name, _label(name), value) for name, value in named if not _SECRET.search(name)]
    found = RefusedForm(open_ones, files, whole=len(open_ones) == len(named) and not files)
    return found if found.texts else NOTHING


def wants_a_page(request: HttpRequest) -> bool:
    """Whether a person looks at the answer, not a script of ours or a program."""
    return "text/html" in request.headers.get("Accept", "") and not is_for_a_part(request)


def is_for_a_part(request: HttpRequest) -> bool:
    """Whether htmx asks for a part of the page that stays open."""
    return request.headers.get("HX-Request") == "true"


def _label(name: str) -> str:
    """The name with its row counted from one: options-0-text is “options 1 text”."""
    counted = _ROW.sub(lambda found: f" {int(found[1]) + 1} ", name)
    return counted.replace("-", " ").replace("_", " ")
