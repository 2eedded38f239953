"""Moodle XML, the format in which Moodle takes in and gives out the questions of a bank."""

from typing import Final

NAME: Final = "Moodle XML"
TAG: Final = "rectify:"
"""Before a tag of ours: `rectify:level=club`."""
CARRIED: Final = "rectify"
"""The element with our own content, which Moodle passes over."""
