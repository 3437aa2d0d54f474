#!/usr/bin/env bash
#
# docs.sh: makes a site of the manual and of the reference of every module that clients import, in
# .build/docs, with the docc of the toolchain. A warning is an error: a symbol or page that a link
# names and that is not there, a parameter that is documented and does not exist.
#
# The modules are those that tests are built with. The pages are those of Documentation/, with
# SECURITY.md and CONTRIBUTING.md: one text for readers of the repository and of the site, in whose
# copy links to files become links to pages. What a module re-exports stands with it.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

require_swift
# Comments are read at the places in sources that modules name, so both must be of one day.
run_swift build "${tested[@]}" >&2
build=$(run_swift build "${tested[@]}" --show-bin-path)

# Beside the compiler itself, to which `swift` on the search path may only be a link.
docc=$(dirname -- "$(readlink -f -- "$(command -v swift)")")/docc
if [[ ! -x $docc ]]; then
  docc=$(command -v docc) || fail "This toolchain has no docc."
fi

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
mkdir -- "$work/manual.docc" "$work/symbols"

# The symbols: every public one, and those of UniformTypes with UniformTypeIdentifiers.
find_modules "$build"
flags=("${module_flags[@]}" -target "$(swiftc -print-target-info |
  sed -nE 's/^ *"triple": "([^"]*)".*/\1/p' | head -n 1)")
modules=(
  UniformTypeIdentifiers TypeDetection TypeDeclarations TypeGraph DeclarationTools Documents DocumentTypes
  FileCoordination CoreServices
)
for module in "${modules[@]}"; do
  reexported=()
  case $module in
  UniformTypeIdentifiers) reexported=(-experimental-allowed-reexported-modules=UniformTypes) ;;
  TypeDeclarations) reexported=(-experimental-allowed-reexported-modules=DataFormats) ;;
  TypeGraph) reexported=(-experimental-allowed-reexported-modules=UTIPlatform) ;;
  Documents) reexported=(-experimental-allowed-reexported-modules=DocumentStorage) ;;
  esac
  swift symbolgraph-extract -module-name "$module" "${flags[@]}" -minimum-access-level public \
    -skip-synthesized-members "${reexported[@]}" -output-dir "$work/symbols" </dev/null >&2
done

# as_page FILE: a page with links to other pages, whose headings keep their capital, in place of links
# to files. What the site does not have becomes plain text.
as_page() {
  sed -E \
    -e 's/\]\((\.\.\/|Documentation\/)*(SECURITY|CONTRIBUTING)\.md\)/](doc:\2)/g' \
    -e 's/\]\((Documentation\/)?([A-Za-z]+)\.md#([a-z])([^)]*)\)/](doc:\2#\u\3\4)/g' \
    -e 's/\]\(Documentation\/([A-Za-z]+)\.md\)/](doc:\1)/g' \
    -e 's/\[([^]]*)\]\((\.\.\/)*(README|CHANGELOG|Registry\/README)\.md\)/\1/g' \
    -e 's/\[([^]]*)\]\((Makefile|LICENSE)\)/\1/g' \
    -e 's/\]\((\.\.\/)?([A-Za-z]+)\.md\)/](doc:\2)/g' \
    -e 's/\]\(Pictures\/([A-Za-z]+)\.svg\)/](\1)/g' "$1"
}

for file in "$root"/Documentation/*.md "$root/SECURITY.md" "$root/CONTRIBUTING.md"; do
  [[ $file != */README.md ]] || continue
  as_page "$file" >"$work/manual.docc/${file##*/}"
done

# What each module has, by topics, and the pictures.
for file in "$root"/Documentation/Modules/*.md; do
  as_page "$file" >"$work/manual.docc/Module${file##*/}"
done
mkdir -- "$work/manual.docc/Pictures"
cp -- "$root"/Documentation/Pictures/*.svg "$work/manual.docc/Pictures"

# The index is the root of the site; its lists are what the navigator shows.
{
  as_page "$root/Documentation/README.md" | awk '
    NR == 1 {
      print "# swift-uniform-types\n\n@Metadata {\n  @TechnologyRoot\n}"
      next
    }
    /^## / {
      if (!topics++) print "## Topics\n"
      print "#" $0
      next
    }
    /^- \[/ {
      match($0, /\(doc:[A-Za-z]+\)/)
      print "- <" substr($0, RSTART + 1, RLENGTH - 2) ">"
      next
    }
    { print }
  '
  printf '\n### Modules\n\n'
  printf -- '- ``/%s``\n' "${modules[@]}"
} >"$work/manual.docc/swift-uniform-types.md"

# A file that a page links to and the site does not have.
if grep -nE '\]\([^)]*\.(md|sh|plist)\)|\]\(\.\./' "$work"/manual.docc/*.md >&2; then
  fail "These links lead nowhere on the site." "Name a page of the manual, or say it in words."
fi

site=$root/.build/docs
rm -rf -- "$site"
"$docc" convert "$work/manual.docc" --additional-symbol-graph-dir "$work/symbols" \
  --fallback-display-name swift-uniform-types --warnings-as-errors --output-dir "$site" >&2
say "The site is in $site; docc preview and any server of files show it"
