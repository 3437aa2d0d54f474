package import TypeGraph

/// Finds out what type something is: by its name, by its bytes, or by both.
///
/// The order is that of the shared-mime-info specification: an explicit type, the kind of
/// file-system object, the name, the bytes where the name leaves doubt, what lies inside a
/// container. The detector is a value over an image; it keeps no state and can be used from any
/// number of threads at once.
package struct TypeDetector: Sendable {
  let image: RegistryImage
  let limits: DetectionLimits
  let magic: MagicProgram

  /// Makes a detector.
  ///
  /// - Parameters:
  ///   - image: the registry whose types are answered.
  ///   - limits: how much work one answer may take.
  /// - Complexity: O(1).
  package init(image: RegistryImage, limits: DetectionLimits = DetectionLimits()) {
    self.image = image
    self.limits = limits
    magic = MagicProgram(image)
  }
}
