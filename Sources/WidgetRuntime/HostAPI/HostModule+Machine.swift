import WidgetModel
import WidgetServices

private let programResult = HostType.record([
  HostField("status", .integer, "0 is success; 128 plus the signal's number when a signal ended it"),
  HostField("stdout", .string), HostField("stderr", .string),
])

extension HostModule {
  static let machine = HostModule(
    "", title: "system", "The machine around the widget.",
    [
      HostFunction(
        "env.get", "Returns the value of an environment variable; nil if it isn't set.", HostField("name", .string),
        returns: [HostField("value", .optional(.string))],
        requires: .of(.env) { call throws(HostError) in .env(try call.variableName()) }
      ).implemented(using: \.environment) { call, environment in
        environment[call.text(0)].map { .string($0) } ?? .null
      },
      HostFunction(
        "run",
        "Runs a program and waits for it to end: `run { \"git\", \"-C\", \"/srv/site\", \"status\" }`. There's no shell and no "
          + "standard input. The working directory is `/`, so use absolute paths. The environment is `PATH` (`/usr/local/bin`, "
            + """
            `/usr/bin`, `/bin`, `/opt/homebrew/bin`), `LANG=C.UTF-8` and the user's `HOME`. Returns nil and an error if the \
            program couldn't be started or was stopped.
            """,
        HostField("words", .list(.string), "the program's name and its arguments"),
        returns: [HostField("result", .optional(programResult)), .error],
        requires: .of(.run) { call throws(HostError) in .run(try ProgramWords(call).name) }, arguments: .granted,
        limits: "10 s, 1 MiB of output"
      ).implemented(using: \.programs) { call, programs throws(HostError) in programs.run(try ProgramWords(call)) },
      HostFunction(
        "open_url", "Opens a URL in the user's own program. Works only in a tap handler, once per tap.",
        HostField("url", .string),
        requires: .of(.openURL) { call throws(HostError) in .openURL(URLScheme.of(try call.url()) ?? "") }, arguments: .granted
      ).implemented(using: \.opener) { call, opener throws(HostError) in
        try opener.open(try call.url())
        return .null
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

/// The user's own programs for URLs, once per tap. If no program opens a link with one of the widget's schemes, the widget gets
/// it.
struct OpenerAccess {
  private let session: HostSession

  init(_ session: HostSession) { self.session = session }

  func open(_ url: String) throws(HostError) {
    try session.tap.use(\.opensURL, by: "open_url", "opens one URL a tap")
    let opener = session.services.opener
    let scheme = URLScheme.of(url) ?? ""
    session.auditUse(
      of: .openURL(scheme), detail: (try? WebAddress(parsing: url)).map { "\(scheme)://\($0.host)" } ?? "\(scheme):")
    let isOwn = session.manifest.urlSchemes.contains(scheme)
    if isOwn, !opener.opens(scheme) {
      session.ownLink = url
      return
    }
    do { try opener.open(url, for: session.identity.instance) } catch {
      guard isOwn else { throw HostError("open_url: \(error)") }
      session.ownLink = url
    }
  }
}

/// Whether a tap's handler is running, and which of the things it may do once it hasn't done yet.
enum TapState: Equatable {
  struct Rest: Equatable {
    var opensURL = true
    var writesClipboard = true
  }

  case none
  case handling(Rest)

  static let fresh = TapState.handling(Rest())

  /// Does one of these things.
  ///
  /// - Parameter limit: The rule about the function, for the error of a second call.
  mutating func use(_ thing: WritableKeyPath<Rest, Bool>, by function: String, _ limit: String) throws(HostError) {
    guard case .handling(var rest) = self else { throw HostError("\(function) works only in the handler of a tap") }
    guard rest[keyPath: thing] else { throw HostError("\(function) \(limit)") }
    rest[keyPath: thing] = false
    self = .handling(rest)
  }
}
