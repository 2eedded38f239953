"""The autosave protocol on the wire: JSON in, JSON out. What is accepted is decided in `saving`."""

from __future__ import annotations

import datetime as dt
import enum
import json
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from exams.sittings import clocks
from exams.sittings.locks import LockedAttempt
from exams.sittings.models import LAST_SEQUENCE, Attempt
from exams.sittings.saving import Draft, Refused, Saved, Why

# More questions than a paper has; what the columns of a presence hold.
MOST_WAITING = 10_000

STATUS = {
    Why.UNKNOWN: 400,
    Why.UNREADABLE: 422,
    Why.STALE: 409,
    Why.MOVED: 409,
    Why.BROWSER: 403,
    Why.PAUSED: 423,
    Why.DEADLINE: 403,
    Why.CLOSED: 409,
    Why.VOID: 409,
}
NEEDED, ALLOWED = {"question", "option", "flagged", "sequence"}, {"question", "option", "flagged", "sequence", "typing"}


class Malformed(ValueError):
    """A request that is no draft; the message names the field and what is expected there."""


def read_draft(body: bytes) -> Draft:
    """The draft in a request's body."""
    data = _object(body)
    if not NEEDED <= set(data) <= ALLOWED:
        raise Malformed(
            _("Expected an object with exactly question, option, flagged and sequence, and perhaps typing.")
        )
    return Draft(
        question=_number("question", data["question"]),
        answer=_answer(data["option"]),
        flagged=_truth("flagged", data["flagged"]),
        sequence=_number("sequence", data["sequence"]),
        typing=_truth("typing", data.get("typing", False)),
    )


@dataclass(frozen=True)
class Sign:
    """A sign of life: on which question the page is (None: on none), how many answers it could not send yet.

    away: whether the candidate has just left the page or returned to it; None for neither.
    """

    question: int | None
    waiting: int
    away: bool | None


def read_sign(body: bytes) -> Sign:
    """The sign of life in a request's body."""
    data = _object(body)
    if set(data) != {"question", "waiting", "away"}:
        raise Malformed(_("Expected an object with exactly question, waiting and away."))
    question, waiting, away = data["question"], data["waiting"], data["away"]
    if not isinstance(waiting, int) or isinstance(waiting, bool) or not 0 <= waiting <= MOST_WAITING:
        raise Malformed(_("waiting: expected a whole number from 0."))
    if question is not None and not 1 <= _number("question", question) <= MOST_WAITING:
        raise Malformed(_("question: expected the number of a question."))
    return Sign(question, waiting, None if away is None else _truth("away", away))


def saved_reply(saved: Saved, *, now: dt.datetime) -> dict[str, Any]:
    """What the page learns of an accepted draft.

    Its number is the draft's own, even where the attempt has gone on since: a page that repeats a draft because the
    reply was lost has not seen what another window saved after it, and must not learn a number that would let it
    overwrite that.
    """
    return {
        "question": saved.draft.question,
        "option": saved.draft.answer,
        "reading": saved.reading,
        "flagged": saved.draft.flagged,
        "pending": saved.pending,
        "saved": clock(saved.at, saved.attempt),
        **_state(saved.attempt, now),
        "sequence": saved.draft.sequence,
    }


def refused_reply(refused: Refused, *, now: dt.datetime) -> dict[str, Any]:
    """What the page learns of a refusal: the reason, in a word and in a sentence, and what is stored."""
    attempt, stored = refused.attempt, refused.stored
    return {
        "refused": refused.why,
        "reason": refused.fault or reason(refused.why),
        "stored": stored
        and {"option": stored.answer, "flagged": stored.flagged, "saved": clock(stored.saved_at, attempt)},
        **_state(attempt, now),
    }


def reason(why: Why) -> str:
    """The sentence for the candidate."""
    return {
        Why.UNKNOWN: _("This paper has no such question or option. Nothing was changed."),
        Why.UNREADABLE: _("This answer cannot be read. What was stored before is unchanged."),
        Why.STALE: _(
            "Your answers were changed in another window. Reload to see what is stored; nothing was changed here."
        ),
        Why.MOVED: _("Your paper is now open on another machine. Nothing was changed from here."),
        Why.BROWSER: _("This sitting needs the Safe Exam Browser. Nothing was changed."),
        Why.PAUSED: _(
            "The clock is stopped. Your answer is kept on this machine and will be sent when the clock restarts."
        ),
        Why.VOID: _("This attempt was declared void. Nothing was changed."),
        Why.CLOSED: _("You have handed in this paper. Nothing was changed."),
        Why.DEADLINE: _("Time is up. What was saved before the deadline counts; nothing was changed after it."),
    }[why]


def milliseconds(moment: dt.datetime) -> int:
    """A moment as scripts count it."""
    return round(moment.timestamp() * 1000)


def clock(moment: dt.datetime, attempt: Attempt | LockedAttempt) -> str:
    """The time to the second, by the body's clock."""
    return f"{moment.astimezone(attempt.zone):%H:%M:%S}"


def _state(attempt: Attempt | LockedAttempt, now: dt.datetime) -> dict[str, Any]:
    return {"sequence": attempt.sequence, **clock_reply(attempt, now)}


def clock_reply(attempt: clocks.Clocked, now: dt.datetime) -> dict[str, Any]:
    """What every reply says of the clock, so that the page follows the server's and learns of more time and of pauses."""
    reading = clocks.state_at(attempt, now)
    return {"deadline": milliseconds(reading.deadline), "now": milliseconds(now), "paused": reading.stands}


class Stands(enum.StrEnum):
    """Why a clock stands: for the candidate's break, for everybody, or for this candidate alone."""

    BREAK = "break"
    ALL = "all"
    ONE = "one"


def standing_reply(attempt: Attempt, now: dt.datetime) -> dict[str, Any]:
    """What the page of a standing clock tells, `stands` None if it runs. A page that tells anything else is out of date."""
    reading, ends = clocks.state_at(attempt, now), clocks.break_ends(attempt)
    why = Stands.BREAK if reading.on_break else Stands.ALL if attempt.sitting.paused_at is not None else Stands.ONE
    return {
        "stands": why if reading.stands else None,
        "break_ends": milliseconds(ends) if ends is not None and reading.on_break else None,
        "minutes_left": max(0, int((reading.deadline - now).total_seconds() // 60)),
    }


def _object(body: bytes) -> dict[str, Any]:
    try:
        data = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Malformed(_("The request is not JSON.")) from error
    return data if isinstance(data, dict) else {}


def _number(name: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= LAST_SEQUENCE:
        raise Malformed(_("%(name)s: expected a whole number from 1.") % {"name": name})
    return value


def _truth(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise Malformed(_("%(name)s: expected true or false.") % {"name": name})
    return value


def _answer(value: object) -> str | None:
    if value is not None and not isinstance(value, str):
        raise Malformed(_("option: expected the answer as a text, or null for no answer."))
    # How long it may be, and what is to be done about it, its kind of question says.
    return value
