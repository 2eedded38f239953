"""`manage.py engine_keys`: write the lists of keys that the rules engine checks its citations against."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from laws import shelf
from laws.sources.digest import DigestEdition, DigestError, read_shelf
from laws.sources.engine_files import edition_file

FOLDER = Path(settings.BASE_DIR) / "laws" / "rulings" / "editions"


class Command(BaseCommand):
    """One file for each edition on the shelf."""

    help = "Write laws/rulings/editions/<edition>.json from the digest."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """`--check` is for tests and reviewers."""
        parser.add_argument("--check", action="store_true", help="write nothing; fail if a file is out of date")

    def handle(self, *, check: bool, **options: Any) -> None:
        """Write or compare each file."""
        try:
            editions = [edition for edition in read_shelf(shelf.FOLDER).editions.values() if edition.laws]
        except DigestError as error:
            raise CommandError("\n".join(error.faults)) from error
        for edition in editions:
            path, source = file_path(edition), edition_file(edition)
            if path.is_file() and path.read_text(encoding="utf-8") == source:
                continue
            if check:
                raise CommandError(f"{path.name} is out of date: run manage.py engine_keys")
            path.write_text(source, encoding="utf-8")
            self.stdout.write(f"wrote {path.name}")


def file_path(edition: DigestEdition) -> Path:
    """Where an edition's file belongs."""
    return FOLDER / f"{edition.slug}.json"
