import ArgumentParser
import TypeDeclarations
import TypeGraph
import UniformTypes

struct Lint: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Check property lists and shared-mime-info packages.",
    discussion: """
      Each file is checked against the built-in registry and the other files. Of a directory all \
      *.plist files and shared-mime-info packages at any depth are checked. An error is a statement \
      that is dropped, a warning one that its author is not likely to want. Of a file of this \
      project's Registry only what is new is told; --base tells all.

      Exit status: 0 without errors; 1 when a declaration has an error; 65 when a file cannot be \
      read as declarations; 66 when a file cannot be opened; 74 when a mended file cannot be \
      written.

      Examples:
        uti lint Info.plist
        uti lint --fix --installed my-types.xml
        uti lint --warnings-as-errors Resources
        uti lint --rules
        uti lint --sarif Info.plist
      """)

  @Argument(
    help: ArgumentHelp(
      "Declaration files of either format, or directories; - for standard input.",
      valueName: "path"))
  var files: [String] = []

  @Flag(help: "List all rules with what they look for, and check nothing.")
  var rules = false

  @Option(help: ArgumentHelp("Report this rule only; may be given again.", valueName: "rule"))
  var only: [String] = []

  @Option(help: ArgumentHelp("Do not report this rule; may be given again.", valueName: "rule"))
  var disable: [String] = []

  @Flag(help: "Exit with 1 for warnings too.")
  var warningsAsErrors = false

  @Flag(
    help: """
      Mend in place what can safely be mended: blanks, dots and capitals of extensions, statements \
      that stand twice. What was changed is told on standard error.
      """)
  var fix = false

  @Flag(help: "Write a SARIF 2.1.0 log instead of the form that --format names.")
  var sarif = false

  @Option(
    name: .customLong("registry"),
    help: ArgumentHelp(
      "Check against the declarations of a directory too; may be given again.", valueName: "dir"))
  var directories: [String] = []

  @Flag(help: "Check against the declarations of this machine and user too.")
  var installed = false

  @Flag(help: "Check files and directories as the lowest layer of a registry, without another.")
  var base = false

  @Option(
    name: .customLong("define"),
    help: ArgumentHelp(
      "Give a build variable of property lists a value; may be given again.",
      valueName: "name=value"))
  var definitions: [String] = []

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if fix, files.contains("-") { throw ValidationError("standard input cannot be mended") }
    if files.isEmpty, !rules { throw ValidationError("name a declaration file, or --rules") }
    let known = Linter.ruleDescriptions.map(\.identifier)
    for rule in only + disable where !known.contains(rule) {
      let nearest = EditDistance.nearest(to: rule, among: known)
      throw ValidationError(
        "there is no rule \(rule)"
          + (nearest.map { "; did you mean \($0)?" } ?? "; --rules lists them"))
    }
    for definition in definitions where !definition.dropFirst().contains("=") {
      throw ValidationError("--define asks for NAME=VALUE, not \(definition)")
    }
  }

  func run() throws {
    if rules { return printRules() }
    let found = LintFiles(files)
    var session = LintSession(self, try declarationLint(found.paths))
    for refusal in found.refusals { session.refuse(refusal.path, refusal.reason) }
    for file in found.paths { session.check(file) }
    try session.finish()
  }

  private func declarationLint(_ paths: [String]) throws -> DeclarationLint {
    var variables: [String: String] = [:]
    for definition in definitions {
      let name = definition.prefix { $0 != "=" }
      variables[String(name)] = String(definition.dropFirst(name.count + 1))
    }
    do throws(DeclarationError) {
      return try DeclarationLint(
        files: paths.filter { $0 != "-" }, directories: directories,
        includesInstalledDeclarations: installed, isBase: base, buildVariables: variables,
        selection: LintRuleSelection(only: only, disabled: disable))
    } catch {
      throw CommandFailure(error)
    }
  }

  private func printRules() {
    var printer = ResultPrinter(output)
    for rule in Linter.ruleDescriptions {
      printer.print(
        CommandResult(
          fields: [
            ("rule", .string(rule.identifier)), ("severity", .string(rule.severity.rawValue)),
            ("stage", .string(rule.stage.rawValue)), ("fixable", .boolean(rule.isFixable)),
            ("summary", .string(rule.summary)),
          ],
          columns: [
            rule.identifier, rule.severity.rawValue, rule.isFixable ? "fixable" : "-",
            rule.summary,
          ]))
    }
    printer.finish()
  }
}
