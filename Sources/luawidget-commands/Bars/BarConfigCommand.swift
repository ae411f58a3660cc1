import ArgumentParser
import WidgetCommands
import WidgetHelpers
import WidgetRendering
import WidgetSurfaces
import WidgetSystem

/// `luawidget bar-config`
struct BarConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bar-config", abstract: "Print the configuration for showing a widget in a status bar.",
    discussion: "Paste the output into your bar's configuration. The first line tells you which file.")

  @Argument(help: "The bar.") var program: BarConfiguration.Program
  @Argument(help: "A .lua file, or a folder with main.lua.", completion: .file(extensions: ["lua"])) var file: String
  @Option(name: .customLong("set"), help: ArgumentHelp("A setting of the widget; may be repeated.", valueName: "name=value"))
  var settings: [String] = []

  func run() throws {
    let found = WidgetFile.find(file)
    found.reportProblem()
    guard let real = realpath(found.path, nil) else { throw CommandFailure("\(terminalSafe(file)): \(SystemError.current)") }
    defer { free(real) }
    let path = found.entry == nil ? String(cString: real) : file
    let program = Self.program() ?? "luawidget"
    let widget = settings.flatMap { ["--set", $0] } + [path]
    let configuration = BarConfiguration(
      name: Self.name(path), run: [program, RunArguments.name] + widget, tap: [program, TapArguments.name] + widget)
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

  /// The path of `luawidget`: a bar may have another PATH. When installed, this program is in `libexec/luawidget`.
  private static func program() -> String? {
    guard let found = HelperProgram.luawidget.path,
      let path = realpath(found, nil)
    else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// The file's stem in characters all bars allow.
  private static func name(_ path: String) -> String {
    let file = path.split(separator: "/").last ?? "widget"
    let stem = file.hasSuffix(".lua") ? file.dropLast(4) : file
    let safe = stem.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    return safe.isEmpty ? "widget" : String(safe.prefix(40))
  }
}
