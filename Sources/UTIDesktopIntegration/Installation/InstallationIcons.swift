import SystemPackage
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

  /// Folders of hicolor, in pixels.
  private static let sizes = [16, 20, 22, 24, 32, 36, 40, 48, 64, 72, 96, 128, 192, 256, 512, 1024]

  /// Icons of the property list's folder under the MIME name; notes on ones that no theme can have.
  package static func icons(
    of type: TypeDeclaration, named name: MIMEName, beside path: String
  ) -> (icons: [Icon], notes: [InstallationStep]) {
    var icons: [Icon] = []
    var notes: [InstallationStep] = []
    func note(_ reason: String) {
      notes.append(InstallationStep(.note, type.identifier.rawValue, reason: reason))
    }
    for file in type.iconFiles {
      let found = candidates(file, beside: path)
      if found.isEmpty {
        note("its icon \(file) is missing: there is no such PNG or SVG file next to \(path)")
      }
      for (fileName, bytes) in found {
        guard let folder = folder(of: bytes) else {
          note("its icon \(fileName) is neither an SVG nor a square PNG of a size of icon themes")
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

  /// The name itself, or with the suffix of an image.
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

  /// nil when the theme has no folder for the image.
  private static func folder(of bytes: [UInt8]) -> String? {
    if let size = sizeOfPNG(bytes) {
      return size.width == size.height && sizes.contains(size.width)
        ? "\(size.width)x\(size.height)" : nil
    }
    let start = String(decoding: bytes.prefix(1024), as: UTF8.self)
    return start.includes("<svg") ? "scalable" : nil
  }

  /// The header states it (PNG specification, 11.2.2).
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
  /// A hyphen replaces the slash in icons of MIME types (Icon Naming Specification).
  fileprivate var replacingSlash: String { String(map { $0 == "/" ? "-" : $0 }) }
}
