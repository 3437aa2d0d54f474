import CFloors
import Measure
import UTIPlatform
import UTITypeDeclarations
import UTITypeGraph
import UniformTypes

/// From a database's XML to a registry, and from a cached registry to the first result.
struct ImageSuite: Suite {
  func run(_ options: Options, into report: inout Report) throws {
    let bytes = try Files.read(options.database)
    let parse = {
      let elements = bytes.withUnsafeBytes { buffer in
        buffer.withMemoryRebound(to: CChar.self) { text in
          text.baseAddress.map { floor_parse_xml($0, Int32(text.count)) } ?? -1
        }
      }
      guard elements > 0 else { throw UsageError("\(options.database) is not well-formed") }
    }
    let source = Registries.source(options.database)
    try measure(options, into: &report, "image-read") { name in
      Comparison(
        name, over: "SAX parse of the same bytes", count: 1, rounds: 9, floor: parse,
        work: { consume(try DeclarationReader().read(bytes, from: source)) })
    }
    try measure(options, into: &report, "image-build") { name in
      let file = try DeclarationReader().read(bytes, from: source)
      return Comparison(
        name, over: "SAX parse of the same bytes", count: 1, rounds: 9, floor: parse,
        work: { consume(try RegistryBuilder(files: [file]).imageBytes()) })
    }
    try measure(options, into: &report, "image-read-and-build") { name in
      Comparison(
        name, over: "SAX parse of the same bytes", count: 1, rounds: 9, floor: parse,
        work: {
          let file = try DeclarationReader().read(bytes, from: source)
          consume(try RegistryBuilder(files: [file]).imageBytes())
        })
    }
    try measure(options, into: &report, "image-merge-with-base") { name in
      Comparison(
        name, over: "SAX parse of the same bytes", count: 1, rounds: 9, floor: parse,
        work: { consume(try Registries.merged(with: options.database)) })
    }
    try measure(options, into: &report, "image-open") { try opening($0, options) }
  }

  /// Opens a registry from the cache of an earlier process.
  private func opening(_ name: String, _ options: Options) throws -> Comparison {
    let cache = options.folder + "/cache"
    for folder in [options.folder, cache] { mkdir(folder, 0o700) }
    let configuration = RegistryConfiguration(
      environment: ["XDG_CACHE_HOME": cache], includesInstalledDeclarations: false,
      files: [options.database])
    _ = try TypeRegistry(configuration)
    let passes = 100
    var buffer = [UInt8](repeating: 0, count: 4_096)
    return Comparison(
      name, over: "open, fstat, pread and close", count: passes,
      floor: {
        for _ in 0..<passes { consume(floor_read_file(options.database, &buffer, buffer.count)) }
      },
      work: {
        for _ in 0..<passes { consume(try TypeRegistry(configuration).type("public.png")) }
      })
  }
}
