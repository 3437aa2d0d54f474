package import SystemPackage
import UTIPlatform
package import UTITypeGraph

/// The statements of a folder about applications, in the order in which desktops read the folders.
package struct ApplicationLayer: Sendable {
  /// The applications that the files of a folder associate with a type.
  package struct Statements: Sendable {
    var defaults: [ApplicationMention] = []
    var additions: [ApplicationMention] = []
    var removals: [ApplicationMention] = []
  }

  /// nil for a folder of settings.
  package let applications: ApplicationFolder?
  private let lists: [MIMEAppsList]

  /// The path is of settings, or an `applications` folder; desktops are in order of precedence.
  package init(_ path: FilePath, holdsApplications: Bool, desktops: [String]) {
    applications = holdsApplications ? ApplicationFolder(path) : nil
    var lists = desktops.map { ("\($0)-mimeapps.list", MIMEAppsList.Kind.defaults) }
    lists.append(("mimeapps.list", .associations))
    if holdsApplications {
      lists += [("defaults.list", .defaults), ("mimeinfo.cache", .cache)]
    }
    self.lists = lists.compactMap { MIMEAppsList(path.appending(text: $0.0), kind: $0.1) }
  }

  /// `isType`: whether a name is a name of the type.
  package func statements(about isType: (MIMEName) -> Bool) -> Statements {
    var result = Statements()
    for list in lists {
      func mentions(
        _ entries: [(name: MIMEName, mentions: [MIMEAppsList.Mention])],
        _ ground: ApplicationMention.Ground
      ) -> [ApplicationMention] {
        entries.filter { isType($0.name) }.flatMap(\.mentions).map {
          ApplicationMention($0.application, ground, file: list.path.text, line: $0.line)
        }
      }
      result.additions.add(
        mentions(list.added, list.kind == .cache ? .declared : .added), except: result.removals)
      result.removals.add(mentions(list.removed, .removed), except: result.additions)
      result.defaults.add(mentions(list.defaults, .default), except: [])
    }
    declare(&result, isType)
    return result
  }

  /// The types that the files associate with applications, or give a default.
  package var names: [MIMEName] {
    lists.flatMap { ($0.added + $0.defaults).map(\.name) } + (applications?.mimeTypes ?? [])
  }

  /// Desktop files replace the cache as the origin.
  private func declare(_ result: inout Statements, _ isType: (MIMEName) -> Bool) {
    guard let applications else { return }
    let places = Dictionary(
      result.additions.enumerated().map { ($1.application, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    var declared: [ApplicationMention] = []
    for identifier in applications.identifiers {
      let place = places[identifier]
      if let place, result.additions[place].ground != .declared { continue }
      guard let entry = applications.entry(identifier), entry.mimeTypes.contains(where: isType)
      else { continue }
      let mention = ApplicationMention(
        identifier, .declared, file: entry.path.text, line: entry.mimeTypesLine)
      if let place {
        result.additions[place] = mention
      } else if !entry.isDeleted {
        declared.append(mention)
      }
    }
    result.additions.add(declared, except: result.removals)
  }
}

/// A statement that names an application.
package struct ApplicationMention: Hashable, Sendable {
  /// The relation between the application and the type in a statement.
  package enum Ground: String, Sendable, CaseIterable {
    /// It is to open the type (Default Applications).
    case `default`
    /// The user or an administrator has associated it with the type (Added Associations).
    case added
    /// Its desktop file states that it opens the type (MimeType).
    case declared
    /// It is not to be offered for the type (Removed Associations).
    case removed
  }

  /// The identifier of a desktop file.
  package let application: String
  package let ground: Ground
  package let file: String
  /// Counted from 1.
  package let line: Int

  package init(_ application: String, _ ground: Ground, file: String, line: Int) {
    self.application = application
    self.ground = ground
    self.file = file
    self.line = line
  }
}

extension [ApplicationMention] {
  /// Applications that either list names already are omitted.
  package mutating func add(_ mentions: [ApplicationMention], except others: [ApplicationMention]) {
    // Lists may be long, because any user can write such a file.
    var known = Set(map(\.application)).union(others.lazy.map(\.application))
    append(contentsOf: mentions.filter { known.insert($0.application).inserted })
  }
}
