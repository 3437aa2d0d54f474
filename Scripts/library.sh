#!/usr/bin/env bash
#
# library.sh COMMAND [ARGUMENT...]: builds, installs and tests the C library.
#
#   build     build it in .build/library
#   install   install it below a folder, or remove it
#   manual    write its manual page
#   check     test the library as its users see it
#
# The comment above each function has the arguments.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"
# shellcheck source=support/library-version.sh
source "$root/Scripts/support/library-version.sh"

# library.sh build: builds the C library libuniformtypes, dynamic and static, in .build/library.
#
# Swift is linked into both. They export exactly the functions that the header declares: the dynamic
# library by a version script, the static one by making all other symbols local. The objects are compiled
# in .build/package, like the Debian package; SCRATCH names another folder, and
# CONFIGURATION=debug makes a library that recognises freed handles.
build_library() (
  require_swift
  install_dependencies
  find_reproducible_flags

  scratch=${SCRATCH-$root/.build/package}
  output=${OUTPUT-$root/.build/library}
  # With a section for each function the linker leaves out functions without callers, and so Swift's
  # concurrency, which only they need.
  # `TRAITS=Declarations,Zlib,LZMA,Bzip2,Zstandard` adds the declarations of the system, through libxml2.
  build=(build --traits "${TRAITS-Zlib,LZMA,Bzip2,Zstandard}" --package-path "$root" --scratch-path "$scratch" --static-swift-stdlib
    -Xswiftc -Xfrontend -Xswiftc -function-sections "${reproducible[@]}"
    --configuration "${CONFIGURATION-release}" --product uniformtypes-static)
  say "Building libuniformtypes $library_version"
  run_swift "${build[@]}" >&2
  archive=$(run_swift "${build[@]}" --show-bin-path)/libuniformtypes-static.a

  information=$(swiftc -print-target-info)
  resources=$(sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p' <<<"$information")_static/linux
  toolchain=$(dirname -- "$(readlink -f -- "$(command -v swiftc)")")
  mapfile -t functions < <(library_functions)
  ((${#functions[@]})) || fail "The header declares no function." "Correct $library_header."

  rm -rf -- "$output"
  mkdir -p -- "$output"
  {
    printf 'UTYPE_%s {\n  global:\n' "$library_interface"
    printf '    %s;\n' "${functions[@]}"
    printf '  local:\n    *;\n};\n'
  } >"$output/exports.map"

  # Objects of Swift, and the archives of Swift's standard library that they need.
  inputs=("$resources/$(uname -m)/swiftrt.o" "${functions[@]/#/-Wl,--undefined=}" "$archive"
  -Wl,--start-group -lswiftCore -lswiftSynchronization -lswiftGlibc -Wl,--end-group)
  # Of these only the needed ones are recorded in the library.
  systems=(-lxml2 -lz -llzma -lbz2 -lzstd)

  shared=$output/libuniformtypes.so.$library_version
  "$toolchain/clang" -shared -fuse-ld=lld -o "$shared" "-L$resources" "${inputs[@]}" \
    -Wl,--as-needed "${systems[@]}" -lstdc++ -lm -Wl,--gc-sections -Wl,--icf=all -Wl,-O2 \
    "-Wl,-soname=libuniformtypes.so.$library_interface" "-Wl,--version-script=$output/exports.map" \
    -Wl,--no-undefined -Wl,-z,relro -Wl,-z,now ${STRIP--Wl,--strip-all}
  ln -s "${shared##*/}" "$output/libuniformtypes.so.$library_interface"
  ln -s "${shared##*/}" "$output/libuniformtypes.so"

  # The interface of libmagic, which finds the library in the folder above its own. It has the name of the system's
  # libmagic and therefore a separate folder.
  magic=$output/libuniformtypes-magic
  mkdir -- "$magic"
  printf '{ global: magic_*; local: *; };\n' >"$magic/exports.map"
  "$toolchain/clang" -shared -fuse-ld=lld -O2 -std=gnu11 -fPIC -Wall -Wextra -Werror -fstack-protector-strong \
    -D_FORTIFY_SOURCE=2 -I "$root/Libraries/magic/include" -I "${library_header%/*}" \
    "$root"/Libraries/magic/*.c "$shared" -lz -lbz2 -llzma -lpthread -o "$magic/libmagic.so.1" \
    -Wl,-soname=libmagic.so.1 "-Wl,--version-script=$magic/exports.map" '-Wl,-rpath,$ORIGIN/..' \
    -Wl,--no-undefined -Wl,-z,relro -Wl,-z,now ${STRIP--Wl,--strip-all}
  ln -s libmagic.so.1 "$magic/libmagic.so"
  rm -f -- "$magic/exports.map"

  # One relocatable object, in which all symbols but the functions are local.
  printf '%s\n' "${functions[@]}" >"$output/functions"
  "$toolchain/clang" -r -nostdlib -fuse-ld=lld -o "$output/uniformtypes.o" "-L$resources" \
    "${inputs[@]}" -Wl,--strip-debug
  "$toolchain/llvm-objcopy" "--keep-global-symbols=$output/functions" "$output/uniformtypes.o"
  "$toolchain/llvm-ar" rcs "$output/libuniformtypes.a" "$output/uniformtypes.o"
  rm -f -- "$output/uniformtypes.o" "$output/functions"

  needed=$("$toolchain/llvm-objdump" --private-headers "$shared" |
    sed -n 's/^ *NEEDED *\(.*\)\.so.*/\1/p')
  # A program with the static library needs the same libraries as the dynamic one.
  grep -v -x -e libc -e libgcc_s -e 'ld-linux.*' <<<"$needed" | sed 's/^lib/-l/' | tr '\n' ' ' \
    >"$output/libraries"
  # The notices that a program with the static library needs. They come from packages of Debian.
  if has_command dpkg; then
    bash "$root/Scripts/support/notices.sh" uniformtypes "$library_version" "$output/NOTICES" libz.a liblzma.a libbz2.a libzstd.a
  else
    say "note: the notices of the linked libraries are not written, because dpkg is not installed"
  fi
  printf '%s\n' "$shared"
)

# library.sh manual DIR: writes the manual page uniformtypes(3), made of the header, into DIR, and a link
# to it for each function.
write_manual() (
  (($# == 1)) || fail "Usage: library.sh manual DIR"

  # Comments become paragraphs, declarations stay as they are. The first comment is the description.
  page() {
    cat <<EOF
.\\" Made from the header uniformtypes.h.
.TH UNIFORMTYPES 3 "" "uniformtypes $library_version" "Library Functions"
.SH NAME
uniformtypes \\- types of files, names and bytes, and how types relate
.SH SYNOPSIS
.nf
#include <uniformtypes.h>

cc program.c \$(pkg\\-config \\-\\-cflags \\-\\-libs uniformtypes)
.fi
.SH DESCRIPTION
EOF
    awk '
    function text(line) {
      gsub(/\\/, "\\e", line)
      gsub(/-/, "\\-", line)
      sub(/^[.'\'']/, "\\\\\\&&", line)
      return line
    }
    function plain() { if (inCode) { print ".fi"; inCode = 0 } }
    # Lines of code are broken after a comma, and comments at a space: 80 columns less the indentation.
    function code(line,   indentation, cut) {
      if (!inCode) { print ".PP\n.nf"; inCode = 1 }
      match(line, /^ */)
      indentation = substr(line, 1, RLENGTH) (line ~ /^ *\/\*/ ? "   " : "  ")
      while (length(line) > 73) {
        cut = 73
        while (cut > 0 && substr(line, cut, 2) != ", ") cut--
        if (line ~ /^ *\/\*/ || cut <= length(indentation)) {
          cut = 73
          while (cut > 0 && substr(line, cut, 1) != " ") cut--
        }
        if (cut <= length(indentation)) break
        print text(substr(line, 1, cut))
        line = indentation trimmed(substr(line, cut + 1))
      }
      print text(line)
    }
    function trimmed(line) { sub(/^ +/, "", line); return line }
    # A comment after an example goes above it, because both do not fit in 80 columns.
    function example(line,   start) {
      if (start = match(line, /  +\/\/ .*$/)) {
        code(trimmed(substr(line, start)))
        line = substr(line, 1, start - 1)
      }
      code(line)
    }
    function prose(line) {
      plain()
      if (line == "") { print ".PP"; isIndented = 0; return }
      # An indented line, or one that begins with a word and a wide gap, keeps its form.
      print text(line)
    }
    # The description: everything in the first comment below its first paragraph line.
    NR == 1 { next }
    !isBelow && /^ \*\// { plain(); isBelow = 1; next }
    !isBelow {
      sub(/^ \* ?/, "")
      if (!hasStarted) { if ($0 == "") next; hasStarted = 1 }
      if ($0 == "") { if (!inCode) print ".PP"; next }
      # A word and a wide gap begin a topic, whose further lines are indented.
      if (match($0, /^[A-Z][a-z]+  +/)) {
        plain()
        print ".TP"
        print text(substr($0, 1, index($0, " ") - 1))
        print text(substr($0, RLENGTH + 1))
        isTopic = 1
      } else if (sub(/^    +/, "")) {
        if (isTopic) print text($0)
        else example($0)
      } else {
        isTopic = 0
        if (inCode) { plain(); print ".PP" }
        print text($0)
      }
      next
    }
    /^\/\* ---- / {
      plain()
      title = toupper($0)
      gsub(/^\/\* ---- | -+ \*\/$/, "", title)
      print ".SH " title
      inComment = 0
      isOpen = 1
      next
    }
    !isOpen || /^#(ifn?def|endif|define ARROW_C|include)/ || /^extern "C"/ { next }
    /^ *\/\*/ && depth == 0 {
      line = $0
      isLast = line ~ /\*\/$/
      sub(/^ *\/\* ?/, "", line)
      sub(/ *\*\/$/, "", line)
      plain()
      print ".PP"
      prose(line)
      inComment = !isLast
      next
    }
    inComment {
      line = $0
      isLast = line ~ /\*\/$/
      sub(/^ +/, "", line)
      sub(/ *\*\/$/, "", line)
      prose(line)
      if (isLast) inComment = 0
      next
    }
    /^$/ && depth == 0 { plain(); next }
    /^}$/ && depth == 0 { next }
    {
      code($0)
      depth += gsub(/{/, "{") - gsub(/}/, "}")
    }
    END { plain() }
  ' "$library_header"
    printf '.SH SEE ALSO\n.BR uti (1)\n'
  }

  mkdir -p -- "$1"
  page >"$1/uniformtypes.3"
  library_functions | while read -r function; do
    printf '.so man3/uniformtypes.3\n' >"$1/$function.3"
  done
)

# library.sh install DIR [--uninstall]: installs the C library that library.sh has built below DIR, such as
# /usr/local, with its header, its manual pages and the files of pkg-config and CMake; or removes them.
#
# PREFIX is the folder in which the files will be used, if it is not DIR. LIBDIR is the folder of libraries
# below both (lib). LIBRARY names another folder than .build/library.
install_library() (
  (($# >= 1)) || fail "Usage: library.sh install DIR [--uninstall]"
  target=$1
  prefix=${PREFIX-$target}
  libdir=${LIBDIR-lib}
  libraries=$target/$libdir
  manual=$target/share/man/man3
  cmake=$libraries/cmake/uniformtypes
  # The interface of libmagic has the names of libmagic, and folders that no program searches unasked.
  magic=$libraries/libuniformtypes-magic
  magic_header=$target/include/libuniformtypes-magic

  if [[ ${2-} == --uninstall ]]; then
    rm -f -- "$target/include/uniformtypes.h" "$libraries"/libuniformtypes.{a,so,"so.$library_interface"} \
      "$libraries/libuniformtypes.so.$library_version" "$libraries/pkgconfig/uniformtypes.pc" \
      "$libraries/pkgconfig/uniformtypes-magic.pc" "$magic"/libmagic.so{,.1} "$magic_header/magic.h" \
      "$manual/uniformtypes.3" "$cmake"/uniformtypes-config{,-version}.cmake
    library_functions | while read -r function; do rm -f -- "$manual/$function.3"; done
    for folder in "$cmake" "$magic" "$magic_header"; do
      if [[ -d $folder ]]; then rmdir --ignore-fail-on-non-empty -- "$folder"; fi
    done
    exit
  fi

  built=${LIBRARY-$root/.build/library}
  [[ -e $built/libuniformtypes.a ]] ||
    fail "The library is not in $built." "Build it first: make library"

  install -d -- "$target/include" "$libraries/pkgconfig" "$manual" "$cmake" "$magic" "$magic_header"
  install -m 0644 -- "$library_header" "$target/include/uniformtypes.h"
  install -m 0644 -- "$built/libuniformtypes.so.$library_version" "$built/libuniformtypes.a" "$libraries"
  ln -sf "libuniformtypes.so.$library_version" "$libraries/libuniformtypes.so.$library_interface"
  ln -sf "libuniformtypes.so.$library_interface" "$libraries/libuniformtypes.so"
  install -m 0644 -- "$built/libuniformtypes-magic/libmagic.so.1" "$magic"
  ln -sf libmagic.so.1 "$magic/libmagic.so"
  install -m 0644 -- "$root/Libraries/magic/include/magic.h" "$magic_header"
  bash "$root/Scripts/library.sh" manual "$manual"

  cat >"$libraries/pkgconfig/uniformtypes.pc" <<EOF
prefix=$prefix
includedir=\${prefix}/include
libdir=\${prefix}/$libdir

Name: uniformtypes
Description: Types of files, names and bytes, and how types relate
Version: $library_version
Cflags: -I\${includedir}
Libs: -L\${libdir} -luniformtypes
Libs.private: $(<"$built/libraries")
EOF

  cat >"$libraries/pkgconfig/uniformtypes-magic.pc" <<EOF
prefix=$prefix
includedir=\${prefix}/include/libuniformtypes-magic
libdir=\${prefix}/$libdir/libuniformtypes-magic

Name: uniformtypes-magic
Description: The interface of libmagic, answered by uniformtypes
Version: $library_version
Cflags: -I\${includedir}
Libs: -L\${libdir} -lmagic -Wl,-rpath,\${libdir}
EOF

  # The folders are relative to the file, so that the files can be moved together.
  up=$(printf '%s/cmake/uniformtypes' "$libdir" | sed 's,[^/][^/]*,..,g')
  cat >"$cmake/uniformtypes-config.cmake" <<EOF
# Targets: uniformtypes::uniformtypes, and uniformtypes::static.
get_filename_component(_uniformtypes_prefix "\${CMAKE_CURRENT_LIST_DIR}/$up" ABSOLUTE)
if(NOT TARGET uniformtypes::uniformtypes)
  add_library(uniformtypes::uniformtypes SHARED IMPORTED)
  set_target_properties(uniformtypes::uniformtypes PROPERTIES
    IMPORTED_LOCATION "\${_uniformtypes_prefix}/$libdir/libuniformtypes.so.$library_version"
    IMPORTED_SONAME "libuniformtypes.so.$library_interface"
    INTERFACE_INCLUDE_DIRECTORIES "\${_uniformtypes_prefix}/include")
  add_library(uniformtypes::static STATIC IMPORTED)
  set_target_properties(uniformtypes::static PROPERTIES
    IMPORTED_LOCATION "\${_uniformtypes_prefix}/$libdir/libuniformtypes.a"
    INTERFACE_LINK_LIBRARIES "$(sed 's/ *$//; s/ /;/g' "$built/libraries")"
    INTERFACE_INCLUDE_DIRECTORIES "\${_uniformtypes_prefix}/include")
endif()
EOF
  cat >"$cmake/uniformtypes-config-version.cmake" <<EOF
set(PACKAGE_VERSION "$library_version")
if(PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION
   OR NOT PACKAGE_FIND_VERSION_MAJOR STREQUAL "$library_interface")
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
else()
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  if(PACKAGE_FIND_VERSION STREQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
endif()
EOF
)

# library.sh check: installs the C library into an empty folder and tests it there, as its users see it.
#
# The exported symbols are compared with the header. The programs of Tests/CLibrary, Examples/CLibrary and
# Documentation/CLibrary.md are compiled against the installed library through pkg-config and CMake, with
# the dynamic and with the static library, and run. Verdicts must equal the answers of `uti identify` for
# the fixtures of this repository and for the files of UTI_CORPORA.
#
# LIBRARY names a built library (library.sh build makes one otherwise), DEBUG_LIBRARY one that was built with
# CONFIGURATION=debug, UTI a built command, and CC the C compiler. CALLS is the number of random calls.
check_library() (
  CC=${CC-cc}
  for tool in "$CC" pkg-config nm objdump; do
    if ! has_command "$tool"; then
      say "skipped: $tool is not installed, so the C library is not tested"
      exit 0
    fi
  done

  if [[ -z ${LIBRARY-} ]]; then
    bash "$root/Scripts/library.sh" build >/dev/null
    export LIBRARY=$root/.build/library
  fi

  work=$(mktemp -d)
  trap 'rm -rf -- "$work"' EXIT
  prefix=$work/prefix
  bash "$root/Scripts/library.sh" install "$prefix"
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
    objdump -p "$shared" | awk '$1 == "NEEDED" { printf "%s ", $2 }'
  )"

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
    pkg-config --cflags --libs --static uniformtypes | sed 's/-luniformtypes/-l:libuniformtypes.a/'
  )
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
  # The program runs on this library without a variable of the environment.
  env -u LD_LIBRARY_PATH "$work/magic" "$work/note.registry" "$work"

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
    {
      echo "#include \"$system_header\""
      sed '/^#define MAGIC_/,/[^\\]$/d' "$own_header"
    } >"$work/both.c"
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
  bash "$root/Tests/CLibrary/programs.sh" "$magic" "$work/note.registry"
  system_magic=$(PATH=$PATH:/sbin:/usr/sbin ldconfig -p | awk '$1 == "libmagic.so.1" && !count++ { print $NF }')
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

  # formats NAME SIGNATURES CONTAINERS DIR...: compares the formats of the files below folders.
  formats() {
    local name=$1 signatures=("$2" "$3") count
    shift 3
    "$UTI" compile --signatures --output "$work/signatures" "${signatures[@]}"
    find "$@" -type f -not -name $'*\n*' -print | LC_ALL=C sort >"$work/paths"
    count=$(wc -l <"$work/paths")
    "$work/formats" "$work/signatures" "${signatures[0]}" "$work/note.registry" "$work" <"$work/paths" >"$work/library.formats"
    tr '\n' '\0' <"$work/paths" |
      XDG_DATA_DIRS=/nonexistent XDG_DATA_HOME=/nonexistent xargs -0 "$UTI" identify --registry "${signatures[0]}" \
        --registry "${signatures[1]}" --format tsv \
        --print puid,formatName,formatVersion,formatBasis,formats,extensionMismatch,formatBounded -- >"$work/uti.formats"
    if ! diff "$work/uti.formats" "$work/library.formats" >"$work/difference"; then
      fail "Formats of $name differ (< uti, > library):" "$(head -n 20 "$work/difference")"
    fi
    [[ $(wc -l <"$work/library.formats") == "$count" ]] || fail "Not every file of $name has an answer."
    say "the formats of $count files of $name equal those of uti identify"
  }

  compile "$root/Tests/CLibrary/formats.c" formats "${flags[@]}"
  formats "the repository's tests" "$root"/Tests/CLibrary/{signatures,containers}.xml "$root/Tests"
  if [[ -d ${UTI_CORPORA-}/pronom ]]; then
    formats "UTI_CORPORA" "$UTI_CORPORA"/pronom/DROID_SignatureFile_*.xml "$UTI_CORPORA"/pronom/container-signature-*.xml \
      "$UTI_CORPORA"/{pronom/skeleton,files,public,truth,truth-2}
  fi

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

  bash "$root/Scripts/library.sh" install "$prefix" --uninstall
  left=$(find "$prefix" -type f -o -type l)
  [[ -z $left ]] || fail "These files are left after the removal:" "$left"
  say "The C library is in order"
)

command=${1-}
[[ -z $command ]] || shift
case $command in
build) build_library "$@" ;;
install) install_library "$@" ;;
manual) write_manual "$@" ;;
check) check_library "$@" ;;
*) fail "unknown command: ${command:-none}" "usage: bash Scripts/library.sh build|install|manual|check [ARGUMENT...]" ;;
esac
