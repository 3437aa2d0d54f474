import UTICommandOutput
import UTITypeDetection

/// The invalid combinations of options, and the layout that the options select.
extension Identify {
  /// The reason why the request is invalid; nil when it is valid.
  var fault: String? {
    (isStream ? streamFault : items.fault ?? questionFault) ?? layoutFault ?? resumingFault
  }

  private var resumingFault: String? {
    if resumedPath == nil { return nil }
    if question != nil || isQuiet { return "--resume needs an inventory to write" }
    if output.format == .json {
      return "--resume continues lines; use --format jsonl, csv, tsv or text"
    }
    return items.paths.contains("-") ? "--resume cannot read standard input as an item twice" : nil
  }

  private var streamFault: String? {
    var others = self
    others.items = ItemSelection(by: items.by)
    guard others.items == items, question == nil, leastConfidence == .guess, !isQuiet, !endsWithNUL,
      !omitsHeader, resumedPath == nil, !showsSummary
    else {
      return "--stream identifies all records of standard input; it takes no items and no selection"
    }
    return [.json, .tsv, .csv].contains(output.format) ? "--stream prints lines of JSON" : nil
  }

  private var questionFault: String? {
    guard question != nil else {
      return leastConfidence == .guess ? nil : "--at-least is the confidence of a yes to --is"
    }
    if items.paths.count != 1 || items.isRecursive || items.lineList != nil || items.nulList != nil
      || items.isFiltered
    {
      return "--is takes one item; --conforming-to selects from many"
    }
    if output.format == .csv { return "--is prints yes or no; use tsv, json or jsonl" }
    return selectsFields || layout != nil || isBrief ? "--is prints yes or no, and no fields" : nil
  }

  private var layoutFault: String? {
    if layout != nil, selectsFields || isBrief {
      return "--print selects the output, and so do --brief, --mime-type, --mime-encoding and "
        + "--extension; use one of them"
    }
    let isForMachines = output.format == .json || output.format == .jsonl
    if endsWithNUL, isForMachines { return "--null is for text; JSON has no NUL" }
    if endsWithNUL, output.format == .csv { return "--null is for text; CSV has no NUL" }
    if omitsHeader, output.format != .csv { return "--no-header is for --format csv" }
    do throws(ItemLayout.Fault) {
      if case .template = try itemLayout, isStream || output.format != .text {
        return "a template defines text output; for JSON and tables use a list of fields"
      }
    } catch {
      return error.message
    }
    return nil
  }

  private var selectsFields: Bool { showsMIMEType || showsEncoding || showsExtension }

  /// The layout of each item; nil for the default.
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
