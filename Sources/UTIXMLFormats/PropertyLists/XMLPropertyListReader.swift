package import UTIDataFormats
internal import UTIPlatform

/// A reader of XML property lists; an error in a value affects only this value.
package struct XMLPropertyListReader {
  private var frames: [PropertyListFrame] = []
  /// The text of the innermost element, if it has one.
  private var buffer: [UInt8] = []
  private var root: PropertyListValue?
  private var findings: FindingList

  private init(limits: ReadingLimits) {
    findings = FindingList(limits: limits)
  }

  /// Throws for an ill-formed document, an exceeded limit, or another root than `plist` with a
  /// value.
  package static func read(
    _ bytes: [UInt8], limits: ReadingLimits
  ) throws(FormatError) -> (root: PropertyListValue, findings: [FormatFinding]) {
    var reader = XMLPropertyListReader(limits: limits)
    let warnings = try XMLEventReader.read(bytes, limits: limits, handler: &reader)
    reader.findings.append(contentsOf: warnings)
    guard let root = reader.root else {
      throw FormatError(
        .notPropertyList, at: SourcePosition(line: 1, column: 1),
        "the property list has no value", remedy: "write a dictionary into it")
    }
    return (root, reader.findings.sorted)
  }
}

// MARK: Events

extension XMLPropertyListReader: XMLEventHandler {
  package mutating func startElement(_ element: XMLElement) throws(FormatError) {
    buffer.removeAll(keepingCapacity: true)
    let kind = try kind(of: element)
    if case .key = kind { beginKey() }
    frames.append(PropertyListFrame(kind: kind, position: element.position))
  }

  private mutating func kind(of element: XMLElement) throws(FormatError)
    -> PropertyListFrame.Kind
  {
    guard let parent = frames.last else {
      guard element.name == "plist", element.namespace.isEmpty else {
        throw FormatError(
          .notPropertyList, at: element.position,
          "the root element is “\(element.name.string)”, not “plist”",
          remedy: "check that the file is a property list")
      }
      return .plist
    }
    if case .skipped = parent.kind { return .skipped }
    guard parent.isContainer else {
      findings.report(
        .error, "unexpected-element", at: element.position,
        "an element “\(element.name.string)” inside of a text is ignored", remedy: "remove it")
      return .skipped
    }
    if element.namespace.isEmpty, let kind = PropertyListFrame.kind(of: element.name) {
      return kind
    }
    findings.report(
      .error, "unknown-element", at: element.position,
      "a property list has no element “\(element.name.string)”",
      remedy: "use dict, array, string, integer, real, true, false, date or data")
    dropPendingKey()
    return .skipped
  }

  package mutating func text(_ text: XMLText) throws(FormatError) {
    guard let frame = frames.last else { return }
    switch frame.kind {
    case .skipped: break
    case .plist, .array, .dictionary, .boolean:
      if !text.isBlank {
        findings.report(
          .warning, "stray-text", at: frame.position,
          "text directly inside of this element is ignored",
          remedy: "write it as a string, or remove it")
      }
    default: buffer.append(contentsOf: text.bytes)
    }
  }

  package mutating func endElement(at offset: Int) throws(FormatError) {
    let frame = frames.removeLast()
    defer { buffer.removeAll(keepingCapacity: true) }
    switch frame.kind {
    case .plist, .skipped: break
    case .key: endKey(at: frame.position)
    case .array: add(.array(frame.values), at: frame.position)
    case .dictionary:
      reportMissingValue(of: frame.pendingKey)
      add(.dictionary(frame.entries), at: frame.position)
    case .boolean(let value): add(.boolean(value), at: frame.position)
    case .string: add(.string(String(decoding: buffer, as: UTF8.self)), at: frame.position)
    case .integer:
      add(
        PropertyListScalar.integer(trimmedText).map { .integer($0) }, at: frame.position,
        form: "an integer")
    case .real:
      add(
        PropertyListScalar.real(trimmedText).map { .real($0) }, at: frame.position, form: "a real")
    case .date:
      add(
        PropertyListScalar.date(trimmedText).map { .date($0) }, at: frame.position,
        form: "a date such as 2026-07-01T12:30:00Z")
    case .data:
      add(
        PropertyListScalar.data(buffer).map { .data($0) }, at: frame.position,
        form: "data in base 64")
    }
  }

