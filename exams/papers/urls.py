"""Addresses under /papers/."""

from django.urls import path

from exams.papers import blueprint_views, syllabus_views, views

app_name = "papers"
urlpatterns = [
    path("", views.index, name="index"),
    path("new/<slug:slug>/", blueprint_views.new, name="new"),
    path("new/<slug:slug>/fill/", blueprint_views.fill, name="fill"),
    path("blueprints/<slug:slug>/<slug:code>/", blueprint_views.blueprint, name="blueprint"),
    path("blueprints/<slug:slug>/<slug:code>/preview/", blueprint_views.look_ahead, name="preview"),
    path("blueprints/<slug:slug>/<slug:code>/draw/", blueprint_views.draw_paper, name="draw"),
    path("blueprints/<slug:slug>/<slug:code>/edit/", blueprint_views.edit, name="edit"),
    path("syllabus/", syllabus_views.bodies, name="syllabi"),
    path("syllabus/<slug:slug>/", syllabus_views.read, name="syllabus"),
    path("syllabus/<slug:slug>/add/", syllabus_views.add, name="topic_add"),
    path("syllabus/<slug:slug>/topics/<slug:topic>/", syllabus_views.change, name="topic"),
    path("syllabus/<slug:slug>/topics/<slug:topic>/shift/", syllabus_views.shift, name="topic_shift"),
    path("syllabus/<slug:slug>/topics/<slug:topic>/out/", syllabus_views.take_out, name="topic_out"),
    path("syllabus/<slug:slug>/topics/<slug:topic>/back/", syllabus_views.bring_back, name="topic_back"),
    path("<uuid:pk>/", views.paper, name="paper"),
    # The paper is named last, so that it is the paper whose opening is noted.
    path("swap/<int:position>/of/<uuid:pk>/", views.swap, name="swap"),
    path("<uuid:pk>/paper.pdf", views.question_paper, name="print"),
    path("<uuid:pk>/marking-guide.pdf", views.marking_guide, name="guide"),
]
