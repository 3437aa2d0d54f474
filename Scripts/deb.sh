#!/usr/bin/env bash
#
# deb.sh uti|library [--try]: makes the Debian packages of `uti`, or of the C library.
#
# The comment above each function has the variables.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"
# shellcheck source=support/library-version.sh
source "$root/Scripts/support/library-version.sh"

maintainer="The swift-uniform-types developers <developers@swift-uniform-types.example>"

require_tools() {
  local tool
  for tool in dpkg-deb dpkg-shlibdeps lintian; do
    command -v "$tool" >/dev/null ||
      fail "$tool is not installed." "Debian has it: apt-get install dpkg-dev lintian"
  done
}

# Sets `architecture`, and `directory` to a temporary folder that is removed at the end of the shell.
begin() {
  set_source_date
  architecture=$(dpkg --print-architecture)
  directory=$(mktemp -d)
  trap 'rm -rf -- "$directory"' EXIT
  chmod 755 "$directory"
}

# add_documents PLACE PACKAGE SOURCE CHANGE: adds the documents of a package. SOURCE is the name of its
# source package, and CHANGE the only line of its changelog.
add_documents() {
  local documents=$1/usr/share/doc/$2
  mkdir -p "$documents"
  cp "$root/Packaging/debian/copyright" "$documents/copyright"
  gzip -9nc "$root/CHANGELOG.md" >"$documents/changelog.gz"
  gzip -9n >"$documents/changelog.Debian.gz" <<EOF
$3 ($version) unstable; urgency=medium

  * $4

 -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
EOF
}

# add_checksums PLACE: adds the checksums of all files of a package.
add_checksums() {
  mkdir -p "$1/DEBIAN"
  (cd "$1" && find usr -type f -printf '%P\0' | sort -z | sed -z 's,^,usr/,' |
    xargs -0 md5sum) >"$1/DEBIAN/md5sums"
}

# list_files PACKAGE...: prints the files that packages install.
list_files() {
  local file
  for file in "$@"; do dpkg-deb --contents "$file"; done |
    awk '$1 !~ /^d/ { sub("^[.]", "", $6); print $6 }'
}

