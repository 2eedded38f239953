"""manage.py reach: find out which paths of the law can be asked for on demand, and keep it."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand

from exams.scenarios import reach


class Command(BaseCommand):
    """Write `exams/scenarios/reach.json` again."""

    help = "Draw tables for every path of the law, and keep which can be asked for on demand, and as which kinds."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file, one path a line, and say what has changed."""
        before = set(json.loads(reach.FILE.read_text(encoding="utf-8"))) if reach.FILE.exists() else set()
        found = reach.surveyed()
        lines = (f"{json.dumps(path)}: {json.dumps(kinds)}" for path, kinds in found.items())
        reach.FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
        self.stdout.write(f"{len(found)} paths; {len(set(found) - before)} new, {len(before - set(found))} gone.")
