import SystemPackage
import UTICommandLineInterface
import UTICommandOutput
internal import UTIDataFormats
internal import UTIPlatform
import UTITypeDetection
import UTITypeGraph
import UniformTypes

struct Identify: Command, Hashable {
  static let name = "identify"
  static let abstract = "Identify the types of files."
  static var discussion: String {
    """
    Results are printed in the order of the items; failures are reported on standard error. A path \
    with tabs, line feeds or other control characters is printed with escapes (\\t, \\n, \\x1B); \
    --null prints it unchanged to a file or pipe. --format csv prints comma-separated values (RFC 4180) after a line \
    of column names: paths are unchanged, and an absent value is an empty field.

    --format droid-csv and --format siegfried-csv print the formats of PRONOM in the columns of these \
    programs, with a row for each format that remains and for each failed item. --print sha256 adds \
    its digest.

    --is prints yes if the type of the item conforms to the given one, as uti conforms does. Programs \
    that accept files from others add --at-least sign: the answer is then yes only if the bytes have a \
    sign of the type, so that other bytes under its name are a no. --at-least agreement also permits \
    bytes without a sign that do not contradict the name. The field support of --print shows the same. \
    A yes does not show that the file is complete or safe to open.

    Exit status: 0 every item was identified; 1 the result of --is is no, or no item passes \
    --conforming-to and --not-conforming-to; 2 an item failed, and all others were identified; 65 \
    a header of --stream cannot be read.

    Examples:
      uti identify photo.jpg notes.md
      uti identify -r0 --conforming-to .png --print path . | xargs -0 ls
      uti identify -b --mime-type photo.jpg
      uti identify --is public.image --at-least sign upload.bin && echo an image
      uti identify -r --print '{path} is {type}, by its {basis}' .
      uti identify -r --exclude .git --format csv . > inventory.csv
      uti identify -r --format csv --print path,type,size --resume inventory.csv /srv
      uti identify -r --format csv --print path,type,sha256 --provenance . > inventory.csv
      uti identify -r --format siegfried-csv --print sha256 --resume report.csv /srv/archive
      uti identify --stream < records
      find . -newer stamp -print0 | uti identify --files0-from - -b
    """
  }

