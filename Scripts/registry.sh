#!/usr/bin/env bash
#
# registry.sh [--check]: compiles Registry/types and Registry/detection into the base image that the
# library embeds, Registry/languages into the table of languages next to it, and Registry/pronom.tsv into
# the table of formats. With --check it compiles to temporary files and fails if a committed file differs.
#
# UTI names the `uti` to use; by default the release build. The result is the same.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

declarations=(Registry/types Registry/detection)
image=Sources/CUTIBaseRegistry/base.registry
table=Sources/CUTILanguageTable/languages.table
formats=Sources/CUTIBaseRegistry/formats.table

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

# compile IMAGE TABLE FORMATS: writes the three.
compile() {
  "$uti" compile --base --output "$1" "${declarations[@]}"
  "$uti" compile --languages --output "$2" "${languages[@]}"
  compile_formats >"$3"
}

# Writes a line for each type: the formats that are the type, and those that are versions of it.
compile_formats() {
  awk -F '\t' '
    function fail(message) {
      printf "%s:%d: error: %s\n", FILENAME, FNR, message >"/dev/stderr"
      failed = 1
      exit 1
    }
    /^#/ { next }
    NF != 4 || $4 == "" { fail("a row has four fields") }
    $1 !~ /^(x-)?fmt\/[1-9][0-9]*$/ { fail($1 " is not a PUID") }
    $1 in seen { fail($1 " has two rows") }
    $2 < last { fail("the rows are not sorted by type") }
    $3 != "is" && $3 != "version-of" { fail($3 " is neither is nor version-of") }
    $2 != last { write() }
    {
      seen[$1]
      last = $2
      list[$3] = list[$3] (list[$3] == "" ? "" : ",") $1
    }
    function write() {
      if (last != "") printf "%s\t%s\t%s\n", last, list["is"], list["version-of"]
      split("", list)
    }
    END { if (!failed) write() }
  ' Registry/pronom.tsv
}

if [[ ${1-} != --check ]]; then
  compile "$image" "$table" "$formats"
  say "Written: $image, $table, $formats"
  exit
fi

temporary=$(mktemp -d)
trap 'rm -rf -- "$temporary"' EXIT
compile "$temporary/base.registry" "$temporary/languages.table" "$temporary/formats.table"

# check FILE SOURCES: fails if the committed file differs from its compiled sources.
check() {
  cmp -- "$1" "$temporary/${1##*/}" ||
    fail "$1 is not what $2 compile to." \
      "Run 'make registry' (or 'bash Scripts/registry.sh') and commit the result."
  say "Current: $1"
}

check "$image" "${declarations[*]}"
check "$table" Registry/languages
check "$formats" Registry/pronom.tsv
