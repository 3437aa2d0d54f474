#!/usr/bin/env bash
#
# check.sh COMMAND [ARGUMENT...]: checks of what the tests of `swift test` cannot see.
#
#   docs        the documentation and the texts in the sources
#   figures     the scores and costs of the release `uti`
#   traits      clients with each set of traits
#   from-apple  the program that rewrites code for Apple's platforms
#   arm64       the C code on 64-bit ARM
#   embedded    the portable part in Embedded Swift
#   web         the module for browsers and Node
#   hardening   the protections of release programs
#   bare-root   the commands of README.md in a new Debian root
#
# The comment above each function has the arguments.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

# check.sh docs COMMAND: checks the documentation and the texts in the sources. Needs Python 3.9.
#
#   examples          compile and run every example in three modes, replay every transcript, and
#                     build the programs in Tests/Programs
#   record            write what the commands print today into the transcripts
#   links             find dead links, and public types that no page of Documentation/Modules names
#   symbols [--record]
#                     compare the public interface with Documentation/Interface, and compile clients that
#                     name every public symbol after one import, in two modes
#   site              make the site of the manual and reference in .build/docs
#   getting-started   do what Documentation/GettingStarted.md says, in an empty folder
#   server            build the program of Documentation/Servers.md, and send it uploads
#   walk [--record]   install, use and remove `uti`, and compare its output with a transcript
#   language          limit marked words and patterns, and check the spelling (see --help)
#
# The commands use the modules and the `uti` that the tests are built with; UTI names another `uti`.
check_docs() (
  has_command python3 || fail "Python 3 is not installed." "Debian has it: apt-get install python3"
  set_home
  case "$*" in
  examples* | record* | site* | symbols* | walk* | language*--command*)
    require_swift
    find_tested_flags
    # The reference reads comments in the sources, which must be those that were compiled.
    [[ $1 != site ]] || run_swift build "${tested[@]}" >&2
    UTI_BUILD=$(run_swift build "${tested[@]}" --show-bin-path)
    ;;
  esac
  export UTI_BUILD=${UTI_BUILD-} UTI_MINIMUM_SWIFT_VERSION=$minimum_swift_version
  exec python3 -B "$root/Scripts/documentation" "$@"
)

# check.sh figures [--renew | --self-test]: fails if a score or a cost of the release `uti` is worse than
# Benchmarks/figures.tsv allows.
#
# Scores are measured if UTI_CORPORA names a directory of corpora: right rows of each table of observed
# results, and exact and wrong answers over labelled files. Costs are the instructions and page faults of
# questions and of one bulk run, and the relocations and the size of the program. Instructions are counted
# by valgrind, which is installed if it is missing. --renew writes the measured figures into the file, and
# --self-test shows that a worse figure of each kind fails. UTI names the program; by default
# release.sh builds it.
check_figures() (
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
)

