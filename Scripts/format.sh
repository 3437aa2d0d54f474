#!/usr/bin/env bash
#
# format.sh [--check]: formats every Swift file of the package in place by `.swift-format`. With
# --check it changes nothing, names every deviation, and fails where there is one.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

require_swift

paths=()
for path in Package.swift Sources Tests Benchmarks Examples ManagedDocuments; do
  if [[ -e $root/$path ]]; then
    paths+=("$root/$path")
  fi
done

case "${1-}" in
--check)
  run_swift format lint --strict --parallel --recursive "${paths[@]}"
  ;;
"")
  run_swift format --in-place --parallel --recursive "${paths[@]}"
  # What formatting cannot mend is still to be reported.
  run_swift format lint --strict --parallel --recursive "${paths[@]}"
  ;;
*)
  fail "unknown argument: $1" "usage: bash Scripts/format.sh [--check]"
  ;;
esac
