"""Addresses under /people/. A body cannot be called “me” (a constraint of Body sees to that)."""

from django.urls import path

from accounts import demo, views
from accounts.signing_in.sessions import end_session

app_name = "people"
urlpatterns = [
    path("me/", views.me, name="me"),
    path("me/name/", views.rename, name="rename"),
    path("me/join/", views.join, name="join"),
    path("me/sign-in-as/", demo.sign_in_as, name="sign-in-as"),
    path("me/invitations/<uuid:pk>/", views.answer_invitation, name="answer-invitation"),
    path("me/sessions/<int:pk>/end/", end_session, name="end-session"),
    path("<slug:slug>/", views.people, name="body"),
    path("<slug:slug>/roles/", views.give_role, name="give-role"),
    path("<slug:slug>/invitations/<uuid:pk>/withdraw/", views.withdraw_invitation, name="withdraw-invitation"),
    path("<slug:slug>/roles/<uuid:pk>/end/", views.end_role, name="end-role"),
]
