import UTICommandLineInterface
import UTICommandOutput
internal import UTIDataFormats
internal import UTIDeclarationTools
import UTIDesktopIntegration
internal import UTIPlatform
import UTITypeDeclarations
import UTITypeGraph

struct Lint: Command {
  static let name = "lint"
  static let abstract = "Check property lists, shared-mime-info packages and signature files."
  static var discussion: String {
    """
    Each file is checked against the built-in registry and the other files. In a directory all \
    *.plist files, shared-mime-info packages and signature files of PRONOM at any depth are checked, \
    and the MIME types in *.desktop, *.thumbnailer and mimeapps.list files. An error is a statement \
    that is dropped; a warning is a statement that its author probably does not intend. For files \
    in this project's Registry, only new findings are reported; --base reports all.

    Exit status: 0 without errors; 1 if a declaration has an error; 65 if a file cannot be read as \
    declarations; 66 if a file cannot be opened; 74 if a fixed file cannot be written.

    Examples:
      uti lint Info.plist
      uti lint --fix --installed my-types.xml
      uti lint --warnings-as-errors Resources
      uti lint --rules
      uti lint --sarif Info.plist
    """
  }

  private var files: [String] = []
  private var listsRules = false
  private var only: [String] = []
  private var disabled: [String] = []
  private(set) var treatsWarningsAsErrors = false
  private(set) var fixes = false
  private(set) var writesSARIF = false
  private var directories: [String] = []
  private var includesInstalled = false
  private var isBase = false
  private var definitions: [String] = []
  private var sandbox = SandboxOptions()
  private(set) var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.arguments(
      &files, "path", isRequired: false,
      help: "Declaration files of any format, or directories; - for standard input.",
      completion: .files)
    parameters.flag(
      &listsRules, "--rules", help: "List all rules with their summaries, and check nothing.")
    parameters.option(
      &only, "--only", value: "rule", help: "Report this rule only; may be given again.")
    parameters.option(
      &disabled, "--disable", value: "rule", help: "Do not report this rule; may be given again.")
    parameters.flag(
      &treatsWarningsAsErrors, "--warnings-as-errors", help: "Exit with 1 for warnings too.")
    parameters.flag(
      &fixes, "--fix",
      help: """
        Fix in place all that is safe to fix: blanks, dots and capitals of extensions, repeated \
        statements. Changes are reported on standard error.
        """)
    parameters.flag(
      &writesSARIF, "--sarif",
      help: "Write a SARIF 2.1.0 log instead of the form of --format.")
    parameters.option(
      &directories, "--registry", value: "dir",
      help: "Check against the declarations of a directory too; may be given again.",
      completion: .directories)
    parameters.flag(
      &includesInstalled, "--installed",
      help: "Check against the declarations of this machine and user too.")
    parameters.flag(
      &isBase, "--base",
      help: "Check files and directories as the lowest layer of a registry, without another.")
    parameters.option(
      &definitions, "--define", value: "name=value",
      help: "Set a build variable of property lists; may be given again.")
    parameters.group(&sandbox)
    parameters.group(&output)
  }

  var fault: String? {
    if fixes, files.contains("-") { return "standard input cannot be fixed" }
    if files.isEmpty, !listsRules { return "name a declaration file, or --rules" }
    let known = Self.rules.map(\.identifier)
    for rule in only + disabled where !known.contains(rule) {
      let nearest = EditDistance.nearest(to: rule, among: known)
      return "there is no rule \(rule)"
        + (nearest.map { "; did you mean \($0)?" } ?? "; --rules lists them")
    }
    for definition in definitions where !definition.dropFirst().contains("=") {
      return "--define requires NAME=VALUE, not \(definition)"
    }
    return nil
  }

  func run() throws {
    if listsRules { return printRules() }
    if fixes { try sandbox.enter(writing: files) } else { try sandbox.enter() }
    let found = LintFiles(files)
    let declarations = found.paths.filter { DesktopLint.kind(ofFileAt: $0) == nil }
    var session = LintSession(
      self, try declarationLint(declarations),
      DesktopLint(
        declarations: declarations, directories: directories,
        includesInstalled: includesInstalled, only: only, disabled: disabled))
    for refusal in found.refusals { session.refuse(refusal.path, refusal.reason) }
    if fixes { session.fix(declarations) }
    for file in found.paths { session.check(file) }
    try session.finish()
  }

  private func declarationLint(_ paths: [String]) throws -> DeclarationLint {
    var variables: [String: String] = [:]
    for definition in definitions {
      let name = definition.prefix { $0 != "=" }
      variables[String(name)] = String(definition.dropFirst(name.count + 1))
    }
    return try DeclarationLint(
      files: paths.filter { $0 != "-" }, directories: directories,
      includesInstalledDeclarations: includesInstalled, isBase: isBase,
      buildVariables: variables, selection: LintRuleSelection(only: only, disabled: disabled))
  }

  /// The rules for declarations, and for the files of a desktop.
  static let rules = Linter.ruleDescriptions + DesktopLint.rules

  private func printRules() {
    let results = Self.rules.map { rule in
      CommandResult(
        fields: [
          ("rule", .string(rule.identifier)), ("severity", .string(rule.severity.rawValue)),
          ("stage", .string(rule.stage.rawValue)), ("fixable", .boolean(rule.isFixable)),
          ("summary", .string(rule.summary)),
        ],
        columns: [
          rule.identifier, rule.severity.rawValue, rule.isFixable ? "fixable" : "-", rule.summary,
        ])
    }
    ResultPrinter.print(results, output)
  }
}
