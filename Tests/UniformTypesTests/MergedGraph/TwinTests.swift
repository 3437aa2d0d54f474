import Foundation
import TestSupport
import Testing
import UniformTypes

/// Pairs that share an extension and most of their words and are two types all the same.
private let distinct: [Set<String>: String] = [
  ["com.adobe.postscript-pfa-font", "mime.application.x-font-type1"]:
    "the form as text; Apple has it below another type than the format",
  ["com.adobe.postscript-pfb-font", "mime.application.x-font-type1"]: "the binary form",
  ["com.microsoft.excel.xla", "com.microsoft.excel.xls"]: "Apple tells add-ins apart",
  ["com.microsoft.excel.xls", "com.microsoft.excel.xlt"]: "Apple tells templates apart",
  ["com.microsoft.powerpoint.pot", "com.microsoft.powerpoint.ppt"]: "Apple tells templates apart",
  ["com.microsoft.word.doc", "com.microsoft.word.dot"]: "Apple tells templates apart",
  ["com.olympus.or-raw-image", "com.olympus.sr-raw-image"]: "Apple tells two forms apart",
  ["mime.application.pkcs8", "mime.application.pkcs8-encrypted"]:
    "IANA registers the encrypted key by itself",
  ["mime.application.vnd.appimage", "mime.application.x-iso9660-appimage"]:
    "a Squashfs image of the second specification, and an ISO 9660 image of the first",
  [
    "mime.application.vnd.stardivision.impress", "mime.application.vnd.stardivision.impress-packed",
  ]: "one file, and one with all that it refers to",
  ["mime.application.x-kexiproject-sqlite2", "mime.application.x-kexiproject-sqlite3"]:
    "two formats of SQLite",
  ["mime.application.x-saturn-rom", "mime.application.x-sega-cd-rom"]: "two machines",
  ["mime.audio.x-speex", "mime.audio.x-speex.plus.ogg"]: "a stream by itself and one in Ogg",
  ["mime.text.x-cairo", "mime.text.x-cairo-zero"]:
    "two languages, of which the compiler of one does not read the other",
  ["mime.text.x-lean3", "mime.text.x-lean4"]:
    "two languages, of which the compiler of one does not read the other",
  ["public.heif", "public.heifs"]: "Apple tells sequences apart",
]

/// Names of one format, the one that databases have now first.
private let nameRows: [[String]] = [
  ["application/vnd.dart", "text/x-dart"], ["text/x-awk", "application/x-awk"],
  ["text/x-m4", "application/x-m4"],
  ["application/texinfo", "text/x-texinfo", "application/x-texinfo"],
  ["video/matroska-3d", "video/x-matroska-3d"],
  ["text/vnd.familysearch.gedcom", "application/x-gedcom", "text/gedcom"],
  ["application/vnd.dbf", "application/x-dbf", "application/dbf", "application/x-dbase"],
  ["application/x-3ds", "image/x-3ds"],
  ["text/x-libtool", "application/x-shared-library-la"],
  ["application/vnd.nintendo.nitro.rom", "application/x-nintendo-ds-rom"],
  ["application/vnd.appimage", "application/x-appimage"],
  ["application/x-msdownload", "application/x-ms-dos-executable"],
  ["application/x-tcl", "text/x-tcl"], ["application/vnd.kde.kword", "application/x-kword"],
  ["application/vnd.kde.karbon", "application/x-karbon"],
  ["application/vnd.mif", "application/x-mif"],
  ["application/x-applix-word", "application/applixware"],
  ["audio/x-s3m", "audio/s3m"], ["audio/x-xm", "audio/xm"], ["image/jpm", "video/jpm"],
  ["image/jxr", "image/vnd.ms-photo"], ["image/x-xfig", "application/x-xfig"],
  ["application/x-age", "application/vnd.age"],
  ["application/x-fbx", "application/vnd.autodesk.fbx"],
  ["application/vnd.palm", "application/x-pilot"],
  ["application/vnd.ms-publisher", "application/x-mspublisher"],
  ["application/x-java-serialized-object", "application/java-serialized-object"],
  ["application/vnd.coffeescript", "text/coffeescript"],
  ["application/vnd.adobe.flash.movie", "application/x-futuresplash"],
  ["application/x-font-tex-tfm", "application/x-tex-tfm"],
  ["application/x-doom-wad", "application/x-doom"],
  ["application/x-font-type1", "application/x-font-ghostscript"],
  ["application/x-ovf+xml", "application/x-virtualbox-ovf"],
  ["application/vnd.amazon.mobi8-ebook", "application/vnd.amazon.ebook"],
  ["text/troff", "text/x-troff", "application/x-troff"],
]

