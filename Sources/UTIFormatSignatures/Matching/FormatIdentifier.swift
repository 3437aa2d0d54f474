internal import UTIPortable

/// The entries of a container, for its signatures.
package protocol ContainerContents {
  func hasEntry(at path: String) -> Bool
  /// The start of an entry; empty if it cannot be read.
  func bytes(at path: String) -> [UInt8]
}

/// The formats of a release, and the programs that find them.
package struct FormatIdentifier: Sendable {
  package let formats: [FileFormat]
  let program: SignatureProgram
  private let containers: ContainerProgram
  /// The formats by the index of a signature, and each one's place among those of the format.
  private let formatsBySignature: [[(format: Int, place: Int)]]
  private let formatsByPUID: [String: Int]
  private let formatsByExtension: [String: [Int]]
  private let supersededFormats: [[Int]]
  /// The formats that have a signature of any kind.
  private let hasSignature: [Bool]

  /// PRONOM's identifier of plain text, which has no signature.
  package static let plainText = "x-fmt/111"

  package init(_ file: FormatSignatureFile, containers: ContainerSignatureFile? = nil) {
    formats = file.formats
    program = SignatureProgram(file.signatures)
    self.containers = ContainerProgram(containers ?? ContainerSignatureFile())
    let signatures = Dictionary(
      file.signatures.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    let ids = Dictionary(
      file.formats.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    var bySignature: [[(format: Int, place: Int)]] = Array(
      repeating: [], count: file.signatures.count)
    var byExtension: [String: [Int]] = [:]
    for (index, format) in file.formats.enumerated() {
      for (place, id) in format.signatureIDs.enumerated() {
        if let signature = signatures[id] { bySignature[signature].append((index, place)) }
      }
      for name in Set(format.extensions.map { $0.lowercased() }) {
        byExtension[name, default: []].append(index)
      }
    }
    formatsBySignature = bySignature
    formatsByExtension = byExtension
    formatsByPUID = Dictionary(
      file.formats.enumerated().map { ($1.puid, $0) }, uniquingKeysWith: { first, _ in first })
    supersededFormats = file.formats.map { $0.supersededIDs.compactMap { ids[$0] } }
    let inside = Set(containers?.signatures.flatMap(\.puids) ?? [])
    hasSignature = file.formats.map { !$0.signatureIDs.isEmpty || inside.contains($0.puid) }
  }

  /// The question about one file.
  package struct Question {
    package var bytes: SearchedBytes
    /// Without the dot, in any case; empty for a name without one, and nil without a name.
    package var `extension`: String? = ""
    /// The encoding in words if the file is text.
    package var textEncoding: String?

    package init(_ bytes: SearchedBytes) { self.bytes = bytes }
  }

  /// Returns the formats of a file; the function opens a container when a trigger matches.
  package func answer(
    to question: Question, opening open: (ContainerKind) -> (any ContainerContents)? = { _ in nil }
  ) -> FormatAnswer {
    let matches = program.matches(in: question.bytes)
    var found: [Candidate] = []
    for signature in matches.found {
      for (format, place) in formatsBySignature[signature]
      where !found.contains(where: { $0.format == format }) {
        found.append(Candidate(format: format, source: .signature(signature, place: place)))
      }
    }
    var answer = FormatAnswer()
    let (inside, isInsideBounded) = contained(found, opening: open)
    let named = formatsByExtension[question.extension?.lowercased() ?? ""] ?? []
    found = preferring(named, superseding(inside.isEmpty ? found : inside))
    answer.isBounded = isInsideBounded || isBounded(matches.undecided, found)
    if found.isEmpty {
      var question = question
      // A document with signatures at both ends is not text because its end is unknown.
      if matches.isBegun, !question.bytes.hasEnd { question.textEncoding = nil }
      found = unsigned(named, question, &answer)
    }
    answer.matches = found.map { candidate in
      FormatMatch(
        format: formats[candidate.format],
        basis: basis(of: candidate, isNamed: named.contains(candidate.format), question),
        method: candidate.source.method)
    }
    answer.extensionMismatch =
      question.extension != nil && !found.isEmpty
      && !found.contains {
        named.contains($0.format) || formats[$0.format].extensions.isEmpty
      }
    return answer
  }

  private struct Candidate {
    enum Source {
      case signature(Int, place: Int)
      case container(ContainerProgram.Match)
      case `extension`
      case text

      var method: FormatMatch.Method {
        switch self {
        case .signature: .signature
        case .container: .container
        case .extension: .extension
        case .text: .text
        }
      }
    }

    let format: Int
    let source: Source
  }

  /// The formats of containers whose trigger is among the formats found.
  private func contained(
    _ found: [Candidate], opening open: (ContainerKind) -> (any ContainerContents)?
  ) -> (formats: [Candidate], isBounded: Bool) {
    var result: [Candidate] = []
    var isBounded = false
    for kind in containers.kinds(of: found.map { formats[$0.format].puid }) {
      guard let contents = open(kind) else { continue }
      let inside = containers.matches(in: contents, of: kind)
      if inside.isBounded { isBounded = true }
      for match in inside.matches {
        for puid in match.puids {
          guard let format = formatsByPUID[puid], !result.contains(where: { $0.format == format })
          else { continue }
          result.append(Candidate(format: format, source: .container(match)))
        }
      }
    }
    return (result, isBounded)
  }

  /// Removes the formats over which another one has priority.
  private func superseding(_ found: [Candidate]) -> [Candidate] {
    let superseded = Set(found.flatMap { supersededFormats[$0.format] })
    let remaining = found.filter { !superseded.contains($0.format) }
    // A file can state priorities in a circle.
    return remaining.isEmpty ? found : remaining
  }

  /// Without a priority, a format with the extension of the file is preferred to one without.
  private func preferring(_ named: [Int], _ found: [Candidate]) -> [Candidate] {
    let preferred = found.filter { named.contains($0.format) }
    return preferred.isEmpty ? found : preferred
  }

  /// A longer search could add a format that no answer has priority over.
  private func isBounded(_ undecided: [Int], _ found: [Candidate]) -> Bool {
    let known = Set(found.flatMap { supersededFormats[$0.format] + [$0.format] })
    return undecided.contains { signature in
      formatsBySignature[signature].contains { !known.contains($0.format) }
    }
  }

  /// The answers without a signature: by extension, for formats that have no signature, and text.
  private func unsigned(
    _ named: [Int], _ question: Question, _ answer: inout FormatAnswer
  ) -> [Candidate] {
    let text = question.textEncoding == nil ? nil : formatsByPUID[Self.plainText]
    let weak = named.filter { !hasSignature[$0] }
    if let text, weak.isEmpty || weak.contains(text) {
      return [Candidate(format: text, source: .text)]
    }
    guard weak.count == 1 else {
      answer.possibilities = named.map { formats[$0].puid }
      return []
    }
    answer.isByExtensionOnly = true
    return [Candidate(format: weak[0], source: .extension)]
  }

  /// The reason of an answer, in PRONOM's words.
  private func basis(of candidate: Candidate, isNamed: Bool, _ question: Question) -> String {
    var parts = isNamed ? ["extension match \((question.extension ?? "").lowercased())"] : []
    switch candidate.source {
    case .signature(let index, let place):
      let ids = formats[candidate.format].signatureIDs.count
      let spans = program.signatures[index].spans(in: question.bytes)
      let number = ids > 1 ? " (signature \(place + 1)/\(ids))" : ""
      parts.append("byte match at \(MatchedSpan.text(spans))\(number)")
    case .container(let match): parts.append(match.basis)
    case .extension: break
    case .text: parts.append("text match \(question.textEncoding ?? "")")
    }
    return parts.joined(separator: "; ")
  }
}

extension MatchedSpan {
  /// `0, 4` for one span, and `[[0 4] [12 4]]` for several.
  static func text(_ spans: [MatchedSpan]) -> String {
    if spans.count == 1 { return "\(spans[0].offset), \(spans[0].count)" }
    return "[" + spans.map { "[\($0.offset) \($0.count)]" }.joined(separator: " ") + "]"
  }
}
