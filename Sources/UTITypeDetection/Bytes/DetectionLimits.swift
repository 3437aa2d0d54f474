/// The limits of the work for one detection.
///
/// Every limit is a hard one: no byte beyond it is read, and the verdict depends on the bytes
/// before it only. The limits apply to files and to bytes of a caller.
public struct DetectionLimits: Hashable, Sendable {
  /// The number of bytes to read at once at the start, for signatures, the root element of a
  /// document and the shape of a text.
  ///
  /// The default, 16 KiB, is the limit of other readers of shared-mime-info; the rules in use end
  /// at about 4 KiB, and nested ones at 18 KiB.
  public var headByteCount: Int
  /// The number of further reads in a container; a look at bytes in memory beyond the start counts
  /// as one.
  public var containerReadCount: Int
  /// The bytes that one such read may ask for.
  public var containerReadByteCount: Int
  /// The number of entries of a container's directory that are read.
  public var containerEntryCount: Int
  /// The number of bytes of one stream that are decompressed to detect its contents.
  public var decompressedByteCount: Int
  /// The number of matching signatures that are weighed, in the order of their priority.
  public var signatureCount: Int
  /// The alternatives that an answer names.
  public var alternativeCount: Int
  /// The number of items of a volume that tree magic examines.
  public var treeItemCount: Int

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - headByteCount: the bytes at the start that are read at once.
  ///   - containerReadCount: the number of further reads in a container.
  ///   - containerReadByteCount: the greatest number of bytes of such a read.
  ///   - containerEntryCount: the number of entries of a container's directory that are read.
  ///   - decompressedByteCount: the bytes of one stream that are decompressed.
  ///   - signatureCount: the signatures that are weighed.
  ///   - alternativeCount: the alternatives that an answer names.
  ///   - treeItemCount: the number of items of a volume that tree magic examines.
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
