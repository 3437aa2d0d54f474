#!/usr/bin/env bash
#
# ready.sh [--made]: verifies that the commit can be released, makes the products of a release and their checksums in
# .build/release-VERSION, and ends with "ready". It publishes nothing.
#
# --made takes the products that other scripts have made in .build instead, and notes those that are missing there.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

version=$(sed -n 's/.*StaticString { "\(.*\)" }.*/\1/p' "$root/Sources/UTIPlatform/Environment/PackageVersion.swift")
output=$root/.build/release-$version
notes=()

# states FILE TEXT: fails if a file does not contain a text with the version.
states() {
  grep -qF -- "$2" "$root/$1" || fail "$1 does not contain '$2'." "State the version $version there."
}

# The version is stated once for each reader, and every statement is the same.
verify_statements() {
  states README.md "tag $version"
  states Documentation/GettingStarted.md "from: \"$version\""
  states Documentation/Packaging.md "from: \"$version\""
  states Packaging/uti.spec "Version:        $version"
  states Packaging/APKBUILD "pkgver=$version"
  states Packaging/PKGBUILD "pkgver=$version"
  states Packaging/default.nix "version = \"$version\""
  states Packaging/debian/changelog "($version-"
  states Python/conda/recipe.yaml "version: \"$version\""
  awk -v heading="## $version" '
    /^## / { inside = index($0, heading) == 1 }
    inside && /^- / { found = 1 }
    END { exit !found }' "$root/CHANGELOG.md" || fail "CHANGELOG.md has no section $version with an entry."
  if grep -qF "## $version (unreleased)" "$root/CHANGELOG.md"; then
    notes+=("write the date into the heading of $version in CHANGELOG.md")
  fi
  if grep -qF 'UNRELEASED' "$root/Packaging/debian/changelog"; then
    notes+=("name the distribution in Packaging/debian/changelog")
  fi
  bash "$root/Scripts/identity.sh" check
  if grep -qF '.example' "$root/Packaging/identity.tsv"; then
    notes+=("set the home page and the address: Scripts/identity.sh set IDENTIFIER HOMEPAGE ADDRESS")
  fi
}

# The tag, if it exists, is on this commit, and nothing is left uncommitted.
verify_commit() {
  local tagged
  [[ -e $root/.git ]] || fail "A release is made from a clone of the repository."
  [[ -z $(git -C "$root" status --porcelain) ]] || fail "The working tree has changes." "Commit them."
  if tagged=$(git -C "$root" rev-parse --verify --quiet "refs/tags/$version^{commit}"); then
    [[ $tagged == "$(git -C "$root" rev-parse HEAD)" ]] || fail "The tag $version is on another commit." "Raise the version."
  fi
}

# take NAME FILE...: copies a product; the last pattern of a shell stays if no file matches.
take() {
  local name=$1 file
  shift
  for file; do
    if [[ ! -e $file ]]; then
      notes+=("make the product that is missing: $name")
      return
    fi
    cp -- "$file" "$output/"
  done
}

verify_statements
verify_commit
rm -rf -- "$output"
mkdir -p -- "$output"
if [[ ${1-} != --made ]]; then
  bash "$root/Scripts/check.sh" docs symbols
  bash "$root/Scripts/dist.sh" --source
  bash "$root/Scripts/dist.sh"
  bash "$root/Scripts/library.sh" build
  bash "$root/Python/build.sh"
  bash "$root/Scripts/web.sh" build
  bash "$root/Scripts/deb.sh" uti
  LIBRARY=$root/.build/library bash "$root/Scripts/deb.sh" library
elif [[ -d $root/.build/library ]]; then
  bash "$root/Python/build.sh" >&2
fi
cd -- "$root/.build"
take "the sources" "swift-uniform-types-$version.tar.xz"
take "the program" "uti-$version-linux-$(uname -m).tar.xz"
take "the Python package" "wheel/uniformtypes-$version"*.whl "wheel/uniformtypes-$version".tar.gz
take "the Debian packages" ./*"_$version"*.deb
if [[ -s web/package.json ]]; then
  grep -qF "\"version\": \"$version\"" web/package.json || fail "The module for browsers has another version than $version."
  tar --create --gzip --file "$output/uniformtypes-$version.tgz" --sort=name --owner=0 --group=0 --numeric-owner \
    --mtime="@$(git -C "$root" log -1 --format=%ct)" --transform 's,^web,package,' web
else
  notes+=("make the product that is missing: the module for browsers")
fi
(cd -- "$output" && sha256sum -- * >SHA256SUMS && cat SHA256SUMS)
for note in "${notes[@]}"; do say "before the tag: $note"; done
say "ready"
