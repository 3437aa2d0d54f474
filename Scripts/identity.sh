#!/usr/bin/env bash
#
# identity.sh check: fails unless the recipes of packages name the values of Packaging/identity.tsv.
# identity.sh set IDENTIFIER HOMEPAGE ADDRESS: writes these values there, and into all recipes.
#
# The project has no home page, and names below .example are reserved (RFC 2606). A distribution
# refuses them, so the publisher of the package sets the values once.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
identity=$root/Packaging/identity.tsv

fail() {
  printf 'identity.sh: %s\n' "$1" >&2
  exit 1
}

# Prints a value of the identity.
value() {
  awk -F'\t' -v name="$1" '$1 == name { print $2 }' "$identity"
}

# Prints the files that name the identity.
files() {
  grep -rlF -e "$(value identifier)" -e "$(value homepage)" -e "$(value address)" \
    "$root/Packaging" "$root/Scripts" "$root/Python" | grep -vF -e "$identity" -e identity.sh | LC_ALL=C sort
}

check() {
  local file name=$root/Packaging/$(value identifier).metainfo.xml
  [[ -f $name ]] || fail "$name does not exist; run identity.sh set"
  for file in APKBUILD PKGBUILD default.nix uti.spec debian/control debian/copyright; do
    grep -qF -- "$(value homepage)" "$root/Packaging/$file" ||
      fail "Packaging/$file does not name $(value homepage); run identity.sh set"
  done
  grep -qF -- "<id>$(value identifier)</id>" "$name" || fail "$name has another identifier"
}

set_values() {
  (($# == 3)) || fail "usage: identity.sh set IDENTIFIER HOMEPAGE ADDRESS"
  local old=() index file words=("$@") script
  old=("$(value identifier)" "$(value homepage)" "$(value address)")
  # The homepage is longer than the domain of the address, so each value is replaced as a whole.
  for file in $(files); do
    for index in 0 1 2; do
      script='BEGIN { $old = shift; $new = shift } s/\Q$old\E/$new/g'
      perl -pi -e "$script" "${old[index]}" "${words[index]}" "$file"
    done
  done
  # The metadata for indexes of packages have no link until there is a page.
  if ! grep -qF -- "$2" "$root/Python/pyproject.toml"; then
    script='BEGIN { $page = shift } print "[project.urls]\nHomepage = \"$page\"\n\n" if /^\[project\.optional-/'
    perl -pi -e "$script" "$2" "$root/Python/pyproject.toml"
    # The last section describes the package.
    printf '  homepage: %s\n' "$2" >>"$root/Python/conda/recipe.yaml"
  fi
  mv -- "$root/Packaging/${old[0]}.metainfo.xml" "$root/Packaging/$1.metainfo.xml"
  printf 'identifier\t%s\nhomepage\t%s\naddress\t%s\n' "$@" >"$identity"
  check
}

case ${1-} in
  check) check ;;
  set) set_values "${@:2}" ;;
  *) fail "usage: identity.sh check; identity.sh set IDENTIFIER HOMEPAGE ADDRESS" ;;
esac
