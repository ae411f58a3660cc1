/// A piece of a line of Markdown, in text order.
struct MarkdownInlineToken {
  enum Kind {
    case text
    case code
    /// A run of `*`, `_` or `~` that may open or close emphasis; `text` is what's left of it.
    case delimiters
    /// `[` or `![`.
    case bracket(isImage: Bool)
  }

  var kind: Kind
  var text: String
}

/// A run of delimiters (CommonMark 0.31, 6.2).
struct MarkdownDelimiterRun {
  let token: Int
  let character: Unicode.Scalar
  let length: Int
  var remaining: Int
  let canOpen: Bool
  let canClose: Bool
  var previous: Int?
  var next: Int?

  /// Whether this run opens what the other one closes.
  func matches(_ closer: MarkdownDelimiterRun) -> Bool {
    guard canOpen, character == closer.character else { return false }
    if character == "~" { return length == closer.length }
    // "The sum of the lengths must not be a multiple of 3 unless both are."
    let isAmbiguous = canClose || closer.canOpen
    return !(isAmbiguous && (length + closer.length) % 3 == 0 && !(length % 3 == 0 && closer.length % 3 == 0))
  }
}
