"""Drives gtk-notes with the keyboard, and reads its accessibility tree."""

import sys

import editing
import filing

{"editing": editing, "filing": filing}[sys.argv[1]].run()
