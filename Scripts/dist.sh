#!/usr/bin/env bash
#
# dist.sh [--source|--twice]: packs the static `uti`, its manual pages, completions and licence, and the notices of
# all libraries that are linked into it with an SPDX document that lists them, into a tarball in .build for any Linux
# with this processor, and tests it in a root directory without other files.
#
# --source packs the sources of the commit instead, with those of swift-system, so that they can be built without a
# network. --twice makes both tarballs in two clones of the commit with different paths, time zones and file masks,
# and fails if they differ.
#
# UTI names a static program that release.sh has built before; otherwise release.sh builds it. ROOTS names
# directories with other systems, such as debootstrap makes, for more tests. Tests need root or user
# namespaces; without them they are skipped with a message.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

set_source_date
directory=$(mktemp -d)
trap 'rm -rf -- "$directory"' EXIT
umask 022
mkdir -p -- "$root/.build"

# pack NAME: makes .build/NAME.tar.xz of a folder in `directory`. One commit makes one archive: nothing in it depends
# on the time, the user, the file system, or the number of processors.
pack() {
  archive=$root/.build/$1.tar.xz
  tar --create --format=gnu --directory "$directory" --sort=name --owner=0 --group=0 --numeric-owner \
    --mode=u=rwX,go=rX --mtime="@$SOURCE_DATE_EPOCH" "$1" |
    env -u XZ_OPT -u XZ_DEFAULTS xz --threads=1 -6 >"$archive"
}

# Packs the committed sources with the committed version of swift-system.
pack_sources() {
  local dependency=$root/.build/checkouts/swift-system line name recipe revision tag version
  has_command git && [[ -e $root/.git ]] || fail "Sources are packed from a clone of the repository."
  require_swift
  find_reproducible_flags
  run_swift package --package-path "$root" --only-use-versions-from-resolved-file resolve >&2
  version=$(sed -n 's/.*StaticString { "\(.*\)" }.*/\1/p' "$root/Sources/UTIPlatform/Environment/PackageVersion.swift")
  name=swift-uniform-types-$version
  for recipe in uti.spec APKBUILD PKGBUILD default.nix debian/changelog; do
    grep -qE "^(Version: *|pkgver=| *version = \"|swift-uniform-types \()${version//./\\.}" "$root/Packaging/$recipe" ||
      fail "Packaging/$recipe has another version than $version."
  done
  mkdir -p -- "$directory/$name/Dependencies/swift-system"
  git -C "$root" archive HEAD | tar --extract --directory "$directory/$name"
  read -r revision tag < <(git -C "$root" show HEAD:Packaging/versions.json | sed -n '/"swift-system"/,/"version" :/p' |
    sed -n 's/.*"\(revision\|version\)" : "\(.*\)".*/\2/p' | paste -s -d ' ')
  git -C "$dependency" archive "$revision" Package.swift LICENSE.txt Sources Tests |
    tar --extract --directory "$directory/$name/Dependencies/swift-system"
  printf '%s\n' "$tag" >"$directory/$name/Dependencies/swift-system/VERSION"
  # The package manager asks the network about every other form of dependency.
  line='\.package(url: "[^"]*/swift-system", from: "[^"]*")'
  sed -i "s|$line|.package(path: \"Dependencies/swift-system\")|" "$directory/$name/Package.swift"
  grep -qF 'path: "Dependencies/swift-system"' "$directory/$name/Package.swift" ||
    fail "Package.swift does not declare swift-system as this script expects." "Correct pack_sources in dist.sh."
  rm -- "$directory/$name/Packaging/versions.json"
  pack "$name"
}

# Packs `uti` with everything that is installed with it, and with notices.
pack_program() {
  local archives members=$root/.build/uti.members name version
  UTI=$(realpath -- "${UTI:-$(bash "$root/Scripts/release.sh")}")
  export UTI
  if grep -q INTERP < <(readelf -l "$UTI"); then
    fail "$UTI is not static." "Install the archives that Scripts/release.sh names."
  fi
  [[ -s $members ]] || fail "$members does not state what is linked into $UTI." "Build it by Scripts/release.sh."
  bash "$root/Scripts/check.sh" hardening "$UTI" >&2
  version=$("$UTI" --version)
  name=uti-$version-linux-$(uname -m)
  bash "$root/Scripts/install.sh" "$directory/$name"
  if grep -qF -- "$root" "$directory/$name/bin/uti"; then
    fail "The program contains the path $root, so another folder makes another tarball."
  fi
  cp "$root/CHANGELOG.md" "$directory/$name/share/doc/uti/CHANGELOG.md"
  # The archives of the system of which the linker has taken members. The toolchain's have its licence.
  mapfile -t archives < <(sed -n 's,.*\t[^\t]*/\(lib[^/]*\.a\)(.*,\1,p' "$members" | grep -v '^libswift' |
    LC_ALL=C sort -u)
  bash "$root/Scripts/support/notices.sh" uti "$version" "$directory/$name/share/doc/uti/NOTICES" "${archives[@]}"
  if has_command appstreamcli; then
    appstreamcli validate --no-net "$directory/$name"/share/metainfo/*.xml >&2
  fi
  pack "$name"
}

# inside ROOT COMMAND...: runs a command in another root directory; fails with 125 if the system forbids it.
inside() {
  if chroot / true 2>/dev/null; then
    chroot "$@"
  elif unshare --map-root-user chroot / true 2>/dev/null; then
    unshare --map-root-user chroot "$@"
  else
    return 125
  fi
}

# Unpacks the archive into a root directory and asks the program there.
try() {
  local answer place status=0
  place=$(mktemp -d "$1/uti-XXXXXX")
  tar --extract --file "$archive" --directory "$place" --strip-components=1
  printf '\211PNG\r\n\032\n' >"$place/picture"
  answer=$(inside "$1" "/${place##*/}/bin/uti" identify --print type,mime "/${place##*/}/picture") || status=$?
  rm -rf -- "$place"
  if ((status == 125)); then
    say "note: not tried in another root directory, which takes root or user namespaces."
    return
  fi
  [[ $answer == public.png*image/png ]] || fail "In $1 it printed '$answer'."
  say "Tried in $1"
}

# Makes the tarballs of the commit in two new clones and compares them.
compare_clones() {
  local index=0 clone zones=(UTC Asia/Tokyo) masks=(022 077)
  local clones=("$directory/clone" "$directory/another folder/clone")
  for clone in "${clones[@]}"; do git clone --quiet -- "$root" "$clone"; done
  for clone in "${clones[@]}"; do
    (
      umask "${masks[index]}"
      unset UTI SOURCE_DATE_EPOCH
      export TZ=${zones[index]} ROOTS=
      bash "$clone/Scripts/dist.sh" --source && bash "$clone/Scripts/dist.sh"
    ) >/dev/null
    (cd -- "$clone/.build" && sha256sum -- *.tar.xz) | tee -- "$directory/sums.$index"
    index=1
  done
  cmp -- "$directory/sums.0" "$directory/sums.1" || fail "Two clones of one commit make different tarballs."
}

case ${1-} in
  --twice)
    compare_clones
    exit
    ;;
  --source) pack_sources ;;
  "")
    pack_program
    mkdir "$directory/empty"
    for place in "$directory/empty" ${ROOTS-}; do try "$place"; done
    ;;
  *) fail "Usage: dist.sh [--source|--twice]" ;;
esac
printf '%s\n' "$archive"
