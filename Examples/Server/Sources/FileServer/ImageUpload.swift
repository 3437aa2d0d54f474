import Hummingbird
import UTITypeDetection
import UniformTypes
import _NIOFileSystem

/// Stores uploads whose bytes are an image.
///
/// The first bytes decide, before anything is written. The rest of the body is written as it arrives, so
/// the memory of a request does not depend on its size. The file appears under its name when it is complete.
struct ImageUpload {
  /// The folder of the images.
  let folder: String
  /// The greatest size of an upload in bytes.
  let sizeLimit: Int
  /// A Boolean value that indicates whether the type is detected; without it, every upload is stored.
  let isChecked: Bool

  /// The types that are stored.
  ///
  /// SVG is none of them, because it can contain scripts.
  private static let accepted: [UTType] = [.png, .jpeg, .gif]

  /// Stores the body of a request.
  ///
  /// - Parameter size: the length of the body in bytes; nil if it is not known.
  /// - Returns: the name of the stored file.
  /// - Throws: `HTTPError`: 413 above the limit, 415 if the bytes are no image.
  func store(_ body: RequestBody, size: Int?) async throws -> String {
    if let size, size > sizeLimit { throw HTTPError(.contentTooLarge) }
    var parts = body.makeAsyncIterator()
    var head = ByteBuffer()
    while head.readableBytes < DetectionLimits().headByteCount, let part = try await parts.next() {
      head.writeImmutableBuffer(part)
    }
    let ending = isChecked ? try Self.fileExtension(ofImage: head, size: size) : "bin"
    let name = "\(UInt64.random(in: 0 ... .max)).\(ending)"
    try await FileSystem.shared.withFileHandle(
      forWritingAt: FilePath("\(folder)/\(name)"), options: .newFile(replaceExisting: false)
    ) { file in
      var offset: Int64 = 0
      var next: ByteBuffer? = head
      while let part = next {
        guard offset + Int64(part.readableBytes) <= sizeLimit else {
          throw HTTPError(.contentTooLarge)
        }
        offset += try await file.write(contentsOf: part, toAbsoluteOffset: offset)
        next = try await parts.next()
      }
    }
    return name
  }

  /// Returns the extension of an image by its first bytes; the name of the upload has no influence.
  private static func fileExtension(ofImage head: ByteBuffer, size: Int?) throws -> String {
    let verdict = TypeRegistry.current.identify(bytes: Array(head.readableBytesView), size: size)
    let type = verdict.contentType
    guard accepted.contains(type), verdict.confidence > .guess,
      let ending = type.preferredFilenameExtension
    else {
      let found = verdict.mimeType ?? type.identifier
      throw HTTPError(
        .unsupportedMediaType,
        message: "a PNG, JPEG or GIF image is required, but the upload is \(found)")
    }
    return ending
  }
}
