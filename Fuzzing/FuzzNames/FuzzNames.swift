import UTITypeDetection
import UTITypeGraph
import UniformTypes

private let image = try? BaseRegistry.image()

/// Names, tags and identifiers: any text has a result, and encoded text decodes again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzNames(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let image else { return 0 }
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  let detector = TypeDetector(image: image)
  let verdict = detector.verdict(forName: text)
  if let type = detector.type(ofName: text) {
    precondition(image.identifier(of: type) == verdict.type)
  }
  _ = image.globMatches(text)
  for tagClass in [TagClass.filenameExtension, .mimeType, .osType, .pasteboardType] {
    let tag = Tag(tagClass: tagClass, value: text)
    _ = image.types(with: tag, in: .merged)
    let dynamic = DynamicIdentifier(tags: [tag], conformsTo: [.data])
    precondition(DynamicIdentifier(dynamic.identifier)?.tags == dynamic.tags)
  }
  if let identifier = TypeIdentifier(text) {
    _ = image.type(identifier: identifier)
    if let dynamic = DynamicIdentifier(identifier) {
      precondition(dynamic.identifier == identifier)
    }
  }
  if let name = MIMEName(text) {
    precondition(MIMEName(derivedFrom: name.derivedIdentifier) == name)
  }
  return 0
}
