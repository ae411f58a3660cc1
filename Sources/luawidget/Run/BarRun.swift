import WidgetCommands
import WidgetHelpers
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetSurfaces
import WidgetSystem

/// A widget in a status bar: one line, or a line whenever it changes.
struct BarRun {
  var arguments: RunArguments
  var writer: any BarWriter
  var root: CompositionRoot
  var executor: CallingThreadExecutor

  /// Whether the bar still needs its protocol's header.
  private var writesHeader = true

  init(arguments: RunArguments, writer: any BarWriter, root: CompositionRoot, executor: CallingThreadExecutor) {
    self.arguments = arguments
    self.writer = writer
    self.root = root
    self.executor = executor
  }

  /// - Returns: Success whenever something was written: bars hide a failing command's output. The item shows the failure.
  mutating func run() async throws -> Exit {
    BarMessages.keepOutOfItem()
    if arguments.isFollowing, writer.sendsClicks {
      let header = String(decoding: writer.header, as: UTF8.self)
      writesHeader =
        !BarRestart.isChild(root.environment) && !BarRestart.replaceProcess { Console.standardOutput.write(header) }
    }
    do { return try await show() } catch {
      // Most bars hide a command that ends without a line.
      if let problem = CommandFailure(error) { try write(Failure(.unreadable, problem.message)) }
      throw error
    }
  }

  private func show() async throws -> Exit {
    if arguments.isBoard { return try await followBoard() }
    let found = arguments.widget.found(root)
    var configuration = try arguments.widget.configuration(root, for: found.entry)
    // A bar can't show a prompt.
    configuration.askForPermissions = nil
    if !arguments.isFollowing { configuration.executor = executor }
    let script: WidgetScript
    do throws(Failure) { script = try WidgetFile.script(arguments.widget.file, found) } catch {
      messages.write(error)
      try write(error)
      throw Exit(error)
    }
    let tapCommand = try BarWidget.tapCommand(arguments.widget, found, arguments.appearance)
    let options = options(configuration, tapCommand)
    if arguments.isFollowing { return try await follow(found, configuration, options) }
    let widget = BarWidget(
      script: script, configuration: configuration, root: root, appearance: arguments.appearance,
      storesSnapshots: arguments.storesSnapshots, messages: messages)
    return try await once(widget, options)
  }

  private func once(_ widget: BarWidget, _ options: @Sendable (Bool) -> BarOptions) async throws -> Exit {
    let stored = try? widget.bar.stored()
    if let stored, stored.isFresh, stored.isOwn {
      try write(stored.snapshots, options(stored.isStale))
      return .success
    }
    // The data are those of another host: only a view for a bar is missing.
    let (update, snapshots) = await widget.bar.update(stored?.isFresh == true ? .restart : .launch)
    if case .failed(let failure, _) = update { widget.report(failure) }
    try write(snapshots, options((try? widget.bar.stored())?.isStale ?? false))
    await root.services.fetcher.settle()
    return .success
  }

  private func write(_ snapshots: BarSnapshots, _ options: BarOptions) throws {
    try Console.standardOutput.print(writer.bytes([BarItem(snapshots, options: options)], isFollowing: false))
  }

  /// Writes the item for a widget or a board that can't be shown at all.
  private func write(_ failure: Failure) throws {
    let name = arguments.widget.file.split(separator: "/").last.map(String.init) ?? arguments.widget.file
    let card = BarBoard.card(WidgetIdentity(id: name, instance: name, name: name), failure)
    let configuration = WidgetConfiguration(locale: root.locale.identifier, timeZone: root.locale.timeZone)
    let item = BarItem(BarSnapshots(full: card), options: options(configuration, nil)(false))
    let line = writer.bytes([item], isFollowing: arguments.isFollowing)
    guard arguments.isFollowing else { return try Console.standardOutput.print(line) }
    // The bar is gone: nothing will start this command again.
    if !Console.standardOutput.write(String(decoding: (writesHeader ? writer.header : []) + line, as: UTF8.self)) {
      throw Exit.success
    }
  }

  private func follow(
    _ found: FoundWidget, _ configuration: WidgetConfiguration, _ options: @escaping @Sendable (Bool) -> BarOptions
  ) async throws -> Exit {
    let entry = found.ownEntry
    let board = Board(entries: [entry], configurations: [entry.id: configuration], root: root, host: .bar)
    return try await follow(board, configuration, options)
  }

  private func followBoard() async throws -> Exit {
    let name = arguments.widget.file
    let location = try BoardArgument.existing(name, environment: root.environment, needsFile: true)
    let configuration = try arguments.widget.configuration(root)
    let board = Board(location, root: root, host: .bar)
    return try await follow(board, configuration, options(configuration, nil))
  }

  private func follow(
    _ board: Board, _ configuration: WidgetConfiguration, _ options: @escaping @Sendable (Bool) -> BarOptions
  ) async throws -> Exit {
    let pipe = try pipe()
    board.events.observe { [messages] event in if case .console(_, let line) = event { messages.write(line) } }
    var bar = BarBoard(
      board: board, writer: writer,
      contexts: BarContexts(
        colorScheme: arguments.appearance ?? .dark, locale: configuration.locale,
        timeZone: configuration.timeZone(now: root)),
      input: pipe.input, writesHeader: writesHeader, options: options, write: pipe.write,
      report: { [messages] in messages.write($0) })
    let signals = EndingSignals()
    Task { pipe.end(by: await signals.first()) }
    let ending = await bar.run()
    await root.services.fetcher.settle()
    switch ending {
    case .closed: return .success
    case .restartNeeded:
      messages.write("luawidget: luawidget was upgraded; this program ends so that the bar starts the new version\n")
      // The shell that starts the new version waits longer after a failure.
      return BarRestart.isChild(root.environment) ? .terminated : .failed
    case .signalled(let signal): return Exit(signal: signal)
    }
  }

  private var messages: BarMessages {
    BarMessages(ConsoleFormat(isQuiet: arguments.widget.isQuiet, isVerbose: arguments.isVerbose), for: writer)
  }

  private func pipe() throws -> BarPipe {
    do throws(SystemError) {
      return try BarPipe(clicks: writer.sendsClicks ? FileDescriptor(rawValue: 0) : nil, output: FileDescriptor(rawValue: 1))
    } catch {
      throw CommandFailure("no thread can be started: \(error)", .internalError)
    }
  }

  private func options(_ configuration: WidgetConfiguration, _ tapCommand: [String]?) -> @Sendable (Bool) -> BarOptions {
    { [arguments, root] isStale in
      BarOptions(
        clock: CalendarClock(
          now: root.clock.now(), locale: configuration.locale, timeZone: configuration.timeZone(now: root)),
        colorScheme: arguments.appearance ?? .dark, icons: arguments.icons ?? root.configuration.icons,
        isRedacted: arguments.rendering.isRedacted, isStale: isStale, tapCommand: tapCommand)
    }
  }
}
