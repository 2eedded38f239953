"""manage.py reach: which paths of the law are staged on demand, and whether what is kept of that is out of date."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from exams.scenarios import reach
from exams.scenarios.calls import known, surveyed_calls


class Command(BaseCommand):
    """Say which laws have changed since; with --write, draw the tables and write what is kept again: `reach.json` of questions,
    `calls/known.json` of calls, both in `exams/scenarios`.
    """

    help = "Say whether what is kept of the paths that can be asked for on demand is out of date, and make it anew."

    def add_arguments(self, parser: CommandParser) -> None:
        """Whether to write."""
        parser.add_argument(
            "--write", action="store_true", help="draw tables for every path, some minutes, and keep the result"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file if that is wanted, and say what has changed."""
        if not options["write"]:
            changed = ", ".join(dict.fromkeys([*reach.outdated(), *known.outdated()]))
            self.stdout.write(f"Changed since: {changed}. Run it with --write." if changed else "Up to date.")
            return
        before = set(reach.stageable()) if reach.FILE.exists() else set()
        found = reach.surveyed()
        reach.keep(found)
        self.stdout.write(f"{len(found)} paths; {len(set(found) - before)} new, {len(before - set(found))} gone.")
        rare = surveyed_calls()
        known.keep(rare)
        self.stdout.write(
            f"Of {len(rare)} paths that few tables have, calls are known for {sum(map(bool, rare.values()))}."
        )
