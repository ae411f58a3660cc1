public import WidgetModel

/// Every function of the Lua API, by module. The one list from which calls are dispatched and the documentation is made.
public enum HostAPI {
  public static let modules: [HostModule] = [
    .widget, .fetch, .cache, .defaults, .container, .json, .xml, .feed, .csv, .ical, .url, .base64, .hash, .device, .system,
    .format, .date, .log, .module,
  ]

  /// By qualified name: those that the broker answers.
  static let answered: [String: HostFunction] = Dictionary(
    modules.flatMap(\.functions).filter { $0.body != nil }.map { ($0.name, $0) }, uniquingKeysWith: { $1 })

  /// Answers a worker's call.
  static func answer(_ name: String, _ arguments: [LuaValue], _ session: HostSession) throws(HostError) -> LuaValue {
    guard let function = answered[name], let body = function.body else { throw HostError("\(name) is not a host function") }
    var arguments = arguments
    if !session.longTexts.isEmpty, name != "document.part" {
      arguments = session.longTexts.joined(to: arguments, of: name)
      session.longTexts = LongTexts()
    }
    try function.check(arguments)
    return try body(HostCall(name: name, arguments: arguments), session)
  }
}
