import WidgetHelpers

/// The event stream of one page. For a slow browser it stores a list of what changed, never old events.
struct EventStream {
  let channel: ResponseChannel
  let context: PageContext
  /// Chosen by the page, so that a URL opens in the tab that tapped.
  let tab: String
  let session: String
  /// The user wants notifications in this browser.
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

  /// The text of one event. Its data is JSON, which has no line breaks.
  static func text(_ name: String, _ json: String) -> String { "event: \(name)\ndata: \(json)\n\n" }
}
