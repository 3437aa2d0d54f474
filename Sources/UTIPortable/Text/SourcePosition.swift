/// A line and a column of a text file.
public struct SourcePosition: Hashable, Sendable {
  /// The line, counted from 1; 0 for a format without lines.
  public let line: Int
  /// The column in bytes, counted from 1; 0 when unknown.
  public let column: Int

  /// Makes a position.
  ///
  /// - Parameters:
  ///   - line: the line, counted from 1.
  ///   - column: the column in bytes, counted from 1.
  public init(line: Int, column: Int) {
    self.line = line.clamped(to: 0...Int(Int32.max))
    self.column = column.clamped(to: 0...Int(Int32.max))
  }

  /// `file:line:column`, both counted from 1 even when unknown.
  package func text(in file: String) -> String {
    "\(file):\(max(line, 1)):\(max(column, 1))"
  }

  /// The position of statements that are in no file.
  package static let none = SourcePosition(line: 0, column: 0)
}

extension SourcePosition: Comparable {
  /// Orders by line, then by column.
  public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