  private var trimmedText: Substring {
    String(decoding: buffer, as: UTF8.self).trimmingBlanks
  }
}

// MARK: Values

extension XMLPropertyListReader {
  private mutating func add(
    _ content: PropertyListValue.Content?, at position: SourcePosition, form: String
  ) {
    if let content { return add(content, at: position) }
    let text = String(decoding: buffer, as: UTF8.self).prefix(60)
    findings.report(
      .error, "invalid-value", at: position, "“\(text)” is not \(form)",
      remedy: "correct or remove the value")
    dropPendingKey()
  }

  private mutating func add(_ content: PropertyListValue.Content, at position: SourcePosition) {
    guard let last = frames.indices.last else { return }
    let value = PropertyListValue(content, at: position)
    switch frames[last].kind {
    case .plist:
      if root == nil {
        root = value
      } else {
        findings.report(
          .error, "extra-value", at: position,
          "a property list has one value, and this is another one", remedy: "remove it")
      }
    case .array: frames[last].values.append(value)
    case .dictionary:
      guard let key = frames[last].pendingKey else {
        findings.report(
          .error, "missing-key", at: position, "a value in a dictionary has no key before it",
          remedy: "write a key before it, or remove it")
        return
      }
      frames[last].pendingKey = nil
      frames[last].entries.append(
        PropertyListEntry(key: key.name, keyPosition: key.position, value: value))
    default: break
    }
  }

  private mutating func dropPendingKey() {
    guard let last = frames.indices.last else { return }
    frames[last].pendingKey = nil
  }

  private mutating func beginKey() {
    reportMissingValue(of: frames.last?.pendingKey)
    dropPendingKey()
  }

  private mutating func endKey(at position: SourcePosition) {
    guard let last = frames.indices.last else { return }
    guard case .dictionary = frames[last].kind else {
      findings.report(
        .error, "unexpected-key", at: position, "a key outside of a dictionary is ignored",
        remedy: "put it into a dictionary")
      return
    }
    let name = String(decoding: buffer, as: UTF8.self)
    if !frames[last].keys.insert(name).inserted {
      findings.report(
        .error, "duplicate-key", at: position,
        "the dictionary states the key “\(name)” more than once; the last value counts",
        remedy: "remove all but one")
    }
    frames[last].pendingKey = (name, position)
  }

  private mutating func reportMissingValue(of key: (name: String, position: SourcePosition)?) {
    guard let key else { return }
    findings.report(
      .error, "missing-value", at: key.position, "the key “\(key.name)” has no value",
      remedy: "write a value after it, or remove it")
  }
}

/// An element that has started and not ended.
struct PropertyListFrame {
  enum Kind {
    case plist
    case array
    case dictionary
    case key
    case string
    case integer
    case real
    case date
    case data
    case boolean(Bool)
    /// An invalid element, with everything in it.
    case skipped
  }

  let kind: Kind
  let position: SourcePosition
  var values: [PropertyListValue] = []
  var entries: [PropertyListEntry] = []
  var keys: Set<String> = []
  /// The value of the key comes next.
  var pendingKey: (name: String, position: SourcePosition)?

  var isContainer: Bool {
    switch kind {
    case .plist, .array, .dictionary: true
    default: false
    }
  }

  /// nil for names that the format does not have.
  static func kind(of element: XMLText) -> Kind? {
    switch element {
    case "array": .array
    case "data": .data
    case "date": .date
    case "dict": .dictionary
    case "false": .boolean(false)
    case "integer": .integer
    case "key": .key
    case "real": .real
    case "string": .string
    case "true": .boolean(true)
    default: nil
    }
  }
}
