#!/usr/bin/env bash
#
# support/notices.sh NAME VERSION FILE [ARCHIVE...]: writes to FILE the notices of the libraries that are linked into
# NAME, and to FILE with the suffix .spdx a document in the tag-value form of SPDX 2.3 that lists them.
#
# Swift's libraries are linked in always, and besides them the ARCHIVEs of the system, such as liblzma.a. Their
# notices are the copyright files of the Debian packages that own them. On a system without dpkg, only the names
# of the libraries are known, and the script fails.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
# shellcheck source=../install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

(($# >= 3)) || fail "Usage: support/notices.sh NAME VERSION FILE [ARCHIVE...]"
name=$1 version=$2 notices=$3 document=$3.spdx
archives=("${@:4}")

# Prints the licence of a Debian package that has linked code, as an expression of SPDX.
licence() {
  case $1 in
    zlib1g-dev) echo Zlib ;;
    liblzma-dev) echo LicenseRef-public-domain ;;
    libbz2-dev) echo bzip2-1.0.6 ;;
    libzstd-dev) echo 'BSD-3-Clause OR GPL-2.0-only' ;;
    libxml2-dev) echo MIT ;;
    nettle-dev) echo 'LGPL-3.0-or-later OR GPL-2.0-or-later' ;;
    libicu-dev) echo ICU ;;
    libc6-dev) echo LGPL-2.1-or-later ;;
    libstdc++-*-dev | libgcc-*-dev) echo 'GPL-3.0-or-later WITH GCC-exception-3.1' ;;
    *) fail "The licence of $1 is not in Scripts/support/notices.sh." "Add it from /usr/share/doc/$1/copyright." ;;
  esac
}

# Prints the package that owns an archive, and its version.
owner() {
  local path
  path=$(realpath -- "$(clang -print-file-name="$1")")
  # Packages name the folder that /lib is a link to, or the link.
  { dpkg -S "$path" 2>/dev/null || dpkg -S "${path#/usr}" 2>/dev/null; } | sed -n '1s/[:,].*//p'
}

packages=()
for archive in "${archives[@]}"; do
  command -v dpkg >/dev/null || fail "dpkg is not there, so the notices of $archive are unknown."
  package=$(owner "$archive")
  [[ -n $package ]] || fail "No package owns $archive, so its notice is unknown."
  packages+=("$package")
done
mapfile -t packages < <(printf '%s\n' "${packages[@]}" | sed '/^$/d' | LC_ALL=C sort -u)
licences=()
for package in "${packages[@]}"; do licences+=("$(licence "$package")"); done

toolchain=$(dirname -- "$(dirname -- "$(realpath -- "$(command -v swiftc)")")")
swift=$toolchain/share/swift/LICENSE.txt
[[ -r $swift ]] || fail "$swift is not there, so the notice of the Swift libraries is unknown."
swift_version=$(swiftc --version 2>/dev/null | sed -n '1s/.*Swift version \([0-9.]*\).*/\1/p')
# The sources that dist.sh packs have the dependency in a folder.
system=$(cat -- "$root/Dependencies/swift-system/VERSION" 2>/dev/null ||
  sed -n '/swift-system/,/version/s/.*"version" : "\(.*\)".*/\1/p' "$root/Package.resolved")

heading() { printf '%s\n%s\n\n' "$1" "${1//?/=}"; }

{
  printf 'Libraries that are linked into %s, with their notices.\n\n' "$name"
  heading "swift-system ${system:-unknown} and the libraries of Swift $swift_version"
  cat -- "$swift"
  for package in "${packages[@]}"; do
    printf '\n'
    heading "$package $(dpkg-query -W -f '${Version}' "$package")"
    cat -- "/usr/share/doc/$package/copyright"
  done
} >"$notices"

# entry IDENTIFIER NAME VERSION LICENCE PAGE: prints a package of the document.
entry() {
  printf '\nPackageName: %s\nSPDXID: SPDXRef-%s\nPackageVersion: %s\n' "$2" "$1" "$3"
  printf 'PackageDownloadLocation: %s\nFilesAnalyzed: false\n' "$5"
  printf 'PackageLicenseConcluded: %s\nPackageLicenseDeclared: %s\n' "$4" "$4"
}

# linked IDENTIFIER NAME VERSION LICENCE PAGE: prints a package that is linked in.
linked() {
  entry "$@"
  printf 'Relationship: SPDXRef-%s STATIC_LINK SPDXRef-%s\n' "$name" "$1"
}

sum=$(sha256sum -- "$notices" | cut -d ' ' -f 1)
set_source_date
swift_licence='Apache-2.0 WITH Swift-exception'
{
  printf 'SPDXVersion: SPDX-2.3\nDataLicense: CC0-1.0\nSPDXID: SPDXRef-DOCUMENT\n'
  printf 'DocumentName: %s-%s\n' "$name" "$version"
  printf 'DocumentNamespace: https://swift-uniform-types.example/spdx/%s-%s-%s\n' "$name" "$version" "$sum"
  printf 'Creator: Tool: Scripts/support/notices.sh\nCreated: %s\n' "$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)"
  entry "$name" "$name" "$version" Apache-2.0 https://swift-uniform-types.example
  printf 'Relationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-%s\n' "$name"
  # The runtime has a copy of the support library of LLVM.
  linked swift swift-runtime "$swift_version" "$swift_licence AND Apache-2.0 WITH LLVM-exception" https://swift.org
  linked swift-system swift-system "${system:-unknown}" "$swift_licence" https://swift.org
  for index in "${!packages[@]}"; do
    package=${packages[index]}
    linked "${package//[^A-Za-z0-9.-]/-}" "$package" "$(dpkg-query -W -f '${Version}' "$package")" "${licences[index]}" \
      "$(dpkg-query -W -f '${Homepage}' "$package")"
  done
  if [[ " ${licences[*]} " == *' LicenseRef-public-domain '* ]]; then
    printf '\nLicenseID: LicenseRef-public-domain\nLicenseName: Public domain\n'
    printf 'ExtractedText: <text>The authors have placed the files of liblzma in the public domain.</text>\n'
  fi
} >"$document"
