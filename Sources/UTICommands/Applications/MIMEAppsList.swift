internal import DataFormats
import TypeDeclarations
import TypeGraph

/// A file that associates MIME types with applications (Association between MIME types and applications
/// 1.0.1).
struct MIMEAppsList: Sendable {
  /// An application that a line of the file names.
  struct Mention: Hashable, Sendable {
    /// The identifier of a desktop file.
    let application: String
    let line: Int
  }

  /// The kinds of files.
  enum Kind: Sendable {
    /// `mimeapps.list`, which may say all.
    case associations
    /// `gnome-mimeapps.list` and the like, and the old `defaults.list`: defaults alone.
    case defaults
    /// `mimeinfo.cache`, in which update-desktop-database gathers what desktop files say.
    case cache
  }

  let path: String
  let kind: Kind
  /// The applications of each type by what is said of them, by the name that the file gives the type.
  private(set) var defaults: [(name: MIMEName, mentions: [Mention])] = []
  private(set) var added: [(name: MIMEName, mentions: [Mention])] = []
  private(set) var removed: [(name: MIMEName, mentions: [Mention])] = []

  static let defaultGroup = "Default Applications"
  static let addedGroup = "Added Associations"
  static let removedGroup = "Removed Associations"

  /// Reads a file; nil when there is none that can be read.
  init?(_ path: String, kind: Kind) {
    guard let bytes = try? RegularFile.contents(of: path, limits: ReadingLimits()) else {
      return nil
    }
    self.init(path, kind: kind, KeyFile(bytes))
  }

  init(_ path: String, kind: Kind, _ file: KeyFile) {
    self.path = path
    self.kind = kind
    func mentions(_ group: String) -> [(name: MIMEName, mentions: [Mention])] {
      file.entries(of: group).compactMap { entry in
        MIMEName(entry.key).map { name in
          let mentions = KeyFile.list(entry.value).map {
            Mention(application: $0, line: entry.line)
          }
          return (name, mentions)
        }
      }
    }
    switch kind {
    case .associations:
      defaults = mentions(Self.defaultGroup)
      added = mentions(Self.addedGroup)
      removed = mentions(Self.removedGroup)
    case .defaults: defaults = mentions(Self.defaultGroup)
    case .cache: added = mentions("MIME Cache")
    }
  }
}
