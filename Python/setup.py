"""Builds the extension module, and names the wheel after the glibc that it needs.

UNIFORMTYPES_LIBRARY names a folder with libuniformtypes.a and the file `libraries`, as
Scripts/library.sh build makes it. The library and its decompressors are then linked into the module.
Without the variable, pkg-config finds an installed libuniformtypes.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).resolve().parent
LIBRARY = os.environ.get("UNIFORMTYPES_LIBRARY")
# In the repository these are links, which a source distribution replaces with copies.
HEADER = HERE / "include"
MAGIC_INCLUDES = [str(HERE / "magic"), str(HERE / "magic" / "include")]
# Each system of a manylinux platform has these libraries (PEP 600).
COMMON = {"libc", "libm", "libdl", "libpthread", "librt", "libgcc_s", "libstdc++", "libz"}
STABLE_INTERFACE = [("Py_LIMITED_API", "0x03090000")]
# A function that the oldest interpreter does not declare would take its result for an int.
STRICT = ["-Werror=implicit-function-declaration", "-Werror=int-conversion"]
# Another libmagic in the process is not used by this one.
STRICT += ["-fvisibility=hidden"]


def version():
    text = (HEADER / "uniformtypes.h").read_text()
    parts = (re.search(rf"#define UTYPE_VERSION_{part} (\d+)", text) for part in ("MAJOR", "MINOR", "PATCH"))
    return ".".join(part[1] for part in parts)


def flags(option):
    try:
        return subprocess.check_output(["pkg-config", option, "uniformtypes"], text=True, stderr=subprocess.PIPE).split()
    except FileNotFoundError:
        reason = "pkg-config is not installed"
    except subprocess.CalledProcessError:
        reason = "pkg-config finds no C library uniformtypes"
    raise SystemExit(
        f"error: {reason}; install the package libuniformtypes-dev, which `make deb` of swift-uniform-types makes, "
        "or name a folder that `make library` has built in UNIFORMTYPES_LIBRARY")


def without_unwinding(archive, folder):
    """A copy of an archive without the tables for exceptions, 0.3 MB of the wheel; the archive if there is no objcopy.

    Swift throws no exception, and no thread of Python is cancelled in a call of the library.
    """
    copy = Path(folder, archive.name)
    copy.parent.mkdir(parents=True, exist_ok=True)
    try:
        subprocess.check_call(["objcopy", "--remove-section=.eh_frame", str(archive), str(copy)])
    except (FileNotFoundError, subprocess.CalledProcessError):
        return archive
    return copy


def linking(folder):
    """The options of the compiler and the linker for the library that the environment names, with files in a folder."""
    if LIBRARY is None:
        return {
            "define_macros": STABLE_INTERFACE,
            "include_dirs": MAGIC_INCLUDES,
            "extra_compile_args": [*STRICT, *flags("--cflags")],
            "extra_link_args": [*flags("--libs"), "-lz", "-lbz2", "-llzma"],
        }
    if not Path(LIBRARY, "libuniformtypes.a").exists():
        raise SystemExit(f"error: UNIFORMTYPES_LIBRARY: {LIBRARY} has no libuniformtypes.a; build it by `make library`")
    needed = Path(LIBRARY, "libraries").read_text().split()
    # The decompressors, which a system may lack, are linked statically.
    named = [name if "lib" + name[2:] in COMMON else f"-l:lib{name[2:]}.a" for name in needed]
    options = [
        "-Wl,--gc-sections", "-Wl,--strip-all", "-Wl,-O2", *(f"-Wl,--wrap={name}" for name in ("hypotf", "stdin", "stdout", "stderr")),
        "-Wl,-z,relro,-z,now",
        "-Wl,--exclude-libs,ALL", "-Wl,--as-needed",
    ]
    # These linkers keep one of two equal functions.
    for linker in ("ld.lld", "lld"):
        if path := shutil.which(linker):
            options += [f"-B{os.path.dirname(os.path.realpath(path))}", "-fuse-ld=lld", "-Wl,--icf=all"]
            # Similar functions next to each other compress better: 4,100,103 bytes instead of 4,206,111.
            if b"--bp-compression-sort" in subprocess.run([path, "--help"], capture_output=True).stdout:
                options.append("-Wl,--bp-compression-sort=function")
            break
    return {
        "define_macros": [*STABLE_INTERFACE, ("REPLACED_SYMBOLS", "1")],
        "include_dirs": [str(HEADER), *MAGIC_INCLUDES],
        "extra_compile_args": STRICT,
        "extra_objects": [str(without_unwinding(Path(LIBRARY, "libuniformtypes.a"), folder))],
        "extra_link_args": [*named, *options],
    }


def platform(module):
    """The manylinux platform of a shared object, or None if it needs other libraries."""
    dump = subprocess.check_output(["objdump", "-p", "-T", str(module)], text=True)
    needed = {name for name in re.findall(r"NEEDED +(.+?)\.so", dump) if not name.startswith("ld-linux")}
    if needed - COMMON:
        return None
    # GCC 11 made the newest libstdc++ of the distributions with glibc 2.34.
    limits = {"GLIBCXX": (3, 4, 29), "CXXABI": (1, 3, 13)}
    for name, limit in limits.items():
        found = [tuple(map(int, text.split("."))) for text in re.findall(rf"{name}_([\d.]+)", dump)]
        if found and max(found) > limit:
            return None
    versions = [(int(major), int(minor)) for major, minor in re.findall(r"GLIBC_(\d+)\.(\d+)", dump)]
    major, minor = max([(2, 34), *versions])
    return f"manylinux_{major}_{minor}_{os.uname().machine}"


def loading_failure(module):
    """The reason why a module cannot be loaded, or None. `-Wl,-z,defs` would refuse the interpreter's symbols too."""
    command = [sys.executable, "-c", "import ctypes, os, sys; ctypes.CDLL(sys.argv[1], os.RTLD_NOW)", module]
    result = subprocess.run(command, capture_output=True, text=True)
    return result.stderr.strip().rpartition("\n")[2] if result.returncode else None


