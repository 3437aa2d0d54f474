#!/usr/bin/env bash
#
# check-library.sh: installs the C library into an empty folder and tests it there, as its users see it.
#
# The exported symbols are compared with the header. The programs of Tests/CLibrary, Examples/CLibrary and
# Documentation/CLibrary.md are compiled against the installed library through pkg-config and CMake, with
# the dynamic and with the static library, and run. Verdicts must equal the answers of `uti identify` for
# the fixtures of this repository and for the files of UTI_CORPORA.
#
# LIBRARY names a built library (library.sh builds one otherwise), DEBUG_LIBRARY one that was built with
# CONFIGURATION=debug, UTI a built command, and CC the C compiler. CALLS is the number of random calls.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"
# shellcheck source=library-version.sh
source "$root/Scripts/library-version.sh"

CC=${CC-cc}
for tool in "$CC" pkg-config nm objdump; do
  if ! has_command "$tool"; then
    say "skipped: $tool is not installed, so the C library is not tested"
    exit 0
  fi
done

if [[ -z ${LIBRARY-} ]]; then
  bash "$root/Scripts/library.sh" >/dev/null
  export LIBRARY=$root/.build/library
fi

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
prefix=$work/prefix
bash "$root/Scripts/install-library.sh" "$prefix"
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
shared=$prefix/lib/libuniformtypes.so.$library_version

library_functions >"$work/header"

# same NAME FILE: fails if a list of symbols differs from the header.
same() {
  local difference
  difference=$(diff "$work/header" "$2") ||
    fail "$1 and the header differ (< header, > library):" "$difference"
}

nm -D --defined-only "$shared" | awk '$2 != "A" { sub("@.*", "", $3); print $3 }' | LC_ALL=C sort -u \
  >"$work/dynamic"
same "The symbols of the dynamic library" "$work/dynamic"
nm --defined-only "$prefix/lib/libuniformtypes.a" | awk '$2 ~ /^[A-Z]$/ { print $3 }' |
  LC_ALL=C sort -u >"$work/static"
same "The symbols of the static library" "$work/static"
soname=$(objdump -p "$shared" | awk '$1 == "SONAME" { print $2 }')
[[ $soname == "libuniformtypes.so.$library_interface" ]] || fail "The soname is $soname."
say "$(wc -l <"$work/header") functions, $(stat -c %s "$shared") bytes, needs: $(
  objdump -p "$shared" | awk '$1 == "NEEDED" { printf "%s ", $2 }')"

# Each public name of the manual has a page.
while read -r function; do
  [[ -e $prefix/share/man/man3/$function.3 ]] || fail "$function has no manual page."
done <"$work/header"
if has_command man; then
  warnings=$(man --warnings=w -l "$prefix/share/man/man3/uniformtypes.3" 2>&1 >/dev/null) || true
  [[ -z $warnings ]] || fail "The manual page has errors:" "$warnings"
fi

read -r -a flags < <(pkg-config --cflags --libs uniformtypes)
read -r -a static_flags < <(
  pkg-config --cflags --libs --static uniformtypes | sed 's/-luniformtypes/-l:libuniformtypes.a/')
strict=(-std=c11 -Wall -Wextra -Wpedantic -Werror -O1 -pthread)
export LD_LIBRARY_PATH=$prefix/lib

# compile SOURCE PROGRAM [FLAG...]
compile() {
  "$CC" "${strict[@]}" "$1" -o "$work/$2" "${@:3}"
}

# Declarations in a directory, and compiled.
mkdir "$work/declarations"
cp "$root/Tests/CLibrary/note.plist" "$work/declarations"
if [[ -z ${UTI-} ]]; then
  UTI=$(bash "$root/Scripts/release.sh")
fi
"$UTI" compile --output "$work/note.registry" "$work/declarations"

for kind in dynamic static; do
  if [[ $kind == static ]]; then linked=("${static_flags[@]}"); else linked=("${flags[@]}"); fi
  for program in functions batches random verdicts; do
    compile "$root/Tests/CLibrary/$program.c" "$program-$kind" "${linked[@]}"
  done
  "$work/functions-$kind" "$work/declarations" "$work/note.registry"
  "$work/batches-$kind"
  "$work/random-$kind" "${CALLS-100000}"
