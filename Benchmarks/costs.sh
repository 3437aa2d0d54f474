#!/usr/bin/env bash
#
# costs.sh [--check | --search SECONDS] [--size BYTES] [--commands NAMES] [SHAPE...]: compares the cost of
# hostile declarations with honest ones of the same size, for every command of `uti`.
#
# Benchmarks/costs has the shapes and the commands; `costs.sh --help` describes the options. UTI names the
# program to measure; by default the release build.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck disable=SC2034 # used by the sourced script
has_own_help=yes
# shellcheck source=../Scripts/install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

uti=${UTI-$root/.build/release/uti}
has_command python3 || fail "Python 3 is not installed." "Debian has it: apt-get install python3"
[[ -x $uti ]] || fail "There is no $uti." "Run Scripts/release.sh, or name a program in UTI."
exec python3 -B "$root/Benchmarks/costs" "$uti" "$@"
