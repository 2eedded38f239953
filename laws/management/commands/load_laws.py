"""`manage.py load_laws`: put the digest of the laws onto the shelf."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from laws import shelf
from laws.sources.digest import DigestError, read_shelf


class Command(BaseCommand):
    """Checks every file before it stores anything."""

    help = "Load the digest of the laws. Loading the same files again changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """`--check` needs no database."""
        parser.add_argument("folder", nargs="?", type=Path, default=shelf.FOLDER, help="default: fixtures/laws")
        parser.add_argument("--check", action="store_true", help="only check the files")

    def handle(self, *, folder: Path, check: bool, **options: Any) -> None:
        """Load, or name every fault with its file and line."""
        try:
            if check:
                laws = [law for edition in read_shelf(folder).editions.values() for law in edition.laws]
                provisions = sum(len(law.provisions) for law in laws)
                self.stdout.write(f"{len(laws)} laws with {provisions} provisions, no fault found.")
                return
            changes = shelf.load(folder)
        except DigestError as error:
            raise CommandError("The digest was not loaded.\n" + "\n".join(error.faults)) from error
        if not changes:
            self.stdout.write("Nothing to change.")
            return
        self.stdout.write(
            f"{changes.entered} entries made, {changes.corrected} corrected, {changes.withdrawn} withdrawn"
            + (f", {changes.overruled} left as an editor published them." if changes.overruled else ".")
        )
