import WidgetCommands
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetSurfaces

/// `luawidget tap FILE ID`
struct TapCommand: Command {
  var arguments: TapArguments

  var serviceOptions: ServiceOptions { get throws { try arguments.widget.serviceOptions() } }
  var isQuiet: Bool { arguments.widget.isQuiet }

  func run(in root: CompositionRoot, on executor: CallingThreadExecutor) async throws -> Exit {
    guard let widgetArguments = arguments.decoded else { return .usage }
    let found = widgetArguments.found(root)
    var configuration = try widgetArguments.configuration(root, for: found.entry)
    configuration.askForPermissions = nil
    configuration.executor = executor
    let script = try widgetArguments.script(found)
    let widget = BarWidget(
      script: script, configuration: configuration, root: root, appearance: arguments.appearance,
      storesSnapshots: arguments.widget.at == nil && arguments.widget.replay == nil,
      messages: BarMessages(ConsoleFormat(isQuiet: arguments.widget.isQuiet)))
    let exit: Exit
    do throws(Failure) {
      switch try await widget.bar.tap(TapTarget(arguments.target)) {
      case .handled: exit = .success
      case .refreshed(let update):
        if case .failed(let failure, _) = update { widget.report(failure) }
        exit = Exit(update, isStrict: false)
      case .missing:
        if !arguments.widget.isQuiet {
          Console.standardError.write(
            "luawidget: the view has no control for \"\(terminalSafe(arguments.target, limit: 100))\"; nothing was pressed\n")
        }
        exit = .failed
      }
    } catch {
      widget.report(error)
      exit = Exit(error)
    }
    await root.services.fetcher.settle()
    return exit
  }
}
