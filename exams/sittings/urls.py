"""Addresses under /sittings/."""

from django.urls import path

from exams.sittings import (
    attempt_views,
    break_views,
    desk_urls,
    letter_views,
    receipt_views,
    report_views,
    script_views,
    views,
)

app_name = "sittings"
urlpatterns = [
    path("", views.sittings, name="list"),
    path("reports/", report_views.reports, name="reports"),
    path("letters/", letter_views.letters, name="letters"),
    path("letters/<uuid:letter_id>/again/", letter_views.again, name="letter_again"),
    path("<uuid:sitting_id>/", views.cover, name="cover"),
    path("<uuid:sitting_id>/enter/", views.enter, name="enter"),
    path("<uuid:sitting_id>/withdraw/", views.withdraw, name="withdraw"),
    path("<uuid:sitting_id>/start/", views.start, name="start"),
    *desk_urls.urlpatterns,
    path("attempt/worker.js", script_views.worker, name="worker"),
    path("attempt/<uuid:attempt_id>/", attempt_views.resume, name="attempt"),
    path("attempt/<uuid:attempt_id>/<int:number>/", attempt_views.question, name="question"),
    path("attempt/<uuid:attempt_id>/shell/", attempt_views.shell, name="shell"),
    path("attempt/<uuid:attempt_id>/paper/", script_views.paper, name="sheets"),
    path("attempt/<uuid:attempt_id>/save/", script_views.save, name="save"),
    path("attempt/<uuid:attempt_id>/alive/", script_views.alive, name="alive"),
    path("attempt/watch/<str:sealed>/", script_views.watch, name="watch"),
    path("attempt/<uuid:attempt_id>/break/", break_views.take_break, name="take_break"),
    path("attempt/<uuid:attempt_id>/go-on/", break_views.end_break, name="end_break"),
    path("attempt/<uuid:attempt_id>/move/", break_views.move_here, name="move_here"),
    path("attempt/<uuid:attempt_id>/submit/", attempt_views.submit, name="submit"),
    path("attempt/<uuid:attempt_id>/report/", report_views.report, name="report"),
    path("attempt/<uuid:attempt_id>/receipt/", receipt_views.receipt, name="receipt"),
    path("attempt/<uuid:attempt_id>/answers.json", receipt_views.download, name="answers"),
]
