extension FileWrapper {
  /// The options of reading.
  public struct ReadingOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Creates options from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Reads all children and all contents at once.
    public static let immediate = ReadingOptions(rawValue: 1)
    /// Does not map files into memory.
    public static let withoutMapping = ReadingOptions(rawValue: 2)
  }

  /// The options of writing.
  public struct WritingOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Creates options from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Writes next to the URL and moves the item into place in one step; not necessary in safe
    /// saving.
    public static let atomic = WritingOptions(rawValue: 1)
    /// Sets ``FileWrapper/filename`` of the wrapper and all children to the names on disk.
    public static let withNameUpdating = WritingOptions(rawValue: 2)
  }
}
