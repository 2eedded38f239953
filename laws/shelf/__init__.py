"""Putting the digest onto the shelf: from the folder of files into the database.

Loading the same files again changes nothing. A text that differs from the stored one is a correction of the digest:
the stored wording is superseded and kept. A provision that the files no longer have loses its wording and its page.
What an editor of this installation has published stays as it is, whatever the files say.
"""

from __future__ import annotations

from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db import connection, transaction

from laws import signals
from laws.models import Code, Edition
from laws.shelf import citations, commentary, concordance, glossary, provisions
from laws.shelf.revising import Changes
from laws.sources.digest import read_shelf

FOLDER = Path(settings.BASE_DIR) / "fixtures" / "laws"


def load(folder: Path = FOLDER) -> Changes:
    """Check the files, then store what they say; DigestError, with nothing stored, when they have a fault."""
    digest = read_shelf(folder)
    changes = Changes()
    with transaction.atomic():
        sources = commentary.save_documents(digest.documents)
        for entry in digest.codes:
            code, _ = Code.objects.update_or_create(slug=entry.slug, defaults={"title": entry.title})
            # Two loads at once would each find the other's wordings missing.
            Code.objects.select_for_update().get(pk=code.pk)
            for line in entry.editions:
                edition, _ = Edition.objects.update_or_create(
                    slug=line.slug,
                    defaults={"code": code, "title": line.title, "year": line.year, "in_force": line.in_force},
                )
                provisions.save(edition, line, changes)
                glossary.save(edition, line, changes)
                commentary.save(edition, line, sources, changes)
        concordance.save(digest.concordance, changes)
        if changes:
            for edition in Edition.objects.on_shelf():
                citations.renew(edition)
            count_rows()
            signals.texts_have_changed()
    return changes


def count_rows() -> None:
    """Let the database count what is in the library, else its first plans for it may take minutes.

    Also what hangs on what: uncounted, a comment was thought to hang on eight provisions, and a law's page read all
    provisions once for each of its comments.
    """
    models = apps.get_app_config("laws").get_models(include_auto_created=True)
    tables = [model._meta.db_table for model in models]
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE {', '.join(map(connection.ops.quote_name, tables))}")
