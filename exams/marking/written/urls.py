"""Addresses of the marking by people, under /results/."""

from __future__ import annotations

from django.urls import path

from exams.marking.written import third_marker_views, views

urlpatterns = [
    path("scripts/", views.scripts, name="scripts"),
    path("scripts/next/<uuid:sitting_id>/", views.next_script, name="next_script"),
    path("scripts/<uuid:script_id>/", views.script, name="script"),
    path("scripts/<uuid:script_id>/adjudicate/", views.adjudication, name="adjudication"),
    path("sitting/<uuid:sitting_id>/markers/", views.markers, name="markers"),
    path("sitting/<uuid:sitting_id>/third-marker/", third_marker_views.ask, name="ask_third_marker"),
    path(
        "sitting/<uuid:sitting_id>/third-marker/<uuid:asked_id>/withdraw/",
        third_marker_views.withdraw,
        name="withdraw_third_marker",
    ),
    path("requests/", third_marker_views.requests, name="requests"),
    path("requests/<uuid:asked_id>/", third_marker_views.answer, name="answer_request"),
    path("sitting/<uuid:sitting_id>/agreement/", views.marker_agreement, name="agreement"),
]
