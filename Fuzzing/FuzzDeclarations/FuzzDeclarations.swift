import UTITypeDeclarations
import UTITypeGraph

/// Declarations of both formats: any bytes are read or rejected, and an image is built.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDeclarations(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let reader = DeclarationReader()
  for format in DeclarationSource.Format.allCases {
    let source = DeclarationSource(path: "input", format: format, layer: .program)
    guard let file = try? reader.read(bytes, from: source) else { continue }
    precondition((try? RegistryBuilder(files: [file]).image().checkIntegrity()) != nil)
  }
  return 0
}
