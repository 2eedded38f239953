"""Addresses of regrades, below /results/."""

from __future__ import annotations

from django.urls import path

from exams.marking.regrades import views

urlpatterns = [
    path("regrades/", views.regrades, name="regrades"),
    path("regrades/<uuid:regrade_id>/", views.regrade, name="regrade"),
    *(
        path(f"regrades/<uuid:regrade_id>/{action}/", views.decide, {"action": action}, name=f"{action}_regrade")
        for action in ("approve", "refuse", "withdraw")
    ),
    path("sitting/<uuid:sitting_id>/regrade/", views.choose, name="choose_regrade"),
    path("sitting/<uuid:sitting_id>/regrade/<uuid:version_id>/", views.new, name="new_regrade"),
]
