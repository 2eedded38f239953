"""What the library answers at each address."""

from laws.api.views.beside import (
    CitationList,
    CommentaryList,
    CommentDetail,
    CommentVersionList,
    ConcordanceList,
    SourceDetail,
    SourceList,
)
from laws.api.views.editions import AmendmentList, CodeDetail, CodeList, EditionDetail, EditionList
from laws.api.views.export import EditionExport, ExportSchema
from laws.api.views.provisions import (
    DefinitionList,
    FlowChartList,
    LawDetail,
    LawList,
    ProvisionDetail,
    ProvisionList,
    ProvisionVersionList,
)
from laws.api.views.search import Search

__all__ = [
    "AmendmentList",
    "CitationList",
    "CodeDetail",
    "CodeList",
    "CommentDetail",
    "CommentVersionList",
    "CommentaryList",
    "ConcordanceList",
    "DefinitionList",
    "EditionDetail",
    "EditionExport",
    "EditionList",
    "ExportSchema",
    "FlowChartList",
    "LawDetail",
    "LawList",
    "ProvisionDetail",
    "ProvisionList",
    "ProvisionVersionList",
    "Search",
    "SourceDetail",
    "SourceList",
]
