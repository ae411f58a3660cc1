import ArgumentParser
import WidgetEngine
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetTerminal

/// The arguments of every command that runs a widget.
struct WidgetArguments: ParsableArguments {
  @Argument(help: "A .lua file, or a folder with main.lua.", completion: .file(extensions: ["lua"]))
  var file: String

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Set a setting for this run; may be repeated. The value of a secret is env:VARIABLE or file:PATH.", valueName: "name=value")
  )
  var settings: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Grant a permission now and for later runs: net=HOST[:PORT], device=disk, env=NAME, run=PROGRAM, group=NAME, open_url=SCHEME, notify, \
      private_net=ADDRESS:PORT; may be repeated.
      """, valueName: "permission"))
  var allow: [String] = []

  @Option(
    name: .customLong("limit"),
    help: ArgumentHelp(
      "Raise or lower a limit: memory=64MB (128MB at most), cpu=2s, time=60s, fetches=40; may be repeated.",
      valueName: "name=value")
  )
  var limits: [String] = []

  @Option(
    help: ArgumentHelp("Fix the clock and the random seed: 2026-11-21T12:00:00Z, or seconds since 1970.", valueName: "time"))
  var at: String?

  @Flag(
    help: """
      No network: fetch returns a stored response if it is fresh, or if the widget allows a stale one. Otherwise it returns an error of \
      kind "offline".
      """)
  var offline = false

  @Option(
    help: ArgumentHelp("Write every response and every network failure to files in a folder.", valueName: "folder"),
    completion: .directory)
  var record: String?

  @Option(
    help: ArgumentHelp("No network: reply to requests from the recordings in a folder.", valueName: "folder"),
    completion: .directory)
  var replay: String?

  @Flag(name: .shortAndLong, help: "Print the view only: no console lines and no error messages.")
  var quiet = false

  func validate() throws {
    if record != nil, replay != nil { throw ValidationError("--record and --replay cannot be combined") }
    if record != nil, offline {
      throw ValidationError("--record and --offline cannot be combined")
    }
    if record?.isEmpty == true || replay?.isEmpty == true {
      throw ValidationError("--record and --replay take the name of a folder")
    }
  }
}

extension WidgetArguments {
  /// Seconds since 1970; nil without `--at`.
  ///
  /// - Throws: ``CommandFailure``.
  func fixedTime() throws -> Double? {
    guard let at else { return nil }
    if let time = TimeArgument.seconds(at) { return time }
    throw CommandFailure("--at takes a time such as 2026-11-21T12:00:00Z or seconds since 1970, got \"\(terminalSafe(at))\"")
  }

  /// - Parameter storesResponses: Whether responses are stored on disk.
  /// - Throws: ``CommandFailure``.
  func serviceOptions(storesResponses: Bool = true) throws -> ServiceOptions {
    let network: ServiceOptions.Network =
      if let replay { .replay(folder: replay) } else if offline { .offline } else if let record { .record(folder: record) } else {
        .live
      }
    return ServiceOptions(fixedTime: try fixedTime(), network: network, storesResponses: storesResponses)
  }

  /// - Throws: ``CommandFailure`` for an invalid argument.
  func configuration(_ root: CompositionRoot) throws -> WidgetConfiguration {
    let fixedTime = try fixedTime()
    let assignments = try settings.map { argument in
      guard let assignment = Assignment(argument: argument) else {
        throw CommandFailure("--set takes name=value, got \"\(terminalSafe(argument))\"")
      }
      return assignment
    }
    let given = try allow.map(PermissionArgument.permission)
    var locale = root.locale
    if fixedTime != nil, root.environment["TZ"] == nil { locale.timeZone = "UTC" }
    var configuration = WidgetConfiguration(
      assignments: assignments, given: given, locale: locale.identifier, timeZone: locale.timeZone,
      seed: fixedTime == nil ? Int64.random(in: .min ... .max) : 1, fixedTime: fixedTime)
    var limits = root.configuration.limits
    for argument in self.limits {
      do { try limits.apply(argument: argument) } catch {
        let message = error.message.trimmingPrefix("limits: ").trimmingPrefix("limits.")
        throw CommandFailure("--limit: \(terminalSafe(String(message)))")
      }
    }
    configuration.budgets = configuration.budgets.set(to: limits)
    configuration.fetchLimit = limits.fetches ?? configuration.fetchLimit
    if PermissionPrompter.isPossible { configuration.askForPermissions = PermissionPrompter.ask }
    return configuration
  }

  /// - Throws: ``Exit``, after reporting the error.
  func script() throws -> WidgetScript {
    do {
      return try WidgetFile.script(file)
    } catch {
      if !quiet { Console.standardError.write(FailureReport(failure: error).message) }
      throw Exit(error)
    }
  }
}
