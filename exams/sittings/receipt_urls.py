"""Addresses under /receipts/, open to everybody. The first is printed on receipts and must never change."""

from django.urls import path

from exams.sittings import receipt_views

app_name = "receipts"
urlpatterns = [path("verify/", receipt_views.verify, name="verify")]
