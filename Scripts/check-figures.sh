#!/usr/bin/env bash
#
# check-figures.sh [--renew | --self-test]: fails if a score or a cost of the release `uti` is worse than
# Benchmarks/figures.tsv allows.
#
# Scores are measured if UTI_CORPORA names a directory of corpora: right rows of each table of observed
# results, and exact and wrong answers over labelled files. Costs are the instructions and page faults of
# questions and of one bulk run, and the relocations and the size of the program. Instructions are counted
# by valgrind, which is installed if it is missing. --renew writes the measured figures into the file, and
# --self-test shows that a worse figure of each kind fails. UTI names the program; by default
# release.sh builds it.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

has_command python3 || fail "Python 3 is not installed." "Debian has it: apt-get install python3"
if [[ ${1-} != --self-test ]]; then
  has_command readelf || fail "readelf is not installed." "Debian has it: apt-get install binutils"
  # Before the build, whose layout of functions needs it too.
  has_command valgrind || install_packages valgrind ||
    say "note: valgrind is not installed (Debian: apt-get install valgrind), so no instructions are counted."
  UTI=${UTI:-$(bash "$root/Scripts/release.sh")}
  export UTI
fi
exec python3 -B "$root/Benchmarks/figures" "$@"
