#!/usr/bin/env bash
#
# install.sh DIR [--uninstall]: puts the `uti` that release.sh has built below DIR, such as /usr/local:
# the program, its manual pages, completions for bash, zsh and fish, and the licence; or takes all of
# that away again. Nothing is built here, so that it can run as another user than the build.
#
# UTI in the environment names another `uti` than that of the release build.
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
# The first line of each of our manual pages, so that no other is taken away.
mark='.\" Made from the help of the command.'

uninstall() {
  local page
  for page in "$manual"/uti.1 "$manual"/uti-*.1; do
    if [[ -f $page && $(head -n 1 "$page") == "$mark" ]]; then rm -f -- "$page"; fi
  done
  rm -f -- "$target/bin/uti" "$bash/uti" "$zsh/_uti" "$fish/uti.fish" "$documents/LICENSE"
  if [[ -d $documents ]]; then rmdir --ignore-fail-on-non-empty -- "$documents"; fi
}

if [[ ${2-} == --uninstall ]]; then
  uninstall
  exit
fi

uti=${UTI-$root/.build/release/uti}
[[ -x $uti ]] || fail "$uti is not there." "Build it first: make release"

# Where strip is missing the program is installed as it is.
strip=()
if command -v strip >/dev/null; then strip=(-s); fi
install -D -m 0755 "${strip[@]}" -- "$uti" "$target/bin/uti"
install -D -m 0644 -- "$root/LICENSE" "$documents/LICENSE"
install -d -- "$manual" "$bash" "$zsh" "$fish"
"$uti" help manual >"$manual/uti.1"
"$uti" --help | sed -n '/^SUBCOMMANDS:/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p' | while read -r command; do
  "$uti" help manual "$command" >"$manual/uti-$command.1"
done
# A file that is sourced has no interpreter.
"$uti" --generate-completion-script bash | sed '1{/^#!/d}' >"$bash/uti"
"$uti" --generate-completion-script zsh >"$zsh/_uti"
"$uti" --generate-completion-script fish >"$fish/uti.fish"
