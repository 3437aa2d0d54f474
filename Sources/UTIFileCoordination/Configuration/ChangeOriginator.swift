/// The originator of a change of an item, as far as it is known (rule K11).
public enum ChangeOriginator: String, Hashable, Sendable {
  /// A coordinated access of this process.
  case thisProcess
  /// Another process that coordinates accesses.
  case cooperatingProcess
  /// A program that does not coordinate; the system reports the change but not its author.
  case unknown

  /// The originator of the change that a presenter is being notified of.
  @TaskLocal package static var current: ChangeOriginator?
}
