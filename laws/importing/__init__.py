"""Importing official text: a document is read, reported on, and stored beside the digest.

    document = read_document(path)      what the file says; laws.sources knows the formats
    report = report_on(document)        what of the edition it has, and what was not understood
    changes = store(document)           everything in one transaction, with file and lines on every record

The official text is another kind of wording of the same records (laws.models.TextKind): the digest stays as it is. The
edition must be on the shelf before, because its digest says which provisions there are.
"""

from laws.importing.documents import Document, read_document
from laws.importing.held import EditionNotHeldError
from laws.importing.refusals import RefusedError
from laws.importing.rendering import render
from laws.importing.report import Report, report_on
from laws.importing.revising import Changes
from laws.importing.writing import store

__all__ = [
    "Changes",
    "Document",
    "EditionNotHeldError",
    "RefusedError",
    "Report",
    "read_document",
    "render",
    "report_on",
    "store",
]
