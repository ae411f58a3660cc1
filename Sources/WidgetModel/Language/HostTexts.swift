/// luawidget's own words by language; ``HostWords`` looks them up. A key is the English text.
enum HostTexts {
  /// The English texts that differ from their keys: those for one thing.
  static let english: TextTable = [
    "{n} seconds ago": .plural([.one: "{n} second ago", .other: "{n} seconds ago"]),
    "{n} minutes ago": .plural([.one: "{n} minute ago", .other: "{n} minutes ago"]),
    "{n} hours ago": .plural([.one: "{n} hour ago", .other: "{n} hours ago"]),
    "{n} days ago": .plural([.one: "{n} day ago", .other: "{n} days ago"]),
    "{n} months ago": .plural([.one: "{n} month ago", .other: "{n} months ago"]),
    "{n} years ago": .plural([.one: "{n} year ago", .other: "{n} years ago"]),
    "{n} seconds": .plural([.one: "{n} second", .other: "{n} seconds"]),
    "{n} minutes": .plural([.one: "{n} minute", .other: "{n} minutes"]),
    "{n} hours": .plural([.one: "{n} hour", .other: "{n} hours"]),
    "{n} days": .plural([.one: "{n} day", .other: "{n} days"]),
    "{n} months": .plural([.one: "{n} month", .other: "{n} months"]),
    "{n} years": .plural([.one: "{n} year", .other: "{n} years"]),
    "stopped {n} times; next try in {time}, r tries now": .plural([
      .one: "stopped once; next try in {time}, r tries now", .other: "stopped {n} times; next try in {time}, r tries now",
    ]),
    "and {n} more denials": .plural([
      .one: "and {n} more denial", .other: "and {n} more denials",
    ]),
    "{n} hidden widgets": .plural([
      .one: "{n} hidden widget", .other: "{n} hidden widgets",
    ]),
    "All {n} widgets are hidden.": .plural([
      .one: "The only widget is hidden.", .other: "All {n} widgets are hidden.",
    ]),
    "({n} more lines)": .plural([
      .one: "({n} more line)", .other: "({n} more lines)",
    ]),
    "({n} more lines above)": .plural([
      .one: "({n} more line above)", .other: "({n} more lines above)",
    ]),
    "({n} more lines above, {below} below)": .plural([
      .one: "({n} more line above, {below} below)", .other: "({n} more lines above, {below} below)",
    ]),
  ]
}

extension TranslatedText: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self = .text(text) }
}
