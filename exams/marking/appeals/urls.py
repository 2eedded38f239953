"""Addresses of appeals, below /results/."""

from django.urls import path

from exams.marking.appeals import views

urlpatterns = [
    path("appeals/", views.appeals, name="appeals"),
    path("appeals/<uuid:appeal_id>/", views.appeal, name="appeal"),
    path("appeals/<uuid:appeal_id>/decide/", views.decide, name="decide_appeal"),
    path("appeals/<uuid:appeal_id>/withdraw/", views.withdraw, name="withdraw_appeal"),
    path("appeals/<uuid:appeal_id>/assign/", views.assign, name="assign_appeal"),
    path("<uuid:result_id>/appeal/", views.make, name="make_appeal"),
]
