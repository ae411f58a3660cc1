import WidgetModel
import WidgetServices

/// Every function of the Lua API, by module, listed only here.
public enum HostAPI {
  public static let modules: [HostModule] = [
    .widget, .canvas, .fetch, .cache, .defaults, .container, .json, .xml, .feed, .csv, .ical, .texts, .url, .base64, .hash,
    .device,
    .machine, .files, .clipboard, .media, .audio, .power, .network, .display, .units, .stream, .notify, .theme,
    .translation, .format, .date, .log, .module,
  ]

  public static let functions: [HostFunction] = modules.flatMap(\.functions)

  /// The functions implemented by the broker, by name.
  static let implemented: [String: HostFunction] = Dictionary(
    functions.filter { $0.body != nil }.map { ($0.name, $0) }, uniquingKeysWith: { $1 })

  /// The values `permissions.device` accepts: those required by a function.
  public static let metrics: [String] = functions.compactMap { $0.requires?.kind == .device ? $0.requires?.value : nil }

  /// Carries out a worker's host call, in this order: completes long arguments, checks types, checks the permission, masks
  /// secrets, and runs the body with the capability it declares.
  static func call(_ name: String, _ arguments: [LuaValue], _ session: HostSession) throws(HostError) -> LuaValue {
    if name == ArgumentParts.callName {
      // Without arguments: the call the parts belong to has failed in the worker.
      if arguments.isEmpty { session.argumentParts = ArgumentParts() } else { try session.argumentParts.add(arguments) }
      return .null
    }
    let parts = session.argumentParts
    session.argumentParts = ArgumentParts()
    guard let function = implemented[name], let body = function.body else { throw HostError("\(name) isn't a host function") }
    session.calledFunctions?.insert(name)
    var call = HostCall(name: name, arguments: try parts.joined(to: arguments, of: function))
    if let index = call.arguments.firstIndex(where: \.hasStackedMarks) {
      throw HostError("\(name): argument \(index + 1) \(StackedMarks.problem)")
    }
    try function.check(call.arguments)
    let permission = try function.requires?.permission(for: call)
    if let permission {
      try session.permit(permission)
      // The others are recorded with what they start.
      if permission.kind != .run, permission.kind != .openURL { session.auditUse(of: permission) }
    }
    if function.destination == .storedOrShown, !session.mask.isEmpty {
      call.arguments = call.arguments.map { session.mask.masked($0) }
      // The permission must be about the arguments actually used.
      guard try function.requires?.permission(for: call) == permission else {
        throw HostError("\(name): a name contains a secret")
      }
    }
    return try body(call, HostCapabilities(session, of: function))
  }
}

extension LuaValue {
  /// Whether a text in the value would take too long to compare.
  fileprivate var hasStackedMarks: Bool {
    switch self {
    case .null, .boolean, .integer, .number: false
    case .string(let text): text.utf8.count > StackedMarks.most && StackedMarks.areIn(text.utf8)
    case .bytes(let bytes): bytes.count > StackedMarks.most && StackedMarks.areIn(bytes)
    case .array(let elements): elements.contains(where: \.hasStackedMarks)
    // Keys were checked when they were read.
    case .table(let fields): fields.values.contains(where: \.hasStackedMarks)
    }
  }
}

/// The names of the API, for suggestions.
extension HostAPI {
  /// Names a script can use without defining them: functions, and tables of functions.
  static let globalNames: Set<String> = {
    var names: Set = ["ui", "settings", "update_result", "widget"]
    for function in functions where !function.summary.isEmpty && !function.name.contains(":") {
      names.insert(String(function.name.prefix { $0 != "." }))
    }
    return names
  }()

  /// Names of tables of functions, in order.
  static let moduleNames: [String] = Set(
    functions.filter { !$0.summary.isEmpty }.compactMap { $0.name.firstIndex(of: ".").map($0.name.prefix(upTo:)) }.map(
      String.init)
  ).sorted()

  /// The functions of a table, without its name.
  static func members(of module: String) -> [String] {
    functions.filter { !$0.summary.isEmpty && $0.name.hasPrefix(module + ".") }.map {
      String($0.name.dropFirst(module.count + 1))
    }
  }

  private static let response = HostClass.all.first { $0.name == "Response" }

  static let responseFields: [String] = response?.fields.map(\.name) ?? []
  static let responseMethods: [String] =
    response?.methods.map { String($0.name.drop { $0 != ":" }.dropFirst()) } ?? []
}
