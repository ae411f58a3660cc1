import WidgetEngine
import WidgetModel
import WidgetServices
import WidgetSystem

private let programResult = HostType.record([
  HostField("status", .integer, "0 is success; 128 and the signal's number when it was killed"), HostField("stdout", .string),
  HostField("stderr", .string),
])

extension HostModule {
  /// What reaches into the machine beyond figures.
  static let system = HostModule(
    "", "The machine around the widget.",
    [
      HostFunction(
        "env.get", "A variable of the environment; nil when it is not set.", HostField("name", .string),
        returns: [HostField("value", .optional(.string))], needs: .environment
      ) { call, session throws(HostError) in
        let name = call.text(0)
        guard !name.isEmpty, !name.contains("="), !name.utf8.contains(0) else {
          throw HostError("env.get: \(name.quoted) is not the name of a variable")
        }
        try session.permit(.env(name))
        return session.services.environment[name].map { .string($0) } ?? .null
      },
      HostFunction(
        "run",
        "Runs a program to its end: `run { \"git\", \"status\" }`. No shell, no input, a short environment. nil and an error when it "
          + "could not be started or was stopped.", HostField("words", .list(.string)),
        returns: [HostField("result", .optional(programResult)), HostField("err", .optional(.named("Error")))], needs: .programs,
        limits: "10 s, 1 MiB of output"
      ) { call, session throws(HostError) in
        try session.run(call[0].array ?? [])
      },
      HostFunction(
        "open_url", "Opens a URL in the person's own program. Only in a tap's handler, once a tap.", HostField("url", .string),
        needs: .openURL
      ) { call, session throws(HostError) in
        try session.openURL(call[0])
        return .null
      },
      HostFunction(
        "notify", "Shows a notification: plain text.",
        HostField(
          "notification",
          .record([
            HostField("title", .string, "at most 100 characters"), HostField("body", .optional(.string), "at most 500"),
            HostField("id", .optional(.string), "a second one with the same id replaces the first"),
          ])), returns: [HostField("shown", .optional(.boolean)), HostField("err", .optional(.named("Error")))],
        needs: .notifications,
        limits: "5 an hour"
      ) { call, session throws(HostError) in
        try session.notify(call[0])
      },
    ])
}

extension HostSession {
  fileprivate func run(_ words: [LuaValue]) throws(HostError) -> LuaValue {
    var arguments: [String] = []
    for (index, word) in words.enumerated() {
      guard let bytes = word.stringBytes, !bytes.contains(0), bytes.count <= 64 << 10 else {
        throw HostError("run: word \(index + 1) must be text without zero bytes, got \(word.typeName)")
      }
      arguments.append(String(decoding: bytes, as: UTF8.self))
    }
    guard let name = arguments.first, !name.isEmpty, arguments.count <= 256 else {
      throw HostError("run: the first word is the program's name")
    }
    try permit(.run(name))
    // What was allowed is the program that the name stood for then.
    guard let path = programs[name] ?? services.programs.resolve(name) else {
      return Self.answer(kind: "connect", "there is no program \(name)")
    }
    let patience = min(10, max(0.1, deadline - MonotonicTime.now()))
    do {
      let result = try services.programs.run(path, Array(arguments.dropFirst()), deadline: patience, isCancelled: isCancelled)
      return [
        "value": [
          "status": .integer(Int64(result.status)), "stdout": LuaValue(stringBytes: result.output),
          "stderr": LuaValue(stringBytes: result.errors),
        ]
      ]
    } catch {
      switch error {
      case .timeout: return Self.answer(kind: "timeout", "\(error)")
      case .tooMuchOutput: return Self.answer(kind: "too_large", "\(error)")
      case .cancelled: return Self.answer(kind: "cancelled", "\(error)")
      case .cannotStart: return Self.answer(kind: "connect", "\(error)")
      }
    }
  }

  fileprivate func openURL(_ value: LuaValue) throws(HostError) {
    guard tap != .none else { throw HostError("open_url works only in the handler of a tap") }
    guard tap == .fresh else { throw HostError("open_url opens one URL a tap") }
    let url: String
    do { url = try LinkReader.url(value) } catch { throw HostError("open_url: the URL \(error.message)") }
    let scheme = URLScheme.of(url) ?? ""
    try permit(.openURL(scheme))
    tap = .spent
    do { try services.opener.open(url) } catch { throw HostError("open_url: \(error)") }
  }

  fileprivate func notify(_ value: LuaValue) throws(HostError) -> LuaValue {
    let known = ["title", "body", "id"]
    for name in (value.table ?? [:]).keys.sorted() where !known.contains(name) {
      throw HostError("notify: unknown field \(name.quoted)\(NearestName.hint(name, among: known))")
    }
    func text(_ name: String, _ limit: Int) throws(HostError) -> String? {
      guard !value[name].isNull else { return nil }
      guard let text = value[name].displayText else {
        throw HostError("notify: \(name) must be text, got \(value[name].typeName)")
      }
      return String(text.prefix(limit)).visibleControls
    }
    guard let title = try text("title", UserNotification.titleLimit), !title.isEmpty else {
      throw HostError("notify: a notification needs a title")
    }
    try permit(.notify)
    let notification = UserNotification(
      id: try text("id", 100), title: title, body: try text("body", UserNotification.bodyLimit) ?? "", icon: manifest.icon)
    guard try takeNotification() else { return Self.answer(kind: "quota", "a widget may show 5 notifications an hour") }
    do { try services.notifier.deliver(notification) } catch { return Self.answer(kind: "connect", "notify: \(error)") }
    return ["value": true]
  }

  /// Counts a notification, across all runs.
  private func takeNotification() throws(HostError) -> Bool {
    let shelf = "notifications:\(identity.id)"
    let time = now()
    do {
      let recent = (try services.cache.entry("shown", of: shelf, at: time)?.value.array ?? []).compactMap(\.double)
        .filter { $0 > time - 3600 && $0 <= time }
      guard recent.count < 5 else { return false }
      let shown = LuaValue.array((recent + [time]).map { .number($0) })
      try services.cache.apply([.set(key: "shown", value: shown, expiresAt: time + 3600)], of: shelf, at: time)
      return true
    } catch {
      throw HostError("notify: \(error)")
    }
  }

  private static func answer(kind: String, _ message: String) -> LuaValue {
    ["error": ["kind": .string(kind), "message": .string(message)]]
  }
}

/// Whether a tap's handler runs, and whether it has opened its URL.
enum TapState { case none, fresh, spent }

extension String {
  /// Control and bidirectional characters as visible escapes; a line break stays.
  fileprivate var visibleControls: String {
    var text = ""
    for scalar in unicodeScalars {
      let isHarmless =
        scalar == "\n" || !(scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format)
      text += isHarmless ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
    }
    return text
  }
}
