#!/usr/bin/env bash
#
# run.sh [OPTION...]: measures how many seeded mutants the tests detect; --help lists the options.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
# shellcheck disable=SC2034 # used by the sourced script
has_own_help=yes
# shellcheck source=../../Scripts/install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

require_swift
install_dependencies
exec python3 -B "$root/Benchmarks/Mutation/run.py" "$@"
