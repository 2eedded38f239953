"""After a trial: is every acknowledged answer in the database, and does every chain of events hold?

`python -m tests.load.check FILE` reads what the candidates wrote down (JSON: attempt -> question -> [number, answer]) and
prints what it found as JSON. Run it with the environment of the installation.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import django

django.setup()

from exams.sittings.models import Attempt  # noqa: E402  models are there only now
from exams.sittings.services import verify_chain  # noqa: E402


def checked(told: dict[str, dict[str, list[Any]]]) -> dict[str, Any]:
    """The answers that were lost, the chains that are broken, and how the attempts ended.

    An answer is lost when neither the question's last event is the acknowledged one nor a later one has taken its place.
    """
    lost: list[str] = []
    broken: list[str] = []
    late: list[str] = []
    acknowledged = closed = events = 0
    for attempt_id, answers in told.items():
        attempt = Attempt.objects.with_sitting().get(pk=attempt_id)
        last: dict[int, tuple[int, str | None]] = {}
        for number, sequence, answer in attempt.events.order_by("sequence").values_list(
            "paper_question__position", "sequence", "answer"
        ):
            last[number] = (sequence, answer)
            events += 1
        pending = getattr(attempt, "pending", None)
        if pending is not None:
            last[pending.paper_question.position] = (pending.sequence, pending.answer)
        for question, (sequence, option) in answers.items():
            acknowledged += 1
            stored = last.get(int(question), (0, None))
            if stored[0] < sequence or (stored[0] == sequence and stored[1] != option):
                lost.append(f"{attempt_id} question {question}: told {sequence} {option!r}, stored {stored}")
        if not verify_chain(attempt).holds:
            broken.append(attempt_id)
        if attempt.is_closed:
            closed += 1
            if attempt.closed_how == "deadline" and attempt.submitted_at != attempt.deadline:
                late.append(attempt_id)
    return {
        "attempts": len(told),
        "closed": closed,
        "acknowledged answers": acknowledged,
        "events": events,
        "lost": lost,
        "broken chains": broken,
        "closed at another moment than the deadline": late,
    }


if __name__ == "__main__":
    print(json.dumps(checked(json.loads(Path(sys.argv[1]).read_text())), indent=2))
