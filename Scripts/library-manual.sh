#!/usr/bin/env bash
#
# library-manual.sh DIR: writes the manual page uniformtypes(3), made of the header, into DIR, and a link
# to it for each function.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"
# shellcheck source=library-version.sh
source "$root/Scripts/library-version.sh"

(($# == 1)) || fail "Usage: library-manual.sh DIR"

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
