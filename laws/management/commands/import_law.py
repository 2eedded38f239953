"""`manage.py import_law`: put the official text of a document beside the digest."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from laws import importing, keys
from laws.importing import EditionNotHeldError, RefusedError
from laws.keys import Key
from laws.sources.formats import UnknownFormatError, UnreadableFileError


class Command(BaseCommand):
    """Reports on the whole document before it stores anything."""

    help = "Import the official text of a document. Importing it again changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """`--dry-run` reads the database, but writes nothing."""
        parser.add_argument("file", type=Path, help="the document as plain text in UTF-8")
        parser.add_argument("--dry-run", action="store_true", help="only report")
        parser.add_argument(
            "--replace", action="store_true", help="put its texts in the place of those of other documents"
        )

        parser.add_argument(
            "--without",
            nargs="+",
            default=[],
            metavar="KEY",
            help="provisions that the document is known to lack in its middle, such as 6 or 30C",
        )

    def handle(self, *, file: Path, dry_run: bool, replace: bool, without: list[str], **options: Any) -> None:
        """Report, then store; nothing is stored of a document with faults."""
        lacks = {str(_key(one)) for one in without}
        try:
            document = importing.read_document(file)
            report = importing.report_on(document, lacks)
            self.stdout.write(importing.render(report))
            if report.faults:
                raise RefusedError([f"line {fault.line}: {fault.what}" for fault in report.faults])
            if dry_run:
                self.stdout.write("\nNothing was stored: this was a dry run.")
                return
            changes = importing.store(document, replace=replace, without=lacks)
        except (UnreadableFileError, UnknownFormatError, EditionNotHeldError) as error:
            raise CommandError(str(error)) from error
        except RefusedError as error:
            raise CommandError("The document was not stored.\n" + "\n".join(error.reasons)) from error
        self.stdout.write(f"\n{_told(changes)}")


def _key(typed: str) -> Key:
    """The key that somebody typed."""
    if key := keys.read_loosely(typed):
        return key
    raise CommandError(f"“{typed}” is not a provision such as 6, 30C or 27B1(a).")


def _told(changes: importing.Changes) -> str:
    """What was done, in one or two sentences."""
    kept = f" {_texts(changes.kept)} from elsewhere kept their place; see --replace." if changes.kept else ""
    if not changes:
        return f"Nothing to change.{kept}"
    replaced = f", {changes.replaced} of other documents replaced" if changes.replaced else ""
    entered = f"{_texts(changes.entered)} entered"
    return f"{entered}, {changes.corrected} corrected, {changes.withdrawn} withdrawn{replaced}.{kept}"


def _texts(count: int) -> str:
    return "1 text" if count == 1 else f"{count} texts"
