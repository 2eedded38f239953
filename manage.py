#!/usr/bin/env python
"""Commands of Rectify: `manage.py help` lists them."""

import os
import sys

from config.commandline import main

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    main(sys.argv)
