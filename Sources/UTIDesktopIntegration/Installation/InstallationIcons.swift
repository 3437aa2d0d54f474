import SystemPackage
import TypeDeclarations
import UTICommandOutput
import UTIPlatform
package import UTITypeGraph

/// The icons of types, as files of the theme that all icon themes fall back to.
package enum InstallationIcons {
  /// An icon with its place below the folder of the installation.
  package struct Icon {
    let path: String
    let bytes: [UInt8]
  }

  /// The sizes that hicolor has folders for, in pixels.
  private static let sizes = [16, 20, 22, 24, 32, 36, 40, 48, 64, 72, 96, 128, 192, 256, 512, 1024]

  /// Finds the icons that a type names, in the folder of the file that declares it.
  ///
  /// - Parameters:
  ///   - type: the declaration.
  ///   - name: the MIME name of the type, after which its icons are called.
  ///   - path: the path of the property list.
  /// - Returns: the icons, and a note on each that no theme can have.
  package static func icons(
    of type: TypeDeclaration, named name: MIMEName, beside path: String
  ) -> (icons: [Icon], notes: [InstallationNote]) {
    var icons: [Icon] = []
    var notes: [InstallationNote] = []
    for file in type.iconFiles {
      let found = candidates(file, beside: path)
      if found.isEmpty {
        notes.append(
          InstallationNote(
            .note, type.identifier.rawValue,
            "its icon \(file) is missing: there is no such PNG or SVG file next to \(path)"))
      }
      for (fileName, bytes) in found {
        guard let folder = folder(of: bytes) else {
          notes.append(
            InstallationNote(
              .note, type.identifier.rawValue,
              "its icon \(fileName) is neither an SVG nor a square PNG of a size of icon themes"))
          continue
        }
        let iconName = name.canonical.replacingSlash
        let suffix = folder == "scalable" ? "svg" : "png"
        let place = "icons/hicolor/\(folder)/mimetypes/\(iconName).\(suffix)"
        if !icons.contains(where: { $0.path == place }) {
          icons.append(Icon(path: place, bytes: bytes))
        }
      }
    }
    return (icons, notes)
  }

  /// The files that an icon's name may mean: itself, or with the suffix of an image.
  private static func candidates(_ name: String, beside path: String) -> [(String, [UInt8])] {
    // A declaration must not refer to files elsewhere on the machine.
    guard !name.isEmpty, !name.contains("/"), name != ".", name != ".." else { return [] }
    let directory = FilePath(text: path).removingLastComponent()
    let stem = name.hasSuffix(".icns") ? String(name.dropLast(5)) : name
    var names = [name, "\(stem).png", "\(stem).svg"]
    if name.hasSuffix(".icns") { names.removeFirst() }
    return names.compactMap { name in
      (try? FileChange.contents(of: directory.appending(text: name))).flatMap(\.self).map {
        (name, $0)
      }
    }
  }

  /// Returns the folder of the theme for an image; nil when there is none.
  private static func folder(of bytes: [UInt8]) -> String? {
    if let size = sizeOfPNG(bytes) {
      return size.width == size.height && sizes.contains(size.width)
        ? "\(size.width)x\(size.height)" : nil
    }
    let start = String(decoding: bytes.prefix(1024), as: UTF8.self)
    return start.includes("<svg") ? "scalable" : nil
  }

  /// The size that the header of a PNG file states (PNG specification, 11.2.2).
  private static func sizeOfPNG(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    guard bytes.count >= 24, bytes.starts(with: signature),
      Array(bytes[12..<16]) == Array("IHDR".utf8)
    else { return nil }
    func number(at offset: Int) -> Int {
      bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    return (number(at: 16), number(at: 20))
  }
}

extension String {
  /// The name of an icon for a MIME type (Icon Naming Specification): a hyphen for the slash.
  fileprivate var replacingSlash: String { String(map { $0 == "/" ? "-" : $0 }) }
}
