import Foundation
import Testing
import WidgetTesting

/// Widgets and luawidget in the language of the environment.
@Suite(.serialized) struct LanguageTests {
  private static func language(_ name: String) -> [String: String] { ["LANG": name, "LC_ALL": "", "LC_TIME": ""] }

  private static let departures = """
    widget { name = "Departures" }
    function content() return ui.text { tr("left", { n = 3 }) } end
    """

  @Test("a widget's own words, from files beside it")
  func widget() async throws {
    try await withCommand { command in
      let file = try command.write(Self.departures, to: "departures.lua")
      _ = try command.write(
        #"{"Departures": "Abfahrten", "left": {"one": "x", "other": "noch {n} Minuten"}}"#, to: "departures/strings/de.json")
      _ = try command.write(#"{"left": {"one": "x", "other": "{n} minutes left"}}"#, to: "departures/strings/en.json")
      let german = try command.run("run", file, environment: Self.language("de_AT.UTF-8"))
      #expect(german.output.contains("Abfahrten") && german.output.contains("noch 3 Minuten"), "\(german)")
      #expect(german.errors.isEmpty, "\(german)")
      let english = try command.run("run", file, environment: Self.language("en_GB.UTF-8"))
      #expect(english.output.contains("Departures") && english.output.contains("3 minutes left"), "\(english)")
    }
  }

  @Test("a card without data, in each format", arguments: ["text", "html", "spoken", "markdown"])
  func empty(format: String) async throws {
    try await withCommand { command in
      let file = try command.write("function perform_update() return update_result.failed('x') end", to: "a.lua")
      let german = try command.run("run", file, "--format", format, environment: Self.language("de_DE.UTF-8"))
      #expect(german.output.contains("fehlgeschlagen: x"), "\(german)")
    }
  }

  @Test("a board in a terminal: German, and Arabic from the right")
  func terminal() async throws {
    try await withCommand { command in
      let live = try LiveCommand(command, ["today"], environment: Self.language("de_DE.UTF-8"))
      #expect(try await live.see("luawidget board add WIDGET").contains("Diese Tafel hat noch keine Widgets."))
      try live.type("?")
      _ = try await live.see("seitenweise blättern")
      try live.type("qq")
      #expect(try await live.end() == 0)
      let right = try LiveCommand(command, ["today"], environment: Self.language("ar_EG.UTF-8"))
      let screen = try await right.see("لا توجد أدوات على هذه اللوحة بعد.")
      let line = screen.split(separator: "\n").first { $0.contains("لا توجد أدوات") } ?? ""
      #expect(line.hasPrefix("   "), "\(screen)")
      try right.type("q")
      #expect(try await right.end() == 0)
    }
  }
}
