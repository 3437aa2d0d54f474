#!/usr/bin/env bash
#
# registry.sh [--check]: compiles Registry/types and Registry/detection into the base image that the
# library embeds, Registry/languages into the table of languages next to it, Registry/pronom.tsv into the
# table of formats, and Registry/constants.tsv into the constants of UTType and CoreServices. With --check
# it compiles to temporary files and fails if a committed file differs.
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
constants=Sources/UniformTypes/UTType/UTType+Constants.swift
old_constants=Sources/CoreServices/TypeConstants.swift

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

# compile IMAGE TABLE FORMATS CONSTANTS OLD_CONSTANTS: writes the five.
compile() {
  "$uti" compile --base --output "$1" "${declarations[@]}"
  "$uti" compile --languages --output "$2" "${languages[@]}"
  compile_formats >"$3"
  compile_constants "$4" "$5"
}

# compile_constants CONSTANTS OLD_CONSTANTS: writes Swift, with the descriptions of the declarations.
compile_constants() {
  "$uti" convert --to json Registry/types/*.plist |
    awk -v new="$1" -v old="$2" '
      function fail(message) {
        printf "%s:%d: error: %s\n", FILENAME, FNR, message >"/dev/stderr"
        exit failed = 1
      }
      BEGIN {
        FS = "\t"
        note = "// Made by Scripts/registry.sh from Registry/constants.tsv; change that file."
        print note >new
        print note "\npublic import Foundation\n\n// Unsafe in name only: string objects of this class"\
          " are immutable.\n" >old
      }
      FILENAME == "-" {
        if (match($0, /^      "(identifier|description)": "/)) {
          value = substr($0, RLENGTH + 1)
          sub(/",?$/, "", value)
          if (/^      "identifier"/) type = value
          else description[type] = value
        }
        next
      }
      /^# The constants / {
        if (parts++) print "}" >new
        if (!/CoreServices alone/) printf "\n// %s\n\nextension UTType {\n", substr($0, 3) >new
        isFirst = 1
      }
      /^#/ { next }
      NF != 3 { fail("a row has three fields") }
      !($3 in description) { fail("Registry/types describes no type " $3) }
      {
        comment = "/// " description[$3] ": `" $3 "`."
        call = "constant(\"" $3 "\")"
        if ($1 != "-") {
          if (!isFirst) print "" >new
          isFirst = 0
          start = "  public static var " $1 ": UTType {"
          print "  " comment >new
          if (length(start call) + 3 <= 100) print start " " call " }" >new
          else print start "\n    " call "\n  }" >new
        }
        if ($2 != "-") {
          start = "nonisolated(unsafe) public let " $2 ": CFString = "
          if (length(start call) > 100) sub(/\(/, "(\n  ", call)
          print comment "\n" start call >old
        }
      }
    ' - Registry/constants.tsv
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

outputs=("$image" "$table" "$formats" "$constants" "$old_constants")
temporary=$(mktemp -d)
trap 'rm -rf -- "$temporary"' EXIT
compile "${outputs[@]/#*\//$temporary/}"

if [[ ${1-} != --check ]]; then
  # After a failure every file is as before: some are sources of the program that compiles them.
  for output in "${outputs[@]}"; do cp -- "$temporary/${output##*/}" "$output"; done
  say "Written: ${outputs[*]}"
  exit
fi

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
check "$constants" Registry/constants.tsv
check "$old_constants" Registry/constants.tsv
