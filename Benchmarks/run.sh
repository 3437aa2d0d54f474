#!/usr/bin/env bash
#
# run.sh PROGRAM [ARGUMENT...]: builds a benchmark with optimisation and runs it.
# run.sh --build PROGRAM: builds it and prints its path.
#
#   benchmark run [--check]      look-ups, conformance, detection, start and scale
#   benchmark-saving             saving documents, compared with Foundation and GLib
#   benchmark-managed [FOLDER [MEGABYTES]]   a document that is a database of 100 MB
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=../Scripts/install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

only_builds=
if [[ ${1-} == --build ]]; then
  only_builds=yes
  shift
fi
program=${1:?usage: run.sh [--build] PROGRAM [ARGUMENT...]}
shift
require_swift
install_dependencies
export UTI_BENCHMARKS=1
build=(build --package-path "$root" --scratch-path "$root/.build/benchmarks" -c release)
if [[ $program == benchmark-managed ]]; then
  install_sqlite || fail "SQLite's headers are not installed." "Debian has them: libsqlite3-dev"
  build+=(--enable-all-traits)
fi
run_swift "${build[@]}" --product "$program" >&2
built=$(run_swift "${build[@]}" --show-bin-path)/$program
if [[ $only_builds ]]; then
  printf '%s\n' "$built"
else
  exec "$built" "$@"
fi
