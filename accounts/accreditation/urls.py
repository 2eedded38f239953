"""Addresses under /accreditation/, for those who are signed in."""

from django.urls import path

from accounts.accreditation import views

app_name = "accreditation"
urlpatterns = [
    path("", views.mine, name="mine"),
    path("queue/<slug:slug>/", views.queue, name="queue"),
    path("applications/<uuid:pk>/", views.application, name="application"),
    path("applications/<uuid:pk>/doubts/<uuid:doubt_id>/", views.settle_doubt, name="settle_doubt"),
    path("awards/<uuid:pk>/", views.award, name="award"),
    path("awards/<uuid:pk>/certificate.pdf", views.certificate, name="certificate"),
    *(
        path(f"applications/<uuid:pk>/{decision}/", views.decide, {"decision": decision}, name=decision)
        for decision in views.DECISIONS
    ),
    *(path(f"awards/<uuid:pk>/{action}/", views.turn, {"action": action}, name=action) for action in views.TURNS),
]
