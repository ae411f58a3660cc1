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
  ]
}

extension TranslatedText: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self = .text(text) }
}
