#!/usr/bin/env bash
#
# examples.sh: type-checks every Swift example of README.md and Documentation/ against the modules
# of a debug build, so that no example outlives what it shows.
#
# An example is a block that begins with ```swift. Code that readers need not see, such as where a
# variable comes from, stands in a comment `<!-- given: CODE -->` on the line before it. A block
# with the targets of a manifest is read as a part of one.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

require_swift
build=$(run_swift build --package-path "$root" --show-bin-path)
if [[ ! -e $build/Modules/Documents.swiftmodule ]]; then
  fail "There is no debug build." "Run: swift build"
fi

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
mkdir -- "$work/examples"
# Manifests depend on a package of this name beside them.
ln -s -- "$root" "$work/examples/swift-uniform-types"

flags=(-typecheck -swift-version 6 -I "$build/Modules" -I "$root/Sources/CLibXML2")
for map in "$build"/*.build/module.modulemap \
  "$root"/.build/checkouts/swift-system/Sources/CSystem/include/module.modulemap; do
  flags+=(-Xcc "-fmodule-map-file=$map")
done
read -ra libxml2 < <(pkg-config --cflags libxml-2.0)
for flag in "${libxml2[@]}"; do
  flags+=(-Xcc "$flag")
done

# split FILE: writes each example to a folder of its own, named by the line it begins at.
split() {
  awk -v work="$work/examples" -v name="$(basename "$1" .md)" '
    !inside && /^<!-- given: .* -->$/ {
      given = substr($0, 13, length($0) - 16)
      next
    }
    !inside && /^```swift$/ {
      inside = 1
      folder = work "/" name "-" NR
      system("mkdir -p \"" folder "\"")
      file = folder "/main.swift"
      print given > file
      given = ""
      next
    }
    inside && /^```$/ {
      inside = 0
      close(file)
      next
    }
    inside { print > file }
    !inside { given = "" }
  ' "$1"
}

for file in "$root"/README.md "$root"/Documentation/*.md; do
  split "$file"
done

failures=0
count=0
for example in "$work"/examples/*/main.swift; do
  folder=${example%/main.swift}
  example=${folder##*/}
  count=$((count + 1))
  if grep -q '^targets: \[' "$folder/main.swift"; then
    {
      printf '// swift-tools-version: %s\nimport PackageDescription\n' "$minimum_swift_version"
      printf 'let package = Package(name: "Client",\n'
      cat -- "$folder/main.swift"
      printf ')\n'
    } >"$folder/Package.swift"
    check=(run_swift package --package-path "$folder" dump-package)
  else
    check=(swiftc "${flags[@]}" "$folder/main.swift")
  fi
  if ! "${check[@]}" >"$folder/output" 2>&1; then
    failures=$((failures + 1))
    printf 'error: the example %s (file and line) does not compile:\n' "$example" >&2
    grep -A4 'error:' "$folder/output" >&2 || cat -- "$folder/output" >&2
  fi
done

if ((count == 0)); then
  fail "No example was found." "Examples begin with a line \`\`\`swift."
fi
if ((failures)); then
  fail "$failures of $count examples do not compile." "Correct the example, or what it shows."
fi
say "$count examples compile"
