#!/usr/bin/env bash
#
# library.sh: builds the C library libuniformtypes, dynamic and static, in .build/library.
#
# Swift is linked into both. They export exactly the functions that the header declares: the dynamic
# library by a version script, the static one by making all other symbols local. The objects are compiled
# in .build/package, like the Debian package; SCRATCH names another folder, and
# CONFIGURATION=debug makes a library that recognises freed handles.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"
# shellcheck source=library-version.sh
source "$root/Scripts/library-version.sh"

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
  "$root"/Libraries/magic/{magic,encoding}.c "$shared" -lz -lbz2 -llzma -lpthread -o "$magic/libmagic.so.1" \
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
  bash "$root/Scripts/notices.sh" uniformtypes "$library_version" "$output/NOTICES" libz.a liblzma.a libbz2.a libzstd.a
else
  say "note: the notices of the linked libraries are not written, because dpkg is not installed"
fi
printf '%s\n' "$shared"
