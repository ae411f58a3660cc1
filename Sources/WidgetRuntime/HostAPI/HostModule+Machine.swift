import WidgetModel
import WidgetServices

private let programResult = HostType.record([
  HostField("status", .integer, "0 is success; 128 plus the signal's number when a signal ended it"),
  HostField("stdout", .string), HostField("stderr", .string),
])

private let notification: [HostField] = [
  HostField("title", .either([.string, .number]), "at most \(UserNotification.titleLimit) characters"),
  .optional("body", .either([.string, .number]), "at most \(UserNotification.bodyLimit) characters"),
  .optional("id", .either([.string, .number]), "a notification replaces an earlier one with the same id"),
]

extension HostModule {
  static let machine = HostModule(
    "", title: "system", "The machine around the widget.",
    [
      HostFunction(
        "env.get", "The value of an environment variable; nil when it is not set.", HostField("name", .string),
        returns: [HostField("value", .optional(.string))],
        requires: .of(.env) { call throws(HostError) in .env(try call.variableName()) }
      ).implemented(using: \.environment) { call, environment in
        environment[call.text(0)].map { .string($0) } ?? .null
      },
      HostFunction(
        "run",
        "Runs a program and waits until it ends: `run { \"git\", \"-C\", \"/srv/site\", \"status\" }`. There is no shell and no standard "
          + "input. The working directory is `/`, so name folders by their absolute paths. The environment is `PATH` (`/usr/local/bin`, "
          + "`/usr/bin`, `/bin`, `/opt/homebrew/bin`), `LANG=C.UTF-8` and the user's `HOME`. Returns nil and an error when the program "
          + "could not be started or was stopped.",
        HostField("words", .list(.string), "the program's name and its arguments"),
        returns: [HostField("result", .optional(programResult)), .error],
        requires: .of(.run) { call throws(HostError) in .run(try ProgramWords(call).name) }, arguments: .granted,
        limits: "10 s, 1 MiB of output"
      ).implemented(using: \.programs) { call, programs throws(HostError) in programs.run(try ProgramWords(call)) },
      HostFunction(
        "open_url", "Opens a URL in the user's own program. Works only in the handler of a tap, once for each tap.",
        HostField("url", .string),
        requires: .of(.openURL) { call throws(HostError) in .openURL(URLScheme.of(try call.url()) ?? "") }, arguments: .granted
      ).implemented(using: \.opener) { call, opener throws(HostError) in
        try opener.open(try call.url())
        return .null
      },
      HostFunction(
        "notify", "Shows a notification with plain text.", HostField("notification", .record(notification)),
        returns: [HostField("shown", .optional(.boolean)), .error], requires: .notify, arguments: .storedOrShown,
        limits: "5 per hour"
      ).implemented(using: \.notifications) { call, notifications throws(HostError) in
        func text(_ name: String) -> String? { call[0][name].displayText?.visibleControls }
        guard let title = text("title"), !title.isEmpty else { throw HostError("notify: title must not be empty") }
        return try notifications.show(
          UserNotification(
            id: text("id").map { String($0.prefix(100)) }, title: String(title.prefix(UserNotification.titleLimit)),
            body: String((text("body") ?? "").prefix(UserNotification.bodyLimit))))
      },
    ])
}

extension HostCall {
  fileprivate func variableName() throws(HostError) -> String {
    let name = text(0)
    guard !name.isEmpty, !name.contains("="), !name.utf8.contains(0) else {
      throw HostError("env.get: \(name.quoted) is not the name of a variable")
    }
    return name
  }

  fileprivate func url() throws(HostError) -> String {
    do { return try LinkReader.url(self[0]) } catch { throw HostError("open_url: the URL \(error.message)") }
  }
}

extension String {
  /// Control and formatting characters as visible escapes; line breaks stay.
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
