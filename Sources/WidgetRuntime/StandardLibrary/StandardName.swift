/// A name of Lua 5.4's standard library, and what a widget finds under it.
struct StandardName: Sendable, Equatable {
  enum Status: Sendable, Equatable {
    /// As the Lua manual says.
    case present
    /// Present; the text says how it differs.
    case changed(String)
    /// Missing; the text says what to use, and completes `NAME is not available in widgets; ...`.
    case missing(String)
  }

  /// `string.format`, `print`.
  var name: String
  var status: Status

  /// `string`; empty for a global.
  var library: Substring { name.firstIndex(of: ".").map { name[..<$0] } ?? "" }

  /// `format`, `print`.
  var member: Substring { name.firstIndex(of: ".").map { name[name.index(after: $0)...] } ?? name[...] }

  var isMissing: Bool { if case .missing = status { true } else { false } }
}
