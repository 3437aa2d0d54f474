import SystemPackage
import TypeDeclarations
import UTIPlatform
package import UTITypeGraph

/// The applications that open a MIME type, by the rules that desktops share.
///
/// Association between MIME types and applications 1.0.1, as GLib reads it. Folders of settings
/// precede folders of data, the folders of the user precede those that the system has, and in a
/// folder `gnome-mimeapps.list` precedes `mimeapps.list`. The applications of the supertypes open a
/// type without its own application.
package struct ApplicationAssociations {
  /// An application that opens a type.
  package struct Candidate {
    package let entry: DesktopEntry
    package let mention: ApplicationMention
    /// The type of the statement: the requested type, or a supertype.
    package let type: MIMEName
  }

  /// The applications of a type, with the statements about them.
  package struct Answer {
    /// The application that opens the type.
    package var preferred: Candidate?
    /// All applications that are associated with it, and with its supertypes after those.
    package var candidates: [Candidate] = []
    /// The applications named in statements that cannot be started, with the reason.
    package private(set) var unusable: [(mention: ApplicationMention, reason: String)] = []
    private var unusableNames: Set<String> = []

    fileprivate mutating func refuse(_ mention: ApplicationMention, _ reason: String) {
      guard unusableNames.insert(mention.application).inserted else { return }
      unusable.append((mention, reason))
    }
  }

  private static let missing = "no such desktop file is installed"
  private let layers: [ApplicationLayer]
  private let programDirectories: [String]
  private let lineage: MIMETypeLineage

  package init(_ environment: DesktopEnvironment, lineage: MIMETypeLineage) {
    self.lineage = lineage
    programDirectories = environment.programDirectories
    let settings =
      [environment.configurationHome].compactMap(\.self) + environment.configurationDirectories
    let data = [environment.dataHome].compactMap(\.self) + environment.dataDirectories
    let desktops = environment.desktops
    layers =
      settings.map { ApplicationLayer($0, holdsApplications: false, desktops: desktops) }
      + data.map {
        ApplicationLayer($0.appending("applications"), holdsApplications: true, desktops: desktops)
      }
  }

  /// The identifiers of all desktop files where applications are installed, sorted.
  package static func installedIdentifiers(
    _ environment: DesktopEnvironment = DesktopEnvironment()
  ) -> [String] {
    let data = [environment.dataHome].compactMap(\.self) + environment.dataDirectories
    let identifiers = data.flatMap { ApplicationFolder($0.appending("applications")).identifiers }
    return Set(identifiers).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The identifiers of all desktop files.
  package var identifiers: Set<String> {
    Set(layers.flatMap { $0.applications?.identifiers ?? [] })
  }

  /// Returns the applications that open a type.
  package func answer(for name: MIMEName) -> Answer {
    var answer = Answer()
    var hits: [ApplicationMention] = []
    var blocked: Set<String> = []
    for type in lineage.names(name) {
      let statements = layers.map { layer in
        layer.statements { $0 == type || lineage.canonicalName($0) == type }
      }
      var found: [ApplicationMention] = []
      for (index, statement) in statements.enumerated() {
        found.add(
          statement.additions.filter {
            !blocked.contains($0.application) && !isMasked($0.application, below: index)
          }, except: hits)
        let known = Set((hits + found).map(\.application))
        blocked.formUnion(statement.removals.map(\.application).filter { !known.contains($0) })
      }
      hits += found
      let candidates = found.compactMap { candidate($0, type, &answer) }
      answer.candidates += candidates
      if answer.preferred == nil {
        var defaults: [ApplicationMention] = []
        for statement in statements { defaults.add(statement.defaults, except: []) }
        answer.preferred =
          defaults.lazy.compactMap { candidate($0, type, &answer) }.first ?? candidates.first
      }
    }
    return answer
  }

  /// The canonical names of all types that files associate with applications.
  ///
  /// A type is opened by no application if neither its name nor a name of its supertypes is among
  /// them.
  package var associatedNames: Set<MIMEName> {
    Set(layers.flatMap(\.names).map(lineage.canonicalName))
  }

  /// Returns true if an application opens a type.
  ///
  /// - Parameter associatedNames: the value of ``associatedNames``.
  package func isOpened(_ name: MIMEName, associatedNames: Set<MIMEName>) -> Bool {
    guard lineage.names(name).contains(where: associatedNames.contains) else { return false }
    return answer(for: name).preferred != nil
  }

  /// Returns the desktop file with an identifier; nil when there is none.
  package func entry(_ identifier: String) -> DesktopEntry? {
    layers.lazy.compactMap { $0.applications?.entry(identifier) }.first
  }

  /// Returns the reason why an application cannot be started; nil when it can.
  package func obstacle(_ identifier: String) -> String? {
    entry(identifier).map { $0.obstacle(hasProgram) } ?? Self.missing
  }

  private func candidate(
    _ mention: ApplicationMention, _ type: MIMEName, _ answer: inout Answer
  ) -> Candidate? {
    guard let entry = entry(mention.application) else {
      answer.refuse(mention, Self.missing)
      return nil
    }
    if let reason = entry.obstacle(hasProgram) {
      answer.refuse(mention, reason)
      return nil
    }
    return Candidate(entry: entry, mention: mention, type: type)
  }

  /// Returns true if a folder of higher precedence has a desktop file with the same identifier,
  /// which then describes the application.
  private func isMasked(_ application: String, below index: Int) -> Bool {
    layers[..<index].contains { $0.applications?.entry(application) != nil }
  }

  private func hasProgram(_ name: String) -> Bool {
    if name.contains("/") { return Self.isProgram(name) }
    return programDirectories.contains { Self.isProgram("\($0)/\(name)") }
  }

  private static func isProgram(_ path: String) -> Bool {
    FilePath(text: path).leadsToFile
      && LosslessText.withPlatformString(path) { access($0, X_OK) } == 0
  }
}
