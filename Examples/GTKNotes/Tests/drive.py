"""Drives gtk-notes as somebody at a keyboard, and looks at it as a screen reader does."""

import sys

import editing
import filing

{"editing": editing, "filing": filing}[sys.argv[1]].run()
