#!/usr/bin/env bash
#
# links.sh: looks for dead links in every page of the repository: files that are not there, headings
# that a page does not have, and pages of Documentation/ that comments in sources name.
# What a module declares and its page of topics does not name is one too. Links to other hosts are not
# followed. Scripts/docs.sh checks links to symbols.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"
cd -- "$root"

pages=()
while IFS= read -r -d '' page; do
  pages+=("${page#./}")
done < <(find . -name '.?*' -prune -o -name '*.md' -print0 | sort -z)

# The headings of a page as code hosts name them, and its links, each with its line.
read_page() {
  awk '
    /^ *```/ { inside = !inside; next }
    inside { next }
    /^#+ / {
      heading = tolower($0)
      sub(/^#+ +/, "", heading)
      gsub(/[^a-z0-9 _-]/, "", heading)
      gsub(/ /, "-", heading)
      print "heading\t" NR "\t" heading
      next
    }
    {
      line = $0
      gsub(/`[^`]*`/, "", line)
      while (match(line, /\]\([^)]*\)/)) {
        print "link\t" NR "\t" substr(line, RSTART + 2, RLENGTH - 3)
        line = substr(line, RSTART + RLENGTH)
      }
    }
  ' "$1"
}

declare -A headings
for page in "${pages[@]}"; do
  while IFS=$'\t' read -r kind _ text; do
    [[ $kind != heading ]] || headings["$page#$text"]=1
  done < <(read_page "$page")
done

dead=0 count=0
# complain PLACE SENTENCE
complain() {
  dead=$((dead + 1))
  printf '%s: error: %s\n' "$1" "$2" >&2
}

for page in "${pages[@]}"; do
  while IFS=$'\t' read -r kind line target; do
    [[ $kind == link && ! $target =~ ^[a-z]+: ]] || continue
    count=$((count + 1))
    file=${target%%#*}
    if [[ -z $file ]]; then
      path=$page
    elif ! path=$(realpath -e --relative-to=. -- "$(dirname -- "$page")/$file" 2>/dev/null); then
      complain "$page:$line" "there is no $file"
      continue
    fi
    if [[ $target == *'#'* && -z ${headings["$path#${target#*#}"]-} ]]; then
      complain "$page:$line" "$path has no heading #${target#*#}"
    fi
  done < <(read_page "$page")
done

while IFS=: read -r file line name; do
  count=$((count + 1))
  [[ -e $name ]] || complain "$file:$line" "there is no $name"
done < <(grep -rnoE --include='*.swift' --include='*.sh' --include='Makefile' \
  'Documentation/[A-Za-z]+\.md' Sources Tests Examples/*/Sources ManagedDocuments/Sources ManagedDocuments/Tests Scripts Benchmarks/Sources Makefile)

# Declarations at the outermost level of files; those within `#if` are indented, and few.
attributes='(@[A-Za-z]+ |nonisolated |indirect |final )*'
for page in Documentation/Modules/*.md; do
  module=${page##*/}
  directories=("Sources/${module%.md}")
  [[ $module != UniformTypeIdentifiers.md ]] || directories+=(Sources/UniformTypes)
  while IFS=: read -r file line name; do
    count=$((count + 1))
    grep -qF -- "- \`\`$name\`\`" "$page" || complain "$file:$line" "$page has no topic for $name"
  done < <(grep -rnE --include='*.swift' \
    "^${attributes}(public|open) (nonisolated |indirect |final )*(class|struct|enum|protocol|actor) [A-Z]" \
    "${directories[@]}" | sed -E \
    's/^([^:]*:[0-9]*):.*(class|struct|enum|protocol|actor) ([A-Za-z]+).*/\1:\3/')
done

if ((dead)); then
  fail "$dead of $count links are dead."
fi
say "$count links lead somewhere"
