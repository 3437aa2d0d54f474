internal import CUTIBaseRegistry
internal import UTIPortable
internal import UTITypeDetection
internal import UTITypeGraph

/// The detector of the base registry.
private let detector: TypeDetector? = {
  let bytes = UnsafeRawBufferPointer(start: uti_base_registry(), count: uti_base_registry_size())
  let storage = ImageStorage(unsafeBytes: bytes) { _ in }
  guard let image = try? RegistryImage(storage) else { return nil }
  return TypeDetector(image: image)
}()

/// Writes the type of an item: identifier, MIME type, confidence and basis, with tabs between them.
///
/// - Parameters:
///   - name: the name.
///   - nameCount: the number of bytes of the name; 0 for no name.
///   - bytes: the first bytes of the item; nil if only the name is known.
///   - byteCount: their number.
///   - output: the place for the answer.
///   - capacity: the number of bytes there.
/// - Returns: the number of bytes of the answer; -1 if the registry cannot be read.
@_cdecl("uti_answer")
public func answer(
  _ name: UnsafePointer<UInt8>?, _ nameCount: Int, _ bytes: UnsafePointer<UInt8>?,
  _ byteCount: Int, _ output: UnsafeMutablePointer<UInt8>, _ capacity: Int
) -> Int {
  guard let detector else { return -1 }
  let text =
    nameCount > 0
    ? String(decoding: UnsafeBufferPointer(start: name, count: nameCount), as: UTF8.self) : nil
  let verdict =
    if let bytes {
      detector.verdict(
        forBytes: UnsafeRawBufferPointer(start: bytes, count: byteCount), name: text)
    } else {
      detector.verdict(forName: text ?? "")
    }
  let fields = [
    verdict.type.description, verdict.mimeType ?? "", verdict.confidence.rawValue,
    verdict.basis.rawValue,
  ]
  var count = 0
  for byte in fields.joined(separator: "\t").utf8 where count < capacity {
    output[count] = byte
    count += 1
  }
  return count
}
