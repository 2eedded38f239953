"""Taking questions out of the bank, as the schema of a content describes them."""

from __future__ import annotations

import json
from collections import Counter
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import Body, User
from exams.bank.models import QuestionVersion, QuestionVersionQuerySet

MOST = 2000
"""Contents in one file; of about ten kilobytes each."""


class TooMany(Exception):
    """More questions than one file may hold; the message says so to the examiner."""


def taken_out(*, actor: User, found: QuestionVersionQuerySet, **told: str) -> list[QuestionVersion]:
    """These versions with number and content, the oldest first; that they left the bank is noted for each body they are of.

    told: what the note says beside their number. Within the caller's transaction. Raises TooMany for more than one file
    may hold.
    """
    versions: list[QuestionVersion] = list(
        found.only("body_id", "number", "content").order_by("created_at", "pk")[: MOST + 1]
    )
    if len(versions) > MOST:
        raise TooMany(_("One file can hold %(most)d questions; narrow the list down.") % {"most": MOST})
    taken: Counter[UUID] = Counter(version.body_id for version in versions)
    for body in Body.objects.filter(pk__in=taken):
        data = {"questions": taken[body.pk], **told}
        record(actor=actor, verb="question.exported", target=body, body=body, data=data)
    return versions


@transaction.atomic
def exported(*, actor: User, found: QuestionVersionQuerySet) -> str:
    """These versions as JSON lines. Raises TooMany."""
    versions = taken_out(actor=actor, found=found)
    return "".join(json.dumps(version.content, ensure_ascii=False, sort_keys=True) + "\n" for version in versions)
