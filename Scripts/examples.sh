#!/usr/bin/env bash
#
# examples.sh [--record]: compiles every Swift example of README.md, SECURITY.md and Documentation/
# against the modules that tests are built with, without a warning, and runs it, so that no example
# outlives what it shows. Does the same with the programs in Tests/Programs/, in every mode that clients
# have.
#
# An example is a block that begins with ```swift. The line before it may be a comment with code that
# readers need not see:
#
#   <!-- given: CODE -->      such as where a variable comes from
#   <!-- continued: CODE -->  the same, and the block goes on where the one before it ended
#
# and so may the line after it, for what must be true then: <!-- check: CODE -->. Where a line that
# begins with print( ends with a comment, the comment is what it prints. A block with the targets of a
# manifest is read as a part of one.
#
# A block of any language behind <!-- file: NAME --> is a file that the examples of its page find where
# they run. A block that begins with ```console is a transcript: what the commands behind its prompts
# print, standard error included, on a terminal without colours and a machine without a database.
# With --record transcripts are written anew, and nothing else is done.
#
# Examples run in a folder of their own, which is their home too. Those of Getting started make a
# package, which Scripts/getting-started.sh builds.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

mode=${1-}
require_swift
build=$(run_swift build "${tested[@]}" --show-bin-path)
if [[ ! -e $build/Modules/Documents.swiftmodule ]]; then
  fail "The tests are not built." "Run: bash Scripts/test.sh"
fi

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
mkdir -- "$work/examples" "$work/programs"
# Manifests depend on a package of this name beside them.
ln -s -- "$root" "$work/examples/swift-uniform-types"

find_modules "$build"
flags=(-warnings-as-errors "${module_flags[@]}" -L "$work" -lClient -Xlinker "-rpath=$work")

# One library of everything that an example may import, so that each of them is linked at once.
objects=()
for module in CBaseRegistry CByteSearch CLanguageTable CSystemCalls CSystem SystemPackage UTIPlatform \
  DataFormats XMLFormats TypeGraph TypeDeclarations TypeDetection UniformTypes UniformTypeIdentifiers \
  DeclarationTools DocumentStorage FileWatching FoundationAdditions FileCoordination DocumentTypes Documents; do
  while IFS= read -r -d '' object; do
    objects+=("$object")
  done < <(find "$build/$module.build" -name '*.o' -print0 2>/dev/null)
done
read -ra libraries < <(pkg-config --libs libxml-2.0)
[[ $mode == --record ]] || swiftc -emit-library -o "$work/libClient.so" "${objects[@]}" "${libraries[@]}"

# split FILE: writes each example to a folder of its own, named by the line it begins at, and the files
# of the page to another.
split() {
  mkdir -p -- "$work/files/$(basename "$1" .md)" "$work/transcripts"
  awk -v work="$work/examples" -v name="$(basename "$1" .md)" \
    -v files="$work/files/$(basename "$1" .md)" -v transcripts="$work/transcripts" '
    function begin(line) {
      if (!continued) {
        if (file) close(file)
        folder = work "/" name "-" line
        system("mkdir -p \"" folder "\"")
        file = folder "/main.swift"
      }
      print given > file
      given = ""
      continued = 0
    }
    !inside && /^<!-- given: .* -->$/ {
      given = substr($0, 13, length($0) - 16)
      next
    }
    !inside && /^<!-- continued(: .*)? -->$/ {
      given = substr($0, 17, length($0) - 20)
      continued = 1
      next
    }
    !inside && file && /^<!-- check: .* -->$/ {
      print substr($0, 13, length($0) - 16) > file
      next
    }
    !inside && /^<!-- file: .* -->$/ {
      given_file = files "/" substr($0, 12, length($0) - 15)
      next
    }
    !inside && /^```/ && given_file {
      other = given_file
      given_file = ""
      inside = 1
      printf "" > other
      next
    }
    !inside && /^```console$/ {
      inside = 1
      other = transcripts "/" name "-" NR
      next
    }
    !inside && /^```swift$/ {
      inside = 1
      begin(NR)
      next
    }
    inside && /^```$/ {
      inside = 0
      if (other) close(other)
      other = ""
      next
    }
    inside && other {
      print > other
      next
    }
    inside { print > file }
    !inside { given = "" }
  ' "$1"
}

# compile SOURCE PROGRAM FLAG...: makes a program of one file; what the compiler says goes to
# PROGRAM.log.
compile() {
  local source=$1 program=$2
  shift 2
  swiftc "${flags[@]}" "$@" "$source" -o "$program" >"$program.log" 2>&1
}