# require_removed LIST: fails if a file of a list exists.
require_removed() {
  local file left=()
  while read -r file; do
    if [[ -e $file ]]; then left+=("$file"); fi
  done <<<"$1"
  ((${#left[@]} == 0)) || fail "These files are left: ${left[*]}"
}

# deb.sh uti [--try]: makes a Debian package of `uti` in .build and checks it with lintian.
#
# Swift is linked into the program. libxml2 is the system's, so its security updates apply. With --try
# the script installs the package, tests it and removes it, which requires root. UTI names a program that
# is already built in this way.
package_uti() (
  require_tools
  if [[ -z ${UTI-} ]]; then
    require_swift
    install_dependencies
    find_hardened_flags
    build=(build --package-path "$root" --scratch-path "$root/.build/package"
      --configuration release --static-swift-stdlib --product uti
      "${hardened[@]}")
    run_swift "${build[@]}" >&2
    UTI=$(run_swift "${build[@]}" --show-bin-path)/uti
  fi
  UTI=$(realpath -- "$UTI")
  export UTI
  bash "$root/Scripts/check.sh" hardening "$UTI" >&2

  begin
  version=$("$UTI" --version)-1
  content=$directory/content
  bash "$root/Scripts/install.sh" "$content/usr"

  # Files that a package has in other places or compressed.
  mkdir -p "$content/usr/share/zsh/vendor-completions"
  mv "$content/usr/share/zsh/site-functions/_uti" "$content/usr/share/zsh/vendor-completions/_uti"
  rmdir "$content/usr/share/zsh/site-functions"
  gzip -9n "$content"/usr/share/man/man1/*.1
  documents=$content/usr/share/doc/uti
  rm -f -- "$documents/LICENSE" "$documents/folders"
  add_documents "$content" uti uti "Package of the command that swift-uniform-types builds."

  # The libraries of the program, in the oldest versions that have its symbols.
  mkdir -p "$directory/shlibs/debian" "$content/DEBIAN"
  printf 'Source: uti\n\nPackage: uti\nArchitecture: any\n' >"$directory/shlibs/debian/control"
  depends=$(cd "$directory/shlibs" && dpkg-shlibdeps -O "$content/usr/bin/uti" |
    sed -n 's/^shlibs:Depends=//p')
  [[ $depends == *libxml2* ]] ||
    fail "$UTI does not use the system's libxml2 (it needs: $depends)." \
      "Build it with: make release SWIFT_FLAGS=--static-swift-stdlib"

  cat >"$content/DEBIAN/control" <<EOF
Package: uti
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -k -s --apparent-size "$content/usr" | cut -f 1)
Depends: $depends
Recommends: shared-mime-info
Suggests: graphviz
Section: utils
Priority: optional
$(describe_package uti)
EOF
  add_checksums "$content"
  chmod -R u=rwX,go=rX "$content"

  package=$root/.build/uti_${version}_$architecture.deb
  dpkg-deb --root-owner-group -Zxz --build "$content" "$package" >&2
  # The warning asks for a bug that a first upload to Debian closes, and nothing is uploaded.
  (cd / && lintian --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs \
    --allow-root "$package") >&2

  # expect ANSWER COMMAND...: fails if the command prints anything else.
  expect() {
    local expected=$1 answer
    shift
    answer=$("$@")
    [[ $answer == "$expected" ]] || fail "'$*' printed '$answer' and not '$expected'."
  }

  # Installs, tests and removes the package, and fails if a file is left.
  try() {
    local files
    # An installed package stays.
    if dpkg -s uti >/dev/null 2>&1; then fail "A package uti is installed already."; fi
    files=$(list_files "$package")
    dpkg --install "$package" >&2
    printf '\211PNG\r\n\032\n' >"$directory/picture"
    expect image/png /usr/bin/uti identify --print mime "$directory/picture"
    expect public.png /usr/bin/uti identify --print type "$directory/picture"
    expect "yes" /usr/bin/uti conforms .png public.image
    if command -v man >/dev/null; then man -w uti-identify >/dev/null; fi
    if grep -q 'not found' < <(ldd /usr/bin/uti); then fail "A library is missing."; fi
    dpkg --purge uti >&2
    require_removed "$files"
    say "Installed, tried and removed: $package"
  }

  if [[ ${1-} == --try ]]; then try; fi
  printf '%s\n' "$package"
)

# deb.sh library [--try]: makes the Debian packages of the C library in .build, one with the library and one
# for developers, and checks them with lintian.
#
# With --try the script installs the packages, compiles and runs a program, and removes them, which
# requires root. LIBRARY names a built library; library.sh build makes one otherwise.
package_library() (
  require_tools
  if [[ -z ${LIBRARY-} ]]; then
    bash "$root/Scripts/library.sh" build >/dev/null
    export LIBRARY=$root/.build/library
  fi

  begin
  version=$library_version-1
  multiarch=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
  runtime=libuniformtypes$library_interface
  content=$directory/$runtime development=$directory/libuniformtypes-dev
  PREFIX=/usr LIBDIR=lib/$multiarch bash "$root/Scripts/library.sh" install "$development/usr"

  # The files that programs need at run time; all others are for developers.
  libraries=usr/lib/$multiarch
  mkdir -p "$content/$libraries"
  mv "$development/$libraries/libuniformtypes.so.$library_interface" \
    "$development/$libraries/libuniformtypes.so.$library_version" "$content/$libraries"
  mkdir "$content/$libraries/libuniformtypes-magic"
  mv "$development/$libraries/libuniformtypes-magic/libmagic.so.1" "$content/$libraries/libuniformtypes-magic"
  gzip -9n "$development"/usr/share/man/man3/uniformtypes.3
  for page in "$development"/usr/share/man/man3/utype_*.3; do
    ln -s uniformtypes.3.gz "$page.gz"
    rm -- "$page"
  done
  mkdir -p "$development/usr/share/doc/libuniformtypes-dev/examples"
  cp "$root"/Examples/CLibrary/* "$development/usr/share/doc/libuniformtypes-dev/examples"

  for name in "$runtime" libuniformtypes-dev; do
    add_documents "$directory/$name" "$name" uniformtypes \
      "Packages of the C library that swift-uniform-types builds."
    add_checksums "$directory/$name"
  done

  mkdir -p "$directory/shlibs/debian"
  printf 'Source: uniformtypes\n\nPackage: %s\nArchitecture: any\n' "$runtime" \
    >"$directory/shlibs/debian/control"
  depends=$(cd "$directory/shlibs" &&
    dpkg-shlibdeps -O -l"$content/$libraries" "$content/$libraries/libuniformtypes.so.$library_version" \
      -e"$content/$libraries/libuniformtypes-magic/libmagic.so.1" 2>/dev/null |
    sed -n 's/^shlibs:Depends=//p')
  printf 'libuniformtypes %s %s (>= %s)\n' "$library_interface" "$runtime" "$library_version" \
    >"$content/DEBIAN/shlibs"
  printf 'activate-noawait ldconfig\n' >"$content/DEBIAN/triggers"

  # A program with the static library links the archives of these packages.
  archives=$(for name in $(<"${LIBRARY}/libraries"); do
    dpkg -S "$(realpath -- "$(cc -print-file-name="lib${name#-l}.a")")"
  done | sed 's/[:,].*//' | LC_ALL=C sort -u | paste -sd , | sed 's/,/, /g')

  # control PACKAGE FIELDS: writes the description of a package.
  control() {
    cat >"$directory/$1/DEBIAN/control" <<EOF
Package: $1
Source: uniformtypes
Version: $version
Architecture: $architecture
Multi-Arch: same
Maintainer: $maintainer
Installed-Size: $(du -k -s --apparent-size "$directory/$1/usr" | cut -f 1)
Priority: optional
$2
$(describe_package "$1")
EOF
  }
  control "$runtime" "Depends: $depends
Section: libs"
  control libuniformtypes-dev "Depends: $runtime (= $version), $archives
Section: libdevel"
  chmod -R u=rwX,go=rX "$content" "$development"

  packages=()
  for name in "$runtime" libuniformtypes-dev; do
    package=$root/.build/${name}_${version}_$architecture.deb
    dpkg-deb --root-owner-group -Zxz --build "$directory/$name" "$package" >&2
    packages+=("$package")
  done
  # The first tag asks for a bug that a first upload to Debian closes, and nothing is uploaded. The
  # header declares all symbols, and the package states the version that has them.
  (cd / && lintian --fail-on error,warning --allow-root \
    --suppress-tags initial-upload-closes-no-bugs,no-symbols-control-file "${packages[@]}") >&2

  # Installs, tries and removes the packages, and fails if a file is left.
  try() {
    local files
    if dpkg -s "$runtime" >/dev/null 2>&1; then fail "A package $runtime is installed already."; fi
    files=$(list_files "${packages[@]}")
    dpkg --install "${packages[@]}" >&2
    # shellcheck disable=SC2046 # the flags are words
    cc "$root/Examples/CLibrary/identify.c" -o "$directory/identify" \
      $(pkg-config --cflags --libs uniformtypes)
    printf '\211PNG\r\n\032\n' >"$directory/picture"
    [[ $("$directory/identify" "$directory/picture") == image/png* ]] ||
      fail "The program that was compiled against the packages does not work."
    if command -v man >/dev/null; then man -w utype_for_name >/dev/null; fi
    dpkg --purge libuniformtypes-dev "$runtime" >&2
    require_removed "$files"
    say "Installed, tried and removed: ${packages[*]}"
  }

  if [[ ${1-} == --try ]]; then try; fi
  printf '%s\n' "${packages[@]}"
)

usage="usage: bash Scripts/deb.sh uti|library [--try]"
command=${1-}
[[ -z $command ]] || shift
(($# == 0)) || [[ $# == 1 && $1 == --try ]] || fail "unknown argument: $*" "$usage"
case $command in
uti) package_uti "$@" ;;
library) package_library "$@" ;;
*) fail "unknown command: ${command:-none}" "$usage" ;;
esac
