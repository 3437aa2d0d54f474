/// Who has changed an item, as far as that can be known (rule K11).
public enum ChangeOriginator: String, Hashable, Sendable {
  /// Somebody in this process who coordinates accesses.
  case thisProcess
  /// Another process that coordinates accesses.
  case cooperatingProcess
  /// A program that coordinates nothing: the system says that there was a change, and not whose.
  case unknown

  /// Whose change a presenter is being told of.
  @TaskLocal package static var current: ChangeOriginator?
}
