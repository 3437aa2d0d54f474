#!/usr/bin/env bash
#
# install.sh DIR [--uninstall]: installs the `uti` of release.sh below DIR, such as /usr/local, with its
# manual pages, completions for bash, zsh and fish, description for software centres (AppStream), and the
# licence; or removes all of them, and the empty folders that were made for them. The script builds
# nothing, so it can run as another user than the build. UTI=FILE installs another program.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

(($# >= 1)) || fail "Usage: install.sh DIR [--uninstall]"
target=$1
manual=$target/share/man/man1
documents=$target/share/doc/uti
bash=$target/share/bash-completion/completions
zsh=$target/share/zsh/site-functions
fish=$target/share/fish/vendor_completions.d
metainfo=$target/share/metainfo
description=org.example.uti.metainfo.xml
# The folders that were made, one a line, below the target.
made=$documents/folders
# The first line of each of our manual pages, so that no other is taken away.
mark='.\" Made from the help of the command.'

uninstall() {
  local page
  for page in "$manual"/uti.1 "$manual"/uti-*.1; do
    if [[ -f $page && $(head -n 1 "$page") == "$mark" ]]; then rm -f -- "$page"; fi
  done
  rm -f -- "$target/bin/uti" "$bash/uti" "$zsh/_uti" "$fish/uti.fish" "$documents/LICENSE" \
    "$metainfo/$description"
  local folders=() folder
  if [[ -f $made ]]; then mapfile -t folders < <(LC_ALL=C sort -r "$made"); fi
  rm -f -- "$made"
  for folder in "$documents" "${folders[@]/#./$target}"; do
    if [[ -d $folder ]]; then rmdir --ignore-fail-on-non-empty -- "$folder"; fi
  done
}

# Makes folders, and notes those that were missing.
make_folders() {
  local folder missing=()
  for folder in "$@"; do
    while [[ ! -d $folder && $folder == "$target"* ]]; do
      missing+=(".${folder#"$target"}")
      folder=${folder%/*}
    done
  done
  install -d -- "$@"
  if ((${#missing[@]} > 0)); then
    printf '%s\n' "${missing[@]}" | LC_ALL=C sort -u >>"$made"
  fi
}

if [[ ${2-} == --uninstall ]]; then
  uninstall
  exit
fi

uti=${UTI:-$root/.build/release/uti}
[[ -x $uti ]] || fail "$uti is not there." "Build it first: make release"

# Where strip is missing the program is installed as it is.
strip=()
if command -v strip >/dev/null; then strip=(-s); fi
make_folders "$documents" "$target/bin" "$manual" "$bash" "$zsh" "$fish" "$metainfo"
install -m 0755 "${strip[@]}" -- "$uti" "$target/bin/uti"
install -m 0644 -- "$root/LICENSE" "$documents/LICENSE"
install -m 0644 -- "$root/Packaging/$description" "$metainfo/$description"
"$uti" help manual >"$manual/uti.1"
"$uti" --help | sed -n '/^SUBCOMMANDS:/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p' | while read -r command; do
  "$uti" help manual "$command" >"$manual/uti-$command.1"
done
# A file that is sourced has no interpreter.
"$uti" --generate-completion-script bash | sed '1{/^#!/d}' >"$bash/uti"
"$uti" --generate-completion-script zsh >"$zsh/_uti"
"$uti" --generate-completion-script fish >"$fish/uti.fish"
