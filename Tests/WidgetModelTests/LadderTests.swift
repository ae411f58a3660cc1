import Foundation
import Testing

/// A target imports only what Package.swift lists for it, and Package.swift lists only targets from lower rungs.
@Suite struct LadderTests {
  @Test("every import is a dependency in Package.swift, and every dependency is imported")
  func importsAreDeclared() throws {
    for target in Ladder.targets {
      let imported = try Ladder.imports(of: target.name)
      let ours = imported.filter { Ladder.names.contains($0.key) || $0.key.hasPrefix("C") && Ladder.libraries.contains($0.key) }
      let undeclared = ours.filter { !target.dependencies.contains($0.key) }
      #expect(undeclared.isEmpty, "\(target.name): \(undeclared)")
      // WidgetCommands and the two command programs share one list.
      let unused = target.dependencies.subtracting(imported.keys).subtracting(target.sharesHost ? Ladder.host : [])
      #expect(unused.isEmpty, "\(target.name) imports nothing of \(unused.sorted())")
    }
    #expect(Ladder.targets.count > 15)
  }

  @Test("targets depend only on targets above them in Package.swift")
  func dependenciesLeadDown() {
    var seen: Set<String> = []
    for target in Ladder.targets {
      let early = target.dependencies.intersection(Ladder.names).subtracting(seen)
      #expect(early.isEmpty, "\(target.name) comes before \(early)")
      seen.insert(target.name)
    }
  }

  @Test("there are at most 20 Swift targets, each with a folder in Sources and a row in ARCHITECTURE.md")
  func everyTargetIsListed() throws {
    #expect(Ladder.targets.count <= 20)
    let folders = try FileManager.default.contentsOfDirectory(atPath: Ladder.sources.path)
    #expect(Set(folders.filter { !$0.hasPrefix(".") }) == Ladder.names.union(["C", "luawidget-worker"]))
    let libraries = try FileManager.default.contentsOfDirectory(atPath: Ladder.sources.appending(path: "C").path)
    #expect(Set(libraries.filter { !$0.hasPrefix(".") }) == Ladder.libraries)
    let text = try String(contentsOf: Ladder.sources.appending(path: "../ARCHITECTURE.md"), encoding: .utf8)
    let rows = text.split(separator: "\n").compactMap { line -> [String]? in
      guard line.hasPrefix("| `") else { return nil }
      return line.split(separator: "|")[0].split(separator: " ").map { $0.trimmingCharacters(in: ["`"]) }
    }
    #expect(rows.joined().sorted() == (Ladder.names.union(["luawidget-worker"])).sorted())
  }

  @Test("only WidgetSystem names a C library")
  func onlyWidgetSystemNamesLibc() throws {
    #expect(try Ladder.users(of: ["Glibc", "Musl", "Darwin"]) == ["WidgetSystem"])
  }

  @Test("only the worker includes Lua")
  func onlyTheWorkerIncludesLua() throws {
    let files = try #require(FileManager.default.enumerator(at: Ladder.sources, includingPropertiesForKeys: nil))
    let offenders = files.compactMap { $0 as? URL }.filter { file in
      guard !file.path.contains("/luawidget-worker/"), ["c", "h", "cpp", "swift", "modulemap"].contains(file.pathExtension),
        let text = try? String(contentsOf: file, encoding: .utf8)
      else { return false }
      return text.contains("#include <lua") || text.contains("import CLua")
    }
    #expect(offenders.isEmpty)
  }

  @Test("dangerous and slow libraries each have their users", arguments: libraryUsers)
  func users(_ library: String, _ users: [String]) throws {
    let modules: [String] = library == "NIO" ? ["NIOCore", "NIOPosix", "NIOHTTP1"] : [library]
    #expect(try Ladder.users(of: modules) == Set(users))
  }
}

/// Libraries that are dangerous or slow to load, and the targets allowed to use them.
private let libraryUsers: [(String, [String])] = [
  ("NIO", ["WidgetTesting", "luawidget-fetcher", "luawidget-server"]),
  ("NIOSSL", ["luawidget-fetcher"]),
  ("NIOHTTP2", ["luawidget-fetcher"]),
  ("CBrotli", ["luawidget-fetcher"]),
  ("CPango", ["WidgetPainter"]),
  ("CPixbuf", ["WidgetPainter"]),
  ("CChafa", ["WidgetPainter"]),
  ("WidgetPainter", ["luawidget-desktop", "luawidget-painter"]),
  ("CGtk", ["luawidget-desktop"]),
  ("CSystemd", ["luawidget-notifier"]),
  ("CSQLite", ["WidgetServices"]),
  ("ArgumentParser", ["luawidget-commands"]),
]

/// The targets of Package.swift, and what their files import.
enum Ladder {
  struct Rung {
    var name: String
    /// Targets of this package; C libraries included, products of other packages not.
    var dependencies: Set<String>
    /// Whether the dependencies are the whole host's, used or not.
    var sharesHost: Bool
  }

  static let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources").standardizedFileURL
  static let names = Set(targets.map(\.name))
  static let libraries: Set<String> = names(
    in: package, matching: #/(?:system|linked|systemLibrary|\.target)\(\s*(?:name: )?"(C\w+)"/#)
  static let host: Set<String> = names(
    in: package.firstMatch(of: #/let host: [^=]*= \[([^\]]*)\]/#).map { String($0.1) } ?? "", matching: #/"(\w+)"/#)

  /// The targets in the order of Package.swift.
  static let targets: [Rung] = package.matches(
    of: #/\n +(?:rung|firstRung|program)\(\s*"([\w-]+)",((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/#
  )
  .map { match in
    let list = String(match.2).replacing(#/\.(?:product|linkedLibrary)\((?:[^()]|\([^()]*\))*\)/#, with: "")
    let sharesHost = list.contains(#/\bhost\b/#)
    return Rung(
      name: String(match.1), dependencies: names(in: list, matching: #/"([\w-]+)"/#).union(sharesHost ? host : []),
      sharesHost: sharesHost)
  }

  private static let package =
    (try? String(contentsOf: sources.appending(path: "../Package.swift"), encoding: .utf8)) ?? ""

  private static func names(in text: String, matching pattern: Regex<(Substring, Substring)>) -> Set<String> {
    Set(text.matches(of: pattern).map { String($0.1) })
  }

  /// The modules imported by a target, each with the first file doing so.
  static func imports(of target: String) throws -> [String: String] {
    let files = try #require(
      FileManager.default.enumerator(at: sources.appending(path: target), includingPropertiesForKeys: nil))
    var modules: [String: String] = [:]
    for case let file as URL in files where file.pathExtension == "swift" {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        if let module = module(importedBy: line) { modules[module] = modules[module] ?? file.lastPathComponent }
      }
    }
    return modules
  }

  /// The targets importing one of these modules.
  static func users(of modules: [String]) throws -> Set<String> {
    Set(try targets.map(\.name).filter { try !imports(of: $0).keys.allSatisfy { !modules.contains($0) } })
  }

  /// The module of `import A`, `@testable public import A` or `import struct A.B`.
  static func module(importedBy line: Substring) -> String? {
    let words = line.split(separator: " ").filter { !$0.hasPrefix("@") }
    guard let keyword = words.firstIndex(of: "import"), words[..<keyword].allSatisfy({ access.contains($0) }) else {
      return nil
    }
    let path = words[(keyword + 1)...].first { !kinds.contains($0) }
    return path.map { String($0.prefix { $0 != "." }) }
  }

  private static let access: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
  private static let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
}
