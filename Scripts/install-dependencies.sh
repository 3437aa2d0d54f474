#!/usr/bin/env bash
#
# Functions that all scripts use: Swift, the Debian packages, the flags of builds. A script sources this
# file; run by itself, it installs missing packages. The caller has set `-euo pipefail`, and messages go
# to standard error.

minimum_swift_version=6.2

# If descriptor 0 is closed, the first file that a program opens would get it.
if ! { true <&0; } 2>/dev/null; then
  exec </dev/null
fi

package_root() {
  local scripts
  scripts=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
  dirname -- "$scripts"
}

say() {
  printf '%s\n' "$*" >&2
}

# fail MESSAGE...: one line for each argument, then the end.
fail() {
  printf 'error: %s\n' "$1" >&2
  shift
  if (($#)); then
    printf '  %s\n' "$@" >&2
  fi
  exit 1
}

# Stops unless a compiler of at least `minimum_swift_version` is the `swift` of the search path.
require_swift() {
  local where="Toolchains and how to install them: https://www.swift.org/install/linux/"
  if ! command -v swift >/dev/null; then
    fail "Swift is not installed, or its 'usr/bin' is not in PATH." \
      "Swift $minimum_swift_version or later is needed. $where"
  fi
  local answer
  if ! answer=$(swift --version 2>&1 </dev/null) ||
    [[ ! $answer =~ Swift\ version\ ([0-9]+)\.([0-9]+) ]]; then
    fail "'$(command -v swift)' did not say which version of Swift it is. It printed:" \
      "${answer:-nothing}" "$where"
  fi
  local major=${BASH_REMATCH[1]} minor=${BASH_REMATCH[2]}
  local needed_major=${minimum_swift_version%.*} needed_minor=${minimum_swift_version#*.}
  if ((major < needed_major || (major == needed_major && minor < needed_minor))); then
    fail "Swift $major.$minor is too old: $minimum_swift_version or later is needed." \
      "In use: $(command -v swift). $where"
  fi
}

# SwiftPM keeps caches below HOME; if HOME is missing or read-only, the package's build folder serves.
set_home() {
  if [[ -z ${HOME-} || ! -d $HOME || ! -w $HOME ]]; then
    HOME=$(package_root)/.build/home
    mkdir -p -- "$HOME"
    export HOME
  fi
}

# Runs `swift` without standard input.
run_swift() {
  (
    set_home
    # The package manager passes the traits to the compiler in the order of a set. An order that differs
    # between two builds would compile everything again. Tests keep random hashing.
    [[ $1 != build ]] || export SWIFT_DETERMINISTIC_HASHING=1
    swift "$@" </dev/null
  )
}

# Sets `reproducible` to the flags of builds whose products depend on the commit alone. The package manager would look
# for newer dependencies after a change of Package.swift, and the compiler would put the paths of sources, and hashes of
# code that contain paths, into objects.
find_reproducible_flags() {
  local versions
  versions=$(package_root)/Packaging/versions.json
  if [[ -e $versions ]] && ! cmp -s -- "$versions" "$(package_root)/Package.resolved"; then
    cp -- "$versions" "$(package_root)/Package.resolved"
  fi
  reproducible=(--only-use-versions-from-resolved-file
    -Xswiftc -file-prefix-map -Xswiftc "$(package_root)=."
    -Xcc "-ffile-prefix-map=$(package_root)=."
    -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen)
}

# Sets `hardened` to the flags of release builds. All relocations happen before the program starts and are
# read-only afterwards, C code has stack protectors and checked functions, and no library is searched
# next to the program. check.sh hardening verifies it.
find_hardened_flags() {
  find_reproducible_flags
  hardened=(
    "${reproducible[@]}"
    --disable-local-rpath -Xswiftc -use-ld=lld
    -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now -Xlinker -z -Xlinker noexecstack
    -Xcc -fstack-protector-strong -Xcc -D_FORTIFY_SOURCE=2
  )
}

# Sets `tested` to the flags of the build that tests run in: optimised, as users run the library, and
# with testable modules. A separate scratch folder keeps these flags from rebuilding other products.
# The traits ManagedDocuments and GLib are included if the headers of SQLite and GLib are installed.
find_tested_flags() {
  tested=(
    --package-path "$(package_root)" --scratch-path "$(package_root)/.build/tested"
    --configuration release -Xswiftc -enable-testing
  )
  local traits=default
  ! has_sqlite_headers || traits+=,ManagedDocuments
  ! has_glib_headers || traits+=,GLib
  tested+=(--traits "$traits")
}

# The scratch folder that the client packages share (the examples and Getting started), so that the
# library is built once for all of them.
client_scratch() {
  printf '%s' "$(package_root)/.build/clients"
}

has_command() {
  command -v "$1" >/dev/null
}

has_libxml2_headers() {
  if has_command pkg-config; then
    pkg-config --exists libxml-2.0
  else
    [[ -e /usr/include/libxml2/libxml/parser.h ]]
  fi
}

# Prints the packages of decoders without headers on this machine.
missing_decoders() {
  local row
  for row in zlib.h:zlib1g-dev lzma.h:liblzma-dev bzlib.h:libbz2-dev zstd.h:libzstd-dev nettle/sha2.h:nettle-dev; do
    clang -E -x c - <<<"#include <${row%%:*}>" >/dev/null 2>&1 || printf '%s\n' "${row#*:}"
  done
}

has_shared_mime_info() {
  local directory directories
  IFS=: read -r -a directories <<<"${XDG_DATA_DIRS:-/usr/local/share:/usr/share}"
  for directory in "${directories[@]}" /usr/share; do
    if [[ -e $directory/mime/packages/freedesktop.org.xml ]]; then
      return 0
    fi
  done
  return 1
}

# Installs missing Debian packages with apt. The shared-mime-info database is read at run time only, so a
# failure to install it is a warning.
install_dependencies() {
  local needed wanted=()
  mapfile -t needed < <(missing_decoders)
  has_command git || needed+=(git)
  has_command pkg-config || needed+=(pkg-config)
  has_libxml2_headers || needed+=(libxml2-dev)
  has_shared_mime_info || wanted+=(shared-mime-info)

  local packages=("${needed[@]}" "${wanted[@]}")
  if ((${#packages[@]} == 0)); then
    return 0
  fi
  if install_packages "${packages[@]}"; then
    return 0
  fi
  if ((${#needed[@]})); then
    fail "These packages are needed and could not be installed: ${needed[*]}" \
      "Please run this by hand, then try again:" "$(manual_command "${packages[@]}")"
  fi
  say "warning: no shared-mime-info database here; the built-in registry answers alone."
  say "  To add it: $(manual_command "${wanted[@]}")"
}

# Prints the command that installs the packages, as this user of this machine can give it.
manual_command() {
  local command="apt-get update && apt-get install -y --no-install-recommends $*"
  if ! has_command apt-get; then
    printf '%s' "your system's package manager, for what Debian calls: $*"
  elif ((EUID == 0)); then
    printf '%s' "$command"
  elif has_command sudo; then
    printf '%s' "sudo sh -c '$command'"
  else
    printf '%s' "su -c '$command'"
  fi
}

# Installs the tools of desktops whose answers tests compare with; fails if that is not possible.
install_desktop() {
  local tool
  for tool in gio update-desktop-database update-mime-database xdg-mime; do
    if [[ ! -x /usr/bin/$tool ]]; then
      install_packages libglib2.0-bin desktop-file-utils shared-mime-info xdg-utils
      return
    fi
  done
}

# Prints the packages of the programs that Tests/programs.tsv declares with one of the needs and that this
# machine lacks. System administrators' folders count, since they are not in the path of every user.
missing_test_packages() {
  local program package need
  while IFS=$'\t' read -r program package need; do
    if [[ " $* " == *" $need "* ]] &&
      ! PATH=$PATH:/usr/sbin:/sbin command -v "$program" >/dev/null; then
      printf '%s\n' "$package"
    fi
  done < <(grep -v '^#' "$(package_root)/Tests/programs.tsv") | sort -u
}

# Installs the programs that tests start, except the optional ones. Without them tests are skipped.
install_test_programs() {
  local packages
  mapfile -t packages < <(missing_test_packages required installed)
  ((${#packages[@]} == 0)) || install_packages "${packages[@]}" ||
    say "note: tests are skipped that need these packages: ${packages[*]}"
}

# Prints the skipped tests of a log, counted by remedy; nothing if there are none.
count_skipped_tests() {
  sed -n 's/^[^ ]* \(Test\|Part\) .* skipped: "\(.*\)"$/\2/p' -- "$1" | sort | uniq -c | sort -rn |
    awk '{ lines[NR] = $0; sum += $1 }
      END { if (NR) print "Skipped: " sum " tests or parts of tests. The remedies:"
            for (i = 1; i <= NR; i++) print lines[i] }'
}

# Runs a command in a mount namespace whose only programs are those that Tests/programs.tsv declares as
# required, and without the data of a desktop; fails with 125 if the system allows no such namespace.
run_bare() {
  local namespace=(unshare --mount)
  ((EUID == 0)) || namespace+=(--user --map-root-user)
  if ! has_command unshare || ! "${namespace[@]}" mount -t tmpfs none /mnt 2>/dev/null; then
    return 125
  fi
  "${namespace[@]}" bash "$(package_root)/Scripts/support/bare.sh" \
    "$(package_root)/Tests/programs.tsv" "$@"
}

has_sqlite_headers() {
  clang -E -x c - <<<"#include <sqlite3.h>" >/dev/null 2>&1
}

has_glib_headers() {
  has_command pkg-config && pkg-config --exists glib-2.0
}

# Installs SQLite's headers, which only UniformManagedDocuments needs. A failure leaves that module out.
install_sqlite() {
  has_sqlite_headers || install_packages libsqlite3-dev
}

# Installs GLib's headers, which only the trait GLib needs. A failure leaves that trait out.
install_glib() {
  has_glib_headers || install_packages libglib2.0-dev
}

# Installs the spelling checker, which only continuous integration needs.
install_spelling() {
  has_command hunspell || has_command aspell ||
    install_packages hunspell hunspell-en-us hunspell-en-gb
}

# Exports SOURCE_DATE_EPOCH, the time in the files of a package: one commit makes one package. A tree without
# the history, such as an unpacked archive, has the commit's time in its files.
set_source_date() {
  local root
  root=$(package_root)
  if [[ -z ${SOURCE_DATE_EPOCH-} ]]; then
    # An archive can be unpacked inside the clone of another project.
    SOURCE_DATE_EPOCH=$(if [[ -e $root/.git ]]; then git -C "$root" log -1 --format=%ct; else
      stat -c %Y "$root/CHANGELOG.md"; fi)
  fi
  export SOURCE_DATE_EPOCH
}

# Prints the description of a Debian package of this project, from the recipe.
describe_package() {
  sed -n "/^Package: $1\$/,/^\$/{/^Description/,/^\$/{/./p}}" "$(package_root)/Packaging/debian/control"
}

install_packages() {
  has_command apt-get || return 1
  local as_root=()
  if ((EUID != 0)); then
    has_command sudo || return 1
    as_root=(sudo)
    # Asked here once: a refusal must not lead to the same question again.
    sudo true </dev/null || return 1
  fi
  say "Installing by apt: $*"
  # sudo drops most of the environment, so the variable is set on the far side of it.
  as_root+=(env DEBIAN_FRONTEND=noninteractive)
  # An unreachable source among several makes the update fail; the others may well suffice.
  "${as_root[@]}" apt-get update -q </dev/null >&2 ||
    say "warning: 'apt-get update' failed; going on with the package lists that are here."
  "${as_root[@]}" apt-get install -q -y --no-install-recommends "$@" </dev/null >&2
}

# Prints the comment at the top of a script, or the comment about one of its commands.
show_help() {
  awk -v start="# ${1##*/} ${2-}" -v command="${2-}" '
    command == "" ? NR > 2 : index($0, start) == 1 || isFound { isFound = 1 }
    isFound && !/^#/ { exit }
    isFound { sub(/^# ?/, ""); print }
  ' "$1"
}

# A sourced script sees the arguments of its caller.
if [[ -z ${has_own_help-} && -f $0 ]]; then
  if [[ ${1-} == --help ]]; then
    show_help "$0"
    exit
  elif [[ ${2-} == --help && $1 != docs ]]; then
    # A command without a comment takes the argument.
    ! show_help "$0" "$1" | grep . || exit 0
  fi
fi

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
  set -euo pipefail
  require_swift
  install_dependencies
fi
