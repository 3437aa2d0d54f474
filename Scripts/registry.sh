#!/usr/bin/env bash
#
# registry.sh [--check]: compiles Registry/types and Registry/detection into the base image that the
# library embeds, and Registry/languages into the table of languages next to it. With --check it compiles
# to temporary files and fails if a committed file differs.
#
# UTI names the `uti` to use; by default the release build. The result is the same.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

declarations=(Registry/types Registry/detection)
image=Sources/CUTIBaseRegistry/base.registry
table=Sources/CUTILanguageTable/languages.table

case "${1-}" in
--check | "") ;;
*) fail "unknown argument: $1" "usage: bash Scripts/registry.sh [--check]" ;;
esac

require_swift
install_dependencies

if [[ -n ${UTI-} ]]; then
  uti=$(realpath -- "$UTI")
else
  build=(build --package-path "$root" --configuration release --product uti)
  run_swift "${build[@]}" >&2
  uti=$(run_swift "${build[@]}" --show-bin-path)/uti
fi

# Origins in the image are relative paths, so the image does not depend on the place of the clone.
cd -- "$root"

# Files of languages are read in byte order of their names, whatever the locale is.
LC_ALL=C
languages=(Registry/languages/*.txt)

# compile IMAGE TABLE: writes both.
compile() {
  "$uti" compile --base --output "$1" "${declarations[@]}"
  "$uti" compile --languages --output "$2" "${languages[@]}"
}

if [[ ${1-} != --check ]]; then
  compile "$image" "$table"
  say "Written: $image, $table"
  exit
fi

temporary=$(mktemp -d)
trap 'rm -rf -- "$temporary"' EXIT
compile "$temporary/base.registry" "$temporary/languages.table"

# check FILE SOURCES: fails if the committed file differs from its compiled sources.
check() {
  cmp -- "$1" "$temporary/${1##*/}" ||
    fail "$1 is not what $2 compile to." \
      "Run 'make registry' (or 'bash Scripts/registry.sh') and commit the result."
  say "Current: $1"
}

check "$image" "${declarations[*]}"
check "$table" Registry/languages
