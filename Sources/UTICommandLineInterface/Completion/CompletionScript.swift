/// The functions of shells, which call `uti --complete` for all completions.
///
/// The first line is the kind of files, each further one a word, a tab and its meaning.
enum CompletionScript {
  static func text(shell: String?) throws(UsageError) -> String {
    switch shell {
    case "bash": return bash
    case "zsh": return zsh
    case "fish": return fish
    default:
      throw UsageError(
        shell.map { "--generate-completion-script knows no \($0)" }
          ?? "--generate-completion-script needs a shell",
        remedy: "it is one of bash, zsh, fish")
    }
  }

  private static let bash = #"""
    # Completion of uti for bash.
    _uti() {
      local current=${COMP_WORDS[COMP_CWORD]} files= line quote= count=0
      local -a words=("${COMP_WORDS[@]:1:COMP_CWORD}")
      local plain='^[[:alnum:]._+/:=,@%-]*$'
      COMPREPLY=()
      # An open quotation mark belongs to the shell, as does a backslash before a character.
      [[ $current == [\"\']* ]] && quote=${current:0:1}
      current=${current#[\"\']}
      [[ $current == = ]] && current=
      if [[ -z $quote ]]; then words[COMP_CWORD - 1]=${words[COMP_CWORD - 1]//\\/}; fi
      while IFS= read -r line; do
        if [[ -z $files ]]; then
          files=$line
          continue
        fi
        line=${line%%$'\t'*}
        if [[ $line =~ $plain ]]; then
          COMPREPLY+=("$line")
        # Words come from declarations and desktop files; the shell would run commands in them.
        # Inside open quotation marks such words are left out.
        elif [[ -z $quote ]]; then
          COMPREPLY+=("$(printf %q "$line")")
        fi
      done < <("${COMP_WORDS[0]/#\~/$HOME}" --complete bash "${words[@]}" 2>/dev/null)
      count=${#COMPREPLY[@]}
      case $files in
        files | directories)
          while IFS= read -r line; do
            if [[ $count == 0 || $line =~ $plain ]]; then
              COMPREPLY+=("$line")
            elif [[ -z $quote ]]; then
              COMPREPLY+=("$(printf %q "$line")")
            fi
          done < <(if [[ $files == files ]]; then compgen -f -- "$current"; else compgen -d -- "$current"; fi)
          # The shell quotes names of files if all words are file names.
          [[ $count == 0 ]] && compopt -o filenames 2>/dev/null ;;
      esac
      # After --name= a value follows, and no blank.
      [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
      return 0
    }
    complete -F _uti uti
    """#

  private static let zsh = #"""
    #compdef uti
    # Completion of uti for zsh.
    _uti() {
      local -a lines words_found
      local line program=${(Q)words[1]}
      lines=("${(@f)$("${program/#\~/$HOME}" --complete zsh "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
      for line in "${(@)lines[2,-1]}"; do
        [[ -n $line ]] || continue
        # A colon ends the word for _describe.
        words_found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
        [[ $line == *$'\t'* ]] || words_found[-1]="${line//:/\\:}"
      done
      (( $#words_found )) && _describe uti words_found
      case $lines[1] in
        files) _files ;;
        directories) _files -/ ;;
      esac
    }
    if [[ $funcstack[1] == _uti ]]; then
      _uti "$@"
    else
      compdef _uti uti
    fi
    """#

  private static let fish = #"""
    # Completion of uti for fish.
    function __uti_complete
      set -l words (commandline -opc) (commandline -ct)
      $words[1] --complete fish $words[2..-1] 2>/dev/null
    end
    function __uti_words
      __uti_complete | tail -n +2
    end
    function __uti_wants
      test (__uti_complete | head -n 1) = $argv[1]
    end
    complete -c uti -f -a '(__uti_words)'
    complete -c uti -n '__uti_wants files' -F
    complete -c uti -n '__uti_wants directories' -a '(__fish_complete_directories (commandline -ct))'
    """#
}
