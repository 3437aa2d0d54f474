internal import UTIDataFormats
public import UTITypeGraph
internal import UTIXMLFormats

extension DeclarationReader {
  /// Returns the format of a file, by its content.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - path: the path of the file; its suffix decides when the content is too damaged.
  /// - Returns: nil when the file is neither a property list nor a shared-mime-info package.
  /// - Complexity: O(*n*) in the distance of the root element from the beginning.
  public static func format(of bytes: [UInt8], path: String) -> DeclarationSource.Format? {
    if BinaryPropertyListReader.recognizes(bytes) { return .propertyList }
    var handler = RootElementHandler()
    // The handler ends the reading at the root element by an error, which is ignored.
    _ = try? XMLEventReader.read(
      bytes, limits: ReadingLimits(), handler: &handler)
    switch handler.name {
    case "plist": return .propertyList
    case "mime-info": return .sharedMIMEInfo
    case nil: break
    default: return nil
    }
    if path.hasSuffix(".plist") { return .propertyList }
    return path.hasSuffix(".xml") ? .sharedMIMEInfo : nil
  }
}

/// A handler that stores the name of the root element and ends the reading there.
private struct RootElementHandler: XMLEventHandler {
  var name: String?

  mutating func startElement(_ element: XMLElement) throws(FormatError) {
    name = element.name.string
    throw FormatError(.notPropertyList, at: nil, "")
  }

  func text(_ text: XMLText) throws(FormatError) {}

  func endElement(at offset: Int) throws(FormatError) {}
}
