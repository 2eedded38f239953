"""Items as a QTI 3.0 content package: the manifest, an item a file, and our own content beside each."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from posixpath import normpath
from typing import Any, Final
from urllib.parse import unquote

from django.utils.translation import gettext as _

from exams.bank.interchange.archive import Files
from exams.bank.interchange.item import BrokenItem, BrokenUpload, Found, Item, identifiers, kept_in, told_in, words_of
from exams.bank.interchange.qti import CARRIED, ITEM, KEYWORD, LOM, MANIFEST, PACKAGE
from exams.bank.interchange.qti.reader import item_in
from exams.bank.interchange.qti.writer import item_xml
from exams.bank.interchange.xml import BrokenXml, Element, all_text, document, el, parse

# --- Written ----------------------------------------------------------------------------------------------------------


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


# --- Read -------------------------------------------------------------------------------------------------------------


_EARLIER = "imsqti_item_xmlv2"


def items_in_package(data: bytes) -> Iterator[Found]:
    """Each item of the package, or why it cannot be taken. Raises BrokenUpload where the package as a whole is wrong."""
    files = Files(data)
    if MANIFEST not in files:
        raise BrokenUpload(_("It has no %s, so it is not a QTI package.") % MANIFEST)
    try:
        manifest = parse(files.read(MANIFEST))
    except BrokenXml as error:
        raise BrokenUpload(f"{MANIFEST}: {error}") from error
    resources = _resources(manifest)
    for resource in resources.values():
        if resource.get("type", "").startswith(_EARLIER):
            raise BrokenUpload(_("It is a QTI 2 package; export it as QTI 3.0."))
    items = [one for one in resources.values() if one.get("type") == ITEM]
    if not items:
        raise BrokenUpload(_("Its manifest lists no item of QTI 3.0."))
    return (_found(files, resources, one) for one in items)


def _resources(manifest: Element) -> dict[str, Element]:
    """The resources of a manifest by identifier."""
    if manifest.tag != f"{{{PACKAGE}}}manifest":
        raise BrokenUpload(_("Its %(manifest)s is not QTI 3.0, whose namespace is %(name)s.") % _names())
    return {one.get("identifier", ""): one for one in manifest.iter(f"{{{PACKAGE}}}resource")}


def _names() -> dict[str, str]:
    return {"manifest": MANIFEST, "name": PACKAGE}


def _found(files: Files, resources: Mapping[str, Element], resource: Element) -> Found:
    name = _name(resource)
    if name not in files:
        return Found(name, "", fault=_("The manifest lists it, but it is not in the package."))
    try:
        item = item_in(files.read(name), _told(resource), _carried(files, resources, resource))
    except BrokenItem as error:
        return Found(name, "", fault=str(error))
    return Found(name, item.title, item=item)


def _name(resource: Element) -> str:
    """The file a resource names, as zips spell it."""
    return normpath(unquote(resource.get("href", "")))


def _told(resource: Element) -> dict[str, Any]:
    strings = resource.iter(f"{{{LOM}}}string")
    return told_in((all_text(one) for one in strings), KEYWORD)


def _carried(files: Files, resources: Mapping[str, Element], resource: Element) -> Mapping[str, Any] | None:
    """Our own content, if the item depends on a file of ours; another file is none of our business."""
    for dependency in resource.iter(f"{{{PACKAGE}}}dependency"):
        other = resources.get(dependency.get("identifierref", ""))
        if other is None or not (name := _name(other)).startswith("rectify/") or name not in files:
            continue
        return kept_in(files.read(name))
    return None
