internal import UTIDataFormats
internal import UTIPlatform
internal import UTITypeGraph
internal import UTIXMLFormats

/// Tags, each validated separately.
extension PropertyListDeclarationReader {
  /// `UTTypeTagSpecification`: a dictionary from tag class to one or more values.
  mutating func tags(_ declaration: PropertyListValue) -> [Located<Tag>] {
    guard let value = declaration[TypeKey.tags] else { return [] }
    guard case .dictionary(let entries) = value.content else {
      reportKind(of: value, TypeKey.tags, expected: "a dictionary")
      return []
    }
    var result: [Located<Tag>] = []
    for entry in entries {
      let name = trimming(TextField(text: entry.key, place: entry.keyPlace), of: TypeKey.tags)
      guard !name.isEmpty else {
        report(
          .error, "empty-tag-class", at: entry.keyPlace, "a tag class is empty",
          remedy: "write public.filename-extension or public.mime-type")
        continue
      }
      reportUnlikelyTagClass(name, at: entry.keyPlace)
      let tagClass = TagClass(rawValue: name)
      for field in texts(entry.value, of: name) {
        if let tag = tag(field, tagClass, of: name) { result.append(tag) }
      }
    }
    return result
  }

  /// nil, with a finding, when it is invalid.
  mutating func tag(_ field: TextField, _ tagClass: TagClass, of key: String) -> Located<Tag>? {
    // Blanks are part of OSTypes and of names of pasteboard types.
    let text = tagClass.comparesWithoutCase ? trimming(field, of: key) : field.text
    guard !text.isEmpty else {
      report(
        .warning, "empty-tag", at: field.place, "a value of \(key) is empty and is dropped",
        remedy: "remove it")
      return nil
    }
    guard !hasUnresolvedVariable(text, of: key, at: field.place) else { return nil }
    let isUsable =
      switch tagClass {
      case .filenameExtension: isUsableExtension(text, at: field.place)
      case .mimeType: isUsableMIMETag(text, at: field.place)
      default: true
      }
    guard isUsable else { return nil }
    return Located(Tag(tagClass: tagClass, value: text), at: field.place.position)
  }

  private mutating func isUsableExtension(_ text: String, at place: PropertyListPlace) -> Bool {
    if text.hasPrefix(".") {
      report(
        .warning, "extension-with-dot", at: place,
        "the extension “\(text.prefix(100))” begins with a dot, so that no name has it;"
          + " it is dropped",
        remedy: "write it without the dot")
      return false
    }
    guard !text.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0x20 || $0 == 0 }) else {
      report(
        .warning, "invalid-extension", at: place,
        "the extension “\(text.prefix(100))” holds a character that no extension has; it is dropped",
        remedy: "write an extension without spaces and slashes")
      return false
    }
    if text.utf8.contains(UInt8(ascii: ".")) {
      report(
        .warning, "compound-extension", at: place,
        "the extension “\(text.prefix(100))” holds a dot, and the extension of a name is only the part"
          + " after the last one",
        remedy: "declare the last part too if it belongs to the type")
    }
    return true
  }

  /// Literal tags with parameters, such as `text/plain;charset=utf-8`, are in use.
  private mutating func isUsableMIMETag(_ text: String, at place: PropertyListPlace) -> Bool {
    let name = text.prefix { $0 != ";" }
    if MIMEName(String(String(name).trimmingBlanks)) == nil {
      report(
        .warning, "invalid-mime-tag", at: place,
        "the tag “\(text.prefix(100))” is no MIME type",
        remedy: "write a name of the form media/subtype")
    }
    return true
  }

  /// Reports likely misspellings only, because tag classes are an open set.
  private mutating func reportUnlikelyTagClass(_ name: String, at place: PropertyListPlace) {
    let known = [
      TagClass.filenameExtension, .mimeType, .osType, .pasteboardType, .urlScheme,
    ].map(\.rawValue)
    guard !known.contains(name), let nearest = EditDistance.nearest(to: name, among: known) else {
      return
    }
    report(
      .warning, "unknown-tag-class", at: place,
      "no look-up uses the tag class “\(name.prefix(100))”",
      remedy: "write “\(nearest)” if that is meant")
  }
}
