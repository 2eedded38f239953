"""A whole edition as one document: for offline use, for other programs, for keeping.

Everything that the library has of the edition on one date, without addresses, in an order that depends on nothing but the
content: the same content gives the same bytes. `FORMAT` names the shape; within one number fields are only ever added.
"""

from laws.api.export.building import FORMAT, document
from laws.api.export.keeping import Export, export
from laws.api.export.shape import SCHEMA

__all__ = ["FORMAT", "SCHEMA", "Export", "document", "export"]
