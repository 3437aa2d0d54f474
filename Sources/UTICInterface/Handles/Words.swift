import UTIPlatform
import UTITypeDetection

/// Texts that are valid until the library is unloaded: literals with a NUL.
enum Words {
  static var version: UnsafePointer<CChar>? { pointer(PackageVersion.staticText) }

  static func name(of confidence: Verdict.Confidence) -> UnsafePointer<CChar>? {
    switch confidence {
    case .guess: pointer("guess")
    case .likely: pointer("likely")
    case .certain: pointer("certain")
    }
  }

  static func name(of basis: Evidence.Basis) -> UnsafePointer<CChar>? {
    switch basis {
    case .none: pointer("none")
    case .explicit: pointer("explicit")
    case .kind: pointer("kind")
    case .name: pointer("name")
    case .content: pointer("content")
    case .container: pointer("container")
    case .rootElement: pointer("root-element")
    case .text: pointer("text")
    case .empty: pointer("empty")
    }
  }

  static func name(of support: ByteSupport) -> UnsafePointer<CChar>? {
    switch support {
    case .none: pointer("none")
    case .agreement: pointer("agreement")
    case .sign: pointer("sign")
    }
  }

  static func pointer(_ text: StaticString) -> UnsafePointer<CChar>? {
    text.hasPointerRepresentation
      ? UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self) : nil
  }
}
