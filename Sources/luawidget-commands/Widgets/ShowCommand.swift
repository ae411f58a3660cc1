import ArgumentParser
import WidgetCommands
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetServices

/// `luawidget show NAME --for 2m`
struct ShowCommand: RootedCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Put a widget's card in front of the others on every running host.",
    discussion: """
      In today and on the page it comes first, on the desktop it's above all windows, also if it's hidden. Afterwards everything is as \
      before. The hosts are those that have the widget: nothing is started.
      """)

  @OptionGroup var arguments: TableArguments<WidgetArguments>

  @Option(name: .customLong("for"), help: ArgumentHelp("How long: from 1s to 1h. (default: 1m)", valueName: "duration"))
  var duration: String?

  private var widget: WidgetArguments { arguments.values }
  var serviceOptions: ServiceOptions { get throws { try widget.serviceOptions() } }
  var isQuiet: Bool { widget.isQuiet }

  func run(in root: CompositionRoot) async throws {
    let seconds: Double
    do throws(FrontDuration) { seconds = try FrontDuration.seconds(duration) } catch {
      throw CommandFailure("\(error)", .usage)
    }
    let found = widget.found(root)
    let identity = WidgetIdentity(
      script: try widget.script(found), configuration: try widget.configuration(root, for: found.entry))
    let hosts = await root.bringToFront(identity.instance, seconds: seconds)
    guard hosts > 0 else {
      throw CommandFailure(
        "no running host shows \(identity.name)\n  try: luawidget today, luawidget serve or luawidget desktop with a board that has it",
        .failed)
    }
  }
}
