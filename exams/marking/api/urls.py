"""Addresses under /api/v1/results/. They are permanent."""

from django.urls import path

from exams.marking.api.views import Moderation, Release, ResultDetail, ResultList, SittingResults
from exams.marking.statistics.api import SittingStatistics

app_name = "results-api"
urlpatterns = [
    path("", ResultList.as_view(), name="results"),
    path("<uuid:id>/", ResultDetail.as_view(), name="result"),
    path("sittings/<uuid:id>/", SittingResults.as_view(), name="of-sitting"),
    path("sittings/<uuid:id>/moderation/", Moderation.as_view(), name="moderation"),
    path("sittings/<uuid:id>/release/", Release.as_view(), name="release"),
    path("sittings/<uuid:id>/statistics/", SittingStatistics.as_view(), name="statistics"),
]