@Suite("Types of one format")
struct TwinTests {
  @Test("have all its names, whichever of them the database uses", arguments: nameRows, Machine.all)
  func names(_ names: [String], _ machine: Machine) throws {
    let registry = try machine.registry()
    let type = try #require(registry.type(mimeType: names[0]))
    #expect(!type.isDynamic)
    for name in names.dropFirst() {
      #expect(registry.type(mimeType: name) == type, "\(name) on \(machine)")
    }
  }

  @Test(
    "are one, so that none shares extension and description with another", arguments: Machine.all)
  func twins(_ machine: Machine) throws {
    let registry = try machine.registry()
    let directory = try #require(registry.type("public.directory"))
    var byExtension: [String: [UTType]] = [:]
    for type in registry.types {
      for value in type.tags[.filenameExtension] ?? [] {
        byExtension[value.lowercased(), default: []].append(type)
      }
    }
    for (value, types) in byExtension {
      for (place, first) in types.enumerated() {
        for second in types[(place + 1)...] {
          let isKin = first.conforms(to: second) || second.conforms(to: first)
          // A document as a directory and as a stream of bytes are two forms of it.
          let areTwoForms = first.conforms(to: directory) != second.conforms(to: directory)
          guard !isKin, !areTwoForms, Self.haveMostWordsInCommon(first, second) else { continue }
          #expect(
            distinct[[first.identifier, second.identifier]] != nil,
            "\(first) and \(second) on \(machine), both .\(value)")
        }
      }
    }
  }

  /// The types that do not name a format.
  private static let fillers: Set<String> = [
    "a", "an", "and", "by", "data", "document", "file", "for", "format", "in", "of", "or", "the",
    "with",
  ]

  private static func words(_ type: UTType) -> Set<String> {
    let text = (type.localizedDescription ?? "").lowercased()
    let words = text.split { !($0.isLetter || $0.isNumber || $0 == "+" || $0 == "#") }
    return Set(words.map(String.init)).subtracting(fillers)
  }

  private static func haveMostWordsInCommon(_ first: UTType, _ second: UTType) -> Bool {
    let (left, right) = (words(first), words(second))
    return 2 * left.intersection(right).count > left.union(right).count
  }
}

/// The MIME types that IANA, Apache and others name for an extension, against what is known.
@Suite("Names that other programs print", .requires(.corpora))
struct PrintedNameTests {
  /// Names of another format that has the extension too, which this registry does not know.
  private static let ofAnotherFormat: Set<String> = [
    "application/x-authorware-bin", "application/x-freearc", "application/vnd.syncml.dm+wbxml",
    "application/x-chat", "application/x-msclip", "application/cpl+xml", "application/x-director",
    "application/cu-seeme", "text/prs.lines.tag", "application/x-dtbook+xml",
    "application/express", "image/vnd.fastbidsheet",
    "application/vnd.software602.filler.form+xml", "application/rpki-ghostbusters",
    "application/vnd.osgeo.mapguide.package", "application/vnd.chipnuts.karaoke-mmd",
    "application/vnd.mophun.certificate", "application/vnd.apple.installer+xml",
    "application/dash-patch+xml", "model/vnd.mts", "application/x-conference",
    "application/vnd.lotus-organizer", "application/pls+xml", "model/prc",
    "application/vnd.3gpp.pic-bw-small", "model/vnd.pytha.pyox", "application/x-dtbresource+xml",
    "audio/x-pn-realaudio-plugin", "application/vnd.jcp.javame.midlet-rms",
    "application/rls-services+xml", "application/vnd.ibm.secure-container",
    "application/vnd.lotus-screencam", "application/scvp-cv-response", "image/x-mrsid-image",
    "text/slim", "application/vnd.ms-pki.stl", "image/vnd.dvb.subtitle",
    "text/vnd.dvb.subtitle", "model/vnd.vtu", "message/vnd.wfa.wsc", "application/vnd.xara",
    "application/vnd.pwg-xhtml-print+xml",
    // Any compressed file, not RAR archives; and batch files in newer databases, not DOS programs.
    "application/x-compressed", "application/x-msdos-program",
  ]

  @Test("lead to the known format", arguments: Machine.all)
  func others(_ machine: Machine) throws {
    let registry = try machine.registry()
    let rows = try Corpora.rows("mime-extensions.tsv")
      .filter { ($0["verdict"] ?? "").hasPrefix("other name") }
    #expect(rows.count == 102)
    for row in rows {
      let name = try #require(row["mime"])
      guard !Self.ofAnotherFormat.contains(name) else { continue }
      #expect(registry.type(mimeType: name)?.isDynamic == false, "\(name) on \(machine)")
    }
  }
}
