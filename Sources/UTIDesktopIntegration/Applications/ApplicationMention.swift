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
  /// The line, counted from 1.
  package let line: Int

  package init(_ application: String, _ ground: Ground, file: String, line: Int) {
    self.application = application
    self.ground = ground
    self.file = file
    self.line = line
  }
}

extension [ApplicationMention] {
  /// Appends mentions of applications that neither this list nor another names already.
  package mutating func add(_ mentions: [ApplicationMention], except others: [ApplicationMention]) {
    // Lists may be long, because any user can write such a file.
    var known = Set(map(\.application)).union(others.lazy.map(\.application))
    append(contentsOf: mentions.filter { known.insert($0.application).inserted })
  }
}
