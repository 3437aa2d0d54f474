import CommandOutput
import TypeDeclarations
import TypeDetection
internal import UTIPlatform
import UniformTypes

/// Which items a command is asked about, and which of them count, as plain values.
struct ItemSelection: Hashable, Sendable {
  var paths: [String] = []
  var by: DetectionBasis = .both
  var isRecursive = false
  var followsLinks = true
  /// The file that lists further paths, one a line.
  var lineList: String?
  /// The file that lists further paths, each ended by NUL.
  var nulList: String?
  /// The name that standard input goes by.
  var name: String?
  /// The types of which an item's type must conform to one; empty when any type will do.
  var supertypes: [String] = []
  /// The types to none of which an item's type may conform.
  var excludedSupertypes: [String] = []

  /// Why the selection makes no sense; nil when it does.
  var fault: String? {
    if paths.isEmpty, lineList == nil, nulList == nil {
      return "name a path, or - for standard input"
    }
    if name != nil, !paths.contains("-") {
      return "--name is the name of standard input; name - as a path too"
    }
    if by == .name, name == nil, paths.contains("-") {
      return "standard input has no name; set one with --name"
    }
    // Without the comparison of optional texts, which makes metadata at every start.
    let isLineList = lineList.map { $0 == "-" } ?? false
    let isNULList = nulList.map { $0 == "-" } ?? false
    if isLineList && isNULList || (isLineList || isNULList) && paths.contains("-") {
      return "standard input can be only one of a list of paths and a file"
    }
    return nil
  }

  /// Whether some items may not count.
  var isFiltered: Bool { !supertypes.isEmpty || !excludedSupertypes.isEmpty }

  /// The items, found as they are asked for.
  ///
  /// - Throws: ``CommandFailure`` when a list cannot be opened.
  func items(in registry: TypeRegistry) throws(CommandFailure) -> SelectedItems {
    var lists: [PathList] = []
    if let lineList { lists.append(try PathList(lineList, end: UInt8(ascii: "\n"))) }
    if let nulList { lists.append(try PathList(nulList, end: 0)) }
    return SelectedItems(
      paths: paths, lists: lists, walkedRegistry: isRecursive ? registry : nil,
      followsLinks: followsLinks)
  }

  /// The verdict on an item.
  ///
  /// - Parameter directory: the directory that the item lies in, where that is open.
  /// - Throws: `DetectionError` when the path names nothing, or what is there cannot be read.
  func verdict(
    on item: SelectedItem, in registry: TypeRegistry, directory: ItemDirectory? = nil
  ) throws(DetectionError) -> Verdict {
    guard item.path != "-", !LosslessText.hasStrayBytes(item.path) else {
      return try registry.identify(
        argument: item.path, named: name, by: by, followsLinks: followsLinks)
    }
    return try registry.identify(
      path: item.path, in: directory, by: by, followsLinks: followsLinks,
      isListedFile: item.isListedFile)
  }

  /// The verdict on an item, and the type that it names.
  ///
  /// - Throws: `DetectionError` as ``verdict(on:in:)``, and ``CommandFailure`` for what is refused.
  func answer(
    on item: SelectedItem, in registry: TypeRegistry
  ) throws -> (verdict: Verdict, type: UTType) {
    if let refusal = item.refusal {
      throw CommandFailure(.someFailed, "\(item.path): \(refusal)")
    }
    let verdict = try verdict(on: item, in: registry)
    return (verdict, registry.type(of: verdict))
  }
}

/// Which types count.
struct TypeFilter: Sendable {
  private let supertypes: [UTType]
  private let excludedSupertypes: [UTType]

  /// - Throws: ``CommandFailure`` with the nearest known name when a type is not found.
  init(_ selection: ItemSelection, in registry: TypeRegistry) throws {
    func types(_ texts: [String]) throws -> [UTType] {
      try texts.map { try TypeArgument(argument: $0).type(in: registry) }
    }
    supertypes = try types(selection.supertypes)
    excludedSupertypes = try types(selection.excludedSupertypes)
  }

  func admits(_ type: UTType) -> Bool {
    (supertypes.isEmpty || supertypes.contains { type.conforms(to: $0) })
      && !excludedSupertypes.contains { type.conforms(to: $0) }
  }
}

extension ItemSelection {
  /// Prints an answer about each item that counts.
  ///
  /// - Parameter answer: the answer about a path with the verdict on it and the type that it names.
  /// - Throws: ``CommandFailure``, after everything that can be answered has been, when an item or a
  ///   list failed, or when no item counts.
  func answerEach(
    in registry: TypeRegistry, _ output: OutputOptions,
    _ answer: (_ path: String, _ verdict: Verdict, _ type: UTType) throws -> CommandResult
  ) throws {
    let filter = try TypeFilter(self, in: registry)
    let items = try items(in: registry)
    let hasAnswered = try ResultPrinter.printEach(items, output, name: \.fields) { item in
      let (verdict, type) = try self.answer(on: item, in: registry)
      return filter.admits(type) ? [try answer(item.path, verdict, type)] : []
    }
    if let failure = items.failure { throw failure }
    if isFiltered, !hasAnswered { throw CommandFailure(.negative) }
  }
}
