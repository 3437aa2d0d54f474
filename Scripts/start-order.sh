#!/usr/bin/env bash
#
# start-order.sh: writes Scripts/start.order, the functions that the questions of `uti` execute, in the
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

# One whose name tells its type and one whose content does, then the other questions, from a cache that
# is there already.
cd -- "$temporary"
printf '\211PNG\r\n\032\n' >one.png
printf '#!/bin/sh\n' >script
export XDG_CACHE_HOME=$temporary/cache
"$uti" identify one.png >/dev/null
questions=(
  'identify one.png' 'identify script' 'explain one.png' 'lookup .png' 'info public.png'
  'conforms public.png public.image' 'why public.png public.data' 'tree public.png'
  'decode dyn.ah62d4rv4ge8wy' 'encode .xyz' 'document one.png' '--version' '--help'
)
for index in "${!questions[@]}"; do
  read -r -a words <<<"${questions[index]}"
  valgrind --tool=callgrind --demangle=no --compress-strings=no \
    --callgrind-out-file="$temporary/$index.profile" "$uti" "${words[@]}" >/dev/null 2>&1 || true
done
profiles=()
for index in "${!questions[@]}"; do profiles+=("$index.profile"); done
sed -n 's/^c\{0,1\}fn=//p' "${profiles[@]}" |
  sed "s/'[0-9]*\$//" | awk '!seen[$0]++' >"$root/Scripts/start.order"
say "Written: Scripts/start.order ($(wc -l <"$root/Scripts/start.order") functions)"
