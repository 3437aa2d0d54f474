import Foundation
import TestSupport
import Testing

@Suite("Signature files of PRONOM in uti install, doctor and lint")
struct SignatureInstallationTests {
  @Test("A signature file is installed unchanged, listed, and removed")
  func installation() throws {
    let fixture = try SignatureFixture(isInstalled: false)
    let (binary, container) = (fixture.path + "/signatures.xml", fixture.path + "/containers.xml")
    let installed = "\(fixture.path)/home/\(SignatureFixture.folder)/signatures.xml"

    let plan = try fixture.run("install", "--dry-run", binary)
    #expect(plan.status == 0)
    #expect(plan.output.contains("write\t\(installed)"))
    #expect(!FileManager.default.fileExists(atPath: installed))

    #expect(try fixture.run("install", binary, container).status == 0)
    #expect(
      try Data(contentsOf: URL(filePath: installed)) == Data(contentsOf: URL(filePath: binary)))
    let doctor = try fixture.run("doctor", "--format", "tsv")
    #expect(doctor.output.contains("signatures\tuser\tbinary\t\(installed) (release 7 of"))
    #expect(doctor.output.contains("7 formats"))
    #expect(doctor.output.contains("1 container signatures"))

    #expect(try fixture.run("uninstall", "signatures", container).status == 0)
    #expect(!FileManager.default.fileExists(atPath: installed))
    let after = try fixture.run("doctor")
    #expect(after.output.contains("signature files of PRONOM: none"))
  }

  @Test("The newest release in a folder is used, and the user's file before the system's")
  func precedence() throws {
    let fixture = try SignatureFixture()
    let folder = "\(fixture.path)/home/\(SignatureFixture.folder)"
    try fixture.directory.write(
      "home/\(SignatureFixture.folder)/a.xml", Array(SignatureFixture.binary(release: 118).utf8))
    try fixture.directory.write(
      "system/uniform-types/pronom/z.xml", Array(SignatureFixture.binary(release: 119).utf8))
    let doctor = try #require(try fixture.run("doctor", "--format", "jsonl").objects().first)
    let files = try #require(doctor["signatureFiles"] as? [[String: Any]])
    let binary = files.filter { $0["format"] as? String == "binary" }
    #expect(
      binary.map { $0["path"] as? String } == [
        folder + "/a.xml", folder + "/signatures.xml",
        fixture.path + "/system/uniform-types/pronom/z.xml",
      ])
    #expect(binary.map { $0["used"] as? Bool } == [true, false, false])
    #expect(binary.map { $0["release"] as? String } == ["118", "7", "119"])
  }

  @Test("A file with an error is not installed, and lint names its line")
  func errors() throws {
    let fixture = try SignatureFixture(isInstalled: false)
    let wrong =
      "<InternalSignature ID=\"9\"><ByteSequence Reference=\"Nowhere\"/></InternalSignature>"
    let path = try fixture.directory.write(
      "wrong.xml", Array(SignatureFixture.binary(release: 7, extra: wrong).utf8))
    let lint = try fixture.run("lint", path)
    #expect(lint.status == 1)
    #expect(lint.output.contains("wrong.xml:17:27: error: the reference “Nowhere” has no meaning"))
    #expect(try fixture.run("lint", fixture.path + "/signatures.xml").status == 0)
    #expect(try fixture.run("lint", "--disable", "invalid-reference", path).output.isEmpty)
    let install = try fixture.run("install", path)
    #expect(install.status == 65)
    #expect(install.errors.contains("nothing installed"))
    // A directory has all files of declarations and signatures.
    #expect(try fixture.run("lint", fixture.path).output.contains("invalid-reference") == true)
  }

  @Test("A directory or file of --registry can have signature files")
  func registry() throws {
    let fixture = try SignatureFixture(isInstalled: false)
    for path in [fixture.path, fixture.path + "/signatures.xml"] {
      let doctor = try fixture.run("doctor", "--format", "tsv", "--registry", path)
      #expect(doctor.status == 0, "\(doctor.errors)")
      #expect(doctor.errors.isEmpty)
      #expect(doctor.output.contains("signatures\tprogram\tbinary\t"))
    }
  }

  @Test("A signature file and other declarations cannot have one name")
  func names() throws {
    let fixture = try SignatureFixture(isInstalled: false)
    let other = try fixture.directory.write(
      "other/signatures.xml", Array(SignatureFixture.containers.utf8))
    let run = try fixture.run("install", fixture.path + "/signatures.xml", other)
    #expect(run.status == 64)
    #expect(run.errors.contains("rename one"))
  }
}
