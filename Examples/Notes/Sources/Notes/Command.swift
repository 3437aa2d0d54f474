/// A command that a user can type.
enum Command {
  case show, undo, redo, save, information, close, discard, help
  case add(String)
  case change(Int, String)
  case remove(Int)
  case attach(String)
  case convert(String)
  case copy(String)

  static let summary = """
    show              the note, its lines numbered
    add TEXT          a line at the end
    change N TEXT     another text for line N
    remove N          line N
    attach FILE       a file; a note with attachments is saved as a notebook
    convert EXTENSION the type that the note is saved as from now on
    undo, redo        the last change
    save              now; otherwise the note saves itself a while after a change
    copy FILE         the note as it is now, to another place
    info              its type, class and state
    close             saves and ends
    discard           ends without saving
    """

  init?(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = words.count > 1 ? words[1] : ""
    switch (words.first ?? "", rest.isEmpty) {
    case ("show", true): self = .show
    case ("undo", true): self = .undo
    case ("redo", true): self = .redo
    case ("save", true): self = .save
    case ("info", true): self = .information
    case ("close", true), ("quit", true): self = .close
    case ("discard", true): self = .discard
    case ("help", _): self = .help
    case ("add", _): self = .add(rest)
    case ("attach", false): self = .attach(rest)
    case ("convert", false): self = .convert(rest)
    case ("copy", false): self = .copy(rest)
    case ("remove", false):
      guard let number = Int(rest) else { return nil }
      self = .remove(number)
    case ("change", false):
      let parts = rest.split(separator: " ", maxSplits: 1).map(String.init)
      guard parts.count == 2, let number = Int(parts[0]) else { return nil }
      self = .change(number, parts[1])
    default: return nil
    }
  }
}