done

if [[ -n ${DEBUG_LIBRARY-} ]]; then
  LD_LIBRARY_PATH=$DEBUG_LIBRARY "$work/functions-dynamic" "$work/declarations" "$work/note.registry" debug
fi

# The interface of libmagic, with its own header and with the system's.
magic=$prefix/lib/libuniformtypes-magic
read -r -a magic_flags < <(pkg-config --cflags --libs uniformtypes-magic)
compile "$root/Tests/CLibrary/magic.c" magic "${magic_flags[@]}"
LD_LIBRARY_PATH=$magic "$work/magic" "$work/note.registry" "$work"

# constants HEADER NAME...: prints the values of constants of a header.
constants() {
  {
    printf '#include <stdio.h>\n#include "%s"\nint main(void) {\n' "$1"
    printf '  printf("%%s %%#lx\\n", "%s", (unsigned long)(%s));\n' $(for name in "${@:2}"; do echo "$name $name"; done)
    printf '}\n'
  } >"$work/constants.c"
  compile "$work/constants.c" constants
  "$work/constants"
}

if printf '#include <magic.h>\n' | "$CC" -E - >/dev/null 2>&1; then
  compile "$root/Tests/CLibrary/magic.c" magic-system "-L$magic" -lmagic
  LD_LIBRARY_PATH=$magic "$work/magic-system" "$work/note.registry" "$work"
  nm -D --defined-only "$magic/libmagic.so.1" | awk '{ print $3 }' | LC_ALL=C sort >"$work/magic-functions"
  echo '#include <magic.h>' | "$CC" -E - | grep -o 'magic_[a-z_]* *(' | tr -d ' (' | LC_ALL=C sort -u >"$work/magic-declared"
  diff "$work/magic-declared" "$work/magic-functions" >"$work/difference" ||
    fail "The functions of the system's magic.h and of the library differ (< header, > library):" "$(<"$work/difference")"
  system_header=$(echo '#include <magic.h>' | "$CC" -M -E - | tr ' ' '\n' | grep '/magic\.h$')
  own_header=$prefix/include/libuniformtypes-magic/magic.h
  # A function that both headers declare has one signature. The constants would be defined twice.
  { echo "#include \"$system_header\""; sed '/^#define MAGIC_/,/[^\\]$/d' "$own_header"; } >"$work/both.c"
  "$CC" "${strict[@]}" -c "$work/both.c" -o "$work/both.o" || fail "The signatures of magic.h and of the system's differ."
  # The format of a function of BSD is not a number.
  mapfile -t names < <("$CC" -dM -E "$system_header" | awk '$2 ~ /^MAGIC_/ && $2 != "MAGIC_SNPRINTB" && NF > 2 { print $2 }' |
    LC_ALL=C sort)
  constants "$system_header" "${names[@]}" >"$work/magic-declared"
  constants "$own_header" "${names[@]}" >"$work/magic-own"
  diff "$work/magic-declared" "$work/magic-own" >"$work/difference" ||
    fail "The constants of the system's magic.h and of the library's differ (< system, > library):" "$(<"$work/difference")"
  say "$(wc -l <"$work/magic-functions") functions and ${#names[@]} constants of libmagic equal those of the system's header"
else
  say "skipped: magic.h is not installed (Debian: libmagic-dev), so only the header of the package is compiled"
fi
if has_command file; then
  answer=$(LD_LIBRARY_PATH=$magic file --brief --mime --magic-file "$work/note.registry" "$root/README.md")
  [[ $answer == "text/"*"; charset=utf-8" || $answer == "text/"*"; charset=us-ascii" ]] || fail "The program file printed: $answer"
  answer=$(LD_LIBRARY_PATH=$magic file --exclude elf "$root/README.md" 2>&1) && fail "The program file ignores a flag: $answer"
