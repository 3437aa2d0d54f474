public import TypeGraph
internal import UTIPlatform
internal import XMLFormats

/// Turns declarations of uniform types into descriptions of MIME types, and the other way round.
///
/// ```swift
/// let converter = DeclarationConverter(vocabulary: TypeVocabulary([base]))
/// let conversion = converter.sharedMIMEInfo(from: [file])
/// let bytes = SharedMIMEInfoWriter.bytes(of: conversion.file)
/// for loss in conversion.losses { print(loss) }
/// ```
///
/// What corresponds:
///
///     uniform type            MIME type
///     ------------------      -------------------------------------------------
///     first MIME tag          name; a type without one gets a name that is made up
///     other MIME tags         alias
///     extension tag           glob *.ext of the default weight
///     conformance             sub-class-of, for the nearest supertypes with a MIME name
///     description             comment without language
///
/// What shared-mime-info cannot say of a uniform type stands in an element of a vocabulary of its
/// own (`urn:swift-uniform-types:declarations`), so that nothing of it is lost on the way back.
/// Property lists have no such place: magic, weights, icons and translations are lost there.
public struct DeclarationConverter: Sendable {
  let vocabulary: TypeVocabulary
  let installedPackages: [DeclarationFile]

  /// Makes a converter.
  ///
  /// - Parameters:
  ///   - vocabulary: what is known of types besides the files that are converted.
  ///   - installedPackages: the packages that programs will read together with the one that is
  ///     made, so that the two do not put types below each other.
  public init(
    vocabulary: TypeVocabulary = TypeVocabulary(), installedPackages: [DeclarationFile] = []
  ) {
    self.vocabulary = vocabulary
    self.installedPackages = installedPackages
  }

  /// The declarations of files as one package of MIME types.
  ///
  /// - Parameter files: property lists and packages; a type that several describe becomes one.
  /// - Returns: MIME types only. Lost are document types, kinds, text that XML cannot hold and parents that
  ///   close a circle.
  /// - Complexity: O(*n* log *n*) in the number of statements.
  public func sharedMIMEInfo(from files: [DeclarationFile]) -> Conversion {
    var losses = LossList()
    let files = WritableText.filter(files, losses: &losses)
    for (index, file) in files.enumerated() {
      losses.begin(file, index)
      for type in file.documentTypes {
        losses.report(
          .documentType, at: type.position,
          "\(type.label) is lost: shared-mime-info describes types, not what programs do")
      }
      for kind in file.kinds {
        losses.report(
          .kind, at: kind.position,
          "the members of \(kind.identifier) are lost: shared-mime-info has no kinds")
      }
    }
    var composer = MIMETypeComposer(files: files, converter: self, losses: &losses)
    composer.compose()
    let source = DeclarationSource(
      path: files.first?.source.path ?? "", format: .sharedMIMEInfo,
      layer: files.first?.source.layer ?? .program)
    return Conversion(
      file: DeclarationFile(source: source, mimeTypes: composer.types), losses: losses.losses)
  }

  /// The declarations of files as one property list.
  ///
  /// - Parameter files: property lists and packages; a MIME type that several files describe
  ///   becomes one uniform type.
  /// - Returns: uniform types and document types. Lost is what property lists have no key for.
  /// - Complexity: O(*n* log *n*) in the number of statements.
  public func propertyList(from files: [DeclarationFile]) -> Conversion {
    var losses = LossList()
    let files = WritableText.filter(files, losses: &losses)
    var composer = UniformTypeComposer(files: files, vocabulary: vocabulary, losses: losses)
    composer.compose()
    return composer.conversion
  }
}

extension DocumentTypeDeclaration {
  /// What the document type is called in messages.
  fileprivate var label: String {
    let kinds = contentTypes.map(\.value.rawValue).joined(separator: ", ")
    guard let name = name ?? (kinds.isEmpty ? nil : kinds) else { return "a document type" }
    return "the document type “\(name)”"
  }
}
