"""Addresses under /api/v1/sittings/. They are permanent."""

from django.urls import path

from exams.sittings.api.views import BoardDetail, Enter, EntryList, SittingDetail, SittingList, Withdraw

app_name = "sittings-api"
urlpatterns = [
    path("", SittingList.as_view(), name="sittings"),
    path("entries/", EntryList.as_view(), name="entries"),
    path("<uuid:id>/", SittingDetail.as_view(), name="sitting"),
    path("<uuid:id>/enter/", Enter.as_view(), name="enter"),
    path("<uuid:id>/withdraw/", Withdraw.as_view(), name="withdraw"),
    path("<uuid:id>/board/", BoardDetail.as_view(), name="board"),
]
