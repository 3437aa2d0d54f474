import Foundation

// mutate LIST: prints every mutant of the sources that LIST names, a path a line.
// mutate LIST NUMBERS: writes the mutants of the file NUMBERS, a number a line, into the sources.
//
// A printed line has the number, path, line, the original text and the text of the mutant, separated
// by tabs. Numbers depend on the sources and on nothing else.

func lines(_ path: String) throws -> [String] {
  try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
}

func oneLine(_ text: some StringProtocol) -> String {
  text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}

let arguments = CommandLine.arguments
guard arguments.count == 2 || arguments.count == 3 else {
  FileHandle.standardError.write(Data("usage: mutate LIST [NUMBERS]\n".utf8))
  exit(64)
}
let wanted = arguments.count == 3 ? Set(try lines(arguments[2]).compactMap { Int($0) }) : nil

var number = 0
for path in try lines(arguments[1]) {
  let source = try String(contentsOfFile: path, encoding: .utf8)
  let sites = SiteCollector.sites(of: source)
  var mutants: [Mutant] = []
  let bytes = Array(source.utf8)
  for (index, site) in sites.enumerated() {
    for alternative in site.alternatives.indices {
      number += 1
      mutants.append(Mutant(number: number, site: index, alternative: alternative))
      guard wanted == nil else { continue }
      let line = 1 + bytes[..<site.range.lowerBound].count { $0 == UInt8(ascii: "\n") }
      let original = oneLine(String(decoding: bytes[site.range], as: UTF8.self))
      print(number, path, line, original, oneLine(site.alternatives[alternative]), separator: "\t")
    }
  }
  if let wanted {
    let chosen = mutants.filter { wanted.contains($0.number) }
    guard !chosen.isEmpty else { continue }
    let text = Rendering(source: source, sites: sites, mutants: chosen).text()
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }
}
