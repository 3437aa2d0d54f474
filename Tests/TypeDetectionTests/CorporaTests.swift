import Foundation
import TestSupport
import Testing
import UTITypeDeclarations
import UTITypeDetection
import UTITypeGraph

/// The upstream test list with the upstream database, in the view that keeps its order.
struct UpstreamListTests {
  @Test(
    "Every line of the upstream list that should succeed does",
    .requires(.corpora))
  func list() throws {
    let directory = try #require(Corpora.directory)
    let path = directory + "/xdg/mime/packages/freedesktop.org.xml"
    let file = try DeclarationReader().read(
      DeclarationSource(path: path, format: .sharedMIMEInfo, layer: .system))
    let detector = TypeDetector(image: try RegistryBuilder(files: [file]).image())
    let columns: [DetectionInput] = [.name, .content, .both]
    for line in try Corpora.lines("detection/list") where !line.hasPrefix("#") {
      let fields = line.split(whereSeparator: \.isWhitespace)
      guard fields.count >= 2 else { continue }
      let flags = Array(fields.count > 2 ? fields[2] : "")
      for (index, basis) in columns.enumerated()
      where !(index < flags.count && flags[index] == "x") {
        let found = try detector.verdict(
          forPath: "\(directory)/detection/\(fields[0])", by: basis, view: .freedesktop)
        let isRight = found.mimeType?.lowercased() == fields[1].lowercased()
        #expect(isRight, "\(basis) of \(fields[0]): \(found.mimeType ?? "none")")
      }
    }
  }

  @Test("No real file costs more reads than the limits allow", .requires(.corpora))
  func readsPerFile() throws {
    let directory = try #require(Corpora.directory)
    let path = directory + "/xdg/mime/packages/freedesktop.org.xml"
    let file = try DeclarationReader().read(
      DeclarationSource(path: path, format: .sharedMIMEInfo, layer: .system))
    let limits = DetectionLimits()
    let detector = TypeDetector(image: try RegistryBuilder(files: [file]).image(), limits: limits)
    for line in try Corpora.lines("files/labels.tsv") where !line.hasPrefix("#") {
      guard let name = line.split(separator: "\t").first else { continue }
      let cost = try detector.verdict(forPath: "\(directory)/files/\(name)").cost
      #expect(cost.reads <= 1 + limits.containerReadCount)
    }
  }
}

extension Corpora {
  static func lines(_ name: String) throws -> [Substring] {
    try String(contentsOfFile: (directory ?? "") + "/" + name, encoding: .utf8)
      .split(separator: "\n")
  }
}

/// The extensions of the MIME types that are registered or sent, and what is known of them.
struct RegisteredExtensionTests {
  @Test("The declarations have most registered extensions", .requires(.corpora))
  func share() throws {
    let detector = try BaseDeclarations.detector.get()
    let rows = try Corpora.rows("mime-extensions.tsv")
    #expect(rows.count > 1000)
    let unknown = try rows.compactMap { row in
      let value = try #require(row["extension"])
      return detector.verdict(forName: "file." + value).basis == .none ? value : nil
    }
    #expect(
      Double(rows.count - unknown.count) >= 0.85 * Double(rows.count),
      "unknown: \(unknown.joined(separator: " "))")
  }
}
