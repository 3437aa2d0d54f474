#!/usr/bin/env bash
#
# format.sh [--check]: formats every Swift file of the package in place by `.swift-format`. With
# --check it changes nothing, and fails if the format deviates, if the language of a section exceeds
# a ceiling, or if a link is dead.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

require_swift

paths=()
for path in Package.swift Sources Tests Benchmarks Examples Fuzzing Tools Web; do
  paths+=("$root/$path")
done

case "${1-}" in
--check)
  run_swift format lint --strict --parallel --recursive "${paths[@]}"
  for check in language links; do
    bash "$root/Scripts/check.sh" docs "$check"
  done
  ;;
"")
  run_swift format --in-place --parallel --recursive "${paths[@]}"
  # Some deviations need an edit, and are reported.
  run_swift format lint --strict --parallel --recursive "${paths[@]}"
  ;;
*)
  fail "unknown argument: $1" "usage: bash Scripts/format.sh [--check]"
  ;;
esac
