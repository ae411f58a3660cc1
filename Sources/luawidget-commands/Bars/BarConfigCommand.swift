import ArgumentParser
import WidgetCommands
import WidgetHelpers
import WidgetHost
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetSurfaces
import WidgetSystem

/// `luawidget bar-config`
struct BarConfigCommand: RootedCommand {
  static let configuration = CommandConfiguration(
    commandName: "bar-config", abstract: "Print the configuration for showing a widget in a status bar.",
    discussion: """
      Paste the output into your bar's configuration. A comment in it tells you which file. The settings are checked as run does.
      """)

  @Argument(help: "The bar.") var program: BarConfiguration.Program
  @Argument(help: "A .lua file, or a folder with main.lua.", completion: BoardCompletion.widgets) var file: String
  @Option(name: .customLong("set"), help: ArgumentHelp("A setting of the widget; may be repeated.", valueName: "name=value"))
  var settings: [String] = []
  @Option(name: .customLong("set-add"), help: .listAddition) var additions: [String] = []

  @Option(
    help: ArgumentHelp(
      "What a click does in Waybar, i3blocks and eww: popup or tap. (default: popup, and tap where there are no popups)",
      valueName: "action")) var click: Click?

  /// The effect of a click on the item.
  enum Click: String, ExpressibleByArgument, CaseIterable {
    /// Shows the widget's card.
    case popup
    /// Presses a control.
    case tap
  }

  func run(in root: CompositionRoot) async throws {
    let found = WidgetFile.find(file, environment: root.environment)
    found.reportProblem()
    let assignments = try settings.map(BoardOption.assignment) + BoardOption.additions(additions)
    let audit = try await WidgetAudit(file, found, assignments: assignments, in: root)
    guard let real = realpath(found.path, nil) else {
      throw CommandFailure("\(terminalSafe(file)): \(SystemError.current)", .failed)
    }
    defer { free(real) }
    let path = found.entry == nil ? String(cString: real) : file
    let program = Self.program() ?? "luawidget"
    let absolute = audit.written(try settings.map(BoardOption.assignment))
    let widget = absolute.flatMap { ["--set", "\($0.name)=\($0.value)"] } + additions.flatMap { ["--set-add", $0] } + [path]
    #if os(Linux)
      let standard = Click.popup
    #else
      let standard = Click.tap
    #endif
    let configuration = BarConfiguration(
      name: Self.name(path, assignments), run: [program, RunArguments.name] + widget, tap: [program, TapArguments.name] + widget,
      popup: (click ?? standard) == .popup ? [program, PopupArguments.name] + widget : nil)
    let text: String
    do throws(BarConfiguration.Refusal) {
      text = try configuration.text(for: self.program)
    } catch {
      let character = Self.visible(error.character)
      throw CommandFailure(
        """
        a command in the configuration of \(self.program.rawValue) cannot contain "\(character)"; rename the file or change the \
        setting
        """
      )
    }
    try Console.standardOutput.print(text)
  }

  private static func visible(_ character: Character) -> String {
    guard let scalar = character.unicodeScalars.first, scalar.properties.generalCategory == .control else {
      return String(character)
    }
    return "\\u{\(String(scalar.value, radix: 16))}"
  }

  /// The path of `luawidget`: a bar may have another PATH. Installed, this program is in `libexec/luawidget`.
  static func program() -> String? {
    guard let found = HelperProgram.luawidget.path,
      let path = realpath(found, nil)
    else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// A name that every bar allows, from the stem of the file and the settings. It differs for other settings.
  private static func name(_ path: String, _ settings: [Assignment]) -> String {
    let file = path.split(separator: "/").last ?? "widget"
    let stem = BarConfiguration.name(file.hasSuffix(".lua") ? file.dropLast(4) : file)
    let values = settings.map(\.value)
    let names = values.map { BarConfiguration.name($0) }
    let isExact = zip(values, names).allSatisfy { $0.lowercased() == $1 }
    let text = settings.map { "\($0.name.utf8.count):\($0.name)=\($0.value.utf8.count):\($0.value)" }.joined()
    let digest = isExact ? [] : [String(SHA256.hash(text).hexadecimal.prefix(6))]
    return ([stem.isEmpty ? "widget" : stem] + names.map { String($0.prefix(20)) } + digest).joined(separator: "-")
  }
}
