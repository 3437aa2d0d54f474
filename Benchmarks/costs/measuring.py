"""Measures the processor time of command lines in separate folders."""

import contextlib
import os
import pathlib
import resource
import shutil
import signal
import subprocess

import commands
import instructions
import shapes

# The instructions that take about a second on the machines where the limits were chosen.
PER_SECOND = 3_000_000_000


class Bench:
    """A folder in which one file of declarations is installed and asked about."""

    def __init__(self, program, folder, limit):
        self.program, self.limit = str(program), limit
        self.counts = False
        self.folder = pathlib.Path(folder)
        self.environment = {
            "PATH": os.defpath, "LC_ALL": "C.UTF-8", "HOME": str(self.folder / "home"),
            "XDG_CACHE_HOME": str(self.folder / "cache"), "XDG_DATA_HOME": str(self.folder / "data"),
            "XDG_DATA_DIRS": str(self.folder / "none"), "XDG_CONFIG_HOME": str(self.folder / "config")}
        (self.folder / "home").mkdir(parents=True, exist_ok=True)
        (self.folder / "abc.a.a.a.txt").write_text("A text\n")
        (self.folder / "letters").write_text("ab" * 8192)
        (self.folder / "blob").write_bytes(pathlib.Path(program).read_bytes()[1 << 16:2 << 16])
        (self.folder / "empty.plist").write_text(shapes.plist())
        self.places = {}

    def install(self, text, extension):
        """Makes a text the only file of the registry, or its parts the only files, and fills the cache."""
        registry = self.folder / "registry"
        for path in (registry, self.folder / "cache", self.folder / "mime"):
            shutil.rmtree(path, ignore_errors=True)
        registry.mkdir()
        first, *others = text.split(shapes.SEPARATOR)
        file = registry / f"costly.{extension}"
        file.write_text(first)
        for number, other in enumerate(others):
            (registry / f"costly{number}.{extension}").write_text(other)
        shutil.copytree(registry, self.folder / "mime" / "packages")
        self.places = {
            "file": registry if others else file, "registry": registry, "type": last_type(text, extension),
            "text": self.folder / "abc.a.a.a.txt", "blob": self.folder / "blob",
            "letters": self.folder / "letters",
            "output": self.folder / "output", "empty": self.folder / "empty.plist",
            "copy": self.folder / f"copy.{extension}", "upstream": self.folder / "mime"}
        self.seconds([self.program, *self.filled(["lookup", "--registry", "{registry}", ".txt"])])

    def filled(self, words):
        return [word.format(**self.places) for word in words]

    @contextlib.contextmanager
    def counting(self):
        """Calculates seconds from counted instructions if valgrind is installed, since other processes add none."""
        self.counts = instructions.profiler() is not None
        try:
            yield
        finally:
            self.counts = False

    def time(self, name, count=1):
        """Returns the fewest seconds of a command, because other processes only add to them."""
        return min(self.command(name) for _ in range(1 if self.counts else count))

    def command(self, name):
        return self.seconds(self.words(name))

    def words(self, name):
        """Returns the words of a command, whose output does not exist yet."""
        output = self.places["output"]
        if output.is_dir():
            shutil.rmtree(output)
        else:
            output.unlink(missing_ok=True)
        if "{copy}" in commands.ALL[name]:
            self.copy(self.places["file"], self.places["copy"])
        return [self.program, *self.filled(commands.ALL[name])]

    @staticmethod
    def copy(source, target):
        """Copies a file or a folder in place of what an earlier command has changed."""
        if target.is_dir():
            shutil.rmtree(target)
        else:
            target.unlink(missing_ok=True)
        (shutil.copytree if source.is_dir() else shutil.copy)(source, target)

    def upstream(self, count=1):
        """Returns the seconds of update-mime-database; None if it is not installed."""
        program = shutil.which("update-mime-database")
        if not program:
            return None
        return min(self.seconds([program, str(self.places["upstream"])]) for _ in range(count))

    def seconds(self, words):
        """Returns the processor time of a program, at most about the limit; a signal is an error."""
        if self.counts:
            return instructions.count(words, self.environment, self.folder) / PER_SECOND
        with open(self.folder / "errors", "wb") as errors:
            child = subprocess.Popen(
                words, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (self.limit, self.limit + 1)))
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = 0
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) not in (signal.SIGXCPU, signal.SIGKILL):
            raise SystemExit(f"costs: {' '.join(words)} ended by signal {os.WTERMSIG(status)}")
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 64:
            raise SystemExit(f"costs: {' '.join(words)}: {(self.folder / 'errors').read_text().strip()}")
        return usage.ru_utime + usage.ru_stime


def last_type(text, extension):
    """Returns the name of the last type that a file declares; the built-in one of data if there is none."""
    start, end = (
        ("<key>UTTypeIdentifier</key><string>", "<") if extension == "plist" else ('<mime-type type="', '"'))
    place = text.rfind(start)
    if place < 0:
        return "public.data"
    name = text[place + len(start):].split(end)[0].strip()
    return name if extension == "plist" and name.startswith("org.") or "/" in name else "public.data"