  var items = ItemSelection()
  var isBrief = false
  var showsMIMEType = false
  var showsEncoding = false
  var showsExtension = false
  /// The fields or the template to print; nil for the default.
  var layout: String?
  /// The type that the single item is compared with.
  var question: String?
  /// The support of the bytes below which the answer to the question is no.
  var leastSupport = ByteSupport.none
  var isQuiet = false
  /// The members of archives are items.
  var readsArchives = false
  /// The input is a stream of records on standard input.
  var isStream = false
  var endsWithNUL = false
  var registryOptions = RegistryOptions()
  var omitsHeader = false
  /// No field of CSV is a formula of a spreadsheet.
  var defusesFormulas = false
  /// A later run continues the file; nil for standard output.
  var resumedPath: String?
  var showsSummary = false
  /// The bytes at either end of a file that are searched for signatures of PRONOM; nil for the
  /// default.
  var searchLimit: Int?
  /// The output begins with the versions of the program and the databases.
  var showsProvenance = false
  var output = OutputOptions(hasColumns: true)

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.section("ITEM")
    parameters.group(&items)
    parameters.section("ANSWER")
    parameters.flag(
      &isBrief, "-b", "--brief",
      help: "Print only the identifier of the type, without the path.")
    parameters.flag(&showsMIMEType, "--mime-type", help: "Print the MIME type.")
    parameters.flag(
      &showsEncoding, "--mime-encoding", isHidden: true,
      help: "Print the encoding of a text, and binary for other contents.")
    parameters.flag(
      &showsExtension, "--extension", isHidden: true,
      help: "Print the preferred extension of the type.")
    parameters.option(
      &layout, "--print", value: "fields",
      help: """
        Print these fields: a list, as in path,type, or a template, as in '{path} is {type}'. uti \
        help formats lists all.
        """,
      completion: Completion(words: ItemLayout.completions))
    parameters.option(
      &searchLimit, "--search-limit", value: "bytes",
      help: """
        Search this number of bytes at either end of a file for signatures of PRONOM, 262144 by default. \
        The field formatBounded shows whether more bytes could find another format.
        """)
    parameters.option(
      &question, "--is", value: "type",
      help: """
        Print yes or no: whether the type of the one item conforms to this type.
        """,
      completion: .types)
    parameters.option(
      &leastSupport, "--at-least", value: "support",
      help: "The support of the bytes that a yes to --is needs.")
    parameters.flag(
      &isQuiet, "-q", "--quiet",
      help: """
        Print nothing; only set the exit status. With --conforming-to or --not-conforming-to the \
        first item that passes ends the search.
        """)
    parameters.section("BULK")
    parameters.flag(
      &readsArchives, "--archives",
      help: """
        Identify the contents of ZIP, tar, gzip and WARC files too, after each of them, as \
        ARCHIVE#MEMBER. Archives in archives are read to a depth of \(ArchiveReading.greatestDepth).
        """)
    parameters.flag(
      &isStream, "--stream",
      help: """
        Identify bytes instead of files: each record on standard input is a line of JSON with id \
        and length (and name or nameBase64, and size if the bytes are only the beginning), \
        followed by that number of bytes. Each result is a line of JSON with the id, written \
        before the next record is waited for.
        """)
    parameters.flag(
      &endsWithNUL, "-0", "--null",
      help: """
        End each field and each record with NUL instead of tab and line feed, without escapes unless \
        the output is a terminal.
        """)
    parameters.flag(
      &omitsHeader, "--no-header", help: "Omit the line of column names of --format csv.")
    parameters.flag(
      &defusesFormulas, "--no-formulas",
      help: """
        Write an apostrophe before a field of --format csv, tsv, droid-csv or siegfried-csv that \
        begins with =, +, -, @, tab or carriage return. Spreadsheets compute such fields, and a path \
        can begin so.
        """)
    parameters.flag(
      &showsProvenance, "--provenance",
      help: """
        Begin with a line on the versions of the program, of its registry and of each database, so \
        that two inventories can be compared: a comment, or a record in JSON lines.
        """)
    parameters.option(
      &resumedPath, "--resume", value: "output",
      help: """
        Write to this file. After a kill, the same command line continues it without a lost or \
        repeated record. OUTPUT.uti-progress next to it has the options and the place, until the \
        output is complete.
        """,
      completion: .files)
    parameters.flag(
      &showsSummary, "--summary",
      help: "Print the numbers of results and failures, the bytes read and the time at the end.")
    parameters.section("")
    parameters.group(&registryOptions)
    parameters.group(&output)
  }

  /// Throws when an item fails, when the answer is no, or when an input cannot be read.
  func run() throws {
    let written = [resumedPath].compactMap(\.self)
    let registry = try registryOptions.load(
      writing: written, isForMany: isStream || items.mayBeLong)
    if asksForFormats != nil {
      try registryOptions.sandbox.enter(parsingFor: nil, writing: written)
    }
    let formatReader = try makeFormatReader()
    // Another limit of a search does not change the type.
    let typing = FormatTyping(
      registry, registryOptions, by: items.by, searchLimit == nil ? formatReader : nil,
      nameOfStandardInput: items.name)
    var output: ResumedOutput?
    if let resumedPath {
      let inputs = InputFiles(
        items.lists.map(\.name) + registry.inputs + registryOptions.directories
          + (formatReader?.paths ?? typing?.paths ?? []))
      try inputs.refuse(output: resumedPath)
      output = try ResumedOutput(
        resumedPath, options: resumedOptions(registry, formatReader, typing))
    }
    // A name is not an untrusted file.
    if items.by != .name || isStream {
      try registryOptions.sandbox.enter(output.map { .removing(from: $0.directory) } ?? .reading)
    }
    if isStream { return try answerStream(registry, formatReader, typing) }
    if let question { return try answer(question, registry, formatReader, typing) }
    try answerItems(registry, formatReader, typing, output)
  }

  private func answerItems(
    _ registry: TypeRegistry, _ formatReader: FormatReader?, _ typing: FormatTyping?,
    _ output: ResumedOutput?
  ) throws {
    let selection = selection
    let filter = try TypeFilter(items, in: registry, formatReader)
    var list = HashedItems(
      try selection.items(in: registry, output: output), isHashed: output != nil)
    var session = IdentifySession(
      self, layout: try itemLayout, filter: filter, registry: registry,
      formatReader: formatReader, typing: typing, output: output)
    if let output, output.checkpoint.isComplete {
      output.removeProgress()
      StandardError.report("\(output.path): note: it is complete; remove it to start again")
    } else {
      try output?.skip(&list)
      session.start()
      session.answer(&list)
      session.finish(isComplete: list.failure == nil)
    }
    if session.isSettled { return }
    if let failure = list.failure { throw failure }
    if session.hasFailed { throw CommandFailure(.someFailed) }
    if items.isFiltered, !session.hasFound { throw CommandFailure(.negative) }
  }

  /// nil if no format is asked for, so that no signature file is read.
  private func makeFormatReader() throws -> FormatReader? {
    try asksForFormats.map { asking in
      try FormatReader(
        try registryOptions.signatures(), asking: asking, readsNames: items.by != .content,
        searchLimit: searchLimit, nameOfStandardInput: items.name)
    }
  }

  /// A report has every file of a package.
  var selection: ItemSelection {
    var selection = items
    selection.entersPackages = output.format.isReport
    return selection
  }

  private func answerStream(
    _ registry: TypeRegistry, _ formatReader: FormatReader?, _ typing: FormatTyping?
  ) throws {
    var fields: [ItemField]?
    if case .fields(let chosen) = try itemLayout { fields = chosen }
    try IdentifyStream(
      by: items.by, fields: fields, languages: output.languages, registry: registry,
      formatReader: formatReader, typing: typing
    ).run()
  }

  private func answer(
    _ question: String, _ registry: TypeRegistry, _ reader: FormatReader?, _ typing: FormatTyping?
  ) throws {
    let argument = TypeArgument(argument: question)
    if let puid = argument.format { try reader?.check(format: puid) }
    let target: ConformanceTarget =
      try argument.format.map { .format($0) } ?? .type(argument.type(in: registry))
    var list = try items.items(in: registry)
    guard let item = list.next() else { return }
    var conforms = false
    try ResultPrinter.printEach([item], output, name: \.fields) { item in
      let (verdict, type) = try items.answer(on: item, in: registry, typing)
      switch target {
      case .type(let supertype):
        conforms = verdict.conforms(to: supertype, atLeast: leastSupport)
      case .format(let puid):
        let formats = try reader?.formats(
          of: item.path, followsLinks: items.followsLinks, atLeast: leastSupport)
        conforms = formats?.contains(puid) ?? false
      }
      let answer = ConformanceAnswer(
        type: type, supertype: target, path: item.path, view: registry.view, conforms: conforms)
      return isQuiet ? [] : [answer.result]
    }
    if !conforms { throw CommandFailure(.negative) }
  }
}

