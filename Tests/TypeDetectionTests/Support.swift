import UTITypeDetection
import UTITypeGraph

/// Registries and files that tests make.
enum Fixture {
  static let source = DeclarationSource(
    path: "/system/packages/test.xml", format: .sharedMIMEInfo, layer: .system)

  /// A registry of one shared-mime-info package.
  static func image(
    _ types: [MIMETypeDeclaration], base: [MIMETypeDeclaration] = [],
    declared: [TypeDeclaration] = [], layer: DeclarationSource.Layer = .program
  ) throws -> RegistryImage {
    try RegistryBuilder(files: [
      DeclarationFile(source: source, mimeTypes: types),
      DeclarationFile(
        source: DeclarationSource(path: "/base.xml", format: .sharedMIMEInfo, layer: .base),
        mimeTypes: base),
      DeclarationFile(
        source: DeclarationSource(path: "/program.plist", format: .propertyList, layer: layer),
        types: declared),
    ]).image()
  }

  /// A detector over types that need a name only: any MIME name answers under itself.
  static func detector(
    _ names: [String], parents: [String: String] = [:], limits: DetectionLimits = .init()
  ) throws -> TypeDetector {
    let types = names.map { name in
      type(name) { type in
        if let parent = parents[name].flatMap({ MIMEName($0) }) {
          type.superclasses = [Located(parent, at: .none)]
        }
      }
    }
    return TypeDetector(image: try image(types), limits: limits)
  }

  static func type(
    _ name: String, _ change: (inout MIMETypeDeclaration) -> Void = { _ in }
  ) -> MIMETypeDeclaration {
    guard let name = MIMEName(name) else { preconditionFailure("\(name) is no MIME name") }
    var type = MIMETypeDeclaration(name: name, position: SourcePosition(line: 1, column: 1))
    change(&type)
    return type
  }

  static func match(
    _ value: [UInt8], at offsets: ClosedRange<Int> = 0...0, mask: [UInt8]? = nil,
    children: [MagicMatch] = []
  ) -> MagicMatch {
    MagicMatch(
      type: .string, offsets: offsets, value: value, mask: mask, children: children,
      position: SourcePosition(line: 2, column: 1))
  }

  static func glob(_ pattern: String, weight: Int = 50) -> GlobDeclaration {
    GlobDeclaration(pattern: pattern, weight: weight, position: SourcePosition(line: 3, column: 1))
  }

  static func rule(_ matches: [MagicMatch], priority: Int = 50) -> MagicRule {
    MagicRule(
      priority: priority, matches: matches, position: SourcePosition(line: 4, column: 1))
  }
}

extension [UInt8] {
  init(little value: Int, _ width: Int) {
    self = (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  init(big value: Int, _ width: Int) {
    self = [UInt8](little: value, width).reversed()
  }
}
