internal import UTIDataFormats
internal import UTIFormatSignatures
internal import UTIPlatform
internal import UTITypeGraph
internal import UTIXMLFormats

// MARK: Start of elements

extension FormatSignatureReader {
  /// Elements without a meaning for the answer, such as the tables of a search, are skipped.
  mutating func start(_ element: XMLElement, in parent: Scope) throws(StatementError) -> Scope {
    switch (parent, element.name) {
    case (.root, _), (.group, "FileFormatCollection"), (.entry, "BinarySignatures"),
      (.container, "Files"), (.group, "InternalSignatureCollection"):
      return isGroup(element.name) ? .group : .skipped
    case (.group, "FileFormat"): return try startFormat(element)
    case (.group, "InternalSignature"): return try startSignature(element)
    case (.group, "ContainerSignature"): return try startContainer(element)
    case (.group, "File"):
      entry = ContainerSignature.Entry(path: "")
      return .entry
    case (.group, "FileFormatMapping"):
      let id = try element.number("signatureId")
      mappings[id, default: []].append(try element.puid("Puid"))
      return .empty
    case (.group, "TriggerPuid"):
      let kind = try element.containerKind()
      containers.triggers[kind, default: []].append(try element.puid("Puid"))
      return .empty
    case (.format, "Extension"): return .text(.extension)
    case (.format, "InternalSignatureID"): return .text(.signatureID)
    case (.format, "HasPriorityOverFileFormatID"): return .text(.supersededID)
    case (.signature, "ByteSequence"): return try startSequence(element)
    case (.sequence, "SubSequence"): return try startSubsequence(element)
    case (.subsequence, "Sequence"): return .text(.expression)
    case (.subsequence, "LeftFragment"):
      return .text(.fragment(try OpenFragment(element, isLeft: true)))
    case (.subsequence, "RightFragment"):
      return .text(.fragment(try OpenFragment(element, isLeft: false)))
    case (.container, "Description"): return .text(.description)
    case (.entry, "Path"): return .text(.path)
    default: return .skipped
    }
  }

  private func isGroup(_ name: XMLText) -> Bool {
    switch name {
    case "InternalSignatureCollection", "FileFormatCollection", "ContainerSignatures", "Files",
      "BinarySignatures", "FileFormatMappings", "TriggerPuids":
      true
    default: false
    }
  }

  private mutating func startFormat(_ element: XMLElement) throws(StatementError) -> Scope {
    isBroken = false
    let puid = try element.puid("PUID")
    var format = FileFormat(
      id: try element.number("ID"), puid: puid, name: try element.required("Name").string)
    format.version = element.attributes.value(of: "Version")?.string ?? ""
    format.position = element.position
    let names = element.attributes.value(of: "MIMEType")?.string ?? ""
    format.mimeTypes = names.split(separator: ",").map { $0.filter { $0 != " " } }
    self.format = format
    return .format
  }

  private mutating func startSignature(_ element: XMLElement) throws(StatementError) -> Scope {
    if !isContainerFile { isBroken = false }
    signature = OpenSignature(id: try element.number("ID"), position: element.position)
    return .signature
  }

  private mutating func startContainer(_ element: XMLElement) throws(StatementError) -> Scope {
    isBroken = false
    var container = ContainerSignature(
      id: try element.number("Id"), kind: try element.containerKind())
    container.position = element.position
    self.container = container
    return .container
  }

  private mutating func startSequence(_ element: XMLElement) throws(StatementError) -> Scope {
    let reference: ByteSequence.Reference
    switch element.attributes.value(of: "Reference") {
    case .some("BOFoffset"): reference = .start
    case .some("EOFoffset"): reference = .end
    case .some("Variable"), nil: reference = .anywhere
    case .some(let name):
      throw StatementError(
        "invalid-reference", "the reference “\(name.string.prefix(60))” has no meaning",
        remedy: "write BOFoffset, EOFoffset or Variable")
    }
    signature?.startSequence(reference)
    return .sequence
  }