/// The values that determine the output of an inventory.
extension Identify {
  /// The options, the declarations of types and the working directory.
  func resumedOptions(
    _ registry: TypeRegistry, _ formatReader: FormatReader? = nil, _ typing: FormatTyping? = nil
  ) -> [(key: String, value: JSONValue)] {
    let walk = items.walk
    let fields: [(key: String, value: JSONValue)] = [
      ("the version", .string(PackageVersion.text)),
      ("the working directory", .optional(FilePath.currentDirectory?.text)),
      ("the paths", .strings(items.paths.map(Self.text))),
      ("--files-from", .optional(items.lineList)), ("--files0-from", .optional(items.nulList)),
      ("--s3-inventory", .optional(items.inventory)), ("--by", .string(items.by.rawValue)),
      ("--recursive", .boolean(items.isRecursive)),
      ("--archives", .boolean(readsArchives)),
      ("--exclude", .strings(walk.excludedPatterns)),
      ("--max-depth", walk.maximumDepth.map { .integer($0) } ?? .null),
      ("--one-file-system", .boolean(walk.staysOnFileSystem)),
      ("--hidden", .string(walk.hidden.rawValue)),
      ("--ignore-vcs", .boolean(walk.omitsVersionControl)),
      ("--no-dereference", .boolean(!items.followsLinks)),
      ("--conforming-to", .strings(items.supertypes)),
      ("--not-conforming-to", .strings(items.excludedSupertypes)),
      ("--brief", .boolean(isBrief)), ("--mime-type", .boolean(showsMIMEType)),
      ("--mime-encoding", .boolean(showsEncoding)), ("--extension", .boolean(showsExtension)),
    ]
    return fields + [
      ("--print", .optional(layout)), ("--null", .boolean(endsWithNUL)),
      ("--no-header", .boolean(omitsHeader)), ("--no-formulas", .boolean(defusesFormulas)),
      ("--provenance", .boolean(showsProvenance)),
      ("--format", .string(output.format.rawValue)),
      ("--language", .strings(output.languages)),
      ("--view", .string(registryOptions.view.rawValue)),
      ("--registry", .strings(registryOptions.directories)),
      ("the declarations of types", .string(Self.fingerprint(registry))),
    ]
      + (formatReader == nil
        ? [] : [("--search-limit", searchLimit.map { .integer($0) } ?? .null)])
      + ((formatReader?.paths ?? typing?.paths).map { paths in
        [("the signature files", .string(Self.fingerprint(ofFiles: paths)))]
      } ?? [])
  }

