import WidgetCommands
import WidgetHelpers
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetSurfaces
import WidgetSystem

/// A widget for a status bar, connected to the stores and standard error.
struct BarWidget {
  let bar: BarSession
  private let script: WidgetScript
  private let messages: BarMessages

  init(
    script: WidgetScript, configuration: WidgetConfiguration, root: CompositionRoot, appearance: ColorScheme?,
    storesSnapshots: Bool, messages: BarMessages
  ) {
    self.script = script
    self.messages = messages
    let session = WidgetSession(
      script: script, services: root.services, configuration: configuration, storesSnapshots: storesSnapshots)
    session.events.observe { event in
      switch event {
      case .console(let line): messages.write(line)
      case .reloadFailed(let failure): messages.write(failure, script)
      case .shown, .updating, .denied: break
      }
    }
    bar = BarSession(
      session: session,
      identity: WidgetIdentity(script: script, configuration: configuration),
      script: script, services: root.services,
      contexts: BarContexts(colorScheme: appearance ?? .dark, locale: configuration.locale, timeZone: configuration.timeZone),
      leases: storesSnapshots ? LeaseKeeper(oneUpdateIn: root, configuration) : nil)
  }

  func report(_ failure: Failure) { messages.write(failure, script) }

  /// The command a bar runs for a click, without the control's id; nil where it wouldn't find the program.
  static func tapCommand(_ widget: WidgetArguments, _ found: FoundWidget, _ appearance: ColorScheme?) throws -> [String]? {
    guard let program = HelperProgram.luawidget.path, let path = realpath(found.path, nil) else { return nil }
    defer { free(path) }
    // A widget's id on a board includes its settings; any other name depends on the working folder.
    let name = found.entry == nil ? String(cString: path) : widget.file
    let options = (appearance.map { ["--appearance", $0.rawValue] } ?? []) + (widget.isOffline ? ["--offline"] : [])
    return TapArguments.command(program, file: name, settings: widget.assignments, options: options)
  }
}
