import TypeDetection
import TypeGraph
import UniformTypes

/// What `uti identify` is asked for.
struct IdentifyRequest: Hashable, Sendable {
  var items = ItemSelection()
  var isBrief = false
  var showsMIMEType = false
  var showsEncoding = false
  var showsExtension = false
  /// The fields or the template that are printed; nil for the usual.
  var layout: String?
  /// The type that the one item is asked about.
  var question: String?
  var isQuiet = false
  /// Whether records of bytes on standard input are answered.
  var isStream = false
  var endsWithNUL = false
  var registryOptions = RegistryOptions()
  var output = OutputOptions()

  private var format: OutputFormat { output.format }

  /// Why the request makes no sense; nil when it does.
  var fault: String? {
    (isStream ? streamFault : items.fault ?? questionFault) ?? layoutFault
  }

  private var streamFault: String? {
    var others = self
    others.items = ItemSelection(by: items.by)
    guard others.items == items, question == nil, !isQuiet, !endsWithNUL else {
      return "--stream answers what standard input holds, all of it; name no item, and choose none"
    }
    return format == .json || format == .tsv ? "--stream prints lines of JSON" : nil
  }

  private var questionFault: String? {
    guard question != nil else { return nil }
    if items.paths.count != 1 || items.isRecursive || items.lineList != nil || items.nulList != nil
      || items.isFiltered
    {
      return "--is asks about one item; --conforming-to chooses among many"
    }
    return selectsFields || layout != nil || isBrief ? "--is prints yes or no and no field" : nil
  }

  private var layoutFault: String? {
    if layout != nil, selectsFields || isBrief {
      return "--print says what is printed, and so do --brief, --mime-type, --mime-encoding and "
        + "--extension; take one way"
    }
    let isForMachines = format == .json || format == .jsonl
    if endsWithNUL, isForMachines { return "--null is for text; JSON has no NUL" }
    do throws(ItemLayout.Fault) {
      if case .template = try itemLayout, isStream || format != .text {
        return "a template is text of its own; JSON and tables take a list of fields"
      }
    } catch {
      return error.message
    }
    return nil
  }

  private var selectsFields: Bool { showsMIMEType || showsEncoding || showsExtension }

  /// What is printed of each item; nil for the usual.
  private var itemLayout: ItemLayout? {
    get throws(ItemLayout.Fault) {
      if let layout { return try ItemLayout(layout) }
      guard selectsFields || isBrief else { return nil }
      let selected = [
        (showsMIMEType, ItemField.mime), (showsEncoding, .encoding), (showsExtension, .extension),
      ].filter(\.0).map(\.1)
      return .fields((isBrief ? [] : [.path]) + (selected.isEmpty ? [.type] : selected))
    }
  }

  /// Answers the request.
  ///
  /// - Throws: ``CommandFailure`` when the registry or a list of paths cannot be read, some item
  ///   could not be answered, or the answer is no.
  func run() throws {
    let registry = try registryOptions.load()
    if isStream { return try answerStream(registry) }
    if let question { return try answer(question, registry) }
    var list = try items.items(in: registry)
    var session = IdentifySession(
      self, layout: try itemLayout, filter: try TypeFilter(items, in: registry), registry: registry)
    session.answer(&list)
    session.finish()
    if session.isSettled { return }
    if let failure = list.failure { throw failure }
    if session.hasFailed { throw CommandFailure(.someFailed) }
    if items.isFiltered, !session.hasFound { throw CommandFailure(.negative) }
  }

  private func answerStream(_ registry: TypeRegistry) throws {
    var fields: [ItemField]?
    if case .fields(let chosen) = try itemLayout { fields = chosen }
    try IdentifyStream(self, fields: fields, registry: registry).run()
  }

  /// Answers whether an item is of a type.
  private func answer(_ question: String, _ registry: TypeRegistry) throws {
    let supertype = try TypeArgument(argument: question).type(in: registry)
    var list = try items.items(in: registry)
    guard let item = list.next() else { return }
    var conforms = false
    try ResultPrinter.printEach([item], output, name: \.fields) { item in
      let answer = ConformanceAnswer(
        type: try items.answer(on: item, in: registry).type, supertype: supertype,
        path: item.path, registry: registry)
      conforms = answer.conforms
      return isQuiet ? [] : [answer.result]
    }
    if !conforms { throw CommandFailure(.negative) }
  }
}
