"""The law library's records: codes and editions, provisions and their wordings, commentary, and what joins them."""

from laws.models.charts import FlowChart, FlowChartVersion
from laws.models.citations import Citation
from laws.models.commentary import EDITORS, Commentary, CommentaryVersion
from laws.models.concordance import Concordance
from laws.models.confirming import ConfirmedWording
from laws.models.editions import Amendment, Code, Edition, Law, Part, SourceDocument
from laws.models.glossary import Definition, DefinitionVersion, Footnote, FootnoteVersion
from laws.models.provisions import Provision, ProvisionVersion
from laws.models.wording import Origin, TextKind, Wording

__all__ = [
    "EDITORS",
    "Amendment",
    "Citation",
    "Code",
    "Commentary",
    "CommentaryVersion",
    "Concordance",
    "ConfirmedWording",
    "Definition",
    "DefinitionVersion",
    "Edition",
    "FlowChart",
    "FlowChartVersion",
    "Footnote",
    "FootnoteVersion",
    "Law",
    "Origin",
    "Part",
    "Provision",
    "ProvisionVersion",
    "SourceDocument",
    "TextKind",
    "Wording",
]
