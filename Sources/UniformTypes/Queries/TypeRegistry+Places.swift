package import UTITypeGraph

/// Queries by the place of a type in the image, without reference counting.
extension TypeRegistry {
  /// The number of places, which are counted from 0.
  package var placeCount: Int { snapshot.image.typeCount }

  /// Returns the place of a type that the view describes.
  ///
  /// - Parameter identifier: the bytes of an identifier in any case.
  /// - Complexity: O(1) on average, without allocation.
  package func place(ofIdentifier identifier: UnsafeBufferPointer<UInt8>) -> TypeIndex? {
    snapshot.image.type(identifier: identifier).flatMap {
      snapshot.image.isDescribed($0, in: snapshot.view) ? $0 : nil
    }
  }

  /// Returns true if the type at a place is another type or conforms to it.
  ///
  /// - Complexity: O(log *n*) in the number of supertypes.
  package func conforms(_ type: TypeIndex, to supertype: TypeIndex) -> Bool {
    snapshot.conformance.holds(type, supertype)
  }

  /// Returns the type at a place.
  package func type(at place: TypeIndex) -> UTType { UTType(snapshot, place) }
}

extension UTType {
  /// The place of the type in its registry; nil when it is not declared there.
  package var place: TypeIndex? { index.isPlace ? index : nil }
}
