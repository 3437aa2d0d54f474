#!/usr/bin/env bash
#
# check-embedded.sh [COUNT]: compiles the part of the package that needs no operating system in Embedded
# Swift for x86-64 and WebAssembly, and links a program for each. Their answers to COUNT generated questions
# (10,000) have to equal the results of `uti`. UTI names a built one. Without Node, `uti` or Python the check
# compiles and links only, and says so.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

client=$root/Tests/EmbeddedClient
modules_in_c=(CUTIByteSearch CUTILanguageTable CUTIBaseRegistry)

require_swift
library=$(dirname -- "$(dirname -- "$(readlink -f -- "$(type -P swiftc)")")")/lib/swift/embedded
if [[ ! -d $library ]]; then
  say "skipped: Swift's compiler has no embedded standard library"
  exit 0
fi
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

for name in "${modules_in_c[@]}"; do
  mkdir -- "$work/$name"
  printf 'module %s { header "%s" export * }\n' "$name" "$root/Sources/$name/include/$name.h" \
    >"$work/$name/module.modulemap"
done
# A processor without an operating system has no header of a C library.
mkdir -- "$work/headers"
printf '#include <stddef.h>\n%s\n' \
  'void *memcpy(void *to, const void *from, size_t count);' \
  'void *memset(void *to, int value, size_t count);' >"$work/headers/string.h"

# compile TARGET MODULE FOLDER...
compile() {
  local target=$1 module=$2 name
  shift 2
  local flags=(
    -target "$target" -enable-experimental-feature Embedded -wmo -parse-as-library -O
    -swift-version 6 -package-name swift_uniform_types -Xfrontend -disable-stack-protector
  )
  for name in ExistentialAny InternalImportsByDefault MemberImportVisibility \
    NonisolatedNonsendingByDefault; do
    flags+=(-enable-upcoming-feature "$name")
  done
  for name in "${modules_in_c[@]}"; do flags+=(-I "$work/$name"); done
  local sources
  mapfile -t sources < <(find "$@" -name '*.swift' | sort)
  swiftc "${flags[@]}" -I "$work/$target" -module-name "$module" -c "${sources[@]}" \
    -emit-module -emit-module-path "$work/$target/$module.swiftmodule" \
    -o "$work/$target/$module.o"
}

# compile_c TARGET FLAG...
compile_c() {
  local target=$1 name file
  shift
  for name in "${modules_in_c[@]}"; do
    for file in "$root/Sources/$name"/*.c; do
      clang --target="$target" -std=gnu17 -O2 -Wall -Wextra -Werror "$@" \
        -I"$root/Sources/$name/include" -c "$file" -o "$work/$target/$name-${file##*/}.o"
    done
  done
}

# build TARGET FLAG...: compiles everything but the program around it.
build() {
  local target=$1 detection=$root/Sources/UTITypeDetection
  mkdir -- "$work/$target"
  compile "$target" UTIPortable "$root/Sources/UTIPortable"
  compile "$target" UTITypeGraph "$root/Sources/UTITypeGraph"
  # All but the folders that read files.
  compile "$target" UTITypeDetection \
    "$detection"/{Bytes,Detector,Evidence,Findings,Verdict,Weighing}
  compile "$target" Questions "$client"
  compile_c "$@"
}

native=x86_64-unknown-linux-gnu
wasm=wasm32-unknown-none-wasm
build "$native"
clang -O2 "$client/ask.c" "$work/$native"/*.o "$library/$native/libswiftUnicodeDataTables.a" \
  -lm -o "$work/ask"
# The compiler must not replace the functions of a C library by calls of themselves.
build "$wasm" -I"$work/headers"
clang --target="$wasm" -std=gnu17 -O2 -fno-builtin -Wall -Wextra -Werror -c "$client/runtime.c" \
  -o "$work/$wasm/runtime.o"
wasm-ld --no-entry --gc-sections --strip-all --export=uti_answer --export=malloc --export=free \
  "$work/$wasm"/*.o "$library/$wasm/libswiftUnicodeDataTables.a" -o "$work/questions.wasm"
say "Embedded Swift: x86-64 and wasm32 are linked; the module has $(
  stat --format=%s -- "$work/questions.wasm"
) bytes, $(gzip -9 --stdout -- "$work/questions.wasm" | wc --bytes) compressed"

if [[ -z ${UTI-} ]] || ! has_command python3; then
  say "skipped: the answers are not compared without uti and Python"
  exit 0
fi
uti=(env -i "HOME=$work" "XDG_DATA_DIRS=$work" LANG=C "$UTI" identify)
python3 "$client/questions.py" write "$root" "$work" "${1-10000}"
{
  "${uti[@]}" --by name --files0-from "$work/names" --print type,mimeType,confidence,basis
  "${uti[@]}" --stream <"$work/records" | python3 "$client/questions.py" results
} >"$work/expected"
"$work/ask" <"$work/questions" >"$work/answers"
diff -- "$work/expected" "$work/answers" | head -n 20
cmp --silent -- "$work/expected" "$work/answers" ||
  fail "The program in Embedded Swift for x86-64 has other answers than uti."
say "x86-64: $(wc -l <"$work/answers") answers, equal to uti"
if ! has_command node; then
  say "skipped: Node is not installed, so the module for WebAssembly answers nothing"
  exit 0
fi
node "$client/ask.mjs" "$work/questions.wasm" "$work/questions" >"$work/answers" ||
  fail "The module for WebAssembly ends before its last answer."
diff -- "$work/expected" "$work/answers" | head -n 20
cmp --silent -- "$work/expected" "$work/answers" ||
  fail "The module for WebAssembly has other answers than uti."
say "wasm32 in Node: $(wc -l <"$work/answers") answers, equal to uti"
