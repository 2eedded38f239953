"""Addresses of those who arrange a sitting, decide on its entries and run its room."""

from django.urls import path

from exams.sittings import candidate_views, entry_views, room_views, schedule_views

SITTING = "<uuid:sitting_id>"
CANDIDATE = f"{SITTING}/room/<uuid:entry_id>"

urlpatterns = [
    path("new/", schedule_views.choose_paper, name="choose_paper"),
    path("new/<uuid:paper_id>/", schedule_views.schedule, name="schedule"),
    path(f"{SITTING}/change/", schedule_views.change, name="change"),
    path(f"{SITTING}/void/", schedule_views.void, name="void"),
    path(f"{SITTING}/end/", schedule_views.end, name="end"),
    path(f"{SITTING}/entries/", entry_views.entries, name="entries"),
    path(f"{SITTING}/entries/new/", entry_views.add, name="add"),
    path(f"{SITTING}/door/", entry_views.door, name="door"),
    path(f"{SITTING}/room/", room_views.room, name="room"),
    path(f"{SITTING}/room/log/", room_views.events, name="events"),
    path(f"{SITTING}/room/note/", room_views.write_note, name="note"),
    path(f"{SITTING}/room/pause/", room_views.pause, name="pause"),
    path(f"{SITTING}/room/go-on/", room_views.go_on, name="go_on"),
    path(f"{CANDIDATE}/", candidate_views.candidate, name="candidate"),
    path(f"{CANDIDATE}/time/", entry_views.extra_minutes, name="extra_minutes"),
    path(f"{CANDIDATE}/code/", candidate_views.give_code, name="give_code"),
    path(f"{CANDIDATE}/pause/", candidate_views.pause, name="pause_one"),
    path(f"{CANDIDATE}/go-on/", candidate_views.go_on, name="go_on_one"),
    path(f"{CANDIDATE}/note/", candidate_views.write_note, name="note_one"),
    path(f"{CANDIDATE}/close/", candidate_views.close, name="close_one"),
    path(f"{CANDIDATE}/void/", candidate_views.void, name="void_one"),
]
