#!/usr/bin/env bash
#
# try.sh [FILE...]: installs missing packages, builds the release `uti`, and identifies the given files,
# or samples of this machine. It accepts the arguments of `uti identify`.
#
# Standard output has the answers only.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# Prints up to one file of each listed kind, each path ended by NUL.
find_samples() {
  local fixed=("$root/README.md" "$root/Package.swift" "$root/Sources" "$uti" /etc/passwd
    /bin/sh /usr/include/libxml2/libxml/tree.h /usr/share/mime/packages/freedesktop.org.xml
    /dev/null)
  local path
  for path in "${fixed[@]}"; do
    if [[ -e $path ]]; then
      printf '%s\0' "$path"
    fi
  done

  local extensions=(gz html jpg json pdf pl png py sh svg ttf txt xml zip)
  local tests=() extension
  for extension in "${extensions[@]}"; do
    tests+=(-o -name "*.$extension")
  done
  local -A seen=()
  while IFS= read -r -d '' path; do
    extension=${path##*.}
    if [[ -z ${seen[$extension]-} ]]; then
      seen[$extension]=1
      printf '%s\0' "$path"
    fi
  done < <(find /usr/share -xdev -type f -readable \( "${tests[@]:1}" \) -print0 2>/dev/null |
    LC_ALL=C sort -z)
}

uti=$(bash "$root/Scripts/release.sh")

if (($# == 0)); then
  mapfile -d '' -t samples < <(find_samples)
  set -- "${samples[@]}"
fi
exec "$uti" identify "$@"
