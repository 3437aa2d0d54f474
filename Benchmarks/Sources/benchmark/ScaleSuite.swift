import CFloors
import Measure
import UTIPlatform
import UTITypeDeclarations
import UTITypeDetection
import UTITypeGraph
import UniformTypes
import Workloads

/// The growth of cost with the number of types.
struct ScaleSuite: Suite {
  private static let sizes = [1_000, 10_000, 100_000]
  private static let passes = 50

  func run(_ options: Options, into report: inout Report) throws {
    guard
      ["scale-name", "scale-conforms", "scale-magic", "scale-build"].contains(
        where: options.selects)
    else { return }
    mkdir(options.folder, 0o700)
    if options.selects("scale-build") {
      for count in Self.sizes { try reportBuild(count, options, into: &report) }
    }
    let small = try Scaled(Self.sizes[0], options)
    for count in Self.sizes.dropFirst() {
      let large = try Scaled(count, options)
      try measure(options, into: &report, "scale-name-\(count)") { name in
        Comparison(
          name, over: "the same with 1,000 types", count: small.names.count * Self.passes,
          floor: { small.lookUpNames(Self.passes) }, work: { large.lookUpNames(Self.passes) })
      }
      try measure(options, into: &report, "scale-conforms-\(count)") { name in
        Comparison(
          name, over: "the same with 1,000 types", count: small.pairs.count * Self.passes,
          floor: { small.askPairs(Self.passes) }, work: { large.askPairs(Self.passes) })
      }
      try measure(options, into: &report, "scale-magic-\(count)") { name in
        Comparison(
          name, over: "the same with 1,000 types", count: small.buffers.count * Self.passes,
          floor: { small.identifyBuffers(Self.passes) },
          work: { large.identifyBuffers(Self.passes) })
      }
    }
  }

  /// Runs in a separate process, because the peak of memory includes the whole process.
  private func reportBuild(_ count: Int, _ options: Options, into report: inout Report) throws {
    let path = try Scaled.write(count, options)
    let bytes = try Files.read(path)
    let program = "/proc/self/exe"
    var times: [Double] = []
    var floors: [Double] = []
    for _ in 0..<3 {
      times.append(try Stopwatch.time { try StartSuite.spawn([program, "build", path]) })
      floors.append(
        Stopwatch.time {
          bytes.withUnsafeBytes { buffer in
            buffer.withMemoryRebound(to: CChar.self) { text in
              consume(text.baseAddress.map { floor_parse_xml($0, Int32(text.count)) })
            }
          }
        })
    }
    report.add(
      Figure(
        name: "scale-build-\(count)", floorName: "SAX parse of the same bytes",
        floor: floors.median, ours: times.median,
        ratio: zip(times, floors).map { $0 / $1 }.median))
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    report.add("scale-build-\(count)-peak", Double(usage.ru_maxrss) / 1_024, "MiB")
  }

  /// Reads a database, builds its registry and prints its size and a sum over its bytes.
  ///
  /// The sum compares two versions of the builder.
  static func build(_ path: String) throws {
    let file = try DeclarationReader().read(Registries.source(path))
    let bytes = try RegistryBuilder(files: [file]).imageBytes()
    let sum = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    print("\(bytes.count) bytes, \(String(sum, radix: 16))")
  }
}

/// A synthetic registry with its look-ups.
private struct Scaled {
  let registry: TypeRegistry
  let names: [String]
  let pairs: [(UTType, UTType)]
  let buffers: [[UInt8]]

  init(_ count: Int, _ options: Options) throws {
    let path = try Self.write(count, options)
    registry = try TypeRegistry(
      RegistryConfiguration(
        environment: [:], includesInstalledDeclarations: false, includesBase: false,
        files: [path], usesCache: false))
    let synthetic = SyntheticRegistry(count: count)
    var generator = SeededGenerator(seed: 11)
    names = (0..<1_000).map { _ in
      "file." + synthetic.filenameExtension(of: Int.random(in: 0..<count, using: &generator))
    }
    pairs = ConformanceSuite.pairs(in: registry)
    var content = SyntheticContent(seed: 3)
    buffers = (0..<16).map { _ in content.bytes(.unknown, size: 4_096) }
  }

  static func write(_ count: Int, _ options: Options) throws -> String {
    let path = options.folder + "/synthetic-\(count).xml"
    try Files.write(Array(SyntheticRegistry(count: count).xml.utf8), to: path)
    return path
  }

  func lookUpNames(_ passes: Int) {
    for _ in 0..<passes { consume(NameSuite.count(names, in: registry)) }
  }

  func askPairs(_ passes: Int) {
    for _ in 0..<passes { consume(ConformanceSuite.count(pairs)) }
  }

  func identifyBuffers(_ passes: Int) {
    for _ in 0..<passes { for bytes in buffers { consume(registry.identify(bytes: bytes)) } }
  }
}
