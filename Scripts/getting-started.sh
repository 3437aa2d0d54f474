#!/usr/bin/env bash
#
# getting-started.sh: does what Documentation/GettingStarted.md says, in its order and in an empty
# folder, with a clone of this repository beside it. The package must build without a warning, and the
# commands must print what the page says they print. In the end both programs of the page are built
# and run in every mode that the page names.
#
# A block of the page is a step, and a comment in the line before it says what to do with it:
#
#   <!-- file: PATH -->     write the block there
#   <!-- prints -->         compare the block with what the commands before it have printed
#   <!-- mode: PATH -->     the block may be appended to that file, for another mode
#   <!-- skipped: WHY -->   nothing
#
# Blocks of commands need no comment. What is built lies with the example Examples/Notes, so that the
# library is built once for both.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"
require_swift

page=$root/Documentation/GettingStarted.md
scratch=$root/Examples/Notes/.build
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
mkdir -- "$work/steps" "$work/home" "$work/programs"

# The steps, a folder each: `kind`, the `path` that the comment names, and the `body`.
awk -v steps="$work/steps" '
  function begin(language) {
    if (kind == "" && language == "sh") kind = "run"
    folder = sprintf("%s/%02d", steps, ++count)
    system("mkdir \"" folder "\"")
    print kind > (folder "/kind")
    print path > (folder "/path")
    print NR > (folder "/line")
    printf "" > (folder "/body")
    inside = 1
  }
  !inside && /^<!-- [a-z]+(: .*)? -->$/ {
    kind = $2
    path = ""
    if (sub(/:$/, "", kind)) {
      path = $0
      sub(/^<!-- [a-z]+: /, "", path)
      sub(/ -->$/, "", path)
    }
    next
  }
  !inside && /^```[a-z]+$/ {
    begin(substr($0, 4))
    next
  }
  inside && /^```$/ {
    inside = 0
    kind = path = ""
    next
  }
  inside { print > (folder "/body") }
  !inside { kind = path = "" }
' "$page"

# What commands of the page call; SwiftPM is told where to put what it builds.
swift() {
  local command=$1
  shift
  command swift "$command" --scratch-path "$scratch" "$@"
}
export -f swift
export scratch

place=$work
: >"$work/output"

# perform SCRIPT: runs commands where the ones before have ended.
perform() {
  # shellcheck disable=SC2016
  if ! XDG_DATA_HOME=$work/home XDG_STATE_HOME=$work/home \
    bash -euo pipefail -c 'cd -- "$1"; source "$2"; pwd >"$3"' - "$place" "$1" "$work/place" \
    </dev/null >"$work/output" 2>"$work/errors"; then
    cat -- "$work/output" "$work/errors" >&2
    return 1
  fi
  place=$(<"$work/place")
  if grep -E 'warning:' "$work/errors" >&2; then
    return 1
  fi
}

modes=()
for step in "$work"/steps/*/; do
  kind=$(<"$step/kind") path=$(<"$step/path")
  where="Documentation/GettingStarted.md:$(<"$step/line")"
  case $kind in
    file)
      # The clone of the reader is this one.
      sed "s|\"../swift-uniform-types\"|\"$root\"|" "$step/body" >"$place/$path"
      [[ $path == Package.swift ]] || cp -- "$step/body" "$work/programs/${path##*/}"
      ;;
    run)
      perform "$step/body" || fail "$where: the commands fail, or the compiler warns."
      ;;
    prints)
      diff -- "$step/body" "$work/output" >&2 || fail "$where: something else is printed."
      ;;
    mode) modes+=("$step/body") ;;
    skipped) ;;
    *) fail "$where: what is this block for?" "A comment before it says so." ;;
  esac
done
((${#modes[@]})) || fail "$page names no mode."

# Every mode, and all of them together, with a program of top-level code and with a main function.
cp -- "$place/Package.swift" "$work/Package.swift"
cat -- "${modes[@]}" >"$work/all"
printf 'rm -f Dear*\nswift run\nswift run\nwc -l <Dear*\n' >"$work/twice"
count=0
for mode in "${modes[@]}" "$work/all"; do
  cat -- "$work/Package.swift" "$mode" >"$place/Package.swift"
  for program in main Letters; do
    rm -f -- "$place/Sources/letters/main.swift" "$place/Sources/letters/Letters.swift"
    cp -- "$work/programs/$program.swift" "$place/Sources/letters/"
    perform "$work/twice" ||
      fail "$program.swift fails, or the compiler warns, with this in Package.swift:" "$(<"$mode")"
    [[ $(<"$work/output") == $'true\nfalse\ntrue\nfalse\n2' ]] ||
      fail "$program.swift prints or saves something else with this in Package.swift:" "$(<"$mode")"
    count=$((count + 1))
  done
done
say "The package of Getting started builds without a warning and saves, also in $count other ways"
