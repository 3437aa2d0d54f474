#!/usr/bin/env bash
#
# deb.sh [--try]: makes a Debian package of `uti` in .build and checks it with lintian.
#
# Swift is linked into the program. libxml2 is the system's, so its security updates apply. With --try
# the script installs the package, tests it and removes it, which requires root. UTI names a program that
# is already built in this way.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

for tool in dpkg-deb dpkg-shlibdeps lintian; do
  command -v "$tool" >/dev/null ||
    fail "$tool is not installed." "Debian has it: apt-get install dpkg-dev lintian"
done

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
bash "$root/Scripts/check-hardening.sh" "$UTI" >&2

set_source_date
version=$("$UTI" --version)-1
architecture=$(dpkg --print-architecture)
maintainer="The swift-uniform-types developers <developers@swift-uniform-types.example>"

directory=$(mktemp -d)
trap 'rm -rf -- "$directory"' EXIT
chmod 755 "$directory"
content=$directory/content
bash "$root/Scripts/install.sh" "$content/usr"

# Files that a package has in other places or compressed.
mkdir -p "$content/usr/share/zsh/vendor-completions"
mv "$content/usr/share/zsh/site-functions/_uti" "$content/usr/share/zsh/vendor-completions/_uti"
rmdir "$content/usr/share/zsh/site-functions"
gzip -9n "$content"/usr/share/man/man1/*.1
documents=$content/usr/share/doc/uti
rm -f -- "$documents/LICENSE" "$documents/folders"
cp "$root/Packaging/debian/copyright" "$documents/copyright"
gzip -9nc "$root/CHANGELOG.md" >"$documents/changelog.gz"
gzip -9n >"$documents/changelog.Debian.gz" <<EOF
uti ($version) unstable; urgency=medium

  * Package of the command that swift-uniform-types builds.

 -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
EOF

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
(cd "$content" && find usr -type f -printf '%P\0' | sort -z | sed -z 's,^,usr/,' |
  xargs -0 md5sum) >"$content/DEBIAN/md5sums"
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
  local files left
  # An installed package stays.
  if dpkg -s uti >/dev/null 2>&1; then fail "A package uti is installed already."; fi
  files=$(dpkg-deb --contents "$package" | awk '$1 !~ /^d/ { sub("^[.]", "", $6); print $6 }')
  dpkg --install "$package" >&2
  printf '\211PNG\r\n\032\n' >"$directory/picture"
  expect image/png /usr/bin/uti identify --print mime "$directory/picture"
  expect public.png /usr/bin/uti identify --print type "$directory/picture"
  expect "yes" /usr/bin/uti conforms .png public.image
  if command -v man >/dev/null; then man -w uti-identify >/dev/null; fi
  if ldd /usr/bin/uti | grep -q 'not found'; then fail "A library is missing."; fi
  dpkg --purge uti >&2
  while read -r file; do
    if [[ -e $file ]]; then left+=" $file"; fi
  done <<<"$files"
  [[ -z ${left-} ]] || fail "These files are left:$left"
  say "Installed, tried and removed: $package"
}

if [[ ${1-} == --try ]]; then try; fi
printf '%s\n' "$package"
