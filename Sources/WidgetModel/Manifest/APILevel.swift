/// The levels of the Lua API: `requires` in a manifest, `since` in the reference.
///
/// Nothing within a level changes meaning. `docs/compatibility.md` has the promise in full.
public enum APILevel {
  /// The first level, and the one of a widget without `requires`.
  public static let first = 1
  /// The level of this luawidget. A release that adds to the API raises it.
  public static let current = 1
}

/// The level a declaration came with.
public struct Availability: Sendable, Equatable {
  public var level = APILevel.first
  /// The levels of a choice's values that are newer than the choice; nil if there are none.
  public var values: [String: Int]?

  public init() {}

  /// A sentence for the reference: `Since level 2.` It's empty for what has been there from the start.
  public var note: String {
    var sentences = level > APILevel.first ? ["Since level \(level)."] : []
    for (value, level) in (values ?? [:]).sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
      sentences.append("`\"\(value)\"` since level \(level).")
    }
    return sentences.joined(separator: " ")
  }
}

/// Anything declared in the Lua API.
public protocol LeveledDeclaration {
  var availability: Availability { get set }
}

extension LeveledDeclaration {
  /// The same declaration, which came with a level.
  public func since(_ level: Int) -> Self {
    var declaration = self
    declaration.availability.level = level
    return declaration
  }

  /// The same declaration, one of whose values came with a level.
  public func since(_ level: Int, value: String) -> Self {
    var declaration = self
    declaration.availability.values = (availability.values ?? [:]).merging([value: level]) { $1 }
    return declaration
  }

  /// A text about the declaration, with its level where that's worth saying.
  public func noted(_ text: String) -> String {
    let note = availability.note
    return text.isEmpty || note.isEmpty ? text + note : "\(text)\(text.last == "." ? "" : ".") \(note)"
  }
}
