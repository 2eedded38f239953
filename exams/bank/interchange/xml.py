"""Building XML, and reading it from files that anybody may have made."""

from __future__ import annotations

import re
from typing import Final
from xml.etree.ElementTree import Element, ParseError, indent, tostring

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring
from django.utils.translation import gettext as _

__all__ = ["DEEPEST", "BrokenXml", "Element", "all_text", "document", "el", "name_of", "parse", "plain", "strip_names"]

DEEPEST: Final = 100
"""How deep elements may stand in one another; the deepest real item has about twenty."""

# What XML 1.0 has no way to write.
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class BrokenXml(ValueError):
    """A file that is no XML, or XML that is not read; the message says which, to the person who sent it."""


def plain(text: str) -> str:
    """Words as every format keeps them: one space for any white space, and nothing that XML cannot hold."""
    return " ".join(_NOT_XML.sub(" ", text).split())


def el(tag: str, attributes: dict[str, str] | None = None, *children: Element | str | None) -> Element:
    """An element with its children in order; texts are cleaned of what XML cannot hold, None is left out."""
    made = Element(tag, {name: _NOT_XML.sub(" ", value) for name, value in (attributes or {}).items()})
    last: Element | None = None
    for child in children:
        if isinstance(child, Element):
            made.append(child)
            last = child
        elif child and last is None:
            made.text = (made.text or "") + _NOT_XML.sub(" ", child)
        elif child and last is not None:
            last.tail = (last.tail or "") + _NOT_XML.sub(" ", child)
    return made


def document(root: Element, *, indented: bool = True) -> bytes:
    """The document in UTF-8. Indented only where white space between elements means nothing."""
    if indented:
        indent(root)
    return bytes(tostring(root, encoding="utf-8", xml_declaration=True))


def parse(data: bytes) -> Element:
    """The root element. Raises BrokenXml for what is no XML, has a document type or entities, or is too deep."""
    try:
        root: Element = fromstring(data, forbid_dtd=True, forbid_entities=True, forbid_external=True)
    except DefusedXmlException as error:
        raise BrokenXml(_("It declares a document type or entities, which are not read.")) from error
    except (ParseError, ValueError, LookupError) as error:
        raise BrokenXml(_("It is no XML: %s.") % error) from error
    level = [root]
    for _depth in range(DEEPEST):
        level = [child for one in level for child in one]
        if not level:
            return root
    raise BrokenXml(_("Its elements are nested more than %d deep.") % DEEPEST)


def name_of(element: Element) -> str:
    """The element's name without its namespace."""
    return element.tag.rpartition("}")[2]


def strip_names(root: Element) -> None:
    """Take the namespaces off all elements, once it is known whose they are."""
    for element in root.iter():
        element.tag = name_of(element)


def all_text(element: Element | None) -> str:
    """All words in an element, cleaned; nothing for no element."""
    return plain(" ".join(element.itertext())) if element is not None else ""
