"""manage.py verify_chains: recompute the chains of answer events, of one sitting or of all."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from accounts.audit.checks import faults
from exams.sittings.models import Attempt, PendingDraft, Sitting
from exams.sittings.verification import Seal, gone, verify_chain

WRONG_INPUT = 2


class Command(BaseCommand):
    """Check every attempt's events against its digest, its answers and the audit log, and the log against its seals."""

    help = "Recompute the chain of every attempt, compare it with the audit log, and list what has been changed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "sitting", nargs="?", help="The id of a sitting, as in its address; all sittings if left out."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Exit code 1 if a chain does not hold, 2 and one sentence for a sitting that does not exist."""
        attempts = Attempt.objects.with_sitting().order_by("started_at", "pk")
        if options["sitting"]:
            attempts = attempts.filter(entry__sitting=_sitting(options["sitting"]))
        checked, events, broken, unsealed = 0, 0, 0, 0
        for attempt in attempts.iterator():
            check = verify_chain(attempt)
            checked, events = checked + 1, events + check.events
            unsealed += check.sealed.seal == Seal.UNSEALED
            if not check.holds:
                broken += 1
                what = (
                    check.sealed.why
                    if check.broken_at is None
                    else f"does not match from change {check.broken_at} onwards"
                )
                self.stdout.write(f"attempt {attempt.pk} ({attempt.sitting}): {what}")
        typed = PendingDraft.objects.filter(attempt__in=attempts).count()
        self.stdout.write(
            f"{checked} attempts, {events} events, {typed} drafts being typed: "
            + ("every chain holds" if not broken else f"{broken} broken")
        )
        if unsealed:
            self.stdout.write(
                f"{unsealed} were closed before there were seals, or have lost theirs: see manage.py compare_audit, then "
                "manage.py seal_attempts"
            )
        # What no attempt points to is looked for once, with all of them.
        log = [] if options["sitting"] else [*_gone(), *_faults_of_the_log()]
        for line in log:
            self.stdout.write(line)
        if broken or log:
            raise SystemExit(1)


def _gone() -> list[str]:
    return [f"attempt {pk}: closed according to the audit log, but no longer stored" for pk in gone()]


def _faults_of_the_log() -> list[str]:
    return [f"entry {fault.entry} of the audit log: {fault.what}" for fault in faults()]


def _sitting(text: str) -> Sitting:
    try:
        return Sitting.objects.get(pk=UUID(text))
    except (ValueError, Sitting.DoesNotExist) as error:
        raise CommandError(f"There is no sitting {text!r}.", returncode=WRONG_INPUT) from error
