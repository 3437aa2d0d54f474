#!/usr/bin/env bash
#
# check-replacements.sh: runs the tests of Python's module mimetypes and of python-magic against the package,
# and compares the failures with replacements/differences.txt.
#
# INTERPRETER is a Python that has the package. With WHEEL, the newest Python 3 that is
# found runs its tests of mimetypes on that wheel (Debian: libpython3-testsuite); otherwise INTERPRETER runs its own.
# The tests of python-magic come from its source distribution on PyPI, or from the folder MAGIC_TESTS. A suite
# that is absent is skipped with a note. With LIBMAGIC, a folder with the C library's interface of libmagic, the tests of
# python-magic are run with python-magic itself too, on that library.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=../Scripts/install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

python=${INTERPRETER-python3}
replacements=$root/Python/replacements
# The newest source distribution of python-magic with these tests, and the newest one with tests of the module of libmagic.
magic_versions=(0.4.25 0.4.24)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
has_package() { "$1" -I -c 'import uniformtypes.mimetypes, uniformtypes.magic' 2>"$work/error"; }
has_package "$python" ||
  fail "$python has no package uniformtypes with these modules." "Install the wheel, or set INTERPRETER: $(tail -n 1 "$work/error")"

# compare SUITE INTERPRETER MODULE REPLACEMENT FILE...: runs a suite, and compares its failures with the list.
failed=0
compare() {
  local suite=$1 interpreter=$2
  shift 2
  local outcomes=$work/$suite.outcomes
  (cd "$work" && env LC_ALL=en_US.UTF-8 PYTHONUTF8=1 PYTHONDONTWRITEBYTECODE=1 \
    "$interpreter" "$replacements/run_suite.py" "$@") >"$outcomes" 2>"$work/$suite.errors" ||
    fail "The tests of $suite ended early." "$(tail -n 5 "$work/$suite.errors")"
  grep -q '^pass ' "$outcomes" || fail "No test of $suite passes." "$(tail -n 5 "$work/$suite.errors")"
  awk -F '\t' -v suite="$suite" '$1 == suite { print $2 }' "$replacements/differences.txt" | sort >"$work/expected"
  sed -n 's/^fail //p' "$outcomes" | sort >"$work/found"
  say "$suite: $(grep -c '^pass ' "$outcomes") pass, $(wc -l <"$work/found") fail, $(grep -c '^skip ' "$outcomes" || true) are skipped"
  local test
  while IFS= read -r test; do
    say "error: $suite: $test fails, and is not in Python/replacements/differences.txt"
    head -n 20 < <(grep -A 12 -F "${test##*.}" "$work/$suite.errors") >&2
    failed=1
  done < <(comm -13 "$work/expected" "$work/found")
  while IFS= read -r test; do
    say "error: $suite: $test does not fail; remove it from Python/replacements/differences.txt"
    failed=1
  done < <(comm -23 "$work/expected" "$work/found")
}

# Prints the newest Python 3 with the tests of mimetypes, as a version and a path.
newest_python() {
  local candidate
  for candidate in "$python" $(compgen -c python3. | grep -E '^python3\.[0-9]+$' | sort -u) \
    "${PYENV_ROOT-$HOME/.pyenv}"/versions/3.*/bin/python3; do
    "$candidate" -c '
import importlib.util, os, sys
if sys.version_info >= (3, 9) and importlib.util.find_spec("test.test_mimetypes"):
    print("%d.%02d" % sys.version_info[:2], os.path.abspath(sys.executable))' 2>/dev/null || true
  done | sort -s -k 1,1 -r | sed -n 1p
}

check_mimetypes() {
  local interpreter tests
  if [[ -n ${WHEEL-} ]]; then
    interpreter=$(newest_python)
    interpreter=${interpreter#* }
  else
    interpreter=$python
  fi
  if [[ -z $interpreter ]] || ! tests=$("$interpreter" -c 'import importlib.util as u; print(u.find_spec("test.test_mimetypes").origin)' 2>/dev/null); then
    say "skipped: no Python has the tests of its module mimetypes (Debian: libpython3-testsuite)"
    return
  fi
  if [[ -n ${WHEEL-} ]] && ! has_package "$interpreter"; then
    "$interpreter" -m zipfile -e "$WHEEL" "$work/package"
    export PYTHONPATH=$work/package
  fi
  say "mimetypes: the tests of $("$interpreter" --version)"
  compare mimetypes "$interpreter" mimetypes uniformtypes.mimetypes "$tests"
  unset PYTHONPATH
}

check_magic() {
  local version files=()
  if [[ -n ${MAGIC_TESTS-} ]]; then
    cp -R -- "$MAGIC_TESTS" "$work/test"
  else
    mkdir "$work/test"
    for version in "${magic_versions[@]}"; do
      if ! "$python" -m pip --quiet --disable-pip-version-check download --no-deps --no-binary :all: \
        --dest "$work/magic-$version" "python-magic==$version" >/dev/null 2>&1; then
        say "skipped: PyPI has no python-magic $version here, so its tests are not run"
        return
      fi
      tar -xzf "$work/magic-$version"/*.tar.gz -C "$work"
      cp -Rn -- "$work/python-magic-$version/test/." "$work/test"
    done
  fi
  if [[ ! -d $work/test/testdata ]]; then
    mkdir "$work/test/testdata"
    "$python" "$replacements/make_data.py" "$work/test/testdata"
    ln -s test/testdata "$work/testdata"
  fi
  for version in test python_magic_test libmagic_test; do
    [[ ! -e $work/test/$version.py ]] || files+=("$work/test/$version.py")
  done
  compare python-magic "$python" magic uniformtypes.magic "${files[@]}"
  if [[ -n ${LIBMAGIC-} && -d $work/python-magic-${magic_versions[0]} ]]; then
    export PYTHONPATH=$work/python-magic-${magic_versions[0]} LD_LIBRARY_PATH=$LIBMAGIC
    compare libmagic "$python" magic magic "${files[@]}"
    unset PYTHONPATH LD_LIBRARY_PATH
  fi
}

check_mimetypes
check_magic
((!failed)) || fail "The package differs from what it replaces." "Correct it, or state the difference with its reason."
say "The replacements are in order"
