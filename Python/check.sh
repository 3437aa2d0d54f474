#!/usr/bin/env bash
#
# check.sh: builds the wheel, installs it in an empty environment without Swift in the search path, and
# runs its tests, the tests of the modules that it replaces, and the type checker.
#
# PYTHON names the interpreter, LIBRARY a built library and WHEEL a built wheel. Without python3-dev, a
# compiler, or pytest on PyPI the tests are skipped. numpy, pandas, polars, duckdb and pyarrow are used if PyPI has them.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=../Scripts/install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"
# shellcheck source=../Scripts/support/library-version.sh
source "$root/Scripts/support/library-version.sh"

grep -qF "version: \"$library_version\"" "$root/Python/conda/recipe.yaml" ||
  fail "Python/conda/recipe.yaml has another version than $library_version."

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
"${pip[@]}" build twine 2>/dev/null || say "note: build or twine is missing, so the package is not checked as PyPI does"
"${pip[@]}" numpy pandas pyarrow polars duckdb auditwheel 2>/dev/null ||
  say "note: numpy, pandas, polars, duckdb or pyarrow is missing, so the tests of columns are skipped"

wheel=${WHEEL-}
if [[ -z $wheel ]]; then
  wheel=$(PYTHON=$environment/python bash "$root/Python/build.sh" "$work/wheel")
fi
(($(stat -c %s "$wheel") <= 4 << 20)) || fail "The wheel has more than 4 MiB: $wheel"
"${pip[@]}" --no-index --no-deps "$wheel"
if [[ -x $environment/auditwheel ]]; then
  tag=${wheel##*-}
  shown=$("$environment/auditwheel" show "$wheel" | tr '\n' ' ')
  [[ $shown == *"tag: \"${tag%.whl}\""* ]] || fail "The tag of the wheel is wrong:" "$shown"
fi

unzip -l "$wheel" >"$work/files"
grep -q 'licenses/LICENSE.libraries$' "$work/files" || ! has_command dpkg ||
  fail "The wheel has no notices of the libraries in it: $wheel"

! unzip -p "$wheel" '*/METADATA' | grep -E '^(Home-page|Project-URL): .*[/.]example(/|$)' ||
  fail "The metadata of the wheel have links to names that are reserved for examples."

# The ways of PyPI: a source distribution from the repository, its metadata, and a failure that names the remedy.
if [[ -x $environment/twine ]]; then
  cp -R -- "$root/Python" "$root/LICENSE" "$root/Libraries" "$work" 2>/dev/null
  mkdir -p "$work/Sources/CUniformTypes"
  cp -R -- "$root/Sources/CUniformTypes/include" "$work/Sources/CUniformTypes"
  "$environment/python" -m build --no-isolation --sdist "$work/Python" --outdir "$work/sources" >"$work/log" 2>&1 ||
    fail "The source distribution is not built from the repository:" "$(tail -n 5 "$work/log")"
  sources=("$work"/sources/*.tar.gz)
  tar -tzf "${sources[0]}" >"$work/files"
  for file in LICENSE include/uniformtypes.h magic/magic.c magic/include/magic.h src/native.c; do
    grep -q "/$file\$" "$work/files" || fail "The source distribution has no $file."
  done
  "$environment/twine" --no-color check --strict "$wheel" "${sources[0]}" >"$work/log" || fail "$(<"$work/log")"
  if ! pkg-config --exists uniformtypes 2>/dev/null; then
    "${pip[@]}" --no-build-isolation --target "$work/none" "${sources[0]}" >"$work/log" 2>&1 &&
      fail "The source distribution was installed without the C library."
    { grep -q '^ *error: pkg-config' "$work/log" && ! grep -q Traceback "$work/log"; } ||
      fail "The failure without the C library has another text:" "$(<"$work/log")"
  fi
  if [[ -e ${LIBRARY-$root/.build/library}/NOTICES ]]; then
    UNIFORMTYPES_LIBRARY=${LIBRARY-$root/.build/library} "${pip[@]}" --no-build-isolation --no-deps \
      --editable "$work/Python" || fail "The package is not installed in place."
    "$environment/python" -c 'import uniformtypes; assert str(uniformtypes.identify(b"%PDF-1.7")) == "com.adobe.pdf"'
    "${pip[@]}" --no-index --no-deps --force-reinstall "$wheel"
  fi
  rm -rf -- "$work/Python" "$work/Libraries" "$work/Sources" "$work/sources"
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
