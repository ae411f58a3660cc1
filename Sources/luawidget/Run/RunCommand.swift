import WidgetCommands
import WidgetHost
import WidgetRuntime
import WidgetServices
import WidgetSurfaces

/// `luawidget run FILE`
struct RunCommand: Command {
  var arguments: RunArguments

  var serviceOptions: ServiceOptions { get throws { try arguments.serviceOptions() } }
  var isQuiet: Bool { arguments.widget.isQuiet }

  func run(in root: CompositionRoot, on executor: CallingThreadExecutor) async throws -> Exit {
    if let writer = arguments.format?.barWriter {
      var bar = BarRun(arguments: arguments, writer: writer, root: root, executor: executor)
      return try await bar.run()
    }
    return try await run(in: root, on: executor, opening: nil)
  }

  /// - Parameter url: A link to pass to the script instead of updating.
  func run(in root: CompositionRoot, on executor: CallingThreadExecutor, opening url: String?) async throws -> Exit {
    let found = arguments.widget.found(root)
    var options = try RunOptions(arguments, root, entry: found.entry)
    let isLive = options.isLive && url == nil
    // A live view mustn't wait for the widget.
    if !isLive { options.configuration.executor = executor }
    let script = try arguments.widget.script(found)
    if isLive {
      let exit = try await LiveRun(
        entry: found.ownEntry, script: script, options: options,
        root: arguments.storesSnapshots ? root : root.withoutStoredSnapshots()
      ).run()
      await root.services.fetcher.settle()
      return exit
    }
    var services = root.services
    // Finding colours takes a painter, which text has no use for.
    if options.hasNoColors { services.imageColors = nil }
    let session = WidgetSession(
      script: script, services: services, configuration: options.configuration, storesSnapshots: arguments.storesSnapshots)
    // At a fixed time the clock says nothing about other processes.
    let leases =
      options.configuration.fixedTime == nil ? LeaseKeeper(oneUpdateIn: root, options.configuration) : nil
    let exit = try await OneShotRun(
      session: session, script: script, options: options, clock: root.clock, leases: leases, url: url
    ).run()
    await root.services.fetcher.settle()
    // All changes are committed. Closing the stores and the worker would take as long as drawing the widget.
    withExtendedLifetime((root, session)) { Exit.now(exit) }
  }
}