  private mutating func startSubsequence(_ element: XMLElement) throws(StatementError) -> Scope {
    let least = try element.offset("SubSeqMinOffset") ?? 0
    let greatest = try element.offset("SubSeqMaxOffset")
    if let greatest, greatest < least {
      findings.report(
        .warning, "inverted-offsets", at: element.position,
        "the greatest offset \(greatest) is below the least, \(least), which counts",
        remedy: "write the smaller number as the least offset")
    }
    signature?.startSubsequence(OpenGap(least: least, greatest: greatest))
    return .subsequence
  }
}

// MARK: End of elements

extension FormatSignatureReader {
  mutating func end(_ kind: TextElement, text: [UInt8]) throws(StatementError) {
    switch kind {
    case .extension: format?.extensions.append(String(decoding: text, as: UTF8.self))
    case .signatureID:
      let id = try number(text)
      format?.signatureIDs.append(id)
    case .supersededID:
      let id = try number(text)
      format?.supersededIDs.append(id)
    case .expression:
      let elements = try expression(text)
      signature?.setExpression(elements)
    case .fragment(let fragment):
      let elements = try expression(text)
      signature?.add(fragment, elements)
    case .description: container?.summary = String(decoding: text, as: UTF8.self)
    case .path:
      guard !text.isEmpty else {
        throw StatementError("missing-path", "the path is empty", remedy: "name an entry")
      }
      entry?.path = String(decoding: text, as: UTF8.self)
    }
  }

  private func number(_ text: [UInt8]) throws(StatementError) -> Int {
    let digits = text.filter { $0 > 0x20 }
    guard let number = MagicNumber.decimal(digits) else {
      throw StatementError(
        "invalid-number", "“\(String(decoding: text.prefix(60), as: UTF8.self))” is not a number",
        remedy: "write the number of an element of this file")
    }
    return number
  }

  private func expression(_ text: [UInt8]) throws(StatementError) -> [PatternElement] {
    do {
      return try ExpressionParser.elements(of: text)
    } catch {
      throw StatementError(
        "invalid-expression", "\(error.message), at byte \(error.offset + 1) of the expression",
        remedy: error.remedy)
    }
  }

  mutating func endSubsequence() {
    guard let position = signature?.endSubsequence(), !isBroken else { return }
    isBroken = true
    findings.report(
      .error, "missing-sequence", at: position, "a subsequence of the signature has no bytes",
      remedy: "write an element Sequence")
  }

  mutating func endFormat() {
    if let format, !isBroken { file.formats.append(format) }
    format = nil
  }

  mutating func endSignature() {
    defer { signature = nil }
    guard let signature, !isBroken else { return }
    guard !signature.value.sequences.isEmpty else {
      isBroken = true
      return findings.report(
        .error, "missing-sequence", at: signature.value.position, "the signature has no sequence",
        remedy: "write an element ByteSequence")
    }
    if isContainerFile {
      entry?.signatures.append(signature.value)
    } else {
      file.signatures.append(signature.value)
    }
  }

  mutating func endEntry() {
    if let entry, !entry.path.isEmpty {
      container?.entries.append(entry)
    } else {
      isBroken = true
    }
    entry = nil
  }

  mutating func endContainer() {
    if let container, !isBroken, !container.entries.isEmpty {
      containers.signatures.append(container)
    }
    container = nil
  }

  /// References to elements that do not exist are reported, and have no effect.
  mutating func checkReferences() {
    for index in containers.signatures.indices {
      containers.signatures[index].puids = mappings[containers.signatures[index].id] ?? []
      if containers.signatures[index].puids.isEmpty {
        findings.report(
          .warning, "unmapped-signature", at: containers.signatures[index].position,
          "no format has the container signature \(containers.signatures[index].id)",
          remedy: "write a FileFormatMapping for it")
      }
    }
    checkIdentifiers()
    checkPriorities()
    let known = Set(file.signatures.map(\.id))
    for format in file.formats {
      for id in format.signatureIDs where !known.contains(id) {
        findings.report(
          .warning, "unknown-signature", at: format.position,
          "the format “\(format.puid)” has no valid signature \(id)",
          remedy: "write or correct the signature")
      }
    }
  }
}

