"""Addresses under /results/."""

from django.urls import include, path

from exams.marking import views

app_name = "marking"
urlpatterns = [
    path("", views.own_results, name="list"),
    path("<uuid:result_id>/", views.result, name="result"),
    path("attempt/<uuid:attempt_id>/", views.of_attempt, name="of_attempt"),
    path("sitting/<uuid:sitting_id>/", views.of_sitting, name="of_sitting"),
    path("", include("exams.marking.writing.urls")),
    path("", include("exams.marking.statistics.urls")),
]
