/// A value that is written as one argument.
package protocol ArgumentValue: Sendable {
  /// - Returns: nil for any other text.
  init?(text: String)

  /// The text of the value.
  var text: String { get }

  /// All texts, if they are few; otherwise empty.
  static var choices: [String] { get }
}

extension ArgumentValue {
  package static var choices: [String] { [] }
}

extension ArgumentValue where Self: CaseIterable & RawRepresentable<String> {
  package init?(text: String) { self.init(rawValue: text) }
  package var text: String { rawValue }
  package static var choices: [String] { allCases.map(\.rawValue) }
}

extension String: ArgumentValue {
  package init?(text: String) { self = text }
  package var text: String { self }
}

extension Int: ArgumentValue {
  package init?(text: String) { self.init(text) }
  package var text: String { "\(self)" }
}

extension Double: ArgumentValue {
  package init?(text: String) { self.init(text) }
  package var text: String { "\(self)" }
}
