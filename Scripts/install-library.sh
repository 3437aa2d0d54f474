#!/usr/bin/env bash
#
# install-library.sh DIR [--uninstall]: installs the C library that library.sh has built below DIR, such as
# /usr/local, with its header, its manual pages and the files of pkg-config and CMake; or removes them.
#
# PREFIX is the folder in which the files will be used, if it is not DIR. LIBDIR is the folder of libraries
# below both (lib). LIBRARY names another folder than .build/library.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"
# shellcheck source=library-version.sh
source "$root/Scripts/library-version.sh"

(($# >= 1)) || fail "Usage: install-library.sh DIR [--uninstall]"
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
bash "$root/Scripts/library-manual.sh" "$manual"

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
Libs: -L\${libdir} -lmagic
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
