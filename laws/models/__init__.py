"""The law library's records: codes and editions, provisions and their wordings, commentary, and what joins them."""

from laws.models.commentary import Commentary, CommentaryVersion
from laws.models.editions import Amendment, Code, Edition, Law, Part, SourceDocument
from laws.models.glossary import Definition, DefinitionVersion, Footnote, FootnoteVersion
from laws.models.provisions import Citation, Concordance, Provision, ProvisionVersion
from laws.models.wording import TextKind, Wording

__all__ = [
    "Amendment",
    "Citation",
    "Code",
    "Commentary",
    "CommentaryVersion",
    "Concordance",
    "Definition",
    "DefinitionVersion",
    "Edition",
    "Footnote",
    "FootnoteVersion",
    "Law",
    "Part",
    "Provision",
    "ProvisionVersion",
    "SourceDocument",
    "TextKind",
    "Wording",
]
