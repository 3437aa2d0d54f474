#!/usr/bin/env bash
#
# check-arm64.sh: compiles the C code of the package for 64-bit ARM, where a warning is an error, and
# runs the test vectors of CUTIByteSearch on this processor and on an emulated one, whose results have to be
# equal. It is skipped with a message if the headers of that system (Debian's libc6-dev-arm64-cross),
# its linker (gcc-aarch64-linux-gnu) or the emulator (qemu-user) are not installed.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

target=aarch64-linux-gnu
system=/usr/$target
emulator=$(type -P qemu-aarch64 qemu-aarch64-static | head -n 1 || true)
for needed in "$system/include/stdio.h" "/usr/bin/$target-ld" "$emulator"; do
  if [[ ! -e $needed ]]; then
    say "skipped: gcc-$target, libc6-dev-arm64-cross or qemu-user is not installed"
    exit 0
  fi
done
has_command clang || fail "Swift's clang is not in PATH."

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
flags=(-std=gnu17 -O2 -Wall -Wextra -Werror)
arm64=(--target="$target" --sysroot="$system" -isystem "$system/include")

count=0
for file in "$root"/Sources/C*/*.c; do
  folder=$(dirname -- "$file")
  more=()
  # SQLite's header is the same for all processors.
  if [[ $folder == */CUTISQLiteSession ]] && has_sqlite_headers; then
    more=(-DMANAGED_DOCUMENTS -idirafter /usr/include)
  fi
  clang "${arm64[@]}" "${flags[@]}" "${more[@]}" -I"$folder/include" -c "$file" -o "$work/object.o"
  count=$((count + 1))
done

sources=("$root"/Sources/CUTIByteSearch/*.c "$root/Tests/ByteSearchVectors/vectors.c")
include=-I$root/Sources/CUTIByteSearch/include
clang "${flags[@]}" "$include" "${sources[@]}" -o "$work/here"
for file in "${sources[@]}"; do
  clang "${arm64[@]}" "${flags[@]}" "$include" -c "$file" -o "$work/${file##*/}.o"
done
"$target-gcc" -static "$work"/*.c.o -o "$work/there"
"$work/here" >"$work/results"
"$emulator" "$work/there" | diff -- "$work/results" - ||
  fail "The searches have other results on arm64."
say "arm64: $count files of C compile without a warning; these results are equal:"
cat -- "$work/results"
