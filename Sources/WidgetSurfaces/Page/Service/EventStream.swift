import WidgetHelpers

/// One page's event stream. For a slow browser it keeps a list of what changed, never old events.
struct EventStream {
  let channel: ResponseChannel
  let context: PageContext
  /// Chosen by the page, so a URL opens in the tab where the user tapped.
  let tab: String
  let session: String
  /// Whether the user wants notifications in this browser.
  var showsNotifications = false
  var dirty: [String] = []
  var wantsBoard = false
  var lines: [String] = []
  var others: [String] = []

  private static let maximumLines = 100
  private static let maximumOthers = 20

  mutating func changed(_ id: String) { if !dirty.contains(id) { dirty.append(id) } }

  mutating func add(line: String) { lines = lines.suffix(Self.maximumLines - 1) + [line] }

  mutating func add(other: String) { others = others.suffix(Self.maximumOthers - 1) + [other] }

  /// An event's text. Its data is JSON, which has no line breaks.
  static func text(_ name: String, _ json: String) -> String { "event: \(name)\ndata: \(json)\n\n" }
}
