"""Addresses of the API. They are permanent: a change that breaks callers gets a new number beside v1."""

from django.urls import include, path

from laws.api import views

app_name = "laws-api"

_of_edition = [
    path("", views.EditionDetail.as_view(), name="edition"),
    path("export.json", views.EditionExport.as_view(), name="export"),
    path("laws/", views.LawList.as_view(), name="laws"),
    path("laws/<str:number>/", views.LawDetail.as_view(), name="law"),
    path("provisions/", views.ProvisionList.as_view(), name="provisions"),
    path("provisions/<str:key>/", views.ProvisionDetail.as_view(), name="provision"),
    path("provisions/<str:key>/versions/", views.ProvisionVersionList.as_view(), name="versions"),
    path("definitions/", views.DefinitionList.as_view(), name="definitions"),
    path("commentary/", views.CommentaryList.as_view(), name="commentary"),
    path("commentary/<slug:code>/", views.CommentDetail.as_view(), name="comment"),
    path("commentary/<slug:code>/versions/", views.CommentVersionList.as_view(), name="comment-versions"),
    path("citations/", views.CitationList.as_view(), name="citations"),
    path("amendments/", views.AmendmentList.as_view(), name="amendments"),
    path("charts/", views.FlowChartList.as_view(), name="charts"),
]
urlpatterns = [
    path("codes/", views.CodeList.as_view(), name="codes"),
    path("codes/<slug:code>/", views.CodeDetail.as_view(), name="code"),
    path("editions/", views.EditionList.as_view(), name="editions"),
    path("editions/<slug:edition>/", include(_of_edition)),
    path("concordance/", views.ConcordanceList.as_view(), name="concordance"),
    path("search/", views.Search.as_view(), name="search"),
    path("sources/", views.SourceList.as_view(), name="sources"),
    path("sources/<int:id>/", views.SourceDetail.as_view(), name="source"),
    path("export.schema.json", views.ExportSchema.as_view(), name="export-schema"),
]
