import WidgetHelpers
package import WidgetHost
import WidgetModel
import WidgetRendering
package import WidgetRuntime
import WidgetSystem

/// The arguments shared by all commands that run a widget.
package struct WidgetArguments: ArgumentGroup {
  package var file = ""
  package var settings: [String] = []
  package var additions: [String] = []
  package var allow: [String] = []
  package var limits: [String] = []
  package var at: String?
  package var isOffline = false
  package var record: String?
  package var replay: String?
  package var isQuiet = false

  package init() {}

  package static let declarations: [ArgumentDeclaration<Self>] = [
    .positional(
      "file", \.file, completion: .widget,
      "A .lua file, a folder with main.lua, or a name: an id on a board, or a widget in a widget folder."),
    .option(
      "set", \.settings, valueName: "name=value",
      "Set a setting for this run; may be repeated. For a secret, use env:VARIABLE or file:PATH.",
      note: "A secret can't be plain text; store one with luawidget secret set."),
    .option(
      "set-add", \.additions, valueName: "name=value",
      "Add an element to a setting that is a list; may be repeated. A table is written in JSON."),
    .option(
      "allow", \.allow, valueName: "permission",
      """
      Grant a permission the widget requests, now and for later runs: net=HOST[:PORT], device=disk, media=read, power=control, \
      units=NAME.service, env=NAME, run=PROGRAM, group=NAME, files=read:FOLDER, open_url=SCHEME, clipboard, notify, private_net=ADDRESS:PORT; may be repeated.
      """,
      note: "The grant applies until the manifest changes or you remove it with luawidget permissions revoke."),
    .option(
      "limit", \.limits, valueName: "name=value",
      "Raise or lower a limit: memory=64MB (128MB at most), cpu=2s, time=60s, fetches=40; may be repeated."),
    .option(
      "at", \.at, valueName: "time", "Fix the clock and the random seed: 2026-11-21T12:00:00Z, or seconds since 1970.",
      note: "Doesn't read or write stored snapshots and cached values."),
    .flag(
      "offline", \.isOffline,
      """
      No network: fetch returns a stored response if it's fresh, or if the widget allows a stale one. Otherwise it returns an \
      error of kind "offline".
      """),
    .option(
      "record", \.record, valueName: "folder", completion: .folder, conflicts: ["replay", "offline"],
      "Write every response and every network failure to files in a folder.", note: "Secrets are left out."),
    .option(
      "replay", \.replay, valueName: "folder", completion: .folder,
      "No network: reply to requests from the recordings in a folder."),
    .flag("quiet", short: "q", \.isQuiet, "Print only the view: no console lines and no error messages."),
  ]

  package var problem: String? {
    record?.isEmpty == true || replay?.isEmpty == true ? "--record and --replay need a folder name" : nil
  }
}

extension WidgetArguments {
  /// Seconds since 1970; nil without `--at`.
  ///
  /// - Throws: ``CommandFailure``.
  package func fixedTime() throws -> Double? {
    guard let at else { return nil }
    if let time = TimeArgument.seconds(at) { return time }
    let reason =
      InternetDate(at).flatMap { $0.seconds() } == nil && InternetDate(at) != nil ? "; there is no such day or time" : ""
    throw CommandFailure(
      "--at takes a time such as 2026-11-21T12:00:00Z or seconds since 1970, got \"\(terminalSafe(at))\"\(reason)")
  }

  /// - Parameter storesResponses: Whether to store responses on disk.
  /// - Throws: ``CommandFailure``.
  package func serviceOptions(storesResponses: Bool = true) throws -> ServiceOptions {
    let network: ServiceOptions.Network =
      if let replay { .replay(folder: replay) } else if isOffline { .offline } else if let record { .record(folder: record) } else
      {
        .live
      }
    return ServiceOptions(fixedTime: try fixedTime(), network: network, storesResponses: storesResponses)
  }

  /// - Parameter entry: A board's options; the arguments win.
  /// - Throws: ``CommandFailure`` for an invalid argument.
  package func configuration(_ root: CompositionRoot, for entry: BoardEntry? = nil) throws -> WidgetConfiguration {
    let fixedTime = try fixedTime()
    let assignments =
      try settings.map { try Self.assignment($0, of: "--set") }
      + Assignment.additions(try additions.map { try Self.assignment($0, of: "--set-add") })
    let given = try allow.map(PermissionArgument.permission)
    var locale = root.locale
    if fixedTime != nil, root.environment["TZ"] == nil { locale.timeZone = "UTC" }
    if !isQuiet {
      for problem in ReportedProblems(root.locations).new(locale.problems) {
        Console.standardError.write("luawidget: \(terminalSafe(problem))\n")
      }
    }
    var configuration = WidgetConfiguration(
      assignments: (entry?.settings ?? []) + assignments, given: (entry?.allow ?? []) + given, locale: locale.identifier,
      timeZone: locale.timeZone,
      seed: fixedTime == nil ? nil : 1, fixedTime: fixedTime)
    configuration.place = root.configuration.place
    var limits = root.configuration.limits
    for argument in self.limits {
      do { try limits.apply(argument: argument) } catch {
        let message = error.message.trimmingPrefix("limits: ").trimmingPrefix("limits.")
        throw CommandFailure("--limit: \(terminalSafe(String(message)))")
      }
    }
    configuration.budgets = configuration.budgets.set(to: limits)
    configuration.fetchLimit = limits.fetches ?? configuration.fetchLimit
    if let entry {
      configuration.apply(entry)
      if !assignments.isEmpty { configuration.settingsLabel = "--set" }
    }
    if PermissionPrompter.isPossible {
      let words = HostWords(locale: configuration.locale)
      configuration.askForPermissions = { PermissionPrompter.ask($0, words) }
    }
    return configuration
  }

  private static func assignment(_ argument: String, of option: String) throws(CommandFailure) -> Assignment {
    if let assignment = Assignment(argument: argument) { return assignment }
    throw CommandFailure("\(option) takes name=value, got \"\(terminalSafe(argument))\"")
  }

  /// `--set` and `--set-add` as arguments of `--set`, for the command of a tap.
  package var assignments: [String] {
    settings + Assignment.additions(additions.compactMap(Assignment.init(argument:))).map { "\($0.name)=\($0.value)" }
  }

  /// The widget named by the argument. Reports a board that couldn't be searched.
  package func found(_ root: CompositionRoot) -> FoundWidget {
    let found = WidgetFile.find(file, environment: root.environment)
    if !isQuiet { found.reportProblem() }
    return found
  }

  /// - Throws: ``Exit``, after reporting the error.
  package func script(_ found: FoundWidget) throws -> WidgetScript {
    do {
      return try WidgetFile.script(file, found)
    } catch {
      if !isQuiet { Console.standardError.write(FailureReport(failure: error).message) }
      throw Exit(error)
    }
  }
}

/// A time on the command line.
package enum TimeArgument {
  /// Parses seconds since 1970, or RFC 3339: `2026-11-21T12:00:00Z`, `2026-11-21T12:00:00+01:00`, `2026-11-21` (midnight, UTC).
  ///
  /// - Returns: Seconds since 1970; nil for other text, for a time without a zone, and outside the years 1 to 9999.
  package static func seconds(_ text: String) -> Double? {
    if let seconds = Double(text) { return CalendarDate.moments.contains(seconds) ? seconds : nil }
    guard let date = InternetDate(text), date.utcOffset != nil || !date.hasTime else { return nil }
    return date.seconds()
  }
}
