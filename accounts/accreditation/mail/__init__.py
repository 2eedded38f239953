"""The letters of accreditation: what they say, which deed sends which, the reminders of each night, and their pages."""
