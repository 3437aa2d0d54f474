#!/usr/bin/env bash
#
# test.sh [ARGUMENT...]: installs missing packages, then builds and runs the tests. Arguments are for
# `swift test`, such as `--filter NAME`. At the end, skipped tests are counted with the remedy.
# test.sh --only TARGET [ARGUMENT...]: builds one test target and its dependencies file by file, and runs it.
# Use it while you edit one part.
#
# UTI_CORPORA=DIR adds the tests that need corpora from outside this repository.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

require_swift
install_dependencies
install_sqlite || say "note: SQLite's headers are missing, so UniformManagedDocuments is not tested."
install_glib || say "note: GLib's headers are missing, so UniformMainLoop is tested without GLib."
install_test_programs
find_tested_flags

# `swift test` runs in the package's folder, so a relative path must be made absolute here.
if [[ -n ${UTI_CORPORA-} ]]; then
  if [[ ! -d $UTI_CORPORA ]]; then
    fail "UTI_CORPORA is not a directory: $UTI_CORPORA" "Correct it, or unset it."
  fi
  UTI_CORPORA=$(CDPATH='' cd -- "$UTI_CORPORA" && pwd -P)
  export UTI_CORPORA
fi

if [[ ${1-} == --only ]]; then
  export UTI_TESTS=${2-}
  [[ -n $UTI_TESTS && -d $root/Tests/$UTI_TESTS && $UTI_TESTS == *Tests ]] ||
    fail "There is no test target ${UTI_TESTS:-without a name}." \
      "usage: bash Scripts/test.sh --only TARGET [ARGUMENT...]; Tests has the targets."
  shift 2
  # Optimized, because tests that repeat something take four times as long without. An edit compiles its
  # file and the files that depend on it, as in every build for debugging.
  build=(
    build --package-path "$root" --scratch-path "$root/.build/parts" -Xswiftc -O
    --product swift-uniform-typesPackageTests
  )
  run_swift "${build[@]}"
  cd -- "$root"
  exec "$(run_swift "${build[@]}" --show-bin-path)/swift-uniform-typesPackageTests.xctest" \
    --testing-library swift-testing "$@" </dev/null
fi

# A test that waits for its turn on one of the few threads of the cooperative pool measures the other tests.
concurrency=(--experimental-maximum-parallelization-width 8)

# All tests use Swift Testing; without --disable-xctest an empty XCTest run ends the output. The flags
# of the build make modules testable already; stated twice, everything would be built again.
run_swift build "${tested[@]}" --build-tests
log=$(mktemp)
trap 'rm -f -- "$log"' EXIT
status=0
run_swift test "${tested[@]}" "${concurrency[@]}" --skip-build --disable-testable-imports \
  --disable-xctest "$@" | tee -- "$log" || status=$?
count_skipped_tests "$log"
exit "$status"
