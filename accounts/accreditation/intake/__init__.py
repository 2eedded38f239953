"""An existing register: how it comes in from a file, and how the register goes out."""
