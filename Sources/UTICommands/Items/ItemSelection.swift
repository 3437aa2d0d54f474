import UTICommandLineInterface
import UTICommandOutput
internal import UTIPlatform
import UTITypeDetection
import UniformTypes

/// The selection of the items of a command, as plain values.
struct ItemSelection: Hashable, Sendable {
  var paths: [String] = []
  var by: DetectionInput = .both
  var isRecursive = false
  var walk = WalkOptions()
  /// Packages are walked as other directories, and are not items.
  var entersPackages = false
  var followsLinks = true
  /// Lists further paths, one a line.
  var lineList: String?
  /// Lists further paths, each ended by NUL.
  var nulList: String?
  /// The inventory of an object store, which lists further paths.
  var inventory: String?
  /// The name of standard input.
  var name: String?
  /// An item's type must conform to one; empty for any type.
  var supertypes: [String] = []
  /// An item's type may conform to none.
  var excludedSupertypes: [String] = []

  /// nil when the selection is valid.
  var fault: String? {
    if paths.isEmpty, !hasLists {
      return "name a path, or - for standard input"
    }
    if name != nil, !paths.contains("-") {
      return "--name is the name of standard input; name - as a path too"
    }
    if by == .name, name == nil, paths.contains("-") {
      return "standard input has no name; set one with --name"
    }
    if !isRecursive, walk != WalkOptions() {
      return
        "--exclude, --ignore-vcs, --max-depth, --one-file-system and --hidden limit the walk of "
        + "--recursive"
    }
    if let fault = walk.fault { return fault }
    if hasLists, lists.count(where: { $0.name == "-" }) + (paths.contains("-") ? 1 : 0) > 1 {
      return "standard input can be only one of a list of paths and a file"
    }
    return nil
  }

  /// The selection may have more than a few items.
  var mayBeLong: Bool { isRecursive || hasLists || paths.count > Self.greatestShortCount }

  /// Answered before another process may change the cached registry.
  static let greatestShortCount = 8

  // Without the array of the lists, whose metadata would be instantiated at every start.
  private var hasLists: Bool { lineList != nil || nulList != nil || inventory != nil }

  var lists: [(name: String, form: PathListForm)] {
    var lists: [(name: String, form: PathListForm)] = []
    if let lineList { lists.append((lineList, .lines)) }
    if let nulList { lists.append((nulList, .nul)) }
    if let inventory { lists.append((inventory, .inventory)) }
    return lists
  }

  /// The selection may exclude items.
  var isFiltered: Bool { !supertypes.isEmpty || !excludedSupertypes.isEmpty }

  /// Found on demand, without the file of the inventory; throws when a list cannot be opened.
  func items(
    in registry: TypeRegistry, output: ResumedOutput? = nil
  ) throws(CommandFailure) -> SelectedItems {
    var opened: [PathList] = []
    if hasLists { for list in lists { opened.append(try PathList(list.name, list.form)) } }
    return SelectedItems(
      paths: paths, lists: opened, walkedRegistry: isRecursive ? registry : nil,
      followsLinks: followsLinks, options: walk, entersPackages: entersPackages, output: output)
  }

  /// nil if a list is not a file, so that it cannot be read twice.
  func count(in registry: TypeRegistry) -> ItemCount? {
    let areFiles = lists.allSatisfy { list in
      list.name != "-" && FileStatus.present(at: list.name)?.kind == .regular
    }
    guard areFiles else { return nil }
    return ItemCount { [self] in try? items(in: registry) }
  }

  /// Uses the directory of the item, if it is open.
  func verdict(
    on item: SelectedItem, in registry: TypeRegistry, directory: ItemDirectory? = nil,
    _ typing: FormatTyping?
  ) throws(DetectionError) -> Verdict {
    let verdict = try registryVerdict(on: item, in: registry, directory: directory)
    guard let typing else { return verdict }
    return typing.narrowed(verdict, of: item.path, followsLinks: followsLinks)
  }

  private func registryVerdict(
    on item: SelectedItem, in registry: TypeRegistry, directory: ItemDirectory?
  ) throws(DetectionError) -> Verdict {
    guard item.path != "-", !LosslessText.hasStrayBytes(item.path) else {
      return try registry.identify(
        argument: item.path, named: name, by: by, followsLinks: followsLinks)
    }
    return try registry.identify(
      path: item.path, in: directory, by: by, followsLinks: followsLinks,
      isListedFile: item.isListedFile)
  }

  /// Also throws ``CommandFailure`` for a refused item.
  func answer(
    on item: SelectedItem, in registry: TypeRegistry, _ typing: FormatTyping?
  ) throws -> (verdict: Verdict, type: UTType) {
    if let refusal = item.refusal {
      throw CommandFailure(.someFailed, "\(item.path): \(refusal)")
    }
    let verdict = try verdict(on: item, in: registry, typing)
    return (verdict, registry.type(of: verdict))
  }
}

/// The types and formats of PRONOM that items are selected by.
struct TypeFilter: Sendable {
  private let supertypes: [UTType]
  private let excludedSupertypes: [UTType]
  private let formats: [String]
  private let excludedFormats: [String]
  /// nil if no format is named.
  private let reader: FormatReader?
  private let followsLinks: Bool