# run PROGRAM ARGUMENT...: runs a program in a folder that was not there before, with the files of its
# page.
run() {
  local program=$1 home=$1.home page
  page=$(basename "$(dirname -- "$program")")
  shift
  rm -rf -- "$home"
  mkdir -- "$home"
  [[ ! -d $work/files/${page%-*} ]] || cp -r -- "$work/files/${page%-*}/." "$home"
  (
    cd -- "$home"
    env -u XDG_DATA_HOME -u XDG_STATE_HOME -u XDG_CACHE_HOME -u XDG_CONFIG_HOME HOME="$home" \
      SWIFT_BACKTRACE=enable=no \
      timeout 60 "$program" "$@" >"$program.output" 2>"$program.errors" </dev/null
  )
}

# prints_what_it_says SOURCE PROGRAM: looks for its comments in what a program has printed, in order.
prints_what_it_says() {
  sed -nE 's|^ *print\(.*\) +// (.*)$|\1|p' "$1" >"$2.expected"
  [[ -s $2.expected ]] || return 0
  awk -v log_file="$2.log" '
    NR == FNR { expected[++count] = $0; next }
    next_one < count && $0 == expected[next_one + 1] { next_one++ }
    END {
      if (next_one == count) exit 0
      print "error: it does not print: " expected[next_one + 1] >> log_file
      exit 1
    }
  ' "$2.expected" "$2.output"
}

failures=0
count=0

# wrong PROGRAM SENTENCE: notes a failure, with what the compiler and the program said.
wrong() {
  failures=$((failures + 1))
  printf 'error: %s\n' "$2" >&2
  grep -hE -A4 '(error|warning):' "$1.log" >&2 || true
  tail -n 5 -- "$1.errors" >&2 2>/dev/null || true
}

# works NAME SOURCE PROGRAM FLAG...: the program compiles, runs, and prints what it says.
works() {
  local name=$1 source=$2 program=$3
  shift 3
  count=$((count + 1))
  rm -f -- "$program.errors"
  if ! compile "$source" "$program" "$@"; then
    wrong "$program" "$name does not compile with $*"
  elif ! run "$program"; then
    wrong "$program" "$name fails with $*"
  elif ! prints_what_it_says "$source" "$program"; then
    wrong "$program" "$name prints something else with $*"
  fi
}

pages=()
for file in "$root"/README.md "$root"/SECURITY.md "$root"/Documentation/*.md; do
  [[ $file != */GettingStarted.md ]] || continue
  # The index of the manual has the name of the front page, and no examples.
  [[ $file != */Documentation/README.md ]] || continue
  pages+=("$file")
  split "$file"
done

for example in "$work"/examples/*/main.swift; do
  [[ $mode != --record ]] || continue
  folder=${example%/main.swift}
  name="the example ${folder##*/} (file and line)"
  if grep -q '^targets: \[' "$example"; then
    count=$((count + 1))
    {
      printf '// swift-tools-version: %s\nimport PackageDescription\n' "$minimum_swift_version"
      printf 'let package = Package(name: "Client",\n'
      cat -- "$example"
      printf ')\n'
    } >"$folder/Package.swift"
    run_swift package --package-path "$folder" dump-package >"$folder/manifest.log" 2>&1 ||
      wrong "$folder/manifest" "$name is no manifest"
    continue
  fi
  works "$name" "$example" "$folder/six" -swift-version 6
  works "$name" "$example" "$folder/five" -swift-version 5
  works "$name" "$example" "$folder/isolated" -swift-version 6 -default-isolation MainActor
done
# without_lines FILE: the transcript without the lines at which the built-in registry declares things,
# which change whenever something is added.
without_lines() {
  sed -E 's/(Registry\/[a-z]+\/[a-z0-9-]+\.(plist|xml)):[0-9]+/\1/g' "$1"
}

