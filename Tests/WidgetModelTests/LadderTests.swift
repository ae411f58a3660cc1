import Foundation
import Testing

/// A target imports only from rungs below it.
@Suite struct LadderTests {
  static let rungs: [String: Int] = [
    "WidgetSystem": 0, "WidgetModel": 1, "WidgetSQLite": 1, "WidgetDigest": 1, "WidgetServices": 2, "WidgetFormats": 2,
    "WidgetRendering": 2, "WidgetEngine": 2, "WidgetPainting": 3, "WidgetFetching": 3, "WidgetNotifying": 3,
    "WidgetServing": 3, "WidgetEventLoop": 3, "WidgetWindowing": 4, "WidgetDesktop": 5, "WidgetWindows": 5,
    "luawidget-desktop": 6,
    "WidgetRuntime": 3, "WidgetHost": 4,
    "WidgetPainter": 4, "WidgetTransport": 4, "WidgetHTTP": 4, "WidgetTerminal": 5, "WidgetServer": 5, "WidgetBars": 5,
    "luawidget-painter": 5,
    "luawidget-fetcher": 5, "luawidget-server": 5, "WidgetNotifications": 4, "luawidget-notifier": 5,
    "WidgetLive": 6, "WidgetCommands": 7, "luawidget": 8, "luawidget-commands": 8, "WidgetTesting": 9,
  ]

  static let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources").standardizedFileURL

  @Test("every import leads down the ladder")
  func importsLeadDown() throws {
    var wrong: [String] = []
    var seen = 0
    for (target, rung) in Self.rungs {
      let folder = Self.sources.appending(path: target)
      let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      for case let file as URL in files where file.pathExtension == "swift" {
        seen += 1
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
          let words = line.split(separator: " ").filter { $0 != "public" && $0 != "@testable" }
          guard words.count >= 2, words[0] == "import", let other = Self.rungs[String(words[1])] else { continue }
          if other >= rung { wrong.append("\(target)/\(file.lastPathComponent) imports \(words[1])") }
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong)")
    #expect(seen > 100)
  }

  @Test("only WidgetSystem names a C library")
  func onlyWidgetSystemNamesLibc() throws {
    let files = try #require(FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil))
    let offenders = files.compactMap { $0 as? URL }.filter { file in
      guard file.pathExtension == "swift", !file.path.contains("/WidgetSystem/"),
        let text = try? String(contentsOf: file, encoding: .utf8)
      else { return false }
      return ["Glibc", "Musl", "Darwin"].contains { text.contains("import \($0)\n") }
    }
    #expect(offenders.isEmpty, "\(offenders.map(\.lastPathComponent))")
  }

  @Test("only the worker includes Lua")
  func onlyTheWorkerIncludesLua() throws {
    let files = try #require(FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil))
    let offenders = files.compactMap { $0 as? URL }.filter { file in
      guard !file.path.contains("/luawidget-worker/"), ["c", "h", "cpp", "swift", "modulemap"].contains(file.pathExtension),
        let text = try? String(contentsOf: file, encoding: .utf8)
      else { return false }
      return text.contains("#include <lua") || text.contains("import CLua")
    }
    #expect(offenders.isEmpty)
  }

  @Test("only fetcher and server use the network stack, only the fetcher decodes responses, and the program links neither")
  func onlyTheFetcherUsesTheNetworkStack() throws {
    let files = try #require(FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil))
    let offenders = files.compactMap { $0 as? URL }.filter { file in
      guard file.pathExtension == "swift",
        !["WidgetTransport", "luawidget-fetcher", "WidgetTesting"].contains(where: { file.path.contains("/\($0)/") }),
        let text = try? String(contentsOf: file, encoding: .utf8)
      else { return false }
      if ["CBrotli\n", "WidgetTransport\n"].contains(where: { text.contains("import \($0)") }) { return true }
      if ["WidgetHTTP", "WidgetEventLoop", "luawidget-server"].contains(where: { file.path.contains("/\($0)/") }) {
        return false
      }
      return ["NIO", "HummingbirdCore\n", "WidgetHTTP\n"].contains { text.contains("import \($0)") }
    }
    #expect(offenders.isEmpty, "\(offenders.map(\.lastPathComponent))")
  }

  @Test("only painter and desktop use the libraries that draw, only the desktop uses GTK, and the program links neither")
  func onlyThePainterDraws() throws {
    let files = try #require(FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil))
    let offenders = files.compactMap { $0 as? URL }.filter { file in
      guard file.pathExtension == "swift", !file.path.contains("/WidgetPainter/"), !file.path.contains("/luawidget-painter/"),
        !file.path.contains("/WidgetWindows/"), let text = try? String(contentsOf: file, encoding: .utf8)
      else { return false }
      return
        (Self.systemLibraries.subtracting([
          "CBrotli", "CExpat", "CIconv", "CLinux", "CLocales", "CMessageDigest", "CSQLite", "CSystemd", "CToml", "CZlib",
        ]).union([
          "WidgetPainter"
        ]))
        .contains {
          text.contains("import \($0)\n")
        }
    }
    #expect(offenders.isEmpty)
    let desktop = Self.sources.appending(path: "WidgetWindows")
    let windows = try FileManager.default.contentsOfDirectory(at: desktop, includingPropertiesForKeys: nil)
    for file in windows {
      // It draws with the painter's library, and decodes nothing.
      let text = try String(contentsOf: file, encoding: .utf8)
      let imported = ["CPango", "CPixbuf", "CChafa"].filter { text.contains("import \($0)\n") }
      #expect(imported.isEmpty, "\(file.lastPathComponent)")
    }
  }

  @Test("only luawidget-commands uses ArgumentParser")
  func onlyTheCommandsUseArgumentParser() throws {
    let files = try #require(FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil))
    let users = try files.compactMap { $0 as? URL }.filter {
      try $0.pathExtension == "swift" && String(contentsOf: $0, encoding: .utf8).contains("import ArgumentParser\n")
    }
    #expect(users.count > 5)
    #expect(users.allSatisfy { $0.path.contains("/luawidget-commands/") }, "\(users.map(\.lastPathComponent))")
  }

  /// C targets: system libraries of the painter, those that decode responses, the database, digests, TOML, system calls, and locale data.
  static let systemLibraries: Set = [
    "CGtk", "CPango", "CPixbuf", "CChafa", "CZlib", "CBrotli", "CExpat", "CIconv", "CLinux", "CLocales", "CMessageDigest",
    "CSQLite", "CSystemd", "CToml",
  ]

  @Test("every target of the ladder is in the table")
  func everyTargetIsListed() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
    #expect(
      Set(folders.filter { !$0.hasPrefix(".") }) == Set(Self.rungs.keys).union(["luawidget-worker"]).union(Self.systemLibraries))
  }

  @Test("the table in ARCHITECTURE.md has every target on its rung")
  func theTableIsTrue() throws {
    let text = try String(contentsOf: Self.sources.appending(path: "../ARCHITECTURE.md"), encoding: .utf8)
    var table: [String: Int] = [:]
    for line in text.split(separator: "\n") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count >= 3, let rung = Int(cells[0]) else { continue }
      for name in cells[1].split(separator: " ") { table[name.trimmingCharacters(in: ["`"])] = rung }
    }
    for name in Self.systemLibraries { #expect(table.removeValue(forKey: name) == 0, "\(name)") }
    #expect(table.removeValue(forKey: "luawidget-worker") == 1)
    #expect(table == Self.rungs.filter { $0.key != "WidgetTesting" })
  }
}
