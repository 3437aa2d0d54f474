"""Measures how many seeded mutants the tests detect.

A mutant flips a comparison, a condition or a constant, or omits a call. All mutants are compiled in
one build of a copy of the package, and an environment variable selects one of them, so a mutant costs
a run of tests and no build. Each mutant is judged by the tests of its target: only suites that run
its code are asked, the fastest first, until one fails. A mutant whose suite ends by a signal or does
not end counts as detected. A mutant that does not compile is left out and replaced.

Each group has the same number of mutants, and they are judged in their seeded order, the groups by
turns. So the mutants that are judged before a run is ended are a random choice too; --continue judges
the others. The choice depends on no line number, so a change keeps it apart from the changed lines.
Lines whose mutants no test should notice have none: capacities of buffers, pauses, assertions, which
are not compiled here, random parts of names, sizes of buffers for C functions, and how much of a long
name a message shows.

The result is a table for each group of groups.json, and the survivors with their reasons from
survivors.tsv. Verdicts are kept in .build/mutation/results.json. After a new test, --survivors judges
the survivors again, and --write writes the table into results.md.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import hashlib
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
WORK = ROOT / ".build" / "mutation"
# The sources are instrumented in one copy; the build has another, in which only changes are written.
STAGE = WORK / "stage"
TREE = WORK / "tree"

# Lines whose mutants no test can notice.
INEFFECTIVE = re.compile(r"reserveCapacity\(|reserveStrings\(|keepingCapacity:|\busleep\(|^assert\("
                         r"|\.prefix\(100\)\)|\.random\(|uti_unique_number\(|\[CChar\]\(repeating:")

# The libraries run optimised, as for users, and the tests compile fast.
MANIFEST = """
package.targets.removeAll {{ $0.type == .test && !{tests}.contains($0.name) }}
for target in package.targets where target.type == .regular && !targetsInC.contains(target.name) {{
  target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-O"])]
}}
"""


def say(*words):
    print(*words, file=sys.stderr, flush=True)


def run(command, **options):
    return subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, text=True,
                          errors="replace", **options)


class Mutant:
    def __init__(self, line):
        number, path, self.line, self.original, self.text, self.code = line.split("\t")
        self.number, self.path = int(number), path

    @property
    def place(self):
        return f"{Path(self.path).relative_to(STAGE)}:{self.line}"

    @property
    def key(self):
        """The identity of a mutant apart from its file and line number, which other changes move: its
        target, the line of code, the original text and the text of the mutant."""
        return (Path(self.path).relative_to(STAGE).parts[1], self.code, self.original, self.text)


# MARK: - Building


def synchronize(source, copy, names):
    """Makes the files of a folder the same as in another one; unchanged files keep their dates."""
    for name in names:
        old, new = source / name, copy / name
        new.parent.mkdir(parents=True, exist_ok=True)
        if old.is_symlink():
            if not new.is_symlink():
                new.symlink_to(os.readlink(old))
        elif not new.exists() or new.read_bytes() != old.read_bytes():
            shutil.copy(old, new)
    for folder, folders, files in os.walk(copy):
        folders[:] = [name for name in folders if not name.startswith(".build")]
        for name in files:
            path = Path(folder) / name
            if str(path.relative_to(copy)) not in names:
                path.unlink()


def copy_sources():
    listed = run(["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                 stdout=subprocess.PIPE, check=True).stdout.split("\0")
    synchronize(ROOT, STAGE, {name for name in listed if name and (ROOT / name).is_file()
                              or (ROOT / name).is_symlink()})


def build_tool():
    build = ["swift", "build", "--package-path", HERE, "--scratch-path", WORK / "tool"]
    if run(build, stdout=sys.stderr).returncode != 0:
        raise SystemExit("error: the tool does not build")
    shown = run([*build, "--show-bin-path"], stdout=subprocess.PIPE, check=True)
    return Path(shown.stdout.strip()) / "mutate"


def find_owners(groups):
    """The group of each source; writes the list of the sources."""
    owner = {}
    for group in groups:
        for source in group["sources"]:
            place = STAGE / source
            paths = [place] if place.suffix == ".swift" else sorted(place.rglob("*.swift"))
            owner.update({str(path): group["name"] for path in paths if path.name != "UTIMutant.swift"})
    (WORK / "sources").write_text("\n".join(sorted(owner)) + "\n")
    return owner


def read_mutants(groups):
    """All mutants of the groups; the numbers follow the order of the files."""
    owner, mutants, counts = find_owners(groups), {}, collections.Counter()
    for line in (WORK / "mutants.tsv").read_text(encoding="utf-8").splitlines():
        mutant = Mutant(line)
        mutant.group = owner[mutant.path]
        mutant.identity = (*mutant.key, counts[mutant.key])
        counts[mutant.key] += 1
        if not INEFFECTIVE.search(mutant.code):
            mutants[mutant.number] = mutant
    return mutants


def list_mutants(tool, groups):
    find_owners(groups)
    listed = run([tool, WORK / "sources"], stdout=subprocess.PIPE, check=True).stdout
    sources, rows = {}, []
    for row in listed.splitlines():
        _, path, line, *_ = row.split("\t")
        if path not in sources:
            sources[path] = Path(path).read_text(encoding="utf-8").split("\n")
        rows.append(row + "\t" + " ".join(sources[path][int(line) - 1].split()))
    (WORK / "mutants.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return read_mutants(groups)


def choose(mutants, groups, count, seed, dropped):
    """A seeded choice, the same number of each group by turns; a dropped mutant is replaced."""
    members = []
    for group in groups:
        numbers = [number for number, mutant in mutants.items() if mutant.group == group["name"]]
        numbers.sort(key=lambda number: hashlib.sha256(
            repr((seed, mutants[number].identity)).encode()).digest())
        members.append([number for number in numbers
                        if mutants[number].identity not in dropped][:count])
    return [number for turn in itertools.zip_longest(*members) for number in turn
            if number is not None]


def instrument(tool, chosen, groups):
    copy_sources()
    (WORK / "numbers").write_text("\n".join(map(str, sorted(chosen))) + "\n")
    run([tool, WORK / "sources", WORK / "numbers"], check=True)
    for group in groups:
        for source in group["sources"]:
            target = STAGE / "Sources" / Path(source).parts[1]
            if target.is_dir():
                shutil.copy(HERE / "UTIMutant.swift", target / "UTIMutant.swift")
    tests = json.dumps(sorted({name.split(".")[0] for group in groups for name in group["tests"]}))
    with open(STAGE / "Package.swift", "a") as manifest:
        manifest.write(MANIFEST.format(tests=tests))
    synchronize(STAGE, TREE, {str(Path(folder, name).relative_to(STAGE))
                              for folder, _, names in os.walk(STAGE) for name in names}
                | {str(path.relative_to(STAGE)) for path in STAGE.rglob("*") if path.is_symlink()})


def failed_mutants(log):
    """The numbers of the mutants at which the compiler has found errors."""
    failed = set()
    for path, line, text in set(re.findall(r"^(/[^:\n]*\.swift):(\d+):\d+: error: (.*)", log, re.M)):
        lines = Path(path).read_text(encoding="utf-8").splitlines()
        above = range(int(line) - 1, max(int(line) - 40, -1), -1)
        # An expression that is too complex is reported at its beginning.
        below = range(int(line) - 1, min(int(line) + 40, len(lines)))
        order = (below, above) if "reasonable time" in text else (above, below)
        for index in itertools.chain(*order):
            found = re.findall(r"UTIMutant\.isActive\(([0-9]+)\)", lines[index])
            if found:
                failed.update(map(int, found))
                break
    return failed


def read_dropped():
    """The mutants that do not compile."""
    path = WORK / "dropped.json"
    return {tuple(row) for row in json.loads(path.read_text())} if path.exists() else set()


def build(tool, mutants, groups, options):
    """Builds the copy with the chosen mutants of groups."""
    dropped = read_dropped()
    command = ["swift", "build", "--package-path", TREE, "--scratch-path", WORK / "build",
               "--product", "swift-uniform-typesPackageTests"]
    while True:
        chosen = choose(mutants, groups, options.count, options.seed, dropped)
        instrument(tool, chosen, groups)
        say(f"Building {len(chosen)} mutants")
        # Otherwise the traits have another order each time, and everything is compiled again.
        result = run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                     env=dict(os.environ, SWIFT_DETERMINISTIC_HASHING="1"))
        if result.returncode == 0:
            break
        failed = failed_mutants(result.stdout) & set(chosen)
        if not failed:
            say(result.stdout[-8000:])
            raise SystemExit("error: the copy does not build, and not because of a mutant")
        say(f"{len(failed)} mutants do not compile")
        dropped |= {mutants[number].identity for number in failed}
        (WORK / "dropped.json").write_text(json.dumps(sorted(dropped)))


# MARK: - Running


class Suite:
    def __init__(self, program, name, size):
        self.program, self.name, self.size = program, name, size
        self.seconds, self.passes, self.reached = 0.0, False, set()

    def run(self, mutant=None, reached=None, limit=900.0):
        """Runs the suite; returns whether all its tests pass."""
        environment = {key: value for key, value in os.environ.items() if key != "UTI_MUTANT"}
        # A backtrace of each crash takes seconds.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        if mutant is not None:
            environment["UTI_MUTANT"] = str(mutant)
        if reached is not None:
            environment["UTI_MUTANT_REACHED"] = str(reached)
        command = [self.program, "--testing-library", "swift-testing",
                   "--filter", "^" + re.escape(self.name) + "[/.]"]
        # One failed test is enough, and a suite can have thousands of failures.
        process = subprocess.Popen(command, env=environment, cwd=TREE, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   start_new_session=True)

        def end():
            # Programs that the tests have started must not outlive them.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)

        timer = threading.Timer(limit, end)
        timer.start()
        try:
            for line in process.stdout:
                if b" recorded an issue" in line:
                    return False
            return process.wait() == 0
        finally:
            timer.cancel()
            end()
            process.stdout.close()
            process.wait()

    def measure(self):
        reached = WORK / f"reached.{self.name}"
        reached.write_bytes(bytes(self.size + 1))
        begin = time.monotonic()
        self.passes = self.run(reached=reached)
        self.seconds = time.monotonic() - begin
        self.reached = {number for number, byte in enumerate(reached.read_bytes()) if byte}
        reached.unlink()
        return self


    @property
    def state(self):
        return {"seconds": self.seconds, "passes": self.passes, "reached": sorted(self.reached)}

    def restore(self, state):
        self.seconds, self.passes = state["seconds"], state["passes"]
        self.reached = set(state["reached"])


def find_suites(program, size):
    """All suites, by the first part of the names of their tests."""
    listed = run([program, "--testing-library", "swift-testing", "--list-tests"],
                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    names = {line.strip().split("/")[0] for line in listed.splitlines()}
    return [Suite(program, name, size) for name in sorted(names)]


def has_suite(group, suite):
    """Whether a suite, or its target, is one of the tests of a group."""
    return suite.name in group["tests"] or suite.name.split(".")[0] in group["tests"]


def asked_suites(mutant, suites):
    """The suites that run the code of a mutant, the fastest first."""
    return sorted((suite for suite in suites if suite.passes and mutant.number in suite.reached),
                  key=lambda suite: suite.seconds)


def judge(mutant, suites):
    """The first suite that fails with the mutant, `unreached`, or nothing."""
    asked = asked_suites(mutant, suites)
    if not asked:
        return "unreached"
    for suite in asked:
        if not suite.run(mutant.number, limit=20 + 5 * suite.seconds):
            return suite.name
    return None


# MARK: - Reporting


def read_reasons():
    path = HERE / "survivors.tsv"
    reasons = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        if line and not line.startswith("#"):
            *key, reason = line.split("\t")
            reasons[tuple(key)] = reason
    return reasons


def report(mutants, verdicts, groups):
    """Returns the share of detected mutants of groups, and the lines of the tables."""
    reasons = read_reasons()
    names = {group["name"] for group in groups}
    verdicts = {number: verdict for number, verdict in verdicts.items()
                if mutants[number].group in names}
    lines = ["| group | tests | mutants | detected | survive with a reason | survive | detected, % |",
             "|---|---|---|---|---|---|---|"]
    total = [0, 0, 0]

    def row(name, tests, count, detected, known):
        rate = 100 * detected / max(count - known, 1)
        lines.append(f"| {name} | {tests} | {count} | {detected} | {known} | "
                     f"{count - detected - known} | {rate:.1f} |")
        return rate

    for group in groups:
        members = [number for number in verdicts if mutants[number].group == group["name"]]
        alive = [number for number in members if verdicts[number] in (None, "unreached")]
        known = [number for number in alive if mutants[number].key in reasons]
        counts = (len(members), len(members) - len(alive), len(known))
        total = [sum(pair) for pair in zip(total, counts)]
        row(group["name"], ", ".join(dict.fromkeys(name.split(".")[0] for name in group["tests"])),
            *counts)
    rate = row("all", "", *total)
    lines += ["", "| survivor | line | code | mutant | tests | reason |", "|---|---|---|---|---|---|"]
    for number, verdict in sorted(verdicts.items()):
        if verdict in (None, "unreached"):
            mutant = mutants[number]
            line, code, text = (value.replace("|", "\\|")[:90]
                                for value in (mutant.code, mutant.original, mutant.text))
            state = "never run it" if verdict else "pass"
            lines.append(f"| {mutant.key[0]} | `{line}` | `{code}` | `{text or 'omitted'}` | {state} | "
                         f"{reasons.get(mutant.key, '')} |")
    return rate, lines


def read_verdicts(mutants):
    """The verdicts of the last run, of the mutants that still exist."""
    path = WORK / "results.json"
    known = {mutant.identity: mutant.number for mutant in mutants.values()}
    rows = json.loads(path.read_text()) if path.exists() else []
    return {known[tuple(row["mutant"])]: row["verdict"] for row in rows
            if tuple(row["mutant"]) in known}


def write_verdicts(verdicts, mutants):
    rows = [{"mutant": mutants[number].identity, "place": mutants[number].place,
             "verdict": verdict} for number, verdict in sorted(verdicts.items())]
    (WORK / "results.json").write_text(json.dumps(rows, indent=1))


def measure(pool, suites, reuses):
    """Runs the suites without a mutant, or reads what the last run of the same build has measured."""
    path = WORK / "suites.json"
    known = json.loads(path.read_text()) if reuses and path.exists() else {}
    list(pool.map(Suite.measure, [suite for suite in suites if suite.name not in known]))
    for suite in suites:
        if suite.name in known:
            suite.restore(known[suite.name])
    known.update({suite.name: suite.state for suite in suites})
    path.write_text(json.dumps(known))


def run_mutants(chosen, verdicts, mutants, groups, options):
    """Adds the verdicts of mutants; the suites are measured first."""
    program = WORK / "build" / "debug" / "swift-uniform-typesPackageTests.xctest"
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        found = find_suites(program, max(mutants))
        suites = {group["name"]: [suite for suite in found if has_suite(group, suite)]
                  for group in groups}
        asked = [suite for suite in found if any(has_suite(group, suite) for group in groups)]
        measure(pool, asked, reuses=options.skip_build)
        broken = [suite.name for suite in asked if not suite.passes]
        say(f"{len(asked)} suites take {sum(suite.seconds for suite in asked):.0f} s"
            + (f"; these fail without a mutant and are left out: {' '.join(broken)}" if broken else ""))
        begin = time.monotonic()
        jobs = {pool.submit(judge, mutants[number], suites[mutants[number].group]): number
                for number in chosen}
        for count, job in enumerate(concurrent.futures.as_completed(jobs), 1):
            verdicts[jobs[job]] = job.result()
            write_verdicts(verdicts, mutants)
            if count % 10 == 0 or count == len(jobs):
                say(f"{count} of {len(chosen)} after {time.monotonic() - begin:.0f} s")


def main():
    parser = argparse.ArgumentParser(prog="run.sh", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=75, help="the mutants of each group (75)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the choice (1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="concurrent test runs")
    parser.add_argument("--group", action="append", help="only the group of this name")
    parser.add_argument("--minimum", type=float, default=0, help="fail below this percentage")
    parser.add_argument("--only-build", action="store_true", help="build and run nothing")
    parser.add_argument("--skip-build", action="store_true", help="run what was built last")
    parser.add_argument("--survivors", action="store_true",
                        help="judge only the mutants that the last run did not detect")
    parser.add_argument("--continue", action="store_true", dest="continues",
                        help="judge only the mutants that were not judged")
    parser.add_argument("--report", action="store_true", help="print the last verdicts, and run nothing")
    parser.add_argument("--write", action="store_true", help="write the tables into results.md")
    options = parser.parse_args()

    # Numbers are given to the mutants of all groups, so that they do not depend on the selection.
    everything = json.loads((HERE / "groups.json").read_text())
    groups = [group for group in everything if not options.group or group["name"] in options.group]
    WORK.mkdir(parents=True, exist_ok=True)
    if options.skip_build or options.report:
        mutants = read_mutants(everything)
    else:
        tool = build_tool()
        copy_sources()
        mutants = list_mutants(tool, everything)
        say(f"{len(mutants)} mutants are possible")
        build(tool, mutants, groups, options)
    if options.only_build:
        return
    names = {group["name"] for group in groups}
    keeps = options.survivors or options.continues or options.report
    chosen = choose(mutants, everything, options.count, options.seed, read_dropped())
    # The verdicts of other groups stay.
    last = read_verdicts(mutants)
    verdicts = {number: last[number] for number in chosen
                if number in last and (keeps or mutants[number].group not in names)}
    if not options.report:
        asked = [number for number in chosen if mutants[number].group in names
                 and (number not in verdicts if options.continues
                      else verdicts.get(number, None) in (None, "unreached"))]
        run_mutants(asked, verdicts, mutants, groups, options)
    rate, lines = report(mutants, verdicts, groups)
    print("\n".join(lines))
    if options.write:
        lines = report(mutants, verdicts, everything)[1]
        (HERE / "results.md").write_text(
            "# Mutants\n\n"
            f"`bash Benchmarks/Mutation/run.sh --count {options.count} --seed {options.seed} --write` "
            f"wrote this file.\n{len(verdicts)} mutants are judged, of {len(chosen)} that were chosen among "
            f"{len(mutants)} possible ones. They are judged in a random order.\n\n"
            + "\n".join(lines) + "\n", encoding="utf-8")
    if rate < options.minimum:
        raise SystemExit(f"error: {rate:.1f} % of the mutants are detected, "
                         f"and {options.minimum:g} % are required")


if __name__ == "__main__":
    main()
