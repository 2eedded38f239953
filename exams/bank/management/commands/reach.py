"""manage.py reach: find out which paths of the law can be asked for on demand, and keep it."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from exams.scenarios import reach


class Command(BaseCommand):
    """Write `exams/scenarios/reach.json` again."""

    help = "Draw tables for every path of the law, and keep which can be asked for on demand, as which kinds and with pairs."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file, and say what has changed."""
        before = set(reach.stageable()) if reach.FILE.exists() else set()
        found = reach.surveyed()
        reach.keep(found)
        self.stdout.write(f"{len(found)} paths; {len(set(found) - before)} new, {len(before - set(found))} gone.")
