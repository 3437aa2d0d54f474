#!/usr/bin/env bash
#
# release.sh [FLAG...]: builds the release `uti` and prints its path.
#
# Relocations and page faults of shared libraries take longer than the identification of a file. The
# executable is therefore static, at a random address, if this machine has the archives for that, and
# dynamic otherwise. Both are hardened (find_hardened_flags). Flags are for `swift build` and replace all
# of this but the hardening; --dynamic means no flag.
#
# The functions of a static executable are laid out by the question that first executes them, which
# saves page faults at the start: the first link is profiled by valgrind, and the second one uses the
# order. The order is kept in .build/start.order and written again when the executable has changed.
# Without valgrind, or with UTI_START_ORDER=0, the functions stay in the linker's order and a start
# takes about a tenth of a millisecond longer; nothing else differs.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

order=$root/.build/start.order
# The checksum of the executable that the order was written for.
ordered=$root/.build/start.order.sum
# The members of archives that the linker has taken, for the notices of dist.sh.
members=$root/.build/uti.members

# Adds an empty table of ICU to `static`, in place of the whole table of libxml2's archive.
add_empty_icu_table() {
  local archive symbol object=$root/.build/icu-table.o
  archive=$(clang -print-file-name=libicudata.a 2>/dev/null) || return 0
  symbol=$(nm -g --defined-only -- "$archive" 2>/dev/null |
    awk '/ icudt[0-9]*_dat$/ && !count++ { print $NF }')
  [[ -n $symbol ]] || return 0
  if clang -Os -c "-DTABLE=$symbol" "$root/Scripts/support/icu-table.c" -o "$object" 2>/dev/null; then
    static+=(-Xlinker "$object")
  fi
}

# Sets `static` to the flags of a static build; fails if a program linked with them does not run.
find_static_flags() {
  mkdir -p -- "$root/.build"
  [[ -e $order ]] || : >"$order"
  static=("${hardened[@]}" -Xswiftc -static-executable -Xswiftc -Xclang-linker -Xswiftc -static-pie
    -Xswiftc -Xclang-linker -Xswiftc "--ld-path=$root/Scripts/support/link-read-only"
    -Xlinker --pack-dyn-relocs=relr -Xlinker --strip-debug -Xlinker "--why-extract=$members"
    -Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import
    -Xswiftc -Xfrontend -Xswiftc -function-sections
    -Xlinker "--symbol-ordering-file=$order" -Xlinker --no-warn-symbol-ordering)
  # The program makes the pages of its relocations at once (Sources/CUTIProgramStart).
  if [[ $(uname -m) == x86_64 ]]; then static+=(-Xlinker -e -Xlinker uti_start); fi
  add_empty_icu_table
  local words library trial=(-static-executable -Xclang-linker -static-pie -use-ld=lld
    -Xclang-linker "--ld-path=$root/Scripts/support/link-read-only"
    -Xlinker --pack-dyn-relocs=relr) directory status=0
  read -r -a words < <(pkg-config --libs --static libxml-2.0)
  for library in "${words[@]}" -lstdc++; do
    static+=(-Xlinker "$library")
    trial+=(-Xlinker "$library")
  done
  # Module maps name these to the linker.
  trial+=(-lz -llzma -lbz2 -lzstd -lnettle)
  directory=$(mktemp -d)
  printf '@_silgen_name("xmlInitParser") func initializeParser()\ninitializeParser()\n' \
    >"$directory/main.swift"
  (cd "$directory" && swiftc "${trial[@]}" main.swift -o trial && ./trial) >/dev/null 2>&1 || status=1
  rm -rf -- "$directory"
  return "$status"
}

# Writes the functions that the questions of `uti` execute, by the first question that calls them.
write_order() {
  local directory index questions words
  directory=$(mktemp -d)
  printf '\211PNG\r\n\032\n' >"$directory/one.png"
  printf '#!/bin/sh\n' >"$directory/script"
  questions=(
    'identify one.png' 'identify script' 'explain one.png' 'lookup .png' 'info public.png'
    'conforms public.png public.image' 'why public.png public.data' 'tree public.png'
    'decode dyn.ah62d4rv4ge8wy' 'encode .xyz' 'document one.png' '--version' '--help'
  )
  (
    cd -- "$directory"
    export XDG_CACHE_HOME=$directory/cache
    # The first question writes the cache, which the profiled ones read.
    "$1" identify one.png >/dev/null
    for index in "${!questions[@]}"; do
      read -r -a words <<<"${questions[index]}"
      valgrind --tool=callgrind --demangle=no --compress-strings=no \
        --callgrind-out-file="profile.$index" "$1" "${words[@]}" >/dev/null 2>&1 || true
    done
    # Profiles list functions by address, which is also the name of some. The order by name depends on no earlier
    # layout.
    for index in "${!questions[@]}"; do
      sed -n "s/'[0-9]*\$//; /=0x/d; s/^c\{0,1\}fn=//p" "profile.$index" | LC_ALL=C sort -u
    done | awk '!seen[$0]++'
  ) >"$order"
  rm -rf -- "$directory"
}

require_swift
install_dependencies
find_hardened_flags

flags=("${hardened[@]}" "$@") is_static=
if [[ ${1-} == --dynamic ]]; then
  flags=()
elif (($# == 0)); then
  if find_static_flags; then
    flags=("${static[@]}") is_static=yes
  else
    flags=("${hardened[@]}")
    say "note: no static libraries of Swift or libxml2 here, so uti starts some milliseconds later."
  fi
fi

build=(build --package-path "$root" -c release --product uti "${flags[@]}")
say "Building the release uti in $root/.build"
# The build system does not know that the linker writes the members, and later reads the order.
if [[ $is_static && ! -e $members ]]; then rm -f -- "$root/.build/release/uti"; fi
run_swift "${build[@]}" >&2
uti=$(run_swift "${build[@]}" --show-bin-path)/uti

sum() { cksum <"$uti"; }
if [[ $is_static && ${UTI_START_ORDER-} != 0 && $(sum) != "$(cat -- "$ordered" 2>/dev/null)" ]]; then
  if has_command valgrind; then
    say "Laying out the functions by the questions that execute them"
    write_order "$uti"
    rm -- "$uti"
    run_swift "${build[@]}" >&2
    sum >"$ordered"
  else
    say "note: valgrind is not installed, so the functions stay in the linker's order."
  fi
fi
printf '%s\n' "$uti"
