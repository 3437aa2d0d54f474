import UTITypeDetection
import UTITypeGraph
import UniformTypes

/// The built-in registry alone, so that a finding repeats on every machine.
private let detector = (try? BaseRegistry.image()).map { TypeDetector(image: $0) }

/// Detection by content: any bytes give a verdict.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  guard let detector else { return 0 }
  let verdict = detector.verdict(forBytes: bytes)
  precondition(!verdict.type.rawValue.isEmpty)
  _ = verdict.evidence.map(\.description)
  return 0
}
