#!/usr/bin/env bash
#
# notices.sh PROGRAM FILE: writes to FILE the notices of the libraries that are linked into PROGRAM, and
# to FILE with the suffix .spdx a document in the tag-value form of SPDX 2.3 that lists them.
#
# A static program contains all libraries; a program that is linked with --static-swift-stdlib contains
# the libraries of Swift and loads the others from the system. The notices are the copyright files of the Debian
# packages that own the archives, and the licence of the Swift toolchain. On a system without dpkg, only
# the names of the libraries are known, and the script fails.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

(($# == 2)) || fail "Usage: notices.sh PROGRAM FILE"
program=$1 notices=$2 document=$2.spdx

# The functions by which a library is recognised in `nm` are stripped, so the link decides.
is_static=
readelf -lW "$program" | grep -q INTERP || is_static=yes

archives=()
if [[ $is_static ]]; then
  archives=(libz.a liblzma.a libbz2.a libzstd.a libc.a libstdc++.a libgcc.a)
  read -r -a words < <(pkg-config --libs --static libxml-2.0)
  for word in "${words[@]}"; do
    case $word in -lm | -lz | -llzma | -ldl | -lpthread) ;; -l*) archives+=("lib${word#-l}.a") ;; esac
  done
fi

# Prints the package that owns an archive, and its version.
owner() {
  local path
  path=$(realpath -- "$(clang -print-file-name="$1")")
  # Packages name the folder that /lib is a link to, or the link.
  { dpkg -S "$path" 2>/dev/null || dpkg -S "${path#/usr}" 2>/dev/null; } | sed 's/[:,].*//' | head -n 1
}

packages=()
for archive in "${archives[@]}"; do
  command -v dpkg >/dev/null || fail "dpkg is not there, so the notices of $archive are unknown."
  package=$(owner "$archive")
  [[ -n $package ]] || fail "No package owns $archive, so its notice is unknown."
  packages+=("$package")
done
mapfile -t packages < <(printf '%s\n' "${packages[@]}" | sed '/^$/d' | LC_ALL=C sort -u)

toolchain=$(dirname -- "$(dirname -- "$(realpath -- "$(command -v swiftc)")")")
swift=$toolchain/share/swift/LICENSE.txt
[[ -r $swift ]] || fail "$swift is not there, so the notice of the Swift libraries is unknown."
swift_version=$(swiftc --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p' | head -n 1)
system=$(sed -n '/swift-system/,/version/s/.*"version" : "\(.*\)".*/\1/p' "$root/Package.resolved")

heading() { printf '%s\n%s\n\n' "$1" "${1//?/=}"; }

{
  printf 'Libraries that are linked into uti, with their notices.\n\n'
  heading "swift-system ${system:-unknown} and the libraries of Swift $swift_version"
  cat -- "$swift"
  for package in "${packages[@]}"; do
    printf '\n'
    heading "$package $(dpkg-query -W -f '${Version}' "$package")"
    cat -- "/usr/share/doc/$package/copyright"
  done
} >"$notices"

# entry IDENTIFIER NAME VERSION LICENCE: prints a package of the document.
entry() {
  printf '\nPackageName: %s\nSPDXID: SPDXRef-%s\nPackageVersion: %s\n' "$2" "$1" "$3"
  printf 'PackageDownloadLocation: NOASSERTION\nFilesAnalyzed: false\n'
  printf 'PackageLicenseConcluded: NOASSERTION\nPackageLicenseDeclared: %s\n' "$4"
  printf 'PackageCopyrightText: NOASSERTION\n'
}

version=$("$program" --version)
sum=$(sha256sum -- "$program" | cut -d ' ' -f 1)
epoch=${SOURCE_DATE_EPOCH:-$(stat -c %Y "$root/CHANGELOG.md")}
{
  printf 'SPDXVersion: SPDX-2.3\nDataLicense: CC0-1.0\nSPDXID: SPDXRef-DOCUMENT\n'
  printf 'DocumentName: uti-%s\n' "$version"
  printf 'DocumentNamespace: https://swift-uniform-types.example/spdx/uti-%s-%s\n' "$version" "$sum"
  printf 'Creator: Tool: Scripts/notices.sh\nCreated: %s\n' "$(date -u -d "@$epoch" +%Y-%m-%dT%H:%M:%SZ)"
  entry uti uti "$version" Apache-2.0
  printf 'Relationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-uti\n'
  entry swift swift-runtime "$swift_version" 'Apache-2.0 WITH Swift-exception'
  printf 'Relationship: SPDXRef-uti STATIC_LINK SPDXRef-swift\n'
  entry swift-system swift-system "${system:-NOASSERTION}" 'Apache-2.0 WITH Swift-exception'
  printf 'Relationship: SPDXRef-uti STATIC_LINK SPDXRef-swift-system\n'
  for package in "${packages[@]}"; do
    identifier=${package//[^A-Za-z0-9.-]/-}
    entry "$identifier" "$package" "$(dpkg-query -W -f '${Version}' "$package")" NOASSERTION
    printf 'Relationship: SPDXRef-uti STATIC_LINK SPDXRef-%s\n' "$identifier"
  done
} >"$document"
