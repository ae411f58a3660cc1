import ArgumentParser
import WidgetEngine
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetTerminal

/// Which widget, with which settings and permissions, at which time: what every command that runs one takes.
struct WidgetArguments: ParsableArguments {
  @Argument(help: "A .lua file, or a folder with main.lua.", completion: .file(extensions: ["lua"]))
  var file: String

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Give a setting a value; may be repeated. A secret's is env:VARIABLE or file:PATH.", valueName: "name=value"))
  var settings: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Allow something, now and later: net=HOST[:PORT], device=disk, env=NAME, run=PROGRAM, group=NAME, open_url=SCHEME, notify, \
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

  @Flag(help: "No network: fetch answers with an error of kind \"offline\".")
  var offline = false

  @Option(
    help: ArgumentHelp("Write every answer of the network, and every failure, as files of a folder.", valueName: "folder"),
    completion: .directory)
  var record: String?

  @Option(
    help: ArgumentHelp("No network: fetch answers from the recordings of a folder.", valueName: "folder"),
    completion: .directory)
  var replay: String?

  @Flag(name: .shortAndLong, help: "No console lines and no error report; the exit status tells.")
  var quiet = false

  func validate() throws {
    if record != nil, replay != nil { throw ValidationError("--record and --replay exclude each other") }
    if record != nil, offline {
      throw ValidationError("--record and --offline exclude each other: there would be nothing to record")
    }
    if record?.isEmpty == true || replay?.isEmpty == true { throw ValidationError("a folder's name is not empty") }
  }
}

extension WidgetArguments {
  /// Seconds since 1970; nil without `--at`.
  ///
  /// - Throws: ``CommandFailure`` for what is no time.
  func fixedTime() throws -> Double? {
    guard let at else { return nil }
    if let time = TimeArgument.seconds(at) { return time }
    throw CommandFailure("--at takes a time such as 2026-11-21T12:00:00Z or seconds since 1970, got \"\(terminalSafe(at))\"")
  }

  /// - Throws: ``CommandFailure`` for an argument that is none.
  func configuration(_ environment: [String: String]) throws -> WidgetConfiguration {
    let fixedTime = try fixedTime()
    let assignments = try settings.map { argument in
      guard let assignment = Assignment(argument: argument) else {
        throw CommandFailure("--set takes name=value, got \"\(terminalSafe(argument))\"")
      }
      return assignment
    }
    let given = try allow.map(PermissionArgument.permission)
    var locale = UserLocale(environment: environment)
    if fixedTime != nil, environment["TZ"] == nil { locale.timeZone = "UTC" }
    var configuration = WidgetConfiguration(
      assignments: assignments, given: given, locale: locale.identifier, timeZone: locale.timeZone,
      seed: fixedTime == nil ? Int64.random(in: .min ... .max) : 1, fixedTime: fixedTime)
    var limits = try UserConfiguration(environment: environment).limits
    for argument in self.limits {
      do { try limits.apply(argument: argument) } catch {
        throw CommandFailure("--limit \(terminalSafe(String(error.message.trimmingPrefix("limits."))))")
      }
    }
    configuration.budgets = configuration.budgets.set(to: limits)
    configuration.fetchLimit = limits.fetches ?? configuration.fetchLimit
    if PermissionQuestion.isPossible { configuration.askForPermissions = PermissionQuestion.ask }
    return configuration
  }

  /// - Throws: ``Exit``, after saying what is wrong with the file.
  func script() throws -> WidgetScript {
    do {
      return try WidgetScript(path: file)
    } catch {
      if !quiet { Console.standardError.write("luawidget: " + FailureReport(failure: error).text) }
      throw Exit(error)
    }
  }

  /// The machine's services, with the clock and the network that the arguments say.
  ///
  /// - Parameter keepsResponses: false leaves the network's answers in memory, too.
  /// - Throws: ``CommandFailure`` for what is no time.
  func services(_ environment: [String: String], keepsResponses: Bool = true) throws -> Services {
    let clock: any WidgetClock = try fixedTime().map { FixedClock($0) } ?? SystemClock()
    let secrets = SecretsInUse()
    return Services(
      environment: environment, network: try network(secrets, clock, environment),
      keepsResponses: keepsResponses && record == nil && replay == nil,
      secretsInUse: secrets, clock: clock
    ) { [quiet] notice in
      if !quiet { Console.standardError.write("luawidget: \(terminalSafe(notice.description))\n") }
    }
  }

  /// The network, or what stands in its place. Whatever goes above it, such as a cache, is put around this, and
  /// knows nothing of earlier runs where there is `record` or `replay`.
  private func network(
    _ secrets: SecretsInUse, _ clock: any WidgetClock, _ environment: [String: String]
  ) throws -> any Fetcher {
    let proxies = try UserConfiguration(environment: environment).proxies
    do throws(RecordingError) {
      if let replay { return try ReplayingFetcher(folder: replay, secrets: secrets) }
      if offline { return OfflineFetcher() }
      let network = RetryingFetcher(NetworkFetcher(version: LuaWidget.version, proxies: proxies), clock: clock)
      guard let record else { return network }
      return try RecordingFetcher(wrapping: network, folder: record, secrets: secrets) { [quiet] problem in
        if !quiet { Console.standardError.write("luawidget: \(terminalSafe(problem.description))\n") }
      }
    } catch {
      throw CommandFailure(terminalSafe(error.description), error.exit)
    }
  }
}

extension RecordingError {
  fileprivate var exit: Exit {
    switch self {
    case .noFolder, .damaged: .usage
    case .unreadable, .unwritable: .internalError
    }
  }
}
