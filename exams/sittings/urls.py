"""Addresses under /sittings/."""

from django.urls import path

from exams.sittings import attempt_views, room_views, views

app_name = "sittings"
urlpatterns = [
    path("", views.sittings, name="list"),
    path("new/", room_views.choose_paper, name="choose_paper"),
    path("new/<uuid:paper_id>/", room_views.schedule, name="schedule"),
    path("<uuid:sitting_id>/", views.cover, name="cover"),
    path("<uuid:sitting_id>/enter/", views.enter, name="enter"),
    path("<uuid:sitting_id>/start/", views.start, name="start"),
    path("<uuid:sitting_id>/room/", room_views.room, name="room"),
    path("<uuid:sitting_id>/room/<uuid:entry_id>/", room_views.extra_minutes, name="extra_minutes"),
    path("attempt/<uuid:attempt_id>/", attempt_views.resume, name="attempt"),
    path("attempt/<uuid:attempt_id>/<int:number>/", attempt_views.question, name="question"),
    path("attempt/<uuid:attempt_id>/save/", attempt_views.save, name="save"),
    path("attempt/<uuid:attempt_id>/submit/", attempt_views.submit, name="submit"),
    path("attempt/<uuid:attempt_id>/receipt/", attempt_views.receipt, name="receipt"),
]
