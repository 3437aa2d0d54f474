package import SystemPackage
import TypeDeclarations
package import UTIDataFormats
import UTIPlatform
package import UTITypeGraph

/// A file of associations (Association between MIME types and applications 1.0.1).
package struct MIMEAppsList: Sendable {
  /// An application that a line of the file names.
  package struct Mention: Hashable, Sendable {
    /// The identifier of a desktop file.
    let application: String
    let line: Int
  }

  /// The kinds of files.
  package enum Kind: Sendable {
    /// `mimeapps.list`, which may have all kinds of statements.
    case associations
    /// `gnome-mimeapps.list` and the like, and the old `defaults.list`: defaults alone.
    case defaults
    /// `mimeinfo.cache`, in which update-desktop-database collects the statements of desktop files.
    case cache
  }

  package let path: FilePath
  package let kind: Kind
  /// The applications by kind of statement, with the name that the file gives the type.
  package private(set) var defaults: [(name: MIMEName, mentions: [Mention])] = []
  package private(set) var added: [(name: MIMEName, mentions: [Mention])] = []
  package private(set) var removed: [(name: MIMEName, mentions: [Mention])] = []

  package static let defaultGroup = "Default Applications"
  package static let addedGroup = "Added Associations"
  package static let removedGroup = "Removed Associations"

  /// nil when the file is missing or unreadable.
  package init?(_ path: FilePath, kind: Kind) {
    let limit = ReadingLimits().documentSize
    guard let file = try? RegularFile(at: path, limit: limit) else { return nil }
    self.init(path, kind: kind, KeyFile(file.bytes))
  }

  package init(_ path: FilePath, kind: Kind, _ file: KeyFile) {
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
