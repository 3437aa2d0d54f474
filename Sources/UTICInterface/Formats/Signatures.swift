// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The compiler compares functions with the header by their names.
public import CUniformTypes
import SystemPackage
import UTIFormatSignatures
import UTIPlatform
import UTITypeDetection

#if Declarations
import UTITypeDeclarations
#endif

/// Signatures of formats: the object of a `utype_signatures`.
final class SignaturesHandle: HandleObject, Sendable {
  static var mark: UInt64 { 0x7574_7970_7369_676E }
  static var argument: String { "signatures" }

  let identifier: FormatIdentifier

  init(_ signatures: CompiledSignatures) {
    identifier = FormatIdentifier(signatures.formats, containers: signatures.containers)
  }
}

/// See the header.
@c @implementation
public func utype_open_signatures(
  _ path: UnsafePointer<CChar>?, _ containers: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<utype_error>?
) -> OpaquePointer? {
  do throws(Failure) {
    guard let path else { throw .null("path") }
    var signatures = try CompiledSignatures(fileAt: path)
    if let containers {
      let other = try CompiledSignatures(fileAt: containers)
      // Compiled signatures have both.
      guard other.formats.formats.isEmpty, let found = other.containers else {
        throw Failure(
          UTYPE_INVALID_ARGUMENT,
          "\(String(cString: containers)): not a container signature file of DROID; pass one, or NULL"
        )
      }
      signatures.containers = found
    }
    guard !signatures.formats.formats.isEmpty else {
      throw Failure(
        UTYPE_INVALID_ARGUMENT,
        "\(String(cString: path)): has no formats; pass a binary signature file of DROID first")
    }
    return Handle.make(SignaturesHandle(signatures))
  } catch let failure {
    failure.write(to: error)
    return nil
  }
}

/// See the header.
@c @implementation
public func utype_signatures_free(_ signatures: OpaquePointer?) {
  Handle<SignaturesHandle>.free(signatures)
}

extension CompiledSignatures {
  /// Compiled signatures of PRONOM 118 have less than 1 MB.
  private static var sizeLimit: Int { 64 << 20 }

  fileprivate init(fileAt path: UnsafePointer<CChar>) throws(Failure) {
    let shown = String(cString: path)
    let bytes: [UInt8]
    do throws(RegularFile.Failure) {
      bytes = try RegularFile(at: FilePath(platformString: path), limit: Self.sizeLimit).bytes
    } catch {
      throw Failure(error, path: shown, of: "a file of signatures", limit: Self.sizeLimit)
    }
    guard Self.isHeader(of: bytes) else {
      self = try Self.declared(bytes, path: shown)
      return
    }
    do throws(CompiledSignatures.InvalidLine) {
      try self.init(bytes)
    } catch {
      throw Failure(
        UTYPE_BAD_DECLARATIONS,
        "\(shown):\(error.line): \(error.message); compile the signature files again")
    }
  }

  /// The contents of a signature file of DROID.
  private static func declared(
    _ bytes: [UInt8], path: String
  ) throws(Failure) -> CompiledSignatures {
    #if Declarations
    do throws(DeclarationError) {
      switch try FormatSignatureReader.read(bytes, path: path).contents {
      case .signatures(let formats): return CompiledSignatures(formats)
      case .containers(let containers):
        return CompiledSignatures(FormatSignatureFile(), containers: containers)
      }
    } catch {
      throw Failure(UTYPE_BAD_DECLARATIONS, error.description)
    }
    #else
    throw Failure(
      UTYPE_UNSUPPORTED,
      "\(path): not compiled signatures, and this library reads no XML; compile the file with"
        + " uti compile --signatures")
    #endif
  }
}
