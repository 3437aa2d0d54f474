package import UTITypeGraph

/// Converts declarations of uniform types to descriptions of MIME types and back.
///
/// ```swift
/// let converter = DeclarationConverter(vocabulary: TypeVocabulary([base]))
/// let conversion = converter.sharedMIMEInfo(from: [file])
/// let bytes = SharedMIMEInfoWriter.bytes(of: conversion.file)
/// for loss in conversion.losses { print(loss) }
/// ```
///
/// The correspondence:
///
///     uniform type            MIME type
///     ------------------      -------------------------------------------------
///     first MIME tag          name; a type without one gets a generated name
///     other MIME tags         alias
///     extension tag           glob *.ext of the default weight
///     conformance             sub-class-of, for the nearest supertypes with a MIME name
///     description             comment without language
///
/// Statements that shared-mime-info cannot express are in an element of an own vocabulary
/// (`urn:swift-uniform-types:declarations`), so that the reverse conversion is lossless. Property
/// lists have no such extension: magic, weights, icons and translations are lost there.
package struct DeclarationConverter: Sendable {
  let vocabulary: TypeVocabulary
  /// Programs read them together with the new package, so the two must not form a cycle.
  let installedPackages: [DeclarationFile]

  package init(
    vocabulary: TypeVocabulary = TypeVocabulary(), installedPackages: [DeclarationFile] = []
  ) {
    self.vocabulary = vocabulary
    self.installedPackages = installedPackages
  }

  /// Returns the declarations of files as one package of MIME types.
  ///
  /// - Complexity: O(*n* log *n*) in the number of statements.
  package func sharedMIMEInfo(from files: [DeclarationFile]) -> Conversion {
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

  /// Returns the declarations of files as one property list.
  ///
  /// - Complexity: O(*n* log *n*) in the number of statements.
  package func propertyList(from files: [DeclarationFile]) -> Conversion {
    var losses = LossList()
    let files = WritableText.filter(files, losses: &losses)
    var composer = UniformTypeComposer(files: files, vocabulary: vocabulary, losses: losses)
    composer.compose()
    return composer.conversion
  }
}

extension DocumentTypeDeclaration {
  /// The name in messages.
  fileprivate var label: String {
    let kinds = contentTypes.map(\.value.rawValue).joined(separator: ", ")
    guard let name = name ?? (kinds.isEmpty ? nil : kinds) else { return "a document type" }
    return "the document type “\(name)”"
  }
}
