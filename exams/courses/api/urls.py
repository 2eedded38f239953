"""Addresses under /api/v1/training/courses/. They are permanent."""

from django.urls import path

from exams.courses.api import given, invitations, offered, taken

app_name = "courses-api"
urlpatterns = [
    path("", offered.CourseList.as_view(), name="courses"),
    path("invitations/", taken.InvitedList.as_view(), name="invitations"),
    path("invitations/<uuid:id>/", taken.InvitedDetail.as_view(), name="invitation"),
    path("invitations/<uuid:id>/answer/", taken.InvitationAnswer.as_view(), name="invitation-answer"),
    path("invitations/<uuid:id>/withdrawal/", invitations.Withdrawal.as_view(), name="invitation-withdrawal"),
    path("assignments/<uuid:id>/withdrawal/", given.TakingBack.as_view(), name="assignment-withdrawal"),
    path("learners/<uuid:id>/", given.LearnerDetail.as_view(), name="learner"),
    path("learners/<uuid:id>/removal/", given.Removal.as_view(), name="learner-removal"),
    path("tutors/<int:id>/end/", given.TutorEnd.as_view(), name="tutor-end"),
    path("<uuid:id>/", offered.CourseDetail.as_view(), name="course"),
    path("<uuid:id>/change/", offered.CourseChange.as_view(), name="change"),
    path("<uuid:id>/invitations/", invitations.InvitationList.as_view(), name="course-invitations"),
    path("<uuid:id>/roster/", invitations.RosterPlan.as_view(), name="roster"),
    path("<uuid:id>/roster/invitations/", invitations.RosterInviting.as_view(), name="roster-invitations"),
    path("<uuid:id>/learners/", given.LearnerList.as_view(), name="learners"),
    path("<uuid:id>/progress/", given.ClassProgress.as_view(), name="progress"),
    path("<uuid:id>/assignments/", given.Assigning.as_view(), name="assignments"),
    path("<uuid:id>/attendance/", given.Attendance.as_view(), name="attendance"),
    path("<uuid:id>/attendance/entry/", given.AttendanceEntry.as_view(), name="attendance-entry"),
    path("<uuid:id>/consent/", taken.Consent.as_view(), name="consent"),
    path("<uuid:id>/leaving/", taken.Leaving.as_view(), name="leaving"),
]
