import TypeDeclarations
import UTICommandOutput
import UTIDesktopIntegration
internal import UTIFormatSignatures
import UTITypeGraph
import UniformTypes

/// The formats of PRONOM of types, and the types of formats, by the installed signatures.
struct FormatTypes {
  private let index: FormatIndex

  /// nil if no signature file is installed.
  init?(_ signatures: InstalledSignatures) throws {
    guard let release = try signatures.readRelease() else { return nil }
    index = FormatIndex(release.formats.formats)
  }

  static func isFormat(_ text: String) -> Bool { FileFormat.isPUID(text) }

  func formats(of type: UTType) -> [FileFormat] {
    index.formats(
      mimeNames: type.tags[.mimeType] ?? [], extensions: type.tags[.filenameExtension] ?? [])
  }

  /// Throws ``CommandFailure`` for an unknown identifier, and for a format without a type.
  func types(ofFormat puid: String, in registry: TypeRegistry) throws -> [UTType] {
    guard let format = index.format(puid) else {
      throw CommandFailure(.someFailed, "\(puid): the signature files have no such format")
    }
    var types: [UTType] = []
    for name in format.mimeTypes {
      for type in registry.candidates(for: Tag(tagClass: .mimeType, value: name)).types
      where !types.contains(type)
        && format.isOfType(
          mimeNames: [name], extensions: type.tags[.filenameExtension] ?? [])
      {
        types.append(type)
      }
    }
    guard !types.isEmpty else {
      throw CommandFailure(
        .someFailed, "\(puid): \(format.name): no type has its MIME name and extension")
    }
    return types
  }
}

extension InstalledSignatures {
  /// Throws ``CommandFailure``; nil if no signature file is installed.
  func readRelease() throws -> FormatRelease? {
    do throws(DeclarationError) {
      return try release()
    } catch {
      throw error.failure
    }
  }
}
