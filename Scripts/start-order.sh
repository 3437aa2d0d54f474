#!/usr/bin/env bash
#
# start-order.sh: writes Scripts/start.order, the functions that `uti identify` executes, in the
# order of their first call. release.sh has the linker lay them side by side.
#
# A list that is out of date costs some page faults and nothing else, so it is written again only
# when the start is measured. Needs valgrind.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

command -v valgrind >/dev/null || fail "valgrind is needed: apt-get install valgrind"
uti=$(bash "$root/Scripts/release.sh")
temporary=$(mktemp -d)
trap 'rm -rf -- "$temporary"' EXIT

# One whose name tells its type and one whose content does, from a cache that is there already.
printf '\211PNG\r\n\032\n' >"$temporary/one.png"
printf '#!/bin/sh\n' >"$temporary/script"
export XDG_CACHE_HOME=$temporary/cache
"$uti" identify "$temporary/one.png" >/dev/null
for file in one.png script; do
  valgrind --tool=callgrind --demangle=no --compress-strings=no \
    --callgrind-out-file="$temporary/$file.profile" "$uti" identify "$temporary/$file" \
    >/dev/null 2>&1
done
sed -n 's/^c\{0,1\}fn=//p' "$temporary/one.png.profile" "$temporary/script.profile" |
  sed "s/'[0-9]*\$//" | awk '!seen[$0]++' >"$root/Scripts/start.order"
say "Written: Scripts/start.order ($(wc -l <"$root/Scripts/start.order") functions)"
