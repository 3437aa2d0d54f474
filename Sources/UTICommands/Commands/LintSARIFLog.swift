internal import UTIDataFormats
internal import UTIDeclarationTools
import UTIPlatform
import UTITypeGraph

/// Findings in the format of code hosts (OASIS Static Analysis Results Interchange Format 2.1.0).
struct SARIFLog {
  private static let schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

  private var results: [JSONValue] = []
  private var failures: [JSONValue] = []
  private let ruleIndices: [String: Int]

  init() {
    ruleIndices = Dictionary(
      uniqueKeysWithValues: Lint.rules.enumerated().map { ($1.identifier, $0) })
  }

  /// The line gives the column in characters.
  mutating func add(_ finding: DeclarationDiagnostic, line: SourceExcerpt?) {
    let column = max(finding.position.column, 1)
    let region: [(String, JSONValue)] = [
      ("startLine", .integer(max(finding.position.line, 1))),
      ("startColumn", .integer(line?.utf16Column(ofByteColumn: column) ?? column)),
    ]
    let text = finding.message + (finding.remedy.isEmpty ? "" : "; \(finding.remedy)")
    var result: [(String, JSONValue)] = [("ruleId", .string(finding.rule))]
    if let index = ruleIndices[finding.rule] { result.append(("ruleIndex", .integer(index))) }
    result += [
      ("level", .string(finding.severity.rawValue)),
      ("message", .object([("text", .string(text))])),
      (
        "locations",
        .array([
          .object([
            (
              "physicalLocation",
              .object([
                ("artifactLocation", .object([("uri", .string(Self.uriReference(finding.file)))])),
                ("region", .object(region)),
              ])
            )
          ])
        ])
      ),
    ]
    results.append(.object(result))
  }

  mutating func addFailure(_ message: String) {
    failures.append(
      .object([("level", .string("error")), ("message", .object([("text", .string(message))]))]))
  }

  var text: String {
    let driver = JSONValue.object([
      ("name", .string("uti lint")),
      ("version", .string(PackageVersion.text)),
      ("rules", .array(Lint.rules.map(Self.rule))),
    ])
    var invocation: [(key: String, value: JSONValue)] = [
      ("executionSuccessful", .boolean(failures.isEmpty))
    ]
    if !failures.isEmpty { invocation.append(("toolExecutionNotifications", .array(failures))) }
    let run = JSONValue.object([
      ("tool", .object([("driver", driver)])),
      ("invocations", .array([.object(invocation)])),
      ("columnKind", .string("utf16CodeUnits")),
      ("results", .array(results)),
    ])
    return JSONValue.object([
      ("$schema", .string(Self.schema)), ("version", .string("2.1.0")), ("runs", .array([run])),
    ]).text(isIndented: true)
  }

  private static func rule(_ rule: LintRuleDescription) -> JSONValue {
    .object([
      ("id", .string(rule.identifier)),
      ("shortDescription", .object([("text", .string(rule.summary))])),
      ("defaultConfiguration", .object([("level", .string(rule.severity.rawValue))])),
    ])
  }

  /// Relative as given, or a file URL (RFC 3986, section 4.1).
  static func uriReference(_ path: String) -> String {
    var result = path.hasPrefix("/") ? "file://" : ""
    // A colon in the first component would make it a scheme.
    let first = path.prefix { $0 != "/" }
    if !path.hasPrefix("/"), first.contains(":") { result = "./" }
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x3A, 0x5F, 0x7E:
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }
}
