"""Addresses of the upkeep, under /bank/ and in its namespace."""

from django.urls import path

from exams.bank.upkeep import flag_views, problem_views
from exams.bank.upkeep.coverage import views as coverage_views

urlpatterns = [
    path("flags/", flag_views.flags, name="flags"),
    path("flags/<int:pk>/", flag_views.flag, name="flag"),
    path("flags/<int:pk>/settle/", flag_views.settle, name="settle_flag"),
    path("coverage/", coverage_views.coverage, name="coverage"),
    path("coverage/<str:part>.csv", coverage_views.download, name="coverage_csv"),
    path("problems/", problem_views.problems, name="problems"),
    path("problems/<uuid:pk>/", problem_views.problem, name="problem"),
    path("problems/<uuid:pk>/settle/", problem_views.settle, name="settle_problem"),
]
