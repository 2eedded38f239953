"""Addresses under /results/."""

from django.urls import include, path

from exams.marking import sitting_views, views

app_name = "marking"
urlpatterns = [
    path("", views.own_results, name="list"),
    path("<uuid:result_id>/", views.result, name="result"),
    path("attempt/<uuid:attempt_id>/", views.of_attempt, name="of_attempt"),
    path("sitting/<uuid:sitting_id>/", sitting_views.of_sitting, name="of_sitting"),
    path("sitting/<uuid:sitting_id>/results.csv", sitting_views.table, name="results_table"),
    path("sitting/<uuid:sitting_id>/moderation/", sitting_views.moderation, name="moderation"),
    path("sitting/<uuid:sitting_id>/release/", sitting_views.to_release, name="to_release"),
    path("sitting/<uuid:sitting_id>/release/now/", sitting_views.release, name="release"),
    path("", include("exams.marking.written.urls")),
    path("", include("exams.marking.statistics.urls")),
    path("", include("exams.marking.regrades.urls")),
    path("", include("exams.marking.appeals.urls")),
]
