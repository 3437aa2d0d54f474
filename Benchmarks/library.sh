#!/usr/bin/env bash
#
# library.sh: measures the C library and libmagic in one run: size, load, opening, and calls.
#
# The files are those below FILES, by default the fixtures of this repository and its sources. LIBRARY names
# a built library (.build/library). Needs a C compiler and Debian's libmagic-dev.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=../Scripts/install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

export LIBRARY=${LIBRARY-$root/.build/library}
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
bash "$root/Scripts/library.sh" install "$work/prefix"
export PKG_CONFIG_PATH=$work/prefix/lib/pkgconfig LD_LIBRARY_PATH=$work/prefix/lib
read -r -a flags < <(pkg-config --cflags --libs uniformtypes)
cc -O2 -Wall -Wextra -Werror "$root/Benchmarks/CLibrary/calls.c" -o "$work/calls" "${flags[@]}" -lmagic ||
  fail "The benchmark cannot be compiled." "Install Debian's libmagic-dev."
cc -O2 -Wall -Wextra -Werror "$root/Benchmarks/CLibrary/start.c" -o "$work/start" -ldl

printf 'size of the stripped library\t%s bytes\n' "$(stat -Lc %s "$LIBRARY/libuniformtypes.so")"
for ((run = 0; run < 21; run++)); do
  for library in uniformtypes libmagic; do "$work/start" "$library" >>"$work/$library"; done
done
for library in uniformtypes libmagic; do
  for column in 1:load 2:open 3:answer; do
    printf '%s %s\t%s us\n' "$library" "${column#*:}" \
      "$(cut -f "${column%:*}" "$work/$library" | sort -n | sed -n 11p)"
  done
done
find "${FILES-$root/Tests}" "$root/Sources/UTITypeDetection" -type f -size -200k -print0 | sort -z |
  head -z -n 1000 | xargs -0 "$work/calls" | sed 's/$/ us/'
