internal import UTIFoundationBridge
internal import UniformTypes

extension SavingName {
  /// Creates the name of a save for a change of type.
  ///
  /// - Parameters:
  ///   - filenameExtension: the result of `fileNameExtension(forType:saveOperation:)`.
  ///   - savingType: the identifier of the type to save as.
  ///   - oldType: the identifier of the document's current type.
  ///   - types: the types of the document's items.
  init(filenameExtension: String, savingType: String?, oldType: String?, types: ItemTypes) {
    let saving = types.type(savingType)
    let old = oldType == savingType ? nil : types.type(oldType)
    self.filenameExtension = filenameExtension
    validExtensions = saving?.filenameExtensions ?? []
    replacedExtensions = old?.filenameExtensions ?? []
    isValid = { ending in
      guard let saving, saving != .data, saving != .item else { return false }
      return types.registry
        .types(tag: ending, tagClass: .filenameExtension, conformingTo: saving)
        .contains(where: \.isDeclared)
    }
    isOfSavingType = { name in
      guard let saving, saving != .data, saving != .item else { return false }
      return types.names(name, saving)
    }
    endingOfOldType = { name in old.flatMap { types.ending(of: name, naming: $0.identifier) } }
  }
}

extension UTType {
  /// The extensions that items of the type can have, in lower case.
  var filenameExtensions: Set<String> {
    Set((tags[.filenameExtension] ?? []).map { $0.lowercased() })
  }
}