  /// No byte is lost.
  private static func text(_ path: String) -> String {
    LosslessText.hasStrayBytes(path) ? Hexadecimal.text(LosslessText.bytes(path)) : path
  }

  /// A hash of the types and of the files that declare them.
  private static func fingerprint(_ registry: TypeRegistry) -> String {
    var hash = StableHash()
    combine(registry.inputs, into: &hash)
    for type in registry.types { hash.combine(type.identifier) }
    return "\(hash.value)"
  }

  private static func fingerprint(ofFiles paths: [String]) -> String {
    var hash = StableHash()
    combine(paths, into: &hash)
    return "\(hash.value)"
  }

  private static func combine(_ paths: [String], into hash: inout StableHash) {
    for path in paths {
      hash.combine(path)
      guard let status = FileStatus.present(at: path) else { continue }
      hash.combine(UInt64(status.size))
      hash.combine(UInt64(bitPattern: status.modified.seconds))
      hash.combine(UInt64(status.modified.nanoseconds))
    }
  }
}

/// The invalid combinations of options, and the layout that the options select.
extension Identify {
  /// nil when the request is valid.
  var fault: String? {
    (isStream ? streamFault : items.fault ?? questionFault) ?? layoutFault ?? resumingFault
  }

  private var resumingFault: String? {
    guard let resumedPath else { return nil }
    if resumedPath == "-" {
      return "--resume continues a file, and not standard output; name one, or ./- for this name"
    }
    if question != nil || isQuiet { return "--resume needs an inventory to write" }
    if output.format == .json {
      return "--resume continues lines; use --format jsonl, csv, tsv or text"
    }
    return items.paths.contains("-") ? "--resume cannot read standard input as an item twice" : nil
  }

  private var streamFault: String? {
    var others = self
    others.items = ItemSelection(by: items.by)
    guard others.items == items, question == nil, leastSupport == .none, !isQuiet, !endsWithNUL,
      !omitsHeader, !defusesFormulas, !showsProvenance, resumedPath == nil, !showsSummary,
      !readsArchives
    else {
      return "--stream identifies all records of standard input; it takes no items and no selection"
    }
    return ![.text, .jsonl].contains(output.format) ? "--stream prints lines of JSON" : nil
  }

  private var questionFault: String? {
    guard question != nil else {
      return leastSupport == .none ? nil : "--at-least is the support of a yes to --is"
    }
    if items.paths.count != 1 || items.isRecursive || items.lineList != nil || items.nulList != nil
      || items.isFiltered
    {
      return "--is takes one item; --conforming-to selects from many"
    }
    if readsArchives { return "--is takes one item, and --archives has many" }
    if output.format.isCSV { return "--is prints yes or no; use tsv, json or jsonl" }
    return selectsFields || layout != nil || isBrief ? "--is prints yes or no, and no fields" : nil
  }

