"""The items of a QTI 3.0 content package: those that its manifest lists, with what it says of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from posixpath import normpath
from typing import Any
from urllib.parse import unquote

from django.utils.translation import gettext as _

from exams.bank.interchange.found import Found
from exams.bank.interchange.problems import BrokenItem, BrokenUpload
from exams.bank.interchange.qti import ITEM, KEYWORD, LOM, MANIFEST, PACKAGE
from exams.bank.interchange.qti.reading import item_in
from exams.bank.interchange.telling import kept_in, told_in
from exams.bank.interchange.unpacking import Files
from exams.bank.interchange.xml import BrokenXml, Element, all_text, parse

_EARLIER = "imsqti_item_xmlv2"


def package(data: bytes) -> Iterator[Found]:
    """Each item of the package, or why it cannot be taken. Raises BrokenUpload where the package as a whole is wrong."""
    files = Files(data)
    if MANIFEST not in files:
        raise BrokenUpload(_("It has no %s: it is no QTI package.") % MANIFEST)
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
        raise BrokenUpload(_("Its %(manifest)s is none of QTI 3.0, whose namespace is %(name)s.") % _names())
    return {one.get("identifier", ""): one for one in manifest.iter(f"{{{PACKAGE}}}resource")}


def _names() -> dict[str, str]:
    return {"manifest": MANIFEST, "name": PACKAGE}


def _found(files: Files, resources: Mapping[str, Element], resource: Element) -> Found:
    name = _name(resource)
    if name not in files:
        return Found(name, "", fault=_("The manifest lists it, but the package does not hold it."))
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