fi
system_magic=$(PATH=$PATH:/sbin:/usr/sbin ldconfig -p | awk '$1 == "libmagic.so.1" { print $NF; exit }')
if [[ -n $system_magic ]]; then
  compile "$root/Tests/CLibrary/encodings.c" encodings "${magic_flags[@]}" -ldl
  find "$root"/{Tests,Registry,Documentation,Examples} ${UTI_CORPORA:+"$UTI_CORPORA"} -type f -not -name $'*\n*' |
    LD_LIBRARY_PATH=$magic "$work/encodings" "$magic/libmagic.so.1" "$system_magic" "${CALLS-100000}" >"$work/encodings.out" ||
    fail "Encodings differ from those of $system_magic." "Correct Libraries/magic/encoding.c."
  say "$(<"$work/encodings.out")"
else
  say "skipped: libmagic is not installed (Debian: libmagic1), so encodings are not compared with it"
fi

# verdicts NAME DIR...: compares the verdicts of the files below folders.
verdicts() {
  local name=$1 count
  shift
  find "$@" -type f -not -name $'*\n*' -print | LC_ALL=C sort >"$work/paths"
  count=$(wc -l <"$work/paths")
  "$work/verdicts-dynamic" <"$work/paths" >"$work/library.verdicts"
  tr '\n' '\0' <"$work/paths" |
    XDG_DATA_DIRS=/nonexistent XDG_DATA_HOME=/nonexistent xargs -0 "$UTI" identify --format tsv \
      --print type,mime,confidence,basis -- >"$work/uti.verdicts"
  if ! diff "$work/uti.verdicts" "$work/library.verdicts" >"$work/difference"; then
    fail "Verdicts of $name differ (< uti, > library):" "$(head -n 20 "$work/difference")"
  fi
  [[ $(wc -l <"$work/library.verdicts") == "$count" ]] || fail "Not every file of $name has a verdict."
  say "$count verdicts of $name equal those of uti identify"
}

verdicts "the repository's files" "$root/Tests" "$root/Registry" "$root/Documentation" "$root/Examples"
if [[ -n ${UTI_CORPORA-} ]]; then verdicts "UTI_CORPORA" "$UTI_CORPORA"; fi

# The programs of the page.
page=$root/Documentation/CLibrary.md
awk -v folder="$work" '
  /^```c$/ { file = folder "/page-" ++count ".c"; next }
  /^```/ { file = ""; next }
  file != "" { print > file }' "$page"
for source in "$work"/page-*.c; do
  compile "$source" "$(basename "$source" .c)" "${flags[@]}"
  (cd "$root" && "$work/$(basename "$source" .c)" >/dev/null) || fail "A program of $page fails: $source"
done

examples=$root/Examples/CLibrary
compile "$examples/identify.c" identify "${flags[@]}"
answer=$(cd "$root" && "$work/identify" README.md LICENSE)
[[ $answer == *text/markdown*README.md* ]] || fail "Examples/CLibrary/identify.c printed: $answer"
if has_command rustc; then
  rustc --edition 2021 -D warnings -O -L "$prefix/lib" "$examples/identify.rs" -o "$work/identify-rust"
  rust=$(cd "$root" && "$work/identify-rust" README.md LICENSE)
  [[ $rust == "$answer" ]] || fail "Examples/CLibrary/identify.rs printed: $rust"
  say "the example in Rust prints what the one in C prints"
else
  say "skipped: rustc is not installed, so the example in Rust is not compiled"
fi
if has_command cmake; then
  cmake -S "$examples" -B "$work/cmake" "-DCMAKE_PREFIX_PATH=$prefix" >/dev/null
  cmake --build "$work/cmake" >/dev/null
  for program in identify identify-static; do
    [[ $(cd "$root" && "$work/cmake/$program" README.md LICENSE) == "$answer" ]] ||
      fail "$program, which CMake built, prints something else."
  done
else
  say "skipped: cmake is not installed, so its configuration is not tested"
fi
if has_command c++; then
  printf '#include <uniformtypes.h>\nint main() { return utype_version() == nullptr; }\n' >"$work/main.cpp"
  c++ -std=c++11 -Wall -Wextra -Werror "$work/main.cpp" -o "$work/main" "${flags[@]}"
  "$work/main"
fi

bash "$root/Scripts/install-library.sh" "$prefix" --uninstall
left=$(find "$prefix" -type f -o -type l)
[[ -z $left ]] || fail "These files are left after the removal:" "$left"
say "The C library is in order"
