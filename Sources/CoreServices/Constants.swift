public import Foundation

// Unsafe in name only: string objects of this class are immutable.

/// The class of filename extensions.
nonisolated(unsafe) public let kUTTagClassFilenameExtension: CFString = constant(
  "public.filename-extension")
/// The class of MIME types.
nonisolated(unsafe) public let kUTTagClassMIMEType: CFString = constant("public.mime-type")
/// The class of types of the pasteboard.
nonisolated(unsafe) public let kUTTagClassNSPboardType: CFString = constant(
  "com.apple.nspboard-type")
/// The class of file types of four characters.
nonisolated(unsafe) public let kUTTagClassOSType: CFString = constant("com.apple.ostype")

// The keys of declarations, as in a property list and in the result of `UTTypeCopyDeclaration`.

/// The key of the types that a bundle exports.
nonisolated(unsafe) public let kUTExportedTypeDeclarationsKey: CFString = constant(
  "UTExportedTypeDeclarations")
/// The key of the types that a bundle imports.
nonisolated(unsafe) public let kUTImportedTypeDeclarationsKey: CFString = constant(
  "UTImportedTypeDeclarations")
/// The key of the identifier of a type.
nonisolated(unsafe) public let kUTTypeIdentifierKey: CFString = constant("UTTypeIdentifier")
/// The key of the tags of a type by their class.
nonisolated(unsafe) public let kUTTypeTagSpecificationKey: CFString = constant(
  "UTTypeTagSpecification")
/// The key of the direct supertypes of a type.
nonisolated(unsafe) public let kUTTypeConformsToKey: CFString = constant("UTTypeConformsTo")
/// The key of the description of a type.
nonisolated(unsafe) public let kUTTypeDescriptionKey: CFString = constant("UTTypeDescription")
/// The key of the file of the icon of a type.
nonisolated(unsafe) public let kUTTypeIconFileKey: CFString = constant("UTTypeIconFile")
/// The key of the URL of a document about a type.
nonisolated(unsafe) public let kUTTypeReferenceURLKey: CFString = constant("UTTypeReferenceURL")
/// The key of the version of a type.
nonisolated(unsafe) public let kUTTypeVersionKey: CFString = constant("UTTypeVersion")

func constant(_ identifier: String) -> CFString { identifier as CFString }
