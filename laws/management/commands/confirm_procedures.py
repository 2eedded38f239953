"""`manage.py confirm_procedures`: record the wordings of the law that the engine's procedures are written from."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from laws import shelf
from laws.rulings.citing import ASIDE, cited_in
from laws.rulings.wordings import WRITTEN_FROM, Wordings, provision_of, resting_on
from laws.sources.digest import DigestEdition, DigestError, read_shelf
from laws.sources.engine_files import wordings, wordings_file

FOLDER = Path(settings.BASE_DIR) / "laws" / "rulings" / "wordings"


class Command(BaseCommand):
    """One file for each book on the shelf. Needs no database."""

    help = (
        "Record the wordings that the procedures cite. New citations are added and old ones go; a provision whose "
        "wording has changed must be named, once its procedures have been read beside the new text."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """`--check` is for tests and reviewers."""
        parser.add_argument(
            "read", nargs="*", metavar="PROVISION", help="changed, and read beside its procedures: 27B1(a)"
        )
        parser.add_argument("--all", action="store_true", help="everything that has changed was read")
        parser.add_argument("--check", action="store_true", help="write nothing; fail if something would be written")

    def handle(self, *, read: list[str], check: bool, **options: Any) -> None:
        """Write or compare each file, and say which procedures a changed wording concerns."""
        try:
            editions = [edition for edition in read_shelf(shelf.FOLDER).editions.values() if edition.laws]
        except DigestError as error:
            raise CommandError("\n".join(error.faults)) from error
        unread: list[str] = []
        stale: list[tuple[Path, str]] = []
        for edition in editions:
            citing = cited_in(edition.slug)
            found = wordings(edition, frozenset().union(*citing.values()))
            recorded = WRITTEN_FROM.get(edition.slug, {})
            changed = [one for one in _changed(recorded, found) if not options["all"] and one not in read]
            unread += [_told(edition, one, citing) for one in changed]
            path, source = file_path(edition), wordings_file(edition, found)
            if found != recorded or not path.is_file():
                stale.append((path, source))
        if unread:
            raise CommandError(
                "These wordings are not those that the procedures were written from:\n"
                + "\n".join(unread)
                + "\nRead each procedure beside the new text and mend it where it rules otherwise now. Then name the "
                "provisions: manage.py confirm_procedures PROVISION ..."
            )
        if check and stale:
            names = ", ".join(path.name for path, _source in stale)
            raise CommandError(f"{names}: not what the procedures cite now. Run: manage.py confirm_procedures")
        for path, source in stale:
            path.write_text(source, encoding="utf-8")
            self.stdout.write(f"wrote {path.name}")


def file_path(edition: DigestEdition) -> Path:
    """Where the wordings of a book are recorded."""
    return FOLDER / f"{edition.slug}.json"


def _changed(recorded: Wordings, found: Wordings) -> list[str]:
    """The texts on record with another wording than the digest has: reworded, amended, or gone from the digest's law."""
    return [name for name, digests in found.items() if name in recorded and recorded[name] != digests]


def _told(edition: DigestEdition, name: str, citing: Mapping[str, frozenset[str]]) -> str:
    key = provision_of(name)
    laws = [number for number, cited in citing.items() if number != ASIDE and resting_on([key], cited)]
    return f"  {edition.slug} {name}: procedures of {', '.join(laws) or 'no law'}"
