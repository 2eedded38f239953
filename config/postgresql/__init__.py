"""Django's PostgreSQL backend, which starts the embedded server when a process first connects to it."""
