#!/usr/bin/env bash
#
# sanitize.sh COMMAND [ARGUMENT...]: runs instrumented builds.
#
#   threads   find data races in the tests
#   library   find data races in the C library
#   fuzz      find inputs that crash
#
# The comment above each function has the arguments.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

# sanitize.sh threads [ARGUMENT...]: runs the tests of threads and tasks under the thread sanitizer, in a separate
# build in .build-tsan. Arguments are for `swift test` and replace the tests that are named here,
# such as `--filter NAME`. A data race fails the run.
sanitize_threads() (
  require_swift
  install_dependencies

  # Tests that start threads or tasks, wait for them, or replace shared values.
  suites=(
    'DocumentIsolationTests'
    'DocumentSamplesTests'
    'UniformDocumentsTests'
    'FileCoordinationTests'
    'FileDocumentTests'
    'FileWatchingTests'
    'TypeDetectionTests.ShrinkingFile'
    'UniformTypesTests.RegistryCache'
    'UniformTypesTests.RegistryConcurrency'
  )

  # Tests that repeat the work of one thread, or count memory, which the sanitizer uses too.
  others='DocumentModel|Crash|KilledSaves|CompetingSavers|FaultTable|UndoModel|SavesOnDisk|WatchingLimits'
  others+='|ProgramsThatSave|leave no descriptor'

  arguments=("$@")
  if ((! $#)); then
    # Sequential, because concurrent tests exceed their time limits here.
    arguments=(--no-parallel --skip "$others")
    for suite in "${suites[@]}"; do
      arguments+=(--filter "$suite")
    done
  fi

  scratch=$root/.build-tsan
  run_swift build --package-path "$root" --scratch-path "$scratch" --sanitize=thread --build-tests

  # Swift's own clang makes what explains Swift's locks to the sanitizer; see the source.
  clang=$(dirname -- "$(readlink -f -- "$(command -v swift)")")/clang
  "$clang" -shared -fPIC -O1 -o "$scratch/mutex.so" "$root/Scripts/support/thread-sanitizer.c"

  bundle=("$scratch"/debug/*PackageTests.xctest)
  export TSAN_OPTIONS="exitcode=66 ${TSAN_OPTIONS-}"
  LD_PRELOAD=$scratch/mutex.so "${bundle[0]}" --testing-library swift-testing "${arguments[@]}"
)

# sanitize.sh library: runs the C tests of the C library under the thread sanitizer, in .build-tsan, with a
# debug build, which recognises freed handles. 16 threads use one handle. A data race fails the run.
#
# UTI names a built command, which compiles a registry for the tests; release.sh builds one otherwise.
# SCRATCH names another folder for the build.
sanitize_library() (
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
)

# sanitize.sh fuzz TARGET [SECONDS] [libFuzzer arguments]: finds inputs that crash, hang or break a rule.
#
# TARGET is FuzzBytes, FuzzNames, FuzzDeclarations or FuzzImages; SECONDS is 600 by default. The seeds
# come from this repository: its declarations, its registry and its sources. Findings are in
# .build-fuzz/findings/TARGET; add each to the rows of a test table.
fuzz() (
  target=${1-}
  seconds=${2-600}
  case "$target" in
  FuzzBytes | FuzzNames | FuzzDeclarations | FuzzImages)
    shift
    [[ $# -eq 0 ]] || shift
    ;;
  *) fail "unknown target: ${target:-none}" \
    "usage: bash Scripts/sanitize.sh fuzz FuzzBytes|FuzzNames|FuzzDeclarations|FuzzImages [SECONDS]" ;;
  esac

  require_swift
  install_dependencies
  export UTI_FUZZING=1
  build=(build --package-path "$root" --scratch-path "$root/.build-fuzz" -c release
    -Xswiftc -sanitize=fuzzer --product "$target")
  run_swift "${build[@]}" >&2
  library=$(run_swift "${build[@]}" --show-bin-path)/lib$target.a
  binary=$root/.build-fuzz/$target
  swiftc -sanitize=fuzzer "$library" -lxml2 -lz -llzma -lbz2 -lzstd -o "$binary"

  work=$root/.build-fuzz
  corpus=$work/corpus/$target
  findings=$work/findings/$target
  mkdir -p -- "$corpus" "$findings"

  # The first 4096 bytes. The rest is read too, because a closed pipe would end the writer.
  beginning() {
    head -c 4096
    cat >/dev/null
  }

  seed() { # seed NAME < CONTENT
    cat >"$corpus/seed-$1"
  }
  case "$target" in
  FuzzBytes)
    for file in "$root"/Registry/detection/*.xml "$root"/Registry/types/1*.plist "$root"/README.md; do
      head -c 4096 -- "$file" | seed "$(basename -- "$file")"
    done
    # A member of each family of containers, as far as tools that every Debian has can make them.
    tar -C "$root" -cf - LICENSE | beginning | seed tar
    gzip -c "$root/LICENSE" | beginning | seed gzip
    head -c 4096 "$(command -v bash)" | seed elf
    printf 'PK\3\4\24\0\0\0\0\0' | seed zip
    for compressor in bzip2 xz lzma zstd lz4 compress; do
      if command -v "$compressor" >/dev/null; then
        tar -C "$root" -cf - README.md | "$compressor" -c | beginning | seed "$compressor"
      fi
    done
    printf '\320\317\21\340\241\261\32\341' | seed compound
    printf '\0\0\0\30ftypheic\0\0\0\0mif1heic' | seed iso
    printf 'OggS\0\2' | seed ogg
    printf 'RIFF\20\0\0\0WEBPVP8 ' | seed riff
    printf '\32\105\337\243\243\102\202\210matroska' | seed matroska
    printf '{"type":"FeatureCollection"}' | seed json
    printf '#!/usr/bin/env python3\n# vim: ft=python\n' | seed script
    ;;
  FuzzNames)
    for name in a.png A.TAR.GZ Makefile README.md dyn.ah62d4rv4ge80c2xcsmw1q15eqzxhg text/x-c++src \
      public.png mime.image.svg.plus.xml 'x,v' '.hidden' 'a/b/c.rtfd/'; do
      printf '%s' "$name" | seed "$(printf '%s' "$name" | cksum | cut -d' ' -f1)"
    done
    ;;
  FuzzDeclarations)
    for file in "$root"/Tests/*/Fixtures/*.plist "$root"/Tests/*/Fixtures/*.xml \
      "$root"/Registry/types/96*.plist "$root"/Registry/detection/10*.xml; do
      [[ -f $file ]] && seed "$(basename -- "$file")" <"$file"
    done
    ;;
  FuzzImages)
    uti=$(run_swift build --package-path "$root" -c release --product uti --show-bin-path)/uti
    [[ -x $uti ]] || run_swift build --package-path "$root" -c release --product uti >&2
    "$uti" compile --output "$corpus/seed-small" "$root/Tests/UTICommandsTests/Fixtures/registry"
    # Magic, globs, root elements and tags in numbers that have every section filled.
    declarations=$(mktemp -d)
    cp -- "$root"/Registry/types/{10-base,58-fonts}.plist \
      "$root"/Registry/detection/{10-inode,58-fonts,76-disk-images}.xml "$declarations"
    "$uti" compile --base --output "$corpus/seed-types" "$declarations"
    rm -r -- "$declarations"
    ;;
  esac

  "$binary" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=4096 \
    -artifact_prefix="$findings/" "$@" "$corpus"
)

command=${1-}
[[ -z $command ]] || shift
case $command in
threads) sanitize_threads "$@" ;;
library) sanitize_library "$@" ;;
fuzz) fuzz "$@" ;;
*) fail "unknown command: ${command:-none}" "usage: bash Scripts/sanitize.sh threads|library|fuzz [ARGUMENT...]" ;;
esac
