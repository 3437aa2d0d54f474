// The names are Core Services names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import UniformTypeIdentifiers

// The C interface from before `UTType`, for sources that still use it: often in the branch for
// systems without `UTType`, which is compiled all the same. New code uses `UTType`.

/// A string of Core Foundation.
public typealias CFString = NSString
/// An array of Core Foundation.
public typealias CFArray = NSArray
/// A dictionary of Core Foundation.
public typealias CFDictionary = NSDictionary

/// Returns the preferred type of a tag.
///
/// - Parameters:
///   - inTagClass: the class of the tag, such as ``kUTTagClassFilenameExtension``.
///   - inTag: the tag.
///   - inConformingToUTI: the type that the result must conform to; nil for any.
/// - Returns: the identifier, a dynamic one when no type claims the tag; nil for an invalid tag.
public func UTTypeCreatePreferredIdentifierForTag(
  _ inTagClass: CFString, _ inTag: CFString, _ inConformingToUTI: CFString?
) -> Unmanaged<CFString>? {
  types(inTagClass, inTag, inConformingToUTI).first.map { .passRetained($0.identifier as CFString) }
}

/// Returns all types of a tag.
///
/// - Parameters:
///   - inTagClass: the class of the tag.
///   - inTag: the tag.
///   - inConformingToUTI: the type that results must conform to; nil for any.
/// - Returns: the identifiers, the preferred one first.
public func UTTypeCreateAllIdentifiersForTag(
  _ inTagClass: CFString, _ inTag: CFString, _ inConformingToUTI: CFString?
) -> Unmanaged<CFArray>? {
  let identifiers = types(inTagClass, inTag, inConformingToUTI).map(\.identifier)
  return identifiers.isEmpty ? nil : .passRetained(array(identifiers))
}

/// Returns the preferred tag of a type.
///
/// - Parameters:
///   - inUTI: the identifier.
///   - inTagClass: the class of the tag.
/// - Returns: nil when the type has none of the class.
public func UTTypeCopyPreferredTagWithClass(
  _ inUTI: CFString, _ inTagClass: CFString
) -> Unmanaged<CFString>? {
  tags(inUTI, inTagClass)?.first.map { .passRetained($0 as CFString) }
}

/// Returns all tags of a type.
///
/// - Parameters:
///   - inUTI: the identifier.
///   - inTagClass: the class of the tags.
/// - Returns: nil when the type has none of the class.
public func UTTypeCopyAllTagsWithClass(
  _ inUTI: CFString, _ inTagClass: CFString
) -> Unmanaged<CFArray>? {
  tags(inUTI, inTagClass).map { .passRetained(array($0)) }
}

/// Returns the declaration of a type.
///
/// - Parameter inUTI: the identifier.
/// - Returns: the keys of a declaration in an `Info.plist`: the identifier, the direct supertypes, the
///   tags, and the description, version and URL if there are any; nil when the type is not declared.
public func UTTypeCopyDeclaration(_ inUTI: CFString) -> Unmanaged<CFDictionary>? {
  guard let type = UTType(inUTI as String), type.isDeclared else { return nil }
  let supertypes = type.supertypes
  let direct = supertypes.filter { candidate in
    !supertypes.contains { $0 != candidate && $0.conforms(to: candidate) }
  }
  var declaration: [CFString: Any] = [
    kUTTypeIdentifierKey: type.identifier,
    kUTTypeConformsToKey: direct.map(\.identifier).sorted(),
    kUTTypeTagSpecificationKey: Dictionary(
      uniqueKeysWithValues: type.tags.map { ($0.key.rawValue, $0.value) }),
  ]
  declaration[kUTTypeDescriptionKey] = type.localizedDescription
  declaration[kUTTypeVersionKey] = type.version
  declaration[kUTTypeReferenceURLKey] = type.referenceURL?.absoluteString
  return .passRetained(NSDictionary(dictionary: declaration))
}

/// Returns a Boolean value that indicates whether two identifiers name the same type.
///
/// - Parameters:
///   - inUTI1: an identifier.
///   - inUTI2: another.
/// - Returns: true also when they differ only in case.
public func UTTypeEqual(_ inUTI1: CFString, _ inUTI2: CFString) -> Bool {
  (inUTI1 as String).lowercased() == (inUTI2 as String).lowercased()
}

/// Returns a Boolean value that indicates whether a type is another or conforms to it.
///
/// - Parameters:
///   - inUTI: the identifier of the type.
///   - inConformsToUTI: the identifier of the other.
public func UTTypeConformsTo(_ inUTI: CFString, _ inConformsToUTI: CFString) -> Bool {
  if UTTypeEqual(inUTI, inConformsToUTI) { return true }
  guard let type = declaredOrNot(inUTI), let other = declaredOrNot(inConformsToUTI) else {
    return false
  }
  return type.conforms(to: other)
}

/// Returns the description of a type.
///
/// - Parameter inUTI: the identifier.
/// - Returns: nil when the type has no description.
public func UTTypeCopyDescription(_ inUTI: CFString) -> Unmanaged<CFString>? {
  declaredOrNot(inUTI)?.localizedDescription.map { .passRetained($0 as CFString) }
}

/// Returns a Boolean value that indicates whether a type is declared.
///
/// - Parameter inUTI: the identifier.
public func UTTypeIsDeclared(_ inUTI: CFString) -> Bool { UTType(inUTI as String) != nil }

/// Returns a Boolean value that indicates whether an identifier is derived from a tag.
///
/// - Parameter inUTI: the identifier.
public func UTTypeIsDynamic(_ inUTI: CFString) -> Bool { declaredOrNot(inUTI)?.isDynamic ?? false }

private func declaredOrNot(_ identifier: CFString) -> UTType? {
  UTType(identifier: identifier as String, allowUndeclared: true)
}

private func types(_ tagClass: CFString, _ tag: CFString, _ supertype: CFString?) -> [UTType] {
  UTType.types(
    tag: tag as String, tagClass: UTTagClass(rawValue: tagClass as String),
    conformingTo: supertype.flatMap(declaredOrNot))
}

private func tags(_ identifier: CFString, _ tagClass: CFString) -> [String]? {
  declaredOrNot(identifier)?.tags[UTTagClass(rawValue: tagClass as String)]
}

private func array(_ strings: [String]) -> CFArray { NSArray(array: strings) }
