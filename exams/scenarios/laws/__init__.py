"""One law a file: what a question on it says (`law_10.yaml`), and the table at which its paths are staged (`law_10.py`)."""
