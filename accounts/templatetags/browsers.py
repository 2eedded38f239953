"""A browser as people name it."""

from django import template
from django.utils.translation import gettext as _

register = template.Library()

# What a browser says of itself, the telling words first: most also claim to be others.
PROGRAMS = {
    "SEB/": "Safe Exam Browser", "Edg": "Edge", "OPR/": "Opera", "Firefox/": "Firefox", "Chrome/": "Chrome",
    "CriOS/": "Chrome", "Safari/": "Safari",
}  # fmt: skip
SYSTEMS = {
    "Windows": "Windows", "Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Mac OS": "macOS", "CrOS": "ChromeOS",
    "Linux": "Linux",
}  # fmt: skip


@register.filter
def browser_name(agent: str) -> str:
    """Such as “Firefox on Windows”; what nobody knows is told as it came."""
    program = next((name for sign, name in PROGRAMS.items() if sign in agent), "")
    system = next((name for sign, name in SYSTEMS.items() if sign in agent), "")
    if program and system:
        return _("%(program)s on %(system)s") % {"program": program, "system": system}
    return program or agent[:60] or _("Not told")
