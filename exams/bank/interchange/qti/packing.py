"""Items as a QTI 3.0 content package: the manifest, an item a file, and our own content beside each."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Sequence
from typing import Final

from exams.bank.interchange.item import Item, identifiers
from exams.bank.interchange.qti import CARRIED, ITEM, KEYWORD, LOM, MANIFEST, PACKAGE
from exams.bank.interchange.qti.writing import item_xml
from exams.bank.interchange.telling import words_of
from exams.bank.interchange.xml import Element, document, el

# Every file in a zip has a time; a fixed one makes the same questions the same bytes.
_TIME: Final = (1980, 1, 1, 0, 0, 0)


def package(items: Sequence[Item]) -> bytes:
    """The zip. The same items give the same bytes."""
    packed = io.BytesIO()
    resources: list[Element] = []
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as zipped:
        for number, (item, identifier) in enumerate(zip(items, identifiers(items), strict=True), start=1):
            name = f"q{number:04d}"
            _write(zipped, f"items/{name}.xml", item_xml(item, identifier))
            resources.append(_item_resource(item, name))
            if item.carried is not None:
                kept = json.dumps(item.carried, ensure_ascii=False, sort_keys=True, indent=1)
                _write(zipped, f"rectify/{name}.json", kept.encode())
                resources.append(_carried_resource(name))
        _write(zipped, MANIFEST, document(_manifest(resources)))
    return packed.getvalue()


def _write(zipped: zipfile.ZipFile, name: str, data: bytes) -> None:
    entry = zipfile.ZipInfo(name, _TIME)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    zipped.writestr(entry, data)


def _manifest(resources: list[Element]) -> Element:
    return el(
        "manifest",
        {"xmlns": PACKAGE, "identifier": "rectify-questions"},
        el("metadata", None, el("schema", None, "QTI Package"), el("schemaversion", None, "3.0.0")),
        el("organizations"),
        el("resources", None, *resources),
    )


def _item_resource(item: Item, name: str) -> Element:
    keywords = words_of(item.told, KEYWORD)
    general = el(
        "general",
        None,
        el("title", None, el("string", {"language": "en"}, item.title)),
        *(el("keyword", None, el("string", {"language": "en"}, one)) for one in keywords),
    )
    href = f"items/{name}.xml"
    return el(
        "resource",
        {"identifier": name, "type": ITEM, "href": href},
        el("metadata", None, el("lom", {"xmlns": LOM}, general)),
        el("file", {"href": href}),
        el("dependency", {"identifierref": f"{name}-rectify"}) if item.carried is not None else None,
    )


def _carried_resource(name: str) -> Element:
    href = f"rectify/{name}.json"
    return el("resource", {"identifier": f"{name}-rectify", "type": CARRIED, "href": href}, el("file", {"href": href}))
