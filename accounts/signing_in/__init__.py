"""How people prove who they are: passwords and how often they may be wrong, second factors, sessions, letters of changes."""
