import WidgetSystem

/// `json.null` in an operation it doesn't have: for Lua it's a userdata value.
enum NullHint {
  static func find(_ site: ErrorSite) -> ScriptHint? {
    guard site.message.hasPrefix("attempt to"), site.message.contains("userdata") else { return nil }
    let subject = subject(site)
    let message =
      switch site.message {
      case let text where text.hasPrefix("attempt to index"): "\(subject) is null in the JSON, so it has no fields"
      case let text where text.hasPrefix("attempt to call"): "\(subject) is null in the JSON, so it cannot be called"
      case let text where text.hasPrefix("attempt to concatenate"):
        "\(subject) is null in the JSON, so it cannot be joined with .."
      case let text where text.hasPrefix("attempt to get length"): "\(subject) is null in the JSON, so it has no length"
      case let text where text.hasPrefix("attempt to compare"): "\(subject) is null in the JSON, so it cannot be compared"
      default: "\(subject) is null in the JSON, so it isn't a number"
      }
    let remedy =
      "test it first, as in if \(example(site)) ~= json.null then, or leave nulls out with json.decode(text, { null = \"drop\" })"
    return ScriptHint(message: message, remedy: remedy)
  }

  private static func subject(_ site: ErrorSite) -> String {
    guard let variable = site.variable, variable.name != "?", variable.name != "integer index" else { return "a value" }
    return variable.scope == .field ? "the field \"\(variable.name)\"" : variable.name
  }

  /// `data.user` for the field `user`.
  private static func example(_ site: ErrorSite) -> String {
    guard let variable = site.variable, variable.name != "?", variable.name != "integer index" else { return "value" }
    return variable.scope == .field
      ? (site.owners(of: variable.name).first.map { $0 + "." } ?? "") + variable.name : variable.name
  }
}
