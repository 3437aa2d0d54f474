import SystemPackage
package import UTICommandOutput
import UTIPlatform

/// The page that identifies dropped files in the browser, made by `make web` with the engine in it.
package struct SiteDropPage: Sendable {
  static let name = "identify.html"
  /// One of the first lines of Web/index.html; a page without it is another file.
  private static let mark = "<title>What type is this file?</title>"
  private static let greatestSize = 64 << 20

  let text: String

  package init(at path: String) throws(CommandFailure) {
    let bytes: [UInt8]
    do {
      bytes = try RegularFile(at: FilePath(text: path), limit: Self.greatestSize).bytes
    } catch {
      throw CommandFailure(
        .inputMissing, "\(path): cannot be read: \(error); name the page that make web writes")
    }
    guard let text = String(validating: bytes, as: UTF8.self),
      text.split(separator: "\n", maxSplits: 20).contains(where: { $0 == Self.mark })
    else {
      throw CommandFailure(
        .inputOutput,
        "\(path): this is not the page for dropped files; name .build/web/index.html of make web")
    }
    self.text = text
  }
}
