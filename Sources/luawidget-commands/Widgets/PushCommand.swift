import ArgumentParser
import WidgetCommands
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetSystem

/// `luawidget push FILE TEXT`
struct PushCommand: RootedCommand {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Send an event to a widget: its on_event gets the text.",
    discussion: """
      The widget runs in the host that shows it, or else here, and its new view is shown everywhere. Events that arrive within a \
      second are passed on together. You get the same exit status as from run; a host that takes the event counts as success.
      """)

  @OptionGroup var arguments: TableArguments<WidgetArguments>

  @Argument(help: "The text, at most 64 KiB. Without one, it's read from standard input.")
  var text: String?

  @Option(help: ArgumentHelp("What the widget gets as event.name.", valueName: "name"))
  var event = WidgetEvent.pushed

  private var widget: WidgetArguments { arguments.values }
  var serviceOptions: ServiceOptions { get throws { try widget.serviceOptions() } }
  var isQuiet: Bool { widget.isQuiet }

  func run(in root: CompositionRoot) async throws {
    let pushed = try WidgetEvent(pushing: try bytes(), named: event, at: root.clock.now())
    let found = widget.found(root)
    var configuration = try widget.configuration(root, for: found.entry)
    configuration.askForPermissions = nil
    let script = try widget.script(found)
    let session = WidgetSession(script: script, services: root.services, configuration: configuration)
    let console = ConsoleFormat(isQuiet: isQuiet)
    session.events.observe { event in
      if case .console(let line) = event, let text = console.text(line) { Console.standardError.write(text) }
    }
    let update = await LeasedWidget(session, keeper: LeaseKeeper(oneUpdateIn: root, configuration)).receive(
      EventBatch([pushed]), context: root.latestContext(of: await session.identity.instance, .event))
    await session.close()
    await root.services.fetcher.settle()
    guard case .failed(let failure, _) = update else { return }
    if !isQuiet { Console.standardError.write(FailureReport(failure: failure, script: script).message) }
    throw Exit(failure)
  }

  private func bytes() throws -> [UInt8] {
    if let text { return Array(text.utf8) }
    if isatty(0) == 1 { throw CommandFailure("push needs a text, or one on standard input", .usage) }
    do throws(SystemError) {
      return try FileDescriptor.standardInput.readAll(limit: WidgetEvent.maximumBytes + 1)
    } catch { throw CommandFailure("standard input can't be read: \(error)", .failed) }
  }
}

extension WidgetEvent {
  /// - Throws: ``CommandFailure`` for what isn't a text that an event can have.
  fileprivate init(pushing bytes: [UInt8], named name: String, at time: Double) throws {
    switch WidgetEvent.pushing(bytes, named: name, at: time) {
    case .success(let event): self = event
    case .failure(let problem): throw CommandFailure(problem.description, .usage)
    }
  }
}
