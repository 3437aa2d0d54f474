#!/usr/bin/env bash
#
# sanitize.sh [ARGUMENT...]: runs the tests of threads and tasks under the thread sanitizer, in a separate
# build in .build-tsan. Arguments are for `swift test` and replace the tests that are named here,
# such as `--filter NAME`. A data race fails the run.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

require_swift
install_dependencies

# Tests that start threads or tasks, wait for them, or replace shared values.
suites=(
  'DocumentIsolationTests'
  'DocumentSamplesTests'
  'DocumentsTests'
  'FileCoordinationTests'
  'FileDocumentTests'
  'FileWatchingTests'
  'TypeDetectionTests.ShrinkingFile'
  'UniformTypesTests.RegistryCache'
  'UniformTypesTests.RegistryConcurrency'
)

# Tests that repeat the work of one thread, or count memory, which the sanitizer uses too.
others='DocumentModel|Crash|KilledSaves|CompetingSavers|FaultTable|UndoModel|SavesOnDisk|WatchingLimits'
others+='|ProgramsThatSave|leave no descriptor'

arguments=("$@")
if ((!$#)); then
  # Sequential, because concurrent tests exceed their time limits here.
  arguments=(--no-parallel --skip "$others")
  for suite in "${suites[@]}"; do
    arguments+=(--filter "$suite")
  done
fi

scratch=$root/.build-tsan
run_swift build --package-path "$root" --scratch-path "$scratch" --sanitize=thread --build-tests

# Swift's own clang makes what explains Swift's locks to the sanitizer; see the source.
clang=$(dirname -- "$(readlink -f -- "$(command -v swift)")")/clang
"$clang" -shared -fPIC -O1 -o "$scratch/mutex.so" "$root/Scripts/support/thread-sanitizer.c"

bundle=("$scratch"/debug/*PackageTests.xctest)
export TSAN_OPTIONS="exitcode=66 ${TSAN_OPTIONS-}"
LD_PRELOAD=$scratch/mutex.so "${bundle[0]}" --testing-library swift-testing "${arguments[@]}"
