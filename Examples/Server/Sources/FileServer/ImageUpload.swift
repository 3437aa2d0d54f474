import Hummingbird
import UniformTypes

/// Stores uploads whose bytes are an image.
///
/// The first bytes decide, before anything is written. The rest of the body is written as it arrives, so
/// the memory of a request does not depend on its size. The file appears under its name when it is complete.
///
/// A picture can contain markup after its first fields, such as a comment. It is stored all the same: a
/// search of the first bytes would refuse pictures with metadata, and find nothing in later bytes. Instead
/// ``MIMETypeMiddleware`` serves all uploads so that browsers never open them as pages of this site.
struct ImageUpload {
  /// The path under which the uploads are served.
  static let address = "/uploads"

  /// The folder of the images.
  let folder: String
  /// The greatest size of an upload in bytes.
  let sizeLimit: Int
  /// True if the type is detected; without it, every upload is stored.
  let isChecked: Bool

  /// The types that are stored, with the types that conform to them, such as animated PNG.
  ///
  /// SVG is none of them, because it can contain scripts.
  private static let accepted: [UTType] = [.png, .jpeg, .gif]

  /// Stores the body of a request.
  ///
  /// - Parameter size: the length of the body in bytes; nil if it is not known.
  /// - Returns: the name of the stored file.
  /// - Throws: `HTTPError`: 413 above the limit, 415 if the bytes are not an image.
  func store(_ body: RequestBody, size: Int?) async throws -> String {
    if let size, size > sizeLimit { throw HTTPError(.contentTooLarge) }
    var parts = body.makeAsyncIterator()
    var head = ByteBuffer()
    while head.readableBytes < DetectionLimits().headByteCount, let part = try await parts.next() {
      head.writeImmutableBuffer(part)
    }
    let ending = isChecked ? try Self.fileExtension(ofImage: head, size: size) : "bin"
    let name = "\(UInt64.random(in: 0 ... .max)).\(ending)"
    let file = try await NewFile(named: name, in: FilePath(folder))
    do {
      var count = 0
      var next: ByteBuffer? = head
      while let part = next {
        count += part.readableBytes
        guard count <= sizeLimit else { throw HTTPError(.contentTooLarge) }
        try await file.write(part)
        next = try await parts.next()
      }
    } catch {
      try await file.close(isComplete: false)
      throw error
    }
    try await file.close(isComplete: true)
    return name
  }

  /// Returns the extension of an image by its first bytes; the name of the upload has no influence.
  private static func fileExtension(ofImage head: ByteBuffer, size: Int?) throws -> String {
    let verdict = TypeRegistry.embedded.identify(bytes: head.readableBytesView, size: size)
    let type = verdict.contentType
    guard accepted.contains(where: { type.conforms(to: $0) }), verdict.confidence > .guess,
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
