#!/usr/bin/env bash
#
# sanitize-library.sh: runs the C tests of the C library under the thread sanitizer, in .build-tsan, with a
# debug build, which recognises freed handles. 16 threads use one handle. A data race fails the run.
#
# UTI names a built command, which compiles a registry for the tests; release.sh builds one otherwise.
# SCRATCH names another folder for the build.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

require_swift
install_dependencies
UTI=${UTI-$(bash "$root/Scripts/release.sh")}

build=(build --package-path "$root" --scratch-path "${SCRATCH-$root/.build-tsan}" --sanitize=thread
  --product uniformtypes)
run_swift "${build[@]}"
library=$(run_swift "${build[@]}" --show-bin-path)
toolchain=$(dirname -- "$(readlink -f -- "$(command -v swift)")")
runtime=$(dirname -- "$toolchain")/lib/swift/linux

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
mkdir "$work/declarations"
cp "$root/Tests/CLibrary/note.plist" "$work/declarations"
"$UTI" compile --output "$work/note.registry" "$work/declarations"

# Swift's own clang makes what explains Swift's locks to the sanitizer; see the source.
"$toolchain/clang" -shared -fPIC -O1 -o "$work/mutex.so" "$root/Scripts/support/thread-sanitizer.c"
export TSAN_OPTIONS="exitcode=66 ${TSAN_OPTIONS-}"

# run NAME ARGUMENT...: compiles and runs a test. The sanitizer refers to libdispatch.
run() {
  "$toolchain/clang" -fuse-ld=lld -fsanitize=thread -std=c11 -g -O1 -pthread \
    "-I$root/Sources/CUniformTypes/include" "$root/Tests/CLibrary/$1.c" -o "$work/$1" \
    "-L$library" -luniformtypes "-L$runtime" -Wl,--no-as-needed -ldispatch -lBlocksRuntime \
    "-Wl,-rpath,$library" "-Wl,-rpath,$runtime"
  LD_PRELOAD=$work/mutex.so "$work/$1" "${@:2}"
}

run functions "$work/declarations" "$work/note.registry" debug
run batches
run random 20000