  /// The reader is required if a format is named.
  ///
  /// Throws ``CommandFailure`` with the nearest known name when a type is not found.
  init(_ selection: ItemSelection, in registry: TypeRegistry, _ reader: FormatReader?) throws {
    followsLinks = selection.followsLinks
    // Without a filter, the metadata of the following types would cost 25,000 instructions.
    guard selection.isFiltered else {
      (supertypes, excludedSupertypes, formats, excludedFormats) = ([], [], [], [])
      self.reader = nil
      return
    }
    func split(_ texts: [String]) throws -> (types: [UTType], formats: [String]) {
      let arguments = texts.map { TypeArgument(argument: $0) }
      return (
        try arguments.filter { $0.format == nil }.map { try $0.type(in: registry) },
        arguments.compactMap(\.format)
      )
    }
    (supertypes, formats) = try split(selection.supertypes)
    (excludedSupertypes, excludedFormats) = try split(selection.excludedSupertypes)
    for puid in formats + excludedFormats { try reader?.check(format: puid) }
    self.reader = formats.isEmpty && excludedFormats.isEmpty ? nil : reader
  }

  /// Throws ``CommandFailure`` if the formats of the item are needed and cannot be read.
  func admits(_ path: String, _ type: UTType) throws(CommandFailure) -> Bool {
    try admits(type) { reader throws(CommandFailure) in
      try reader.formats(of: path, followsLinks: followsLinks)
    }
  }

  /// The formats are read only if they are needed.
  func admits(
    _ type: UTType, formats found: (FormatReader) throws(CommandFailure) -> [String]
  ) throws(CommandFailure) -> Bool {
    if excludedSupertypes.contains(where: { type.conforms(to: $0) }) { return false }
    var isAdmitted =
      supertypes.isEmpty && formats.isEmpty || supertypes.contains { type.conforms(to: $0) }
    guard let reader, !excludedFormats.isEmpty || !isAdmitted else { return isAdmitted }
    let found = try found(reader)
    if !isAdmitted { isAdmitted = formats.contains(where: found.contains) }
    return isAdmitted && !excludedFormats.contains(where: found.contains)
  }
}

extension ItemSelection {
  /// The option that selects by a format of PRONOM; nil if none does.
  var asksForFormats: String? {
    guard isFiltered else { return nil }
    for (option, texts) in [
      ("--conforming-to", supertypes), ("--not-conforming-to", excludedSupertypes),
    ] {
      let format = texts.lazy.compactMap { TypeArgument(argument: $0).format }.first
      if let format { return "\(option) \(format)" }
    }
    return nil
  }

  /// nil if no format is named; throws ``CommandFailure`` if there is no signature file.
  fileprivate func formatReader(_ options: RegistryOptions) throws -> FormatReader? {
    guard let asking = asksForFormats else { return nil }
    guard by != .name else {
      throw CommandFailure(.usage, "\(asking) reads contents, and --by name reads none")
    }
    return try FormatReader(
      options.signatures(), asking: asking, readsNames: by != .content, searchLimit: nil,
      nameOfStandardInput: name)
  }
}

extension ItemSelection {
  /// Throws after all items when an item or a list failed, or when no item is selected.
  func answerEach(
    in registry: TypeRegistry, _ options: RegistryOptions, _ output: OutputOptions,
    _ answer: (_ path: String, _ verdict: Verdict, _ type: UTType) throws -> CommandResult
  ) throws {
    let filter = try TypeFilter(self, in: registry, formatReader(options))
    let items = try items(in: registry)
    let typing = FormatTyping(registry, options, by: by, nameOfStandardInput: name)
    let hasAnswered = try ResultPrinter.printEach(items, output, name: \.fields) { item in
      let (verdict, type) = try self.answer(on: item, in: registry, typing)
      return try filter.admits(item.path, type) ? [try answer(item.path, verdict, type)] : []
    }
    if let failure = items.failure { throw failure }
    if isFiltered, !hasAnswered { throw CommandFailure(.negative) }
  }
}

extension ItemSelection: ParameterGroup {
  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.arguments(
      &paths, "path", isRequired: false,
      help: "The items: paths or file:// URLs; - is standard input.", completion: .files)
    parameters.option(
      &by, "--by", value: "by",
      help: "The evidence to use: name, content or both. With name the item need not exist.")
    parameters.flag(
      &isRecursive, "-r", "--recursive",
      help: "Walk into directories; packages are one item each.")
    parameters.group(&walk)
    parameters.flag(
      &followsLinks, "--no-dereference", sets: false,
      help: "Identify symbolic links themselves, not their destinations.")
    parameters.option(
      &lineList, "--files-from", value: "file",
      help: """
        Read paths, one a line, from a file, or from standard input for -. If the first line ends in \
        CR and LF, so do all.
        """,
      completion: .files)
    parameters.option(
      &nulList, "--files0-from", value: "file",
      help: "Read paths that end in NUL from a file, or from standard input for -.",
      completion: .files)
    parameters.option(
      &inventory, "--s3-inventory", value: "file",
      help: """
        Read rows of an S3 inventory in CSV from a file, or from standard input for -: the bucket, \
        the encoded key, and other columns. The path is BUCKET/KEY; --by name needs no file there.
        """,
      completion: .files)
    parameters.option(&name, "--name", value: "name", help: "The name of standard input.")
    parameters.option(
      &supertypes, "--conforming-to", value: "type",
      help: "Only items of a type that conforms to this one; given again, to any of them.",
      completion: .types)
    parameters.option(
      &excludedSupertypes, "--not-conforming-to", value: "type",
      help: "Only items of a type that does not conform to this one; may be given again.",
      completion: .types)
  }
}
