/// A selection of lint rules.
package struct LintRuleSelection: Hashable, Sendable {
  private let only: Set<String>
  private let disabled: Set<String>

  /// Every rule.
  package static let all = LintRuleSelection()

  /// Makes a selection.
  ///
  /// - Parameters:
  ///   - only: the identifiers of the selected rules; all when empty.
  ///   - disabled: the identifiers of rules to exclude even so.
  package init(only: some Sequence<String> = [], disabled: some Sequence<String> = []) {
    self.only = Set(only)
    self.disabled = Set(disabled)
  }

  /// Returns true if the selection includes a rule.
  package func includes(_ identifier: String) -> Bool {
    (only.isEmpty || only.contains(identifier)) && !disabled.contains(identifier)
  }
}
