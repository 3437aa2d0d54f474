/// The rules whose findings are wanted.
package struct LintRuleSelection: Hashable, Sendable {
  private let only: Set<String>
  private let disabled: Set<String>

  /// Every rule.
  package static let all = LintRuleSelection()

  /// Makes a selection.
  ///
  /// - Parameters:
  ///   - only: the identifiers of the rules that are wanted; all when empty.
  ///   - disabled: the identifiers of rules that are not wanted even so.
  package init(only: some Sequence<String> = [], disabled: some Sequence<String> = []) {
    self.only = Set(only)
    self.disabled = Set(disabled)
  }

  /// Whether the findings of a rule are wanted.
  package func includes(_ identifier: String) -> Bool {
    (only.isEmpty || only.contains(identifier)) && !disabled.contains(identifier)
  }
}
