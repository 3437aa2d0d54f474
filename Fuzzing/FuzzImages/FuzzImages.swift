import UTIDeclarationTools
import UTIPortable
import UTITypeDetection
import UTITypeGraph
import UniformTypes

/// Registry images: any bytes are rejected, or queried and merged without a crash.
///
/// Each input is queried unchanged, like a damaged cached registry, and again with a valid
/// checksum, because long lists and strings of a damaged image are not read. An image that passes
/// the check of its contents is merged over the base, as by `--registry` and `utype_open_image`,
/// and converted, as by `uti export`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzImages(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let image = try? RegistryImage(copying: bytes) {
    ask(image)
    _ = image.declarationFiles()
    for type in image.typeIndices { _ = image.tags(of: type) }
  }
  if let image = try? RegistryImage(copying: withChecksum(bytes)) {
    ask(image)
    if (try? image.checkIntegrity()) != nil { merge(image) }
  }
  return 0
}

private func merge(_ image: RegistryImage) {
  let files = image.declarationFiles()
  let converter = DeclarationConverter()
  _ = converter.sharedMIMEInfo(from: files)
  _ = converter.propertyList(from: files)
  guard let registry = try? TypeRegistry(image: image) else { return }
  _ = registry.types.map(\.identifier)
  _ = registry.identify(bytes: Array("%PDF-1.4".utf8))
}

/// Returns the bytes of an image with the checksum that a builder would write.
private func withChecksum(_ bytes: [UInt8]) -> [UInt8] {
  let (place, headerSize) = (32, 40)
  guard bytes.count > headerSize else { return bytes }
  var bytes = bytes
  bytes.withUnsafeMutableBytes { bytes in
    var checksum = StableHash()
    checksum.combine(words: UnsafeRawBufferPointer(rebasing: bytes[headerSize...]))
    bytes.storeBytes(of: checksum.value, toByteOffset: place, as: UInt64.self)
  }
  return bytes
}

private func ask(_ image: RegistryImage) {
  _ = try? image.checkIntegrity()
  for type in image.typeIndices.prefix(32) {
    _ = image.identifier(of: type)
    _ = image.edges(of: type).map(\.origin)
    _ = image.tags(of: type).map(\.origin)
    _ = image.declarations(of: type)
    _ = image.description(of: type, languages: ["de"])
    _ = image.mimeName(of: type)
    for view in GraphView.allCases {
      _ = image.ancestors(of: type, in: view)
      _ = image.conforms(type, to: TypeIndex(1), in: view)
    }
  }
  _ = image.type(identifier: "public.data")
  _ = image.type(mimeName: "text/plain")
  _ = image.types(with: Tag(tagClass: .filenameExtension, value: "txt"), in: .merged)
  for name in [
    "README.tar.gz", "a.txt", "x.so.1", "a,v", ".bashrc", "an-extension.of-many-letters",
  ] {
    _ = image.globMatches(name)
    _ = TypeDetector(image: image).type(ofName: name)
  }
  _ = image.diagnostics
  _ = TypeDetector(image: image).verdict(forBytes: Array("%PDF-1.4".utf8), name: "a.pdf")
}
