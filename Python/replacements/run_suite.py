"""Runs tests of another project against the installed package, and prints a line for each test.

usage: run_suite.py MODULE REPLACEMENT FILE...

The module REPLACEMENT is imported by the tests as MODULE. A line is "pass", "skip" or "fail", and the test.
"""

import importlib
import importlib.util
import os
import sys
import unittest


class Result(unittest.TestResult):
    def __init__(self):
        super().__init__()
        self.outcomes = {}

    def note(self, test, outcome):
        # A class or a module that cannot be set up is not a test, and fails under its description.
        name = ".".join(test.id().split(".")[-2:]) if isinstance(test, unittest.TestCase) else str(test)
        if self.outcomes.get(name) != "fail":
            self.outcomes[name] = outcome

    def addSuccess(self, test):
        super().addSuccess(test)
        self.note(test, "pass")

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.note(test, "skip")

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self.note(test, "fail")
        print(self.failures[-1][1], file=sys.stderr)

    def addError(self, test, error):
        super().addError(test, error)
        self.note(test, "fail")
        print(self.errors[-1][1], file=sys.stderr)

    def addSubTest(self, test, subtest, error):
        super().addSubTest(test, subtest, error)
        if error is not None:
            self.note(test, "fail")


def load(path):
    name = "foreign_" + os.path.basename(path)[:-3]
    specification = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(specification)
    sys.modules[name] = module
    specification.loader.exec_module(module)
    return module


def main(name, replacement, *files):
    sys.modules[name] = importlib.import_module(replacement)
    sys.argv = sys.argv[:1]
    suite = unittest.TestSuite()
    for path in files:
        suite.addTests(unittest.defaultTestLoader.loadTestsFromModule(load(path)))
    result = Result()
    suite.run(result)
    for test, outcome in sorted(result.outcomes.items()):
        print(outcome, test)


main(*sys.argv[1:])
