"""Addresses of practical assessments."""

from django.urls import path

from exams.assessment import views

app_name = "assessment"

urlpatterns = [
    path("", views.home, name="home"),
    path("of/<slug:slug>/", views.of_body, name="of_body"),
    path("of/<slug:slug>/shown/", views.show, name="show"),
    path("of/<slug:slug>/new/", views.arrange, name="arrange"),
    path("<uuid:assessment_id>/", views.assessment, name="assessment"),
    path("<uuid:assessment_id>/sheet/", views.sheet, name="sheet"),
    path("<uuid:assessment_id>/judged/", views.judge, name="judge"),
    path("<uuid:assessment_id>/on-paper/", views.on_paper, name="on_paper"),
    path("<uuid:assessment_id>/decide/", views.decide, name="decide"),
    path("<uuid:assessment_id>/move/", views.move, name="move"),
    path("<uuid:assessment_id>/call-off/", views.call_off, name="call_off"),
]
