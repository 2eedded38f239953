"""Addresses of statistics, below /results/."""

from django.urls import path

from exams.marking.statistics import views

urlpatterns = [
    path("statistics/", views.bodies, name="statistics_bodies"),
    path("statistics/<slug:slug>/", views.of_bank, name="bank_statistics"),
    path("statistics/<slug:slug>/compute/", views.compute_bank, name="compute_bank_statistics"),
    path("sitting/<uuid:sitting_id>/statistics/", views.of_sitting, name="statistics"),
    path("sitting/<uuid:sitting_id>/statistics/compute/", views.compute, name="compute_statistics"),
    *(
        path(f"sitting/<uuid:sitting_id>/statistics/{name}.csv", views.table, {"name": name}, name=f"{name}_table")
        for name in ("questions", "candidates", "marks")
    ),
    path("sitting/<uuid:sitting_id>/statistics/<uuid:version_id>/", views.of_item, name="item_statistics"),
]
