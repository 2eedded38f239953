"""The files that a phone keeps, each with the digest of its content, and the version that follows from them all.

A phone takes a version whole or not at all: its worker fetches every file, compares each with the digest that stands here, and
only then uses any. So a file that broke off, or that another version of the site sent, is never among those of this one.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.cache import cache
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from redis.exceptions import RedisError

import laws
from exams.practice.units import kept
from laws import glossary, library
from laws.assistant.pocket import bundle as compiled
from laws.models import Edition
from laws.outline import Layers, entries, outline

STYLES: Final = ("rectify", "laws", "exams", "practice", "pocket-rulings", "pocket")
PARTS: Final = ("elements", "interview", "law", "outbox", "practice", "rulings", "store", "tonight", "version")
SCRIPTS: Final = ("pocket", *(f"pocket-{name}" for name in PARTS))
PICTURES: Final = ("rectify.svg", "pocket-192.png")
A_DAY: Final = 24 * 60 * 60
WORKER, CLEARING_WORKER = "js/pocket-worker.js", "js/pocket-clearing-worker.js"


@dataclass(frozen=True)
class File:
    """A file by its address, and the SHA-256 of its content in hexadecimal."""

    address: str
    digest: str


@dataclass(frozen=True)
class Bundle:
    """All that a phone keeps. version: sixteen hexadecimal digits, another for any other content."""

    version: str
    files: tuple[File, ...]


def bundle(request: HttpRequest) -> Bundle:
    """The files as this visitor's browser would be sent them now: the shell has the colours and the text size chosen there."""
    files = (
        File(reverse("pocket:shell"), digest_of(shell(request).encode())),
        File(reverse("pocket:law"), digest_of(law().encode())),
        File(reverse("pocket:rulings"), kept("pocket/rulings-digest", lambda: digest_of(rulings().encode()))),
        *kept("pocket/files", lambda: tuple(_static())),
    )
    whole = "\n".join(f"{one.address} {one.digest}" for one in files)
    return Bundle(digest_of(whole.encode())[:16], files)


def digest_of(content: bytes) -> str:
    """SHA-256 in hexadecimal, as the worker works it out."""
    return hashlib.sha256(content).hexdigest()


def shell(request: HttpRequest) -> str:
    """The one page of the app. Nothing in it is anybody's: no name, no token, no message."""
    return render_to_string("practice/pocket/shell.html", _book(), request)


def law() -> str:
    """Every law of the edition in force and its definitions, in the digest's words: JSON with the HTML of all."""

    def read() -> str:
        edition, on = library.usual_edition(), timezone.localdate()
        if edition is None:
            return json.dumps({"html": ""})
        notes = library.notes_in_both(edition.slug, on)[0]
        provisions = library.standing(library.in_both(edition.slug, on)[0])
        titles = {one.law: one.law_title for one in reversed(provisions)}
        blocks = outline(provisions, Layers(notes=notes), level=3)
        context = {
            "edition": edition,
            "laws": [
                (number, titles[number], list(of_law))
                for number, of_law in groupby(blocks, key=lambda block: block.provision.law)
            ],
            "entries": entries(glossary.terms(edition.slug, on), [], {}),
        }
        return json.dumps({"html": render_to_string("practice/pocket/law.html", context)}, ensure_ascii=False)

    return kept(f"pocket/law/{timezone.localdate()}", read)


def rulings() -> str:
    """The compiled assistant, as `laws.assistant.pocket` makes it, but for the day: a phone knows when it was checked.

    It takes seconds to make, so whichever process makes it first puts it where the others find it. What an edition is called
    counts within a minute, so one that was made before the laws were loaded names none by its slug for a day; a new title
    of a law reaches phones up to a day late.
    """

    def read() -> str:
        titles = digest_of(repr(sorted(Edition.objects.values_list("slug", "title"))).encode())[:16]
        name = f"pocket/rulings/{_sources()}/{titles}/{timezone.localdate()}"
        try:
            packed = cache.get(name)
        except RedisError:
            packed = None
        if packed is None:
            told = {key: value for key, value in compiled().items() if key not in ("day", "version")}
            packed = gzip.compress(json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode(), mtime=0)
            with suppress(RedisError):
                cache.set(name, packed, A_DAY)
        return gzip.decompress(packed).decode()

    return kept("pocket/rulings", read)


@functools.cache
def _sources() -> str:
    """The code and the words that the assistant is compiled from, as a digest: another version of the site has another."""
    room = Path(laws.__file__).parent
    found = hashlib.sha256()
    for path in sorted(one for one in room.rglob("*") if one.suffix in (".py", ".yaml", ".json")):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def _book() -> dict[str, str]:
    edition = kept("pocket/edition", library.usual_edition)
    return {"edition": edition.slug if edition else "", "edition_title": edition.title if edition else ""}


def _static() -> Iterator[File]:
    names = [
        *(f"css/{name}.css" for name in STYLES),
        *(f"js/{name}.js" for name in SCRIPTS),
        *(f"img/{name}" for name in PICTURES),
    ]
    for name in names:
        address = staticfiles_storage.url(name)
        yield File(address, digest_of(content_of(name, address)))
        # A script names those that it imports without the hash that stands in the address of a page's own.
        plain = f"{_base()}{name}"
        if name.startswith("js/") and plain != address:
            yield File(plain, digest_of(content_of(name, plain)))


def _base() -> str:
    """What the addresses of all such files begin with."""
    return f"/{settings.STATIC_URL.lstrip('/')}"


def content_of(name: str, address: str = "") -> bytes:
    """A file of the site as it is served at this address: collected, where that has been done, else where it was written."""
    stored = address.removeprefix(_base()) or name
    if staticfiles_storage.exists(stored):
        with staticfiles_storage.open(stored) as file:
            return bytes(file.read())
    found = finders.find(name)
    if not isinstance(found, str):
        raise FileNotFoundError(name)
    return Path(found).read_bytes()