# Transcripts: a script of the commands, each of which prints its line first.
for transcript in "$work"/transcripts/*; do
  [[ -e $transcript ]] || continue
  name=${transcript##*/}
  count=$((count + 1))
  home=$transcript.home
  mkdir -- "$home" "$home/data"
  cp -r -- "$work/files/${name%-*}/." "$home"
  {
    while IFS= read -r line; do
      [[ $line == '$ '* ]] || continue
      printf 'printf "%%s\\n" %q\n%s\n' "$line" "${line#'$ '}"
    done <"$transcript"
  } >"$transcript.sh"
  (
    cd -- "$home"
    env PATH="$build:$PATH" HOME="$home" LC_ALL=C.UTF-8 LANGUAGE= NO_COLOR=1 TERM=dumb \
      XDG_DATA_DIRS=/nonexistent XDG_DATA_HOME="$home/data" XDG_CACHE_HOME="$home/data" \
      script -qc "stty cols 100; bash $(printf '%q' "$transcript.sh")" /dev/null </dev/null |
      tr -d '\r' | sed -e 's/[[:space:]]*$//' >"$transcript.output"
  )
  if ! diff <(without_lines "$transcript") <(without_lines "$transcript.output") \
    >"$transcript.errors" && [[ $mode != --record ]]; then
    failures=$((failures + 1))
    printf 'error: the transcript %s (file and line) shows something else:\n' "$name" >&2
    cat -- "$transcript.errors" >&2
  fi
done

# Every command has its section.
while IFS= read -r name; do
  count=$((count + 1))
  if ! grep -qx "### uti $name" "$root/Documentation/Commands.md"; then
    failures=$((failures + 1))
    printf 'error: Documentation/Commands.md has no section "### uti %s"\n' "$name" >&2
  fi
done < <("$build/uti" help | sed -nE '/^SUBCOMMANDS:/,/^$/s/^  ([a-z-]+) .*/\1/p')

# Every page anew, with what the commands have printed in place of what the transcripts show.
if [[ $mode == --record ]]; then
  for file in "${pages[@]}"; do
    awk -v transcript="$work/transcripts/$(basename "$file" .md)" '
      inside && /^```$/ { inside = 0 }
      inside { next }
      { print }
      /^```console$/ {
        while ((getline line < (transcript "-" NR ".output")) > 0) print line
        inside = 1
      }
    ' "$file" >"$work/page"
    cmp -s -- "$work/page" "$file" || cp -- "$work/page" "$file"
  done
  say "The transcripts show what the commands print"
  exit 0
fi
if ((count == 0)); then
  fail "No example was found." "Examples begin with a line \`\`\`swift."
fi

# What top-level code is depends on the name of its file.
for name in Waits DoesNotWait; do
  mkdir -- "$work/programs/$name"
  cp -- "$root/Tests/Programs/$name.swift" "$work/programs/$name/main.swift"
done
for mode in 5 6; do
  works "Tests/Programs/Waits.swift" "$work/programs/Waits/main.swift" \
    "$work/programs/Waits-$mode" -swift-version "$mode"
  works "Tests/Programs/MainType.swift" "$root/Tests/Programs/MainType.swift" \
    "$work/programs/MainType-$mode" -swift-version "$mode" -parse-as-library
done

# Calls that do not wait are errors at their lines, and nothing else is one; where the language mode
# makes them warnings, they end the program.
source=$work/programs/DoesNotWait/main.swift
program=$work/programs/DoesNotWait-6
count=$((count + 1))
swiftc "${flags[@]}" -no-warnings-as-errors -swift-version 6 -typecheck "$source" \
  >"$program.log" 2>&1 || true
if ! diff <(grep -nE '// error$' "$source" | cut -d: -f1) \
  <(sed -nE 's|^[^ ]*/main\.swift:([0-9]+):[0-9]+: error:.*|\1|p' "$program.log" | sort -nu) \
  >"$program.errors"; then
  wrong "$program" "Tests/Programs/DoesNotWait.swift has errors at other lines than it says"
fi
program=$work/programs/DoesNotWait-5
if ! compile "$source" "$program" -no-warnings-as-errors -swift-version 5; then
  wrong "$program" "Tests/Programs/DoesNotWait.swift does not compile with -swift-version 5"
fi
for call in open save autosave revert close result; do
  count=$((count + 1))
  if (run "$program" "$call") 2>/dev/null || ! grep -q 'does not wait' "$program.errors"; then
    wrong "$program" "Tests/Programs/DoesNotWait.swift does not end at $call"
  fi
done
count=$((count + 1))
if ! run "$program" none || [[ ! -s $program.home/DoesNotWait.txt ]]; then
  wrong "$program" "Tests/Programs/DoesNotWait.swift saves nothing where it waits"
fi

if ((failures)); then
  fail "$failures of $count examples and programs are wrong." "Correct them, or what they show."
fi
say "$count examples and programs compile, run and print what they say"
