// Code of the years before `UTType`, in the manner of many programs. Only the import may be another.

import Foundation
import MobileCoreServices
import Testing

private func mimeType(forPathExtension pathExtension: String) -> String {
  if let id = UTTypeCreatePreferredIdentifierForTag(
    kUTTagClassFilenameExtension, pathExtension as CFString, nil)?.takeRetainedValue(),
    let contentType = UTTypeCopyPreferredTagWithClass(id, kUTTagClassMIMEType)?.takeRetainedValue()
  {
    return contentType as String
  }
  return "application/octet-stream"
}

private func isImage(_ identifier: String) -> Bool {
  UTTypeConformsTo(identifier as CFString, kUTTypeImage)
}

@Suite("The names before UTType") struct CoreServicesTests {
  @Test(
    "find the MIME type of an extension",
    arguments: [
      ("png", "image/png"), ("pdf", "application/pdf"), ("??", "application/octet-stream"),
    ]
  )
  func extensions(pathExtension: String, expected: String) {
    #expect(mimeType(forPathExtension: pathExtension) == expected)
  }

  @Test("report conformance, equality, declared types and dynamic types")
  func relations() throws {
    #expect(isImage("public.png") && !isImage("public.html") && isImage(kUTTypeGIF as String))
    #expect(UTTypeEqual(kUTTypeJPEG, "PUBLIC.JPEG" as CFString))
    #expect(UTTypeIsDeclared(kUTTypePDF) && !UTTypeIsDeclared("org.example.none" as CFString))
    let identifier = UTTypeCreatePreferredIdentifierForTag(
      kUTTagClassFilenameExtension, "unheard-of" as CFString, nil)?.takeRetainedValue()
    #expect(UTTypeIsDynamic(try #require(identifier)) && !UTTypeIsDynamic(kUTTypeMovie))
  }

  @Test("list identifiers, tags and descriptions")
  func lists() throws {
    let types = try #require(
      UTTypeCreateAllIdentifiersForTag(kUTTagClassMIMEType, "image/jpeg" as CFString, kUTTypeImage))
    #expect(types.takeRetainedValue().contains("public.jpeg"))
    let tags = try #require(
      UTTypeCopyAllTagsWithClass(kUTTypeJPEG, kUTTagClassFilenameExtension))
    let extensions = tags.takeRetainedValue().compactMap { $0 as? String }
    #expect(extensions.contains("jpg") && extensions.contains("jpeg"))
    #expect(UTTypeCopyAllTagsWithClass(kUTTypeItem, kUTTagClassMIMEType) == nil)
    let description = UTTypeCopyDescription(kUTTypePDF)?.takeRetainedValue()
    #expect((description as String?)?.isEmpty == false)
  }

  @Test("have constants that are declared types")
  func constants() {
    let constants = [
      kUTTypeItem, kUTTypeFolder, kUTTypeMPEG4, kUTTypeQuickTimeMovie, kUTTypeMP3, kUTTypeRTFD,
      kUTTypeSwiftSource, kUTTypeZipArchive, kUTTypeVCard, kUTTypeURL, kUTTypeLivePhoto,
    ]
    #expect(constants.allSatisfy(UTTypeIsDeclared))
  }

  @Test("give the declaration of a type")
  func declaration() throws {
    let declaration = try #require(
      UTTypeCopyDeclaration("public.png" as CFString)?.takeRetainedValue() as? [String: Any])
    #expect(declaration["UTTypeIdentifier"] as? String == "public.png")
    #expect(declaration["UTTypeConformsTo"] as? [String] == ["public.image"])
    #expect(declaration[kUTTypeConformsToKey as String] as? [String] == ["public.image"])
    #expect(declaration[kUTTypeIdentifierKey as String] as? String == "public.png")
    #expect(declaration[kUTTypeDescriptionKey as String] is String)
    let tags = try #require(declaration["UTTypeTagSpecification"] as? [String: [String]])
    #expect(tags["public.filename-extension"]?.first == "png")
    #expect(tags["public.mime-type"]?.first == "image/png")
    #expect(UTTypeCopyDeclaration("org.example.none" as CFString) == nil)
    #expect(UTTypeCopyDeclaration("dyn.age8u" as CFString) == nil)
  }

  @Test("have the documented values of result codes")
  func resultCodes() {
    #expect(
      [unimpErr, readErr, writErr, ioErr, fnfErr] as [Int] == [-4, -19, -20, -36, -43] as [Int])
    #expect(
      [dskFulErr, eofErr, wPrErr, paramErr, permErr] as [Int] == [-34, -39, -44, -50, -54] as [Int])
    #expect([memFullErr, dirNFErr, userCanceledErr] as [Int] == [-108, -120, -128] as [Int])
    #expect(
      [dRemovErr, notOpenErr, noMacDskErr, volGoneErr] as [Int] == [-25, -28, -57, -124] as [Int])
    #expect([fidNotFound, notAFileErr, sameFileErr] as [Int] == [-1300, -1302, -1306] as [Int])
    let status: OSStatus = noErr
    #expect(status == 0)
    let error = NSError(domain: NSOSStatusErrorDomain, code: unimpErr, userInfo: nil)
    #expect(error.code == -4)
  }
}
