"""manage.py verify_chains: recompute the chains of answer events, of one sitting or of all."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from exams.sittings.checking import verify_chain
from exams.sittings.models import Attempt, PendingDraft, Sitting

WRONG_INPUT = 2


class Command(BaseCommand):
    """Check every attempt's events against its digest and its answers."""

    help = "Recompute the chain of every attempt and name those whose stored answers are not what was saved."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "sitting", nargs="?", help="The id of a sitting, as in its address; all sittings if left out."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Exit code 1 if a chain does not hold, 2 and one sentence for a sitting that does not exist."""
        attempts = Attempt.objects.with_sitting().order_by("started_at", "pk")
        if options["sitting"]:
            attempts = attempts.filter(entry__sitting=_sitting(options["sitting"]))
        checked, events, broken = 0, 0, 0
        for attempt in attempts.iterator():
            check = verify_chain(attempt)
            checked, events = checked + 1, events + check.events
            if not check.holds:
                broken += 1
                self.stdout.write(
                    f"attempt {attempt.pk} ({attempt.sitting}): does not fit from change {check.broken_at} on"
                )
        typed = PendingDraft.objects.filter(attempt__in=attempts).count()
        self.stdout.write(
            f"{checked} attempts, {events} events, {typed} drafts being typed: "
            + ("every chain holds" if not broken else f"{broken} broken")
        )
        if broken:
            raise SystemExit(1)


def _sitting(text: str) -> Sitting:
    try:
        return Sitting.objects.get(pk=UUID(text))
    except (ValueError, Sitting.DoesNotExist) as error:
        raise CommandError(f"There is no sitting {text!r}.", returncode=WRONG_INPUT) from error
