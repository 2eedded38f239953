"""Everything that is kept of a person, as one ZIP of JSON files."""

from __future__ import annotations

import json
import tempfile
import zipfile
from typing import IO, Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.privacy.holdings import holdings

IN_MEMORY = 2_000_000
"""Larger archives are written to a file that nobody else can open and that goes when it is closed."""
CHUNK = 2000


@transaction.atomic
def archive(person: User) -> IO[bytes]:
    """The ZIP, at its beginning: a file for each kind of thing, and `about.json` with what they are.

    Only what the person may see, column by column (`Holding.shows`).
    """
    made: IO[bytes] = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - whoever sends it closes it
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        told: list[dict[str, Any]] = []
        for one in holdings():
            file, count = f"{one.key}.json", 0
            with packed.open(file, "w") as out:
                for row in one.rows(person).values(*one.shows).iterator(CHUNK):
                    out.write(b",\n" if count else b"[\n")
                    out.write(json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False).encode())
                    count += 1
                out.write(b"\n]\n" if count else b"[]\n")
            told.append(
                {
                    "file": file,
                    "what": str(one.label),
                    "records": count,
                    "why": str(one.why),
                    "how_long": str(one.until),
                    "when_deleted": str(one.after),
                }
            )
        about = {"person": str(person), "made_at": timezone.now(), "times": _("All times are in UTC."), "files": told}
        packed.writestr("about.json", json.dumps(about, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2))
    made.seek(0)
    return made