extension FormatSignatureReader {
  /// The first element of an identifier counts.
  private mutating func checkIdentifiers() {
    var signatures: Set<Int> = []
    for signature in file.signatures where !signatures.insert(signature.id).inserted {
      report(repeated: "signature \(signature.id)", at: signature.position)
    }
    var formats: Set<Int> = []
    var puids: Set<String> = []
    for format in file.formats {
      if !formats.insert(format.id).inserted {
        report(repeated: "format \(format.id)", at: format.position)
      } else if !puids.insert(format.puid).inserted {
        report(repeated: "format “\(format.puid)”", at: format.position)
      }
    }
    var inside: Set<Int> = []
    for container in containers.signatures where !inside.insert(container.id).inserted {
      report(repeated: "container signature \(container.id)", at: container.position)
    }
  }

  private mutating func report(repeated name: String, at position: SourcePosition) {
    findings.report(
      .warning, "repeated-identifier", at: position, "another element before it is the \(name) too",
      remedy: "give it an identifier of its own, or remove it")
  }

  /// Formats with priority over each other would exclude each other.
  private mutating func checkPriorities() {
    let places = Dictionary(
      file.formats.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    let superseded = file.formats.map { $0.supersededIDs.compactMap { places[$0] } }
    var isDone = [Bool](repeating: false, count: superseded.count)
    var isOnPath = isDone
    for start in superseded.indices where !isDone[start] {
      // The path from the start, each with the number of its priorities that were followed.
      var path = [(format: start, next: 0)]
      isOnPath[start] = true
      while let (format, next) = path.last {
        guard next < superseded[format].count else {
          isOnPath[format] = false
          isDone[format] = true
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let other = superseded[format][next]
        if isOnPath[other] {
          report(cycle: path.map(\.format), to: other)
        } else if !isDone[other] {
          isOnPath[other] = true
          path.append((other, 0))
        }
      }
    }
  }

  private mutating func report(cycle path: [Int], to first: Int) {
    let puids = path.drop { $0 != first }.map { file.formats[$0].puid }
    let shown = puids.prefix(8).joined(separator: ", ") + (puids.count > 8 ? ", …" : "")
    findings.report(
      .warning, "priority-cycle", at: file.formats[path.last ?? first].position,
      "formats have priority over each other: \(shown)",
      remedy: "remove one HasPriorityOverFileFormatID")
  }
}

extension XMLElement {
  fileprivate func number(_ attribute: StaticString) throws(StatementError) -> Int {
    _ = try required(attribute)
    return try integer(attribute, in: 0...Int(Int32.max), default: 0)
  }

  /// nil for a missing attribute.
  func offset(_ attribute: StaticString) throws(StatementError) -> Int? {
    guard let value = attributes.value(of: attribute), !value.isEmpty else { return nil }
    return try integer(attribute, in: 0...Int(Int32.max), default: 0)
  }

  fileprivate func containerKind() throws(StatementError) -> ContainerKind {
    let name = try required("ContainerType").string
    guard let kind = ContainerKind(rawValue: name) else {
      throw StatementError(
        "unknown-container", "the kind of container “\(name.prefix(60))” is not known",
        remedy: "write ZIP or OLE2")
    }
    return kind
  }
}

extension XMLElement {
  /// Identifiers are in lines of inventories and in addresses.
  ///
  /// Files of users have other first names than `fmt` and `x-fmt`.
  fileprivate func puid(_ attribute: StaticString) throws(StatementError) -> String {
    let puid = try required(attribute).string
    let names = puid.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard names.count == 2, names.allSatisfy({ Self.isName(Array($0)) }) else {
      throw StatementError(
        "invalid-puid", "the identifier is not two names with a slash between them",
        remedy: "write it as fmt/18, with letters, digits, hyphens, underscores and periods")
    }
    return puid
  }

  private static func isName(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first, first != UInt8(ascii: ".") else { return false }
    return bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
  }
}
