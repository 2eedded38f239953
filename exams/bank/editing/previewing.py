"""What a candidate will see of the question that is being written, and what somebody should look at before saving it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.models import Body
from exams.bank.editing.comparing import same_table
from exams.bank.editing.hints import hints
from exams.bank.editing.sheet import Sheet
from exams.bank.models import QuestionVersion
from exams.bank.presenting import Asked, Explained, Given, asked, explained, given


@dataclass(frozen=True)
class Preview:
    """unread: the diagrams that cannot be read yet, with what is wrong. hints: what may be a slip."""

    asked: Asked
    given: Given
    explained: Explained
    edition: str
    on: dt.date
    unread: Sequence[tuple[str, str]]
    hints: Sequence[str]


def preview(sheet: Sheet, body: Body) -> Preview | None:
    """The question as far as it is written; nothing while nothing is."""
    if sheet.data is None:
        content = sheet.opened.content
        unread: Sequence[tuple[str, str]] = ()
    else:
        content, unread = sheet.content(), sheet.diagram_faults()
    if content is None:
        return None
    version = QuestionVersion(content=content)
    noted = list(hints(content))
    base = sheet.opened.content
    if base and "receipt" in base and not (same_table(base, content) or unread):
        noted.append(
            _(
                "These are not the hands, auction and play that the rules engine ruled on: check what is right, and the ruling."
            )
        )
    return Preview(
        asked=asked(version),
        given=given(version),
        explained=explained(version),
        edition=content["edition"],
        on=body.today(),
        unread=unread,
        hints=noted,
    )
