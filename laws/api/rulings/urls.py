"""Addresses of the engine. They are permanent: a change that breaks callers gets a new number beside v1."""

from django.urls import path

from laws.api.rulings import asking, reference

app_name = "rulings-api"

_OF_EDITION = "editions/<slug:slug>/procedures/"

urlpatterns = [
    path("", asking.Rule.as_view(), name="rule"),
    path("story/", asking.Stories.as_view(), name="story"),
    path("diagnose/", asking.Diagnose.as_view(), name="diagnose"),
    path("legal_plays/", asking.LegalPlays.as_view(), name="legal-plays"),
    path("interview/", asking.Interview.as_view(), name="interview"),
    path("contrast/", asking.Contrasts.as_view(), name="contrast"),
    path("meanings/compare/", asking.Compare.as_view(), name="compare"),
    path("editions/", reference.EngineEditions.as_view(), name="editions"),
    path(_OF_EDITION, reference.Procedures.as_view(), name="procedures"),
    path(f"{_OF_EDITION}<str:procedure>/", reference.ProcedureDetail.as_view(), name="procedure"),
    path(f"{_OF_EDITION}<str:procedure>/paths/", reference.Paths.as_view(), name="paths"),
    path(f"{_OF_EDITION}<str:procedure>/chart.svg", reference.Chart.as_view(), name="chart"),
    path("record.schema.json", reference.RecordSchema.as_view(), name="record-schema"),
    path("story.schema.json", reference.StoryShape.as_view(), name="story-schema"),
    path("ruling.schema.json", reference.RulingShape.as_view(), name="ruling-schema"),
]
