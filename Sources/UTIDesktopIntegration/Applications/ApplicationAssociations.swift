import SystemPackage
import UTIPlatform
package import UTITypeGraph
package import UniformTypes

/// The applications of a type (Association between MIME types and applications 1.0.1, as in GLib).
///
/// Settings precede data, the user's folders precede the system's, and `gnome-mimeapps.list`
/// precedes `mimeapps.list`. Applications of the supertypes open a type without its own
/// application.
package struct ApplicationAssociations {
  /// An application that opens a type.
  package struct Candidate {
    package let entry: DesktopEntry
    package let mention: ApplicationMention
    /// The requested type, or a supertype.
    package let type: MIMEName
  }

  /// The applications of a type, with the statements about them.
  package struct Answer {
    package var preferred: Candidate?
    /// The associations of the type, then the ones of its supertypes.
    package var candidates: [Candidate] = []
    /// Named in statements, but without a way to start, with the reason.
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

  /// Sorted, wherever applications are installed.
  package static func installedIdentifiers(
    _ environment: DesktopEnvironment = DesktopEnvironment()
  ) -> [String] {
    let data = [environment.dataHome].compactMap(\.self) + environment.dataDirectories
    let identifiers = data.flatMap { ApplicationFolder($0.appending("applications")).identifiers }
    return Set(identifiers).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  package var identifiers: Set<String> {
    Set(layers.flatMap { $0.applications?.identifiers ?? [] })
  }

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

  /// The canonical names; a type has no application if no name of it or a supertype is here.
  package var associatedNames: Set<MIMEName> {
    Set(layers.flatMap(\.names).map(lineage.canonicalName))
  }

  /// The names are the value of ``associatedNames``.
  package func isOpened(_ name: MIMEName, associatedNames: Set<MIMEName>) -> Bool {
    guard lineage.names(name).contains(where: associatedNames.contains) else { return false }
    return answer(for: name).preferred != nil
  }

  /// nil when there is none.
  package func entry(_ identifier: String) -> DesktopEntry? {
    layers.lazy.compactMap { $0.applications?.entry(identifier) }.first
  }

  /// nil when the application can be started.
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

  /// A folder of higher precedence has the identifier, and then describes the application.
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

/// The names of a MIME type and then its supertypes, level by level, to look for applications.
///
/// As in GLib, only stated supertypes count: plain text of every text type adds no application.
package struct MIMETypeLineage {
  private let registry: TypeRegistry

  package init(_ registry: TypeRegistry) {
    self.registry = registry.seen(as: .freedesktop)
  }

  package func canonicalName(_ name: MIMEName) -> MIMEName {
    registry.type(canonicalMIMEType: name.spelling)
      .flatMap { $0.canonicalMIMEType.flatMap(MIMEName.init) } ?? name
  }

  package func names(_ name: MIMEName) -> [MIMEName] {
    var names = [canonicalName(name)]
    var next = 0
    while next < names.count {
      for parent in parents(names[next]) where !names.contains(parent) { names.append(parent) }
      next += 1
    }
    return names
  }

  private func parents(_ name: MIMEName) -> [MIMEName] {
    guard let type = registry.type(canonicalMIMEType: name.spelling) else { return [] }
    // What the base adds to a type of the machine's packages no desktop knows.
    let isOfMachine = type.isDescribedOutsideBase
    return type.edges.compactMap { edge in
      guard edge.kind == .explicit,
        !isOfMachine || edge.origin.map({ $0.source.layer != .base }) ?? true
      else { return nil }
      return edge.supertype.canonicalMIMEType.flatMap(MIMEName.init)
    }
  }
}