  private var layoutFault: String? {
    if layout != nil, selectsFields || isBrief {
      return "--print selects the output, and so do --brief, --mime-type, --mime-encoding and "
        + "--extension; use one of them"
    }
    let isForMachines = output.format == .json || output.format == .jsonl
    if endsWithNUL, isForMachines { return "--null is for text; JSON has no NUL" }
    if endsWithNUL, output.format.isCSV { return "--null is for text; CSV has no NUL" }
    if omitsHeader, !output.format.isCSV { return "--no-header is for --format csv" }
    if defusesFormulas,
      endsWithNUL || ![.tsv, .csv, .droidCSV, .siegfriedCSV].contains(output.format)
    {
      return "--no-formulas is for the tables of --format csv, tsv, droid-csv and siegfried-csv"
    }
    if output.format.isReport, let reportFault { return reportFault }
    do throws(ItemLayout.Fault) {
      if case .template = try itemLayout, isStream || output.format != .text {
        return "a template defines text output; for JSON and tables use a list of fields"
      }
    } catch {
      return error.message
    }
    if showsProvenance, output.format == .json || endsWithNUL {
      return "--provenance is a line; use --format csv, tsv, text or jsonl"
    }
    return searchFault ?? contentsFault
  }

  /// A report has fixed columns, of which a digest is the only choice.
  private var reportFault: String? {
    let format = output.format.rawValue
    if showsProvenance { return "--format \(format) has no line of --provenance; use csv" }
    if isBrief || selectsFields { return "--format \(format) has fixed columns" }
    guard layout != nil, let layout = try? itemLayout else { return nil }
    guard case .fields(let fields) = layout, fields.count == 1, let digest = fields[0].digest,
      output.format != .droidCSV || digest != .crc32
    else {
      return "--format \(format) has fixed columns; --print adds one digest: "
        + ContentDigest.allCases.filter { output.format != .droidCSV || $0 != .crc32 }
        .map(\.rawValue).joined(separator: ", ")
    }
    return nil
  }

  private var searchFault: String? {
    guard let searchLimit else { return nil }
    if asksForFormats == nil { return "--search-limit is for formats; --print puid has one" }
    let limits = FormatReader.searchLimits
    return limits.contains(searchLimit)
      ? nil
      : "--search-limit is a number of bytes from \(limits.lowerBound) to \(limits.upperBound)"
  }

  /// The option that needs the signatures of PRONOM; nil if none does.
  var asksForFormats: String? {
    if output.format.isReport { return "--format \(output.format.rawValue)" }
    if let field = try? itemLayout?.formatField { return "--print \(field.rawValue)" }
    if let format = question.flatMap({ TypeArgument(argument: $0).format }) {
      return "--is \(format)"
    }
    return items.asksForFormats
  }

  private var contentsFault: String? {
    let digest = try? itemLayout?.digests.first
    if let digest, let obstacle = digest.obstacle {
      return "--print \(digest.rawValue): \(obstacle)"
    }
    guard
      let asking = asksForFormats ?? digest.map({ "--print \($0.rawValue)" })
        ?? (readsArchives ? "--archives" : nil)
    else { return nil }
    if items.by == .name { return "\(asking) reads contents, and --by name reads none" }
    if digest == nil, !output.format.isReport, !readsArchives { return nil }
    return isStream || items.paths.contains("-")
      ? "\(asking) needs a file; standard input is read at its beginning only" : nil
  }

  private var selectsFields: Bool { showsMIMEType || showsEncoding || showsExtension }

  /// nil for the default.
  var itemLayout: ItemLayout? {
    get throws(ItemLayout.Fault) {
      if let layout { return try ItemLayout(layout) }
      guard selectsFields || isBrief else { return nil }
      let selected = [
        (showsMIMEType, ItemField.mime), (showsEncoding, .encoding), (showsExtension, .extension),
      ].filter(\.0).map(\.1)
      return .fields((isBrief ? [] : [.path]) + (selected.isEmpty ? [.type] : selected))
    }
  }
}