# check.sh traits [TRAITS...]: builds the programs of Tests/TraitClients with several sets of traits,
# each in a mount namespace in which only the libraries of its traits are installed, and compares their
# answers with the tables of that folder. A set is `none`, `default`, or names with commas between them;
# without an argument it builds the empty set, each trait alone, and the default.
#
# The check is skipped with a message if the system allows no mount namespace.
check_traits() (
  package=$root/Tests/TraitClients
  # Without Digests, whose library only uti needs.
  default_traits=Declarations,Zlib,LZMA,Bzip2,Zstandard

  # The library of each trait: its name for the linker, its pkg-config file, its headers and one of them.
  libraries=(
    'Declarations xml2 libxml-2.0 libxml2 libxml/parser.h'
    'Zlib z zlib zlib.h zlib.h'
    'LZMA lzma liblzma lzma.h lzma.h'
    'Bzip2 bz2 bzip2 bzlib.h bzlib.h'
    'Zstandard zstd libzstd zstd.h zstd.h'
  )

  # has_trait TRAITS NAME
  has_trait() {
    [[ ,$1, == *,$2,* ]]
  }

  # Prints the development files of the libraries of absent traits, as patterns below /usr.
  #
  # development_files TRAITS
  development_files() {
    local row trait name config headers folder
    for row in "${libraries[@]}"; do
      read -r trait name config headers _ <<<"$row"
      has_trait "$1" "$trait" && continue
      printf '%s\n' "include/$headers" "share/pkgconfig/$config.pc"
      for folder in lib lib64 'lib/*-linux-*'; do
        printf '%s\n' "$folder/lib$name.so" "$folder/lib$name.a" "$folder/pkgconfig/$config.pc"
      done
    done
  }

  # Prints a header of the library of each absent trait.
  #
  # absent_headers TRAITS
  absent_headers() {
    local row trait header
    for row in "${libraries[@]}"; do
      read -r trait _ _ _ header <<<"$row"
      has_trait "$1" "$trait" || printf '%s\n' "$header"
    done
  }

  # Runs a command in a mount namespace in which the development files of the libraries of absent traits
  # do not exist. The libraries themselves stay, because the compiler needs some of them.
  #
  # run_with TRAITS COMMAND...
  run_with() {
    local files headers
    files=$(development_files "$1")
    headers=$(absent_headers "$1")
    shift
    # shellcheck disable=SC2016 # the shell inside expands it
    "${namespace[@]}" bash -c '
    set -euo pipefail
    files=$1 headers=$2
    shift 2
    mount -t tmpfs none /mnt
    for folder in /usr /usr/local; do
      layers=/mnt/${folder##*/}
      mkdir "$layers" "$layers/upper" "$layers/work"
      mount -t overlay none "$folder" \
        -o "lowerdir=$folder,upperdir=$layers/upper,workdir=$layers/work"
      for file in $files; do rm -rf -- "$folder"/$file; done
    done
    for header in $headers; do
      if clang -E -x c -I/usr/include/libxml2 - <<<"#include <$header>" >/dev/null 2>&1; then
        printf "error: %s is still found in the namespace\n" "$header" >&2
        exit 1
      fi
    done
    exec "$@"' bash "$files" "$headers" "$@" </dev/null
  }

  # Prints the traits whose libraries a program needs, in the order of the list.
  traits_needed() {
    local dynamic row trait name found=()
    dynamic=$(readelf --dynamic --wide -- "$1")
    for row in "${libraries[@]}"; do
      read -r trait name _ <<<"$row"
      if [[ $dynamic == *"[lib$name.so"* ]]; then found+=("$trait"); fi
    done
    (
      IFS=,
      printf '%s' "${found[*]-}"
    )
  }

  # Prints the answers that the client with a set of traits has to print.
  #
  # expected_answers TRAITS
  expected_answers() {
    local question answer trait better
    while IFS=$'\t' read -r question answer trait better; do
      if [[ -n $trait ]] && has_trait "$1" "$trait"; then answer=$better; fi
      printf '%s\t%s\n' "$question" "$answer"
    done < <(grep -v '^#' -- "$package/answers.tsv")
  }

  # The core must not call the module of the standard library for regular expressions, which would add a
  # megabyte to a program that is linked statically.
  #
  # check_modules FOLDER
  check_modules() {
    local used
    used=$(nm --undefined-only -- "$1"/{UTITypeDetection,UTITypeGraph,UTIPlatform,UTIPortable,UniformTypes}.build/*.o |
      grep -o '\S*17_StringProcessing\S*' | sort -u || true)
    [[ -z $used ]] ||
      fail "The core calls functions of the module _StringProcessing:" "$used" \
        "Search bytes instead of characters."
  }

  # check SELECTION: builds the programs with one set of traits and runs them.
  check() {
    local traits=$1 scratch=$root/.build/traits/others
    case $1 in
    none)
      traits=''
      # Nothing that another set has built may hide a missing condition.
      scratch=$root/.build/traits/none
      ;;
    default) traits=$default_traits ;;
    esac
    local build=(swift build --package-path "$package" --scratch-path "$scratch") folder
    export UTI_TRAITS=$1
    [[ -n $traits ]] || UTI_TRAITS=''
    if ! run_with "$traits" "${build[@]}" >"$work/log" 2>&1; then
      cat -- "$work/log" >&2
      fail "The clients cannot be built with the traits: $1"
    fi
    folder=$("${build[@]}" --show-bin-path </dev/null)

    local environment=("HOME=$work" "XDG_DATA_DIRS=$work/data" LANG=C)
    env -i "${environment[@]}" "$folder/CoreClient" "$work/samples/"* >"$work/answers"
    expected_answers "$traits" | diff --unified - "$work/answers" ||
      fail "The client has other answers with the traits: $1"
    env -i "${environment[@]}" "$folder/FoundationClient" "$package/Package.swift" >"$work/answer"
    [[ $(<"$work/answer") == $'Package.swift\tpublic.swift-source' ]] ||
      fail "The client with Foundation has another answer with the traits $1: $(<"$work/answer")"

    local needed
    needed=$(traits_needed "$folder/CoreClient")
    [[ $needed == "$traits" ]] ||
      fail "With the traits $1 the client needs the libraries of: ${needed:-no trait}"
    [[ -n $traits ]] || check_modules "$folder"
    say "$1: the libraries of ${needed:-no trait}, $(wc -l <"$work/answers") answers as expected"
  }

  require_swift
  install_dependencies
  set_home
  # Targets that only this repository builds would be added to the manifest.
  unset UTI_BENCHMARKS UTI_FUZZING

  namespace=(unshare --mount)
  ((EUID == 0)) || namespace+=(--user --map-root-user)
  if ! has_command unshare || ! "${namespace[@]}" mount -t tmpfs none /mnt 2>/dev/null; then
    say "skipped: the system allows no mount namespace"
    exit 0
  fi

  work=$(mktemp -d)
  trap 'rm -rf -- "$work"' EXIT
  mkdir -p -- "$work/samples" "$work/data/uniform-types"
  cp -- "$package/declared-here.plist" "$work/data/uniform-types"
  while IFS=$'\t' read -r name content; do
    base64 --decode <<<"$content" >"$work/samples/$name"
  done < <(grep -v '^#' -- "$package/samples.tsv")

  if ((! $#)); then
    set -- none Declarations Zlib LZMA Bzip2 Zstandard default
  fi
  for selection in "$@"; do
    check "$selection"
  done
)

# check.sh from-apple: builds and tests Tools/FromApple, runs it over the sources of its fixtures, and compiles the
# results against the modules that the tests are built with. Those of Tests/Fixtures/Swift5 compile in the Swift 5
# mode only, because Swift 6 requires classes with observers to be Sendable.
check_from_apple() (
  require_swift
  set_home
  find_tested_flags
  package=$root/Tools/FromApple
  build=$(run_swift build "${tested[@]}" --show-bin-path)
  [[ -e $build/Modules/UniformDocuments.swiftmodule ]] ||
    fail "The tests are not built." "Run: bash Scripts/test.sh"
  run_swift build --package-path "$package" --build-tests
  run_swift test --package-path "$package" --skip-build --disable-xctest
  tool=$(run_swift build --package-path "$package" --show-bin-path)/from-apple

  work=$(mktemp -d)
  trap 'rm -rf -- "$work"' EXIT
  for file in "$package"/Tests/Fixtures/*/*.txt; do
    name=${file#"$package/Tests/Fixtures/"}
    mkdir -p -- "$work/${name%/*}"
    cp -- "$file" "$work/${name%.txt}.swift"
  done
  "$tool" --write "$work" >"$work/changes" || fail "A fixture is not rewritten:" "$(grep 'not changed' "$work/changes")"
  "$tool" "$work" >"$work/again" && ! grep -q '\.swift:' "$work/again" ||
    fail "A second run changes the files again:" "$(grep '\.swift:' "$work/again")"

  mapfile -t flags < <(PYTHONPATH=$root/Scripts/documentation python3 -B -c 'import sys
from package import Package
print(*Package(sys.argv[1]).module_flags, sep="\n")' "$build")
  count=0
  for file in "$work"/*/*.swift; do
    for mode in 5 6; do
      [[ $file != */Swift5/* || $mode == 5 ]] || continue
      swiftc -typecheck -warnings-as-errors -swift-version "$mode" "${flags[@]}" "$file" >"$work/log" 2>&1 ||
        fail "$(basename -- "$file") does not compile in Swift $mode after the changes:" "$(<"$work/log")"
      count=$((count + 1))
    done
  done
  say "from-apple: $(tail -n 1 -- "$work/changes"); $count compilations"
)

# check.sh arm64: compiles the C code of the package for 64-bit ARM, where a warning is an error, and
# runs the test vectors of CUTIByteSearch on this processor and on an emulated one, whose results have to be
# equal. It is skipped with a message if the headers of that system (Debian's libc6-dev-arm64-cross),
# its linker (gcc-aarch64-linux-gnu) or the emulator (qemu-user) are not installed.
check_arm64() (
  target=aarch64-linux-gnu
  system=/usr/$target
  emulator=$(type -P qemu-aarch64 qemu-aarch64-static | sed -n 1p || true)
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
)

# check.sh embedded [COUNT]: compiles the part of the package that needs no operating system in Embedded
# Swift for x86-64 and WebAssembly, and links a program for each. Their answers to COUNT generated questions
# (10,000) have to equal the results of `uti`. UTI names a built one. Without Node, `uti` or Python the check
# compiles and links only, and says so.
check_embedded() (
  client=$root/Tests/EmbeddedClient
  # shellcheck source=support/embedded.sh
  source "$root/Scripts/support/embedded.sh"

  require_swift
  work=$(mktemp -d)
  trap 'rm -rf -- "$work"' EXIT
  prepare_embedded "$work" || exit 0
  build_embedded "$native_target" -O Questions "$client"
  clang -O2 "$client/ask.c" "$work/$native_target"/*.o \
    "$embedded_library/$native_target/libswiftUnicodeDataTables.a" -lm -o "$work/ask"
  build_embedded "$wasm_target" -O Questions "$client"
  link_wasm "$work/questions.wasm" uti_answer
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
  head -n 20 < <(diff -- "$work/expected" "$work/answers")
  cmp --silent -- "$work/expected" "$work/answers" ||
    fail "The program in Embedded Swift for x86-64 has other answers than uti."
  say "x86-64: $(wc -l <"$work/answers") answers, equal to uti"
  if ! has_command node; then
    say "skipped: Node is not installed, so the module for WebAssembly answers nothing"
    exit 0
  fi
  node "$client/ask.mjs" "$work/questions.wasm" "$work/questions" >"$work/answers" ||
    fail "The module for WebAssembly ends before its last answer."
  head -n 20 < <(diff -- "$work/expected" "$work/answers")
  cmp --silent -- "$work/expected" "$work/answers" ||
    fail "The module for WebAssembly has other answers than uti."
  say "wasm32 in Node: $(wc -l <"$work/answers") answers, equal to uti"
)

# check.sh web [FOLDER]: builds the module for browsers and Node in .build/web or in a folder, runs its tests
# in Node, and compares its answers about files with `uti` if UTI names one. See Scripts/web.sh.
check_web() (
  exec bash "$root/Scripts/web.sh" check "$@"
)

# check.sh hardening PROGRAM...: reports how release programs are protected, and fails if a protection is
# missing: a random address, relocations that are read-only after the start, a stack that is not
# executable, no segment that is both writable and executable, the embedded registry and the constants in
# read-only segments, no search path for libraries, and stack protectors in the C code.
check_hardening() (
  for tool in readelf objdump; do
    has_command "$tool" || fail "$tool is not installed." "Debian has it: apt-get install binutils"
  done
  (($# > 0)) || fail "No program is given." "Usage: check.sh hardening PROGRAM..."

  missing=0

  # property NAME CONDITION...: prints a line for a property that holds if the condition succeeds.
  property() {
    local name=$1
    shift
    if "$@"; then
      say "  yes  $name"
    else
      say "  NO   $name"
      missing=$((missing + 1))
    fi
  }

  # Prints the address of a section.
  section() {
    readelf -SW -- "$program" | sed -n "s/.* $1  *PROGBITS  *\([0-9a-f]*\).*/\1/p"
  }

  has() { grep -qE -- "$1" <<<"$2"; }
  lacks() { ! has "$@"; }

  # Succeeds if a section at an address is in a segment that cannot be written.
  is_read_only() {
    awk -v address="$1" '
    function number(text, value, index_) {
      value = 0
      text = tolower(text)
      sub(/^0x/, "", text)
      for (index_ = 1; index_ <= length(text); index_++)
        value = value * 16 + index("0123456789abcdef", substr(text, index_, 1)) - 1
      return value
    }
    BEGIN { place = number(address) }
    $1 == "LOAD" && place >= number($3) && place < number($3) + number($6) {
      found = 1
      if ($0 ~ / RW/) writable = 1
    }
    $1 == "GNU_RELRO" && place >= number($3) && place < number($3) + number($6) { protected = 1 }
    END { exit !(found && (!writable || protected)) }' <<<"$segments"
  }

  # Succeeds if a function of the C targets calls the function that reports a damaged stack.
  has_stack_protectors() {
    objdump -d --no-show-raw-insn -- "$1" | awk '
    /^[0-9a-f]+ <uti_/ { inside = 1; next }
    /^$/ { inside = 0 }
    inside && /__stack_chk_fail/ { found = 1 }
    END { exit !found }'
  }

  for program; do
    say "$program"
    header=$(readelf -hW -- "$program")
    segments=$(readelf -lW -- "$program")
    dynamic=$(readelf -dW -- "$program")
    property "position-independent program" has 'Type: +DYN' "$header"
    property "read-only relocations" has 'GNU_RELRO' "$segments"
    property "immediate binding" has 'BIND_NOW|NOW' "$dynamic"
    property "stack not executable" has 'GNU_STACK .* RW ' "$segments"
    property "no segment both writable and executable" lacks 'LOAD .* RWE' "$segments"
    property "no relocations in code" lacks 'TEXTREL' "$dynamic"
    property "no search path for libraries" lacks 'RPATH|RUNPATH' "$dynamic"
    # Only a static program is linked by Scripts/support/link-read-only.
    if ! grep -q INTERP <<<"$segments"; then
      property "constants in a read-only segment" is_read_only "$(section .rodata)"
    fi
    property "embedded registry in a read-only segment" is_read_only "$(section uti_tables)"
    if grep -qF .symtab < <(readelf -SW -- "$program"); then
      property "stack protectors in C code" has_stack_protectors "$program"
    fi
  done
  ((missing == 0)) || fail "$missing protections are missing." "Build with Scripts/release.sh or Scripts/deb.sh."
)

# check.sh bare-root [FOLDER]: runs the commands of the section "Try it" of README.md in a new Debian root that
# has git, a C toolchain, the libraries of Swift's programs and nothing else. They run twice:
#
#   as root, in a chroot;
#   as a user without sudo and HOME, in a folder whose name has blanks and letters beyond ASCII. The
#   packages are installed by then.
#
# The root is made in FOLDER (default: .build/bare-root) by debootstrap, which needs root, and is removed at
# the end. The committed state of this clone is tested. BINDS lists more folders to mount in the root, separated by
# colons, such as a mirror of Swift packages that git's configuration names.
check_bare_root() (
  ((EUID == 0)) || fail "A root file system is made by root only." "Run: sudo bash Scripts/check.sh bare-root"
  require_swift
  has_command debootstrap || install_packages debootstrap ||
    fail "debootstrap is not installed." "$(manual_command debootstrap)"

  bare=${1:-$root/.build/bare-root}
  toolchain=$(dirname -- "$(dirname -- "$(readlink -f -- "$(command -v swift)")")")
  suite=bookworm
  packages=(ca-certificates git binutils libc6-dev libgcc-12-dev libstdc++-12-dev gcc
    libcurl4 libedit2 libncurses6 libsqlite3-0 libxml2 libz3-4 tzdata)

  mounts=()
  clean() {
    local index
    for ((index = ${#mounts[@]} - 1; index >= 0; index--)); do umount -l -- "${mounts[index]}"; done
    rm -rf --one-file-system -- "$bare"
  }
  trap clean EXIT

  # bind SOURCE: the folder at the same path of the root, read-only unless it is a system folder.
  bind() {
    mkdir -p -- "$bare$1"
    mount --bind -- "$1" "$bare$1"
    mounts+=("$bare$1")
    case $1 in
    /dev*) ;;
    *) mount -o remount,bind,ro -- "$bare$1" ;;
    esac
  }

  [[ ! -e $bare ]] || fail "$bare exists already." "Remove it, or name another folder."
  mkdir -p -- "$(dirname -- "$bare")"
  debootstrap --variant=minbase --include="$(
    IFS=,
    printf '%s' "${packages[*]}"
  )" "$suite" "$bare" >&2

  # The root has the package sources of this machine.
  cp -a -- /etc/apt/sources.list* /etc/apt/apt.conf.d "$bare/etc/apt/" 2>/dev/null || true
  if [[ -e /etc/gitconfig ]]; then cp -- /etc/gitconfig "$bare/etc/"; fi
  cp -L -- /etc/resolv.conf /etc/hosts "$bare/etc/"
  mount -t proc proc "$bare/proc"
  mounts+=("$bare/proc")
  bind /dev
  bind /dev/pts
  mount -t tmpfs -o mode=1777 tmpfs "$bare/dev/shm"
  mounts+=("$bare/dev/shm")
  bind "$toolchain"
  IFS=: read -r -a binds <<<"${BINDS-}"
  for folder in "${binds[@]}"; do
    bind "$folder"
    # A mirror belongs to the user of this machine.
    chroot "$bare" git config --system --add safe.directory '*'
  done

  # run USER FOLDER VARIABLE...: clones the package into a folder of the root, and runs the commands of
  # README.md there, as the user and with these variables as the whole environment.
  run() {
    local user=$1 folder=$2 line start
    shift 2
    mkdir -p -- "$bare$folder"
    git clone -q --no-hardlinks -- "$root" "$bare$folder/clone"
    # A copy of a file keeps its group, which must be one of the user.
    chroot "$bare" chown -R "$user:" -- "$folder"
    sed -n '/^## Try it/,/^## In /s/^bash Scripts/&/p' "$root/README.md" | while IFS= read -r line; do
      say "== $user: $line"
      start=$SECONDS
      chroot "$bare" setpriv --reuid="$user" --regid="$user" --init-groups env -i "$@" \
        bash -c "cd -- \"\$1\" && $line" bash "$folder/clone" </dev/null
      say "== $user: status 0 after $((SECONDS - start)) s"
    done
  }

  path=PATH=$toolchain/bin:/usr/bin:/bin
  run root /srv/root "$path" HOME=/root
  chroot "$bare" useradd --no-create-home --shell /bin/bash tester
  run tester "/srv/ein Päckchen" "$path"
)

command=${1-}
[[ -z $command ]] || shift
case $command in
docs) check_docs "$@" ;;
figures) check_figures "$@" ;;
traits) check_traits "$@" ;;
from-apple) check_from_apple "$@" ;;
arm64) check_arm64 "$@" ;;
embedded) check_embedded "$@" ;;
web) check_web "$@" ;;
hardening) check_hardening "$@" ;;
bare-root) check_bare_root "$@" ;;
*) fail "unknown command: ${command:-none}" "usage: bash Scripts/check.sh docs|figures|traits|from-apple|arm64|embedded|web|hardening|bare-root [ARGUMENT...]" ;;
esac
