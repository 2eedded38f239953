"""Addresses of courses."""

from django.urls import path

from exams.courses import learner_views, views

app_name = "courses"

urlpatterns = [
    path("", learner_views.home, name="home"),
    path("of/<slug:slug>/", views.of_body, name="of_body"),
    path("of/<slug:slug>/new/", views.make, name="make"),
    path("invitations/<uuid:invitation_id>/", learner_views.invitation, name="invitation"),
    path("invitations/<uuid:invitation_id>/withdraw/", views.withdraw, name="withdraw"),
    path("assignments/<uuid:assignment_id>/take-back/", views.take_back, name="take_back"),
    path("tutors/<int:tutor_id>/end/", views.end_tutor, name="end_tutor"),
    path("learners/<uuid:member_id>/", views.learner, name="learner"),
    path("learners/<uuid:member_id>/remove/", views.remove, name="remove"),
    path("<uuid:course_id>/", views.course, name="course"),
    path("<uuid:course_id>/change/", views.change, name="change"),
    path("<uuid:course_id>/people/", views.people, name="people"),
    path("<uuid:course_id>/people/shown/", views.invite_shown, name="invite_shown"),
    path("<uuid:course_id>/assign/", views.assign, name="assign"),
    path("<uuid:course_id>/attendance/", views.settle_attendance, name="attendance"),
    path("<uuid:course_id>/attendance/enter/", views.enter_attendance, name="enter_attendance"),
    path("<uuid:course_id>/mine/", learner_views.mine, name="mine"),
    path("<uuid:course_id>/seen/", learner_views.seen, name="seen"),
    path("<uuid:course_id>/leave/", learner_views.leave, name="leave"),
    path("<uuid:course_id>/stop-teaching/", learner_views.stop_teaching, name="stop_teaching"),
]