class Extensions(build_ext):
    def build_extension(self, extension):
        if sysconfig.get_config_var("Py_GIL_DISABLED"):
            raise SystemExit("error: uniformtypes does not support free-threaded Python; use an interpreter with the GIL")
        # The metadata is made without the library, so its place is looked up here.
        for option, values in linking(self.build_temp).items():
            setattr(extension, option, values)
        # The module does not load libpython, so the folder of the building Python has no use in it. Other folders
        # are the builder's own choice.
        own = shlex.split(os.environ.get("LDFLAGS", ""))
        linker = [word for word in self.compiler.linker_so if word in own or not word.startswith("-Wl,-rpath")]
        self.compiler.set_executable("linker_so", linker)
        super().build_extension(extension)
        if failure := loading_failure(os.path.abspath(self.get_ext_fullpath(extension.name))):
            raise SystemExit(f"error: the module cannot be loaded: {failure}; link what it needs")


class Wheel(bdist_wheel):
    def get_tag(self):
        python, abi, own = super().get_tag()
        modules = list(Path(self.bdist_dir).rglob("_native*.so"))
        return python, abi, (platform(modules[0]) if modules else None) or own

    def egg2dist(self, egginfo_path, distinfo_path):
        super().egg2dist(egginfo_path, distinfo_path)
        # The licences of the libraries that are linked in.
        if LIBRARY and (notices := Path(LIBRARY, "NOTICES")).exists():
            shutil.copy(notices, Path(distinfo_path, "licenses", "LICENSE.libraries"))


setup(
    version=version(),
    cmdclass={"bdist_wheel": Wheel, "build_ext": Extensions},
    options={"bdist_wheel": {"py_limited_api": "cp39"}},
    ext_modules=[
        Extension(
            "uniformtypes._native",
            ["src/native.c", "magic/magic.c", "magic/encoding.c", "magic/item.c", "magic/names.c", "magic/words.c"],
            py_limited_api=True,
        )
    ],
)
