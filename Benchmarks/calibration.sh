#!/usr/bin/env bash
#
# calibration.sh LABELS FILES [OPTION...]: prints the share of correct answers for each confidence, for
# files with known types.
#
# LABELS is a table of tab-separated values with a header. It needs the columns `path` (below the
# directory FILES) and `accepted` (identifiers and MIME types, separated by spaces). Two columns are
# optional: `near` (less specific correct types) and `label` (a word that the description of an answer
# must contain if no identifier is accepted). OPTIONs are for `uti identify`. UTI names the `uti` to
# measure; by default the release build.
#
# An answer is right if it is an accepted type or conforms to one, wider if an accepted type conforms to
# it or if it states text or data only, and otherwise wrong. The last column is the share of answers that
# are not wrong.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=../Scripts/install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

if (($# < 2)); then
  fail "The labels and the directory of the files are missing." \
    "Run: bash Benchmarks/calibration.sh LABELS FILES"
fi
labels=$1
files=$2
shift 2
uti=${UTI-}
if [[ -z $uti ]]; then
  uti=$(bash "$root/Scripts/release.sh")
fi

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

# The rows of existing files, and the paths of these files in the same order.
awk -F '\t' -v OFS='\t' -v files="$files" -v paths="$work/paths" '
  function field(name) { return name in column ? $column[name] : "" }
  NR == 1 {
    for (i = 1; i <= NF; i++) column[$i] = i
    next
  }
  {
    path = files "/" field("path")
    if ((getline line < path) < 0) next
    close(path)
    printf "%s%c", path, 0 > paths
    print field("accepted"), field("near"), field("label")
  }' "$labels" >"$work/rows"
if [[ ! -s $work/rows ]]; then
  fail "No file of $labels was found in $files." "Name the directory that the paths start from."
fi

# One line a file, in the order of the paths, whether it could be read or not.
"$uti" identify --format jsonl --files0-from "$work/paths" "$@" >"$work/answers" || (($? == 2))
"$uti" list --format tsv | cut -f 1 | xargs -n 500 "$uti" info --format jsonl >"$work/types"

awk -v OFS='\t' '
  # Returns the text of the first member of an object with this name, or the texts of a list.
  function member(name, ending) {
    if (!match($0, "\"" name "\":" (ending == "\"" ? "\"" : "\\[") "[^" ending "]*")) return ""
    return substr($0, RSTART + length(name) + 4, RLENGTH - length(name) - 4)
  }
  function resolved(name) {
    name = tolower(name)
    return name in above ? name : name in type ? type[name] : name
  }
  function isAbove(wider, kind) { return index(above[kind], " " wider " ") }
  FILENAME ~ /types$/ {
    identifier = member("type", "\"")
    line = $0
    parents = member("supertypes", "]")
    # A format that is stored as another counts as that one, as a raw photo is a TIFF file.
    if (match($0, /"container":\[[^]]*/)) {
      parents = parents "," substr($0, RSTART, RLENGTH)
    }
    gsub(/"type":|"kind":"[^"]*"|"file":"[^"]*"|"line":[0-9]*|"container":|[{}\[\]"]/, "", parents)
    gsub(/,+/, " ", parents)
    above[identifier] = " " parents " "
    described[identifier] = " " tolower(member("description", "\"")) " "
    count = split(member("public.mime-type", "]") ",\"" member("mimeType", "\"") "\"", names, ",")
    for (i = 1; i <= count; i++) {
      gsub(/"/, "", names[i])
      # The MIME type that a type inherits is not its own.
      if (i < count || identifier ~ /^mime\./) {
        name = tolower(names[i])
        if (name != "" && !(name in type)) type[name] = identifier
      }
    }
    next
  }
  FILENAME ~ /rows$/ { row[++rows] = $0; next }
  # A file that could not be read has no confidence.
  {
    answer++
    confidence = member("confidence", "\"")
    if (confidence == "") next
    split(row[answer], label, "\t")
    said = resolved(member("type", "\""))
    mime = member("mimeType", "\"")
    isText = mime ~ /^text\//
    sub(/^text\/plain$|^application\/octet-stream$/, "", mime)
    mime = resolved(mime)
    verdict = "wrong"
    if (said ~ /^(public\.(data|item|content|text|plain-text|source-code|script|.*-plain-text|delimited-values-text)|dyn\..*|mime\.application\.x-zerosize)$/) {
      verdict = "wider"
    }
    count = split(label[2], names, " ")
    for (i = 1; i <= count; i++) if (said == resolved(names[i])) verdict = "wider"
    count = split(label[1], names, " ")
    for (i = 1; i <= count; i++) {
      name = resolved(names[i])
      if (verdict == "wrong" && isAbove(said, name)) verdict = "wider"
    }
    for (i = 1; i <= count; i++) {
      name = resolved(names[i])
      if (said == name || mime == name || verdict != "wider" && isAbove(name, said)) {
        verdict = "right"
        break
      }
    }
    if (verdict == "wrong" && label[3] != "") {
      if (index(described[said], " " tolower(label[3]) " ")) verdict = "right"
    }
    number[confidence]++
    number[confidence, verdict]++
  }
  END {
    print "confidence", "answers", "right", "wider", "wrong", "not wrong"
    split("certain likely guess", order, " ")
    for (i = 1; i <= 3; i++) {
      name = order[i]
      share = number[name] ? sprintf("%.2f %%", 100 - 100 * number[name, "wrong"] / number[name]) : "-"
      print name, number[name] + 0, number[name, "right"] + 0, number[name, "wider"] + 0,
        number[name, "wrong"] + 0, share
    }
  }' "$work/types" "$work/rows" "$work/answers"
