import Measure
import UTIPlatform
import Workloads

let usage = """
  usage: benchmark [run] [NAME-PART...] [--check] [--database FILE] [--command UTI] [--files N]
                   [--paths LIST] [--folder DIR] [--thresholds FILE]
         benchmark registry COUNT FILE   write a synthetic database
         benchmark tree COUNT DIR        write a synthetic tree of files
         benchmark build FILE            build the registry of a database, and end
         benchmark names COUNT FILE      write file names, one a line
         benchmark pairs COUNT FILE      write pairs of MIME types, half of which conform
         benchmark peer QUESTION LIST [DATABASE]
                                         what the programs in Peers do, with this library
         benchmark spawn COUNT COMMAND [ARGUMENT...]
                                         start a command again and again

  """

func complain(_ text: String) {
  let bytes = Array(text.utf8)
  _ = write(2, bytes, bytes.count)
}

func run(_ arguments: ArraySlice<String>) throws -> Int32 {
  let options = try Options(arguments)
  if options.command == nil, options.filters.contains(where: { $0.hasPrefix("start") }) {
    throw UsageError("a start needs the command that is started: --command UTI")
  }
  let thresholds = try Thresholds(String(decoding: Files.read(options.thresholds), as: UTF8.self))
  var report = Report(thresholds)
  let suites: [any Suite] = [
    NameSuite(), ConformanceSuite(), DetectionSuite(), ImageSuite(), StartSuite(), BulkSuite(),
    ScaleSuite(),
  ]
  for suite in suites { try suite.run(options, into: &report) }
  guard report.count > 0 else {
    throw UsageError("no comparison is called \(options.filters.joined(separator: " or "))")
  }
  guard options.isChecking else { return 0 }
  if !report.unlimited.isEmpty {
    complain("without a threshold: \(report.unlimited.joined(separator: ", "))\n")
  }
  if !report.misses.isEmpty {
    complain("above their thresholds: \(report.misses.joined(separator: ", "))\n")
  }
  return report.misses.isEmpty && report.unlimited.isEmpty ? 0 : 1
}

func answer(_ arguments: [String]) throws -> Int32 {
  switch (arguments.first, arguments.count) {
  case ("registry", 3):
    let registry = SyntheticRegistry(count: try Int(count: arguments[1]))
    try Files.write(Array(registry.xml.utf8), to: arguments[2])
  case ("tree", 3):
    let tree = SyntheticTree(count: try Int(count: arguments[1]))
    for path in try tree.write(to: arguments[2]) { print(path) }
  case ("build", 2): try ScaleSuite.build(arguments[1])
  case ("names", 3): try Peer.writeNames(arguments[1], to: arguments[2])
  case ("extensions", 3): try Peer.writeExtensions(arguments[1], to: arguments[2])
  case ("pairs", 3): try Peer.writePairs(arguments[1], to: arguments[2])
  case ("spawn", 3...):
    let count = try Int(count: arguments[1])
    let command = Array(arguments.dropFirst(2))
    let time = try Stopwatch.time { for _ in 0..<count { try StartSuite.spawn(command) } }
    print(Int(time / Double(count)))
  case ("peer", 3...): try Peer.run(Array(arguments.dropFirst()))
  case ("run", _): return try run(arguments.dropFirst())
  case ("help", _), ("--help", _): print(usage, terminator: "")
  default: return try run(arguments[...])
  }
  return 0
}

do {
  exit(try answer(Array(CommandLine.arguments.dropFirst())))
} catch let error as UsageError {
  complain("benchmark: \(error)\n\(usage)")
  exit(64)
} catch {
  complain("benchmark: \(error)\n")
  exit(1)
}
