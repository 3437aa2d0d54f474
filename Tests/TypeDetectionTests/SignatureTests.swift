import Testing
import UTITypeDetection

/// The declarations of this repository about first bytes, root elements and names.
struct SignatureTests {
  @Test(
    "The first bytes of a format identify it",
    arguments: SignatureRow.pictures + SignatureRow.models + SignatureRow.science
      + SignatureRow.programs)
  func signature(_ row: SignatureRow) throws {
    let verdict = try BaseDeclarations.detector.get().verdict(forBytes: row.bytes)
    #expect(verdict.mimeType == row.expected, "\(verdict.evidence)")
  }

  @Test(
    "The root element of a document identifies its vocabulary",
    arguments: [
      ("application/x-xmp", "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"/>"),
      ("application/dash+xml", "<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\"/>"),
      ("application/x-dtbncx+xml", "<ncx xmlns=\"http://www.daisy.org/z3986/2005/ncx/\"/>"),
      ("application/oebps-package+xml", "<package xmlns=\"http://www.idpf.org/2007/opf\"/>"),
      ("application/ssml+xml", "<speak xmlns=\"http://www.w3.org/2001/10/synthesis\"/>"),
      ("application/voicexml+xml", "<vxml xmlns=\"http://www.w3.org/2001/vxml\"/>"),
      ("application/srgs+xml", "<grammar xmlns=\"http://www.w3.org/2001/06/grammar\"/>"),
      ("application/ccxml+xml", "<ccxml xmlns=\"http://www.w3.org/2002/09/ccxml\"/>"),
      ("application/mets+xml", "<m:mets xmlns:m=\"http://www.loc.gov/METS/\"/>"),
      ("application/mods+xml", "<mods xmlns=\"http://www.loc.gov/mods/v3\"/>"),
      ("application/vnd.openstreetmap.data+xml", "<osm version=\"0.6\"/>"),
      (
        "application/sbml+xml",
        "<sbml xmlns=\"http://www.sbml.org/sbml/level3/version2/core\"/>"
      ),
      ("application/xbrl-instance+xml", "<xbrl xmlns=\"http://www.xbrl.org/2003/instance\"/>"),
      (
        "application/vnd.sun.wadl+xml",
        "<application xmlns=\"http://wadl.dev.java.net/2009/02\"/>"
      ),
      (
        "application/x-gobject-introspection+xml",
        "<repository xmlns=\"http://www.gtk.org/introspection/core/1.0\"/>"
      ),
      ("text/x-maven+xml", "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"/>"),
      ("application/x-gdal-vrt+xml", "<VRTDataset rasterXSize=\"1\"/>"),
      ("application/x-qt-resource-collection+xml", "<!DOCTYPE RCC><RCC version=\"1.0\"/>"),
      ("application/x-junit-report+xml", "<testsuites><testsuite/></testsuites>"),
      ("application/x-android-resources+xml", "<resources><string name=\"a\"/></resources>"),
    ])
  func rootElement(_ expected: String, _ document: String) throws {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + document + "\n"
    let verdict = try BaseDeclarations.detector.get().verdict(forBytes: Array(text.utf8))
    #expect(verdict.mimeType == expected, "\(verdict.evidence)")
  }

  @Test(
    "A service unit and a bus service are distinguished after a licence",
    arguments: [
      ("text/x-systemd-unit", "[Unit]\nDescription=a\n"),
      ("text/x-dbus-service", "[D-BUS Service]\nName=a\n"),
    ])
  func services(_ expected: String, _ section: String) throws {
    let licence = String(repeating: "# This file is free software.\n", count: 100)
    for text in [section, licence + section] {
      let verdict = try BaseDeclarations.detector.get()
        .verdict(forBytes: Array(text.utf8), name: "a.service")
      #expect(verdict.mimeType == expected, "\(verdict.evidence)")
    }
  }

  @Test("A universal Mach-O file and a Java class begin alike, and are distinguished")
  func universalBinary() throws {
    let detector = try BaseDeclarations.detector.get()
    let start: [UInt8] = [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0]
    for count in 1...19 as ClosedRange<UInt8> {
      let bytes = start + [count, 1, 0, 0, 7, 0, 0, 0, 3]
      #expect(detector.verdict(forBytes: bytes).mimeType == "application/x-mach-binary")
    }
    for version in 45...70 as ClosedRange<UInt8> {
      let bytes = start + [version, 0, 0x16, 7, 0, 2]
      #expect(detector.verdict(forBytes: bytes).mimeType == "application/x-java")
    }
  }
}
