"""Addresses of the marking by people, under /results/."""

from django.urls import path

from exams.marking.writing import views

urlpatterns = [
    path("scripts/", views.scripts, name="scripts"),
    path("scripts/next/<uuid:sitting_id>/", views.next_script, name="next_script"),
    path("scripts/<uuid:script_id>/", views.script, name="script"),
    path("scripts/<uuid:script_id>/adjudicate/", views.adjudication, name="adjudication"),
    path("sitting/<uuid:sitting_id>/markers/", views.markers, name="markers"),
    path("sitting/<uuid:sitting_id>/agreement/", views.marker_agreement, name="agreement"),
]
