#!/usr/bin/env bash
#
# check.sh: builds the wheel, installs it in an empty environment without Swift in the search path, and
# runs its tests, the tests of the modules that it replaces, and the type checker.
#
# PYTHON names the interpreter, LIBRARY a built library and WHEEL a built wheel. Without python3-dev, a
# compiler, or pytest on PyPI the tests are skipped. numpy, pandas and pyarrow are used if PyPI has them.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=../Scripts/install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

python=${PYTHON-python3}
skip() {
  say "skipped: $1, so the Python package is not tested"
  exit 0
}
for tool in "$python" cc objdump; do
  has_command "$tool" || skip "$tool is not installed"
done
"$python" -c 'import sysconfig, os, sys
sys.exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))' || skip "python3-dev is not installed"

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
"$python" -m venv "$work/environment" 2>/dev/null || skip "python3-venv is not installed"
environment=$work/environment/bin
pip=("$environment/python" -m pip --quiet --disable-pip-version-check install --no-compile)
"${pip[@]}" 'setuptools>=77' pytest mypy 2>/dev/null || skip "PyPI has no pytest here"
"${pip[@]}" numpy pandas pyarrow auditwheel 2>/dev/null ||
  say "note: numpy, pandas or pyarrow is missing, so the tests of columns are skipped"

wheel=${WHEEL-}
if [[ -z $wheel ]]; then
  wheel=$(PYTHON=$environment/python bash "$root/Python/build.sh" "$work/wheel")
fi
(($(stat -c %s "$wheel") <= 4 << 20)) || fail "The wheel has more than 4 MiB: $wheel"
"${pip[@]}" --no-index --no-deps "$wheel"
if [[ -x $environment/auditwheel ]]; then
  tag=${wheel##*-}
  "$environment/auditwheel" show "$wheel" | tr '\n' ' ' | grep -qF "tag: \"${tag%.whl}\"" ||
    fail "The tag of the wheel is wrong:" "$("$environment/auditwheel" show "$wheel")"
fi

# Outside the sources, so that the installed package is imported, and without the toolchain.
cp -R -- "$root/Python/tests" "$root/Python/pyproject.toml" "$work"
cd -- "$work"
env -i "PATH=$environment:/usr/bin:/bin" "HOME=$work" "UNIFORMTYPES_ROOT=$root" \
  XDG_DATA_DIRS=/nonexistent XDG_DATA_HOME=/nonexistent ${UTI:+"UTI=$UTI"} \
  python -m pytest -p no:cacheprovider tests
# The C library has the interface of libmagic.
magic=${LIBRARY-$root/.build/library}/libuniformtypes-magic
[[ ! -d $magic ]] || export LIBMAGIC=$magic
INTERPRETER=$environment/python WHEEL=$wheel bash "$root/Python/check-replacements.sh"
cd -- "$root/Python"
"$environment/mypy" --cache-dir "$work/mypy"
say "The Python package is in order"
