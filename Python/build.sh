#!/usr/bin/env bash
#
# build.sh [DIRECTORY]: builds the wheel and the source distribution in .build/wheel or in a directory.
#
# LIBRARY names a built library (.build/library, which library.sh build makes if it is missing), and PYTHON the
# interpreter, which needs its headers (Debian's python3-dev). setuptools comes from PyPI if it is older
# than 77.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=../Scripts/install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

set_source_date
output=${1-$root/.build/wheel}
library=${LIBRARY-$root/.build/library}
python=${PYTHON-python3}
if [[ ! -e $library/libuniformtypes.a ]]; then
  [[ -z ${LIBRARY-} ]] || fail "$library has no libuniformtypes.a." "Build it by Scripts/library.sh build."
  bash "$root/Scripts/library.sh" build >/dev/null
fi

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
if ! "$python" -c 'import setuptools; assert int(setuptools.__version__.split(".")[0]) >= 77' 2>/dev/null; then
  say "Installing setuptools"
  "$python" -m venv "$work/tools"
  python=$work/tools/bin/python
  "$python" -m pip --quiet --disable-pip-version-check install 'setuptools>=77'
fi

# A copy keeps the products of the build out of the sources.
cp -RL -- "$root/Python" "$work/source"
rm -rf -- "$work/source/build"
mkdir -p -- "$output"
output=$(CDPATH='' cd -- "$output" && pwd -P)
rm -f -- "$output"/uniformtypes-*
cd -- "$work/source"
if swiftc=$(command -v swiftc); then
  # The linker of the toolchain leaves out more than the system linker.
  PATH=$PATH:$(dirname -- "$(readlink -f -- "$swiftc")")
fi
for kind in sdist wheel; do
  if ! UNIFORMTYPES_LIBRARY=$library "$python" -c "
import os, sys, zipfile
from setuptools import build_meta
path = os.path.join(sys.argv[1], getattr(build_meta, 'build_$kind')(sys.argv[1]))
if '$kind' == 'wheel':
    # setuptools compresses less than it could.
    with zipfile.ZipFile(path) as wheel:
        members = [(member, wheel.read(member)) for member in wheel.infolist()]
    with zipfile.ZipFile(path, 'w') as wheel:
        for member, content in members:
            wheel.writestr(member, content, zipfile.ZIP_DEFLATED, 9)" "$output" >"$work/log" 2>&1; then
    tail -n 20 "$work/log" >&2
    fail "The $kind could not be built." "The compiler and Python's headers (Debian's python3-dev) are needed."
  fi
done
for file in "$output"/uniformtypes-*; do
  say "$(stat -c %s "$file") bytes: ${file##*/}"
done
printf '%s\n' "$output"/uniformtypes-*.whl
