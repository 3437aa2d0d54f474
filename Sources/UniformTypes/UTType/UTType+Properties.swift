internal import UTIPlatform
package import UTITypeGraph

extension UTType {
  /// The identifier, in lower case.
  public var identifier: String { typeIdentifier.rawValue }

  /// The preferred extension of files of the type, without its dot.
  public var preferredFilenameExtension: String? { preferredTag(.filenameExtension) }

  /// The preferred MIME type of data of the type.
  ///
  /// It is the first name in the built-in registry, which is IANA's if the type is registered. Other
  /// sources add names after it. A type without a name has the ``canonicalMIMEType`` of a supertype.
  public var preferredMIMEType: String? {
    guard case .registered(let snapshot, let index) = storage else {
      return preferredTag(.mimeType)
    }
    return snapshot.preferredMIMETypes.text(of: index) {
      snapshot.image.mimeName(of: index, in: snapshot.view)
    }
  }

  /// The description in the language of the user.
  ///
  /// A type without a description has the description of the first supertype with one, depth first
  /// in declared order; a dynamic type has none.
  public var localizedDescription: String? {
    localizedDescription(
      in: UserLanguages.preferred(in: EnvironmentVariables(snapshot.configuration.environment)))
  }

  /// The version of the declaration.
  public var version: Int? {
    activeDeclaration?.version.flatMap { Int($0.prefix { $0 != "." }) }
  }

  /// A Boolean value that indicates whether the type is derived from a tag.
  public var isDynamic: Bool {
    if case .computed(let computed) = storage { computed.dynamic != nil } else { false }
  }

  /// A Boolean value that indicates whether a registry has the type.
  public var isDeclared: Bool {
    if case .registered = storage { true } else { false }
  }

  /// A Boolean value that indicates whether the type is in the public domain: its identifier starts
  /// with `public.`.
  public var isPublic: Bool { typeIdentifier.isPublic }

  /// The tags of the type by class, in the order of declaration.
  public var tags: [UTTagClass: [String]] {
    var result: [UTTagClass: [String]] = [:]
    switch storage {
    case .registered(let snapshot, let index):
      for tag in snapshot.image.tags(of: index) where tag.holds(in: snapshot.view) {
        result[UTTagClass(tag.tag.tagClass), default: []].append(tag.tag.value)
      }
      if snapshot.view != .freedesktop { addFormats(to: &result) }
    case .computed(let computed):
      for tag in computed.dynamic?.tags ?? [] {
        result[UTTagClass(tag.tagClass), default: []].append(tag.value)
      }
    }
    return result
  }

  /// A declaration may state the same formats as the table.
  private func addFormats(to tags: inout [UTTagClass: [String]]) {
    let formats = FormatTable.puids(of: typeIdentifier)
    guard !formats.isEmpty else { return }
    let stated = tags[UTTagClass(.format)] ?? []
    tags[UTTagClass(.format)] = stated + formats.filter { !stated.contains($0) }
  }

  /// The order is of declaration; all classes are included.
  package var tagValues: [String] {
    switch storage {
    case .registered(let snapshot, let index):
      snapshot.image.tagValues(of: index, in: snapshot.view)
    case .computed(let computed):
      computed.dynamic?.tags.map(\.value) ?? []
    }
  }

  /// The languages are POSIX locales, best first.
  package func localizedDescription(in languages: [String]) -> String? {
    guard case .registered(let snapshot, let index) = storage else { return nil }
    // Nearly all types have their own description; the walk is for the others.
    if let text = snapshot.image.description(of: index, languages: languages) { return text }
    var seen: Set<TypeIndex> = [index]
    var pending: [TypeIndex] = snapshot.image.parents(of: index, in: snapshot.view).reversed()
    while let type = pending.popLast() {
      guard seen.insert(type).inserted else { continue }
      if let text = snapshot.image.description(of: type, languages: languages) { return text }
      pending += snapshot.image.parents(of: type, in: snapshot.view).reversed()
    }
    return nil
  }

  package var activeDeclaration: TypeDeclaration? {
    firstDeclaration.flatMap { $0.isActive ? $0.declaration : nil }
  }

  private func preferredTag(_ tagClass: TagClass) -> String? {
    switch storage {
    case .registered(let snapshot, let index):
      snapshot.image.preferredTag(of: index, tagClass: tagClass, in: snapshot.view)
    case .computed(let computed):
      computed.dynamic?.tags.first { $0.tagClass == tagClass }?.value
    }
  }
}

/// The vocabulary a tag belongs to, such as filename extensions or MIME types.
public struct UTTagClass: RawRepresentable, Hashable, Sendable {
  /// The identifier of the tag class.
  public let rawValue: String

  /// Makes a tag class from its identifier.
  ///
  /// - Parameter rawValue: the identifier, such as `public.filename-extension`.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Filename extensions, without the leading dot: `public.filename-extension`.
  public static var filenameExtension: UTTagClass { UTTagClass(.filenameExtension) }

  /// MIME types: `public.mime-type`.
  public static var mimeType: UTTagClass { UTTagClass(.mimeType) }

  init(_ tagClass: TagClass) {
    rawValue = tagClass.rawValue
  }
}

extension UTTagClass: CustomStringConvertible, CustomDebugStringConvertible {
  /// The identifier of the tag class.
  public var description: String { rawValue }

  /// The identifier of the tag class.
  public var debugDescription: String { rawValue }
}

extension UTTagClass: Codable {}
