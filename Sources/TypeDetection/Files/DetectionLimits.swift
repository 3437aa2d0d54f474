/// The limits of the work for one detection.
///
/// Every limit is a hard one: no byte beyond it is read, and the verdict depends on the bytes
/// before it only. The limits apply to files and to bytes of a caller.
public struct DetectionLimits: Hashable, Sendable {
  /// The bytes at the start that are read at once, in which signatures, the root element of a
  /// document and the shape of a text are looked for.
  ///
  /// The default, 16 KiB, is what the other readers of shared-mime-info use; the rules in use end
  /// at about 4 KiB, and nested ones at 18 KiB.
  public var headByteCount: Int
  /// The further reads that looking into a container may take; a look at bytes in memory behind the
  /// start counts as one.
  public var containerReadCount: Int
  /// The bytes that one such read may ask for.
  public var containerReadByteCount: Int
  /// The entries of a container's directory that are looked at.
  public var containerEntryCount: Int
  /// The bytes of one stream that are decompressed to see what it holds.
  public var decompressedByteCount: Int
  /// The number of matching signatures that are weighed, in the order of their priority.
  public var signatureCount: Int
  /// The alternatives that an answer names.
  public var alternativeCount: Int
  /// The items of a volume that tree magic looks at.
  public var treeItemCount: Int

  /// Makes limits.
  ///
  /// - Parameters:
  ///   - headByteCount: the bytes at the start that are read at once.
  ///   - containerReadCount: the further reads that looking into a container may take.
  ///   - containerReadByteCount: the bytes that one such read may ask for.
  ///   - containerEntryCount: the entries of a container's directory that are looked at.
  ///   - decompressedByteCount: the bytes of one stream that are decompressed.
  ///   - signatureCount: the signatures that are weighed.
  ///   - alternativeCount: the alternatives that an answer names.
  ///   - treeItemCount: the items of a volume that tree magic looks at.
  public init(
    headByteCount: Int = 16384, containerReadCount: Int = 12,
    containerReadByteCount: Int = 65536, containerEntryCount: Int = 2048,
    decompressedByteCount: Int = 65536, signatureCount: Int = 24, alternativeCount: Int = 8,
    treeItemCount: Int = 4096
  ) {
    self.headByteCount = headByteCount
    self.containerReadCount = containerReadCount
    self.containerReadByteCount = containerReadByteCount
    self.containerEntryCount = containerEntryCount
    self.decompressedByteCount = decompressedByteCount
    self.signatureCount = signatureCount
    self.alternativeCount = alternativeCount
    self.treeItemCount = treeItemCount
  }
}
