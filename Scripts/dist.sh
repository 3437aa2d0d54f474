#!/usr/bin/env bash
#
# dist.sh: packs the static `uti`, its manual pages, completions and licence, and the notices of all
# libraries that are linked into it with an SPDX document that lists them, into a tarball in .build for
# any Linux with this processor, and tests it in a root directory without other files.
#
# UTI names a static program that is already built; otherwise release.sh builds it. ROOTS names
# directories with other systems, such as debootstrap makes, for more tests. Tests need root or user
# namespaces; without them they are skipped with a message.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

UTI=$(realpath -- "${UTI-$(bash "$root/Scripts/release.sh")}")
export UTI
set_source_date
if readelf -l "$UTI" | grep -q INTERP; then
  fail "$UTI is not static." "Install the archives that Scripts/release.sh names."
fi

bash "$root/Scripts/check-hardening.sh" "$UTI" >&2

name=uti-$("$UTI" --version)-linux-$(uname -m)
directory=$(mktemp -d)
trap 'rm -rf -- "$directory"' EXIT
bash "$root/Scripts/install.sh" "$directory/$name"
cp "$root/CHANGELOG.md" "$directory/$name/share/doc/uti/CHANGELOG.md"
archives=(libz.a liblzma.a libbz2.a libzstd.a libc.a libstdc++.a libgcc.a)
read -r -a words < <(pkg-config --libs --static libxml-2.0)
for word in "${words[@]}"; do
  case $word in -lm | -lz | -llzma | -ldl | -lpthread) ;; -l*) archives+=("lib${word#-l}.a") ;; esac
done
bash "$root/Scripts/notices.sh" uti "$("$UTI" --version)" "$directory/$name/share/doc/uti/NOTICES" "${archives[@]}"

archive=$root/.build/$name.tar.xz
# One commit makes one archive.
tar --create --xz --file "$archive" --directory "$directory" --sort=name \
  --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
  --mtime="@$SOURCE_DATE_EPOCH" "$name"

# inside ROOT COMMAND...: runs a command in another root directory.
if chroot / true 2>/dev/null; then
  inside() { chroot "$@"; }
elif unshare --map-root-user chroot / true 2>/dev/null; then
  inside() { unshare --map-root-user chroot "$@"; }
else
  say "note: not tried in another root directory, which takes root or user namespaces."
  printf '%s\n' "$archive"
  exit
fi

# Unpacks the archive into a root directory and asks the program there.
try() {
  local answer place
  place=$(mktemp -d "$1/uti-XXXXXX")
  tar --extract --file "$archive" --directory "$place" --strip-components=1
  printf '\211PNG\r\n\032\n' >"$place/picture"
  answer=$(inside "$1" "/${place##*/}/bin/uti" identify --print type,mime "/${place##*/}/picture")
  rm -rf -- "$place"
  [[ $answer == public.png*image/png ]] || fail "In $1 it printed '$answer'."
  say "Tried in $1"
}

mkdir "$directory/empty"
try "$directory/empty"
for place in ${ROOTS-}; do try "$place"; done
printf '%s\n' "$archive"
