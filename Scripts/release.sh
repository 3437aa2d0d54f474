#!/usr/bin/env bash
#
# release.sh [FLAG...]: builds the release `uti` and prints its path.
#
# A process starts with the relocations and page faults of its libraries, and they take longer than
# identifying a file. So everything is linked into the executable where this machine has the
# archives for that, and otherwise as SwiftPM does by default. Flags are for `swift build` and
# replace that choice; --dynamic stands for no flag.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

# Adds an empty table of ICU to `static`, where libxml2's archive would bring the whole one.
add_empty_icu_table() {
  local archive symbol object=$root/.build/icu-table.o
  archive=$(clang -print-file-name=libicudata.a 2>/dev/null) || return 0
  symbol=$(nm -g --defined-only -- "$archive" 2>/dev/null |
    sed -n 's/.* \(icudt[0-9]*_dat\)$/\1/p' | head -n 1)
  [[ -n $symbol ]] || return 0
  mkdir -p -- "$root/.build"
  if clang -Os -c "-DTABLE=$symbol" "$root/Scripts/packaging/icu-table.c" -o "$object" 2>/dev/null; then
    static+=(-Xlinker "$object")
  fi
}

# Sets `static` to the flags of a static build; fails when a program linked with them does not run.
#
# What an answer executes is laid side by side (start-order.sh): the kernel maps 16 pages at each
# fault, and functions of ten libraries lie scattered over four thousand.
find_static_flags() {
  static=(-Xswiftc -static-executable -Xswiftc -use-ld=lld -Xlinker --strip-debug
    -Xswiftc -Xfrontend -Xswiftc -function-sections
    -Xlinker "--symbol-ordering-file=$root/Scripts/start.order"
    -Xlinker --no-warn-symbol-ordering)
  add_empty_icu_table
  local words library trial=(-static-executable -use-ld=lld) directory
  read -r -a words < <(pkg-config --libs --static libxml-2.0)
  for library in "${words[@]}" -lstdc++; do
    static+=(-Xlinker "$library")
    trial+=(-Xlinker "$library")
  done
  # Module maps name these to the linker.
  trial+=(-lz -llzma -lbz2 -lzstd)
  directory=$(mktemp -d)
  printf '@_silgen_name("xmlInitParser") func initializeParser()\ninitializeParser()\n' \
    >"$directory/main.swift"
  if (cd "$directory" && swiftc "${trial[@]}" main.swift -o trial && ./trial) >/dev/null 2>&1; then
    rm -rf -- "$directory"
    return 0
  fi
  rm -rf -- "$directory"
  return 1
}

require_swift
install_dependencies

flags=("$@")
if [[ ${1-} == --dynamic ]]; then
  flags=()
elif (($# == 0)); then
  if find_static_flags; then
    flags=("${static[@]}")
  else
    say "note: no static libraries of Swift or libxml2 here, so uti starts some milliseconds later."
  fi
fi

build=(build --package-path "$root" -c release --product uti "${flags[@]}")
say "Building the release uti in $root/.build"
run_swift "${build[@]}" >&2
printf '%s\n' "$(run_swift "${build[@]}" --show-bin-path)/uti"
