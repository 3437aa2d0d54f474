#!/usr/bin/env bash
#
# test.sh [ARGUMENT...]: installs what is missing and runs all tests. The arguments are passed to
# `swift test`, such as `--filter NAME`.
#
# UTI_CORPORA=DIR adds the tests that need corpora from outside this repository.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

require_swift
install_dependencies

# `swift test` runs in the package's folder, so a relative path must be made absolute here.
if [[ -n ${UTI_CORPORA-} ]]; then
  if [[ ! -d $UTI_CORPORA ]]; then
    fail "UTI_CORPORA is not a directory: $UTI_CORPORA" "Correct it, or unset it."
  fi
  UTI_CORPORA=$(CDPATH='' cd -- "$UTI_CORPORA" && pwd -P)
  export UTI_CORPORA
fi

# All tests are Swift Testing's; without the last option an empty XCTest run closes the output. What is
# built is open to tests already; stated twice, it would have everything built anew.
run_swift test "${tested[@]}" --disable-testable-imports --disable-xctest "$@"
