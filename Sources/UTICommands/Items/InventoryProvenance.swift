import UTICommandOutput
internal import UTIDataFormats
internal import UTIPlatform
import UniformTypes

/// The versions of all that determines the answers of an inventory.
struct InventoryProvenance {
  /// The first words of the line.
  static let title = "# uti "

  private let registry: TypeRegistry
  private let signaturePaths: [String]

  init(_ registry: TypeRegistry, signaturePaths: [String] = []) {
    self.registry = registry
    self.signaturePaths = signaturePaths
  }

  /// The line is a record in JSON, and otherwise a comment.
  func line(in format: OutputFormat) -> String {
    let paths = registry.sources.filter { $0.layer != .base }.map(\.path) + signaturePaths
    let databases = paths.map { (path: $0, digest: Self.digest(ofFileAt: $0) ?? "unreadable") }
    let base = "\(PackageVersion.text)"
    guard format == .jsonl else {
      let others = databases.map { " \(VisibleText.shortened($0.path))=\($0.digest)" }
      return Self.title + base + " registry=\(registryDigest)" + others.joined()
    }
    return JSONValue.object([
      (
        "inventory",
        .object([
          ("program", .string(base)), ("registry", .string(registryDigest)),
          (
            "databases",
            .array(
              databases.map {
                .object([("path", .string($0.path)), ("digest", .string($0.digest))])
              })
          ),
        ])
      )
    ]).text()
  }

  private var registryDigest: String {
    (try? TypeRegistry.base()).map { String($0.checksum, radix: 16) } ?? "unknown"
  }

  private static func digest(ofFileAt path: String) -> String? {
    guard let bytes = try? RegularFile(declarationsAt: path, limits: ReadingLimits()).bytes else {
      return nil
    }
    var hash = StableHash()
    bytes.withUnsafeBytes { hash.combine(words: $0) }
    return String(hash.value, radix: 16)
  }
}
