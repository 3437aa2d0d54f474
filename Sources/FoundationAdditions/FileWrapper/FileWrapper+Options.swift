extension FileWrapper {
  /// How a wrapper reads.
  public struct ReadingOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes options of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Reads all children and all contents now.
    public static let immediate = ReadingOptions(rawValue: 1)
    /// Maps no file into memory.
    public static let withoutMapping = ReadingOptions(rawValue: 2)
  }

  /// How a wrapper writes.
  public struct WritingOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes options of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Writes beside the URL and moves the item to it in one step; superfluous in safe saving.
    public static let atomic = WritingOptions(rawValue: 1)
    /// Sets ``FileWrapper/filename`` of the wrapper and all children to the names on disk.
    public static let withNameUpdating = WritingOptions(rawValue: 2)
  }
}
