import Foundation
import Testing

/// What `luawidget` links decides how fast it starts, so none of its targets imports a large library.
@Suite struct ProgramImportTests {
  private static let unwanted: Set = [
    "Foundation", "FoundationEssentials", "FoundationInternationalization", "GRDB", "Crypto", "TOMLKit",
  ]

  /// The modules that a target imports, each with the first file that does so.
  private func imports(of target: String) throws -> [String: String] {
    let files = try #require(
      FileManager.default.enumerator(at: LadderTests.sources.appending(path: target), includingPropertiesForKeys: nil))
    var modules: [String: String] = [:]
    for case let file as URL in files where file.pathExtension == "swift" {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        if let module = Self.module(importedBy: line) { modules[module] = modules[module] ?? file.lastPathComponent }
      }
    }
    return modules
  }

  /// The module of `import A`, `@testable public import A` or `import struct A.B`.
  static func module(importedBy line: Substring) -> String? {
    let words = line.split(separator: " ").filter { !$0.hasPrefix("@") }
    guard let keyword = words.firstIndex(of: "import"), words[..<keyword].allSatisfy({ Self.access.contains($0) }) else {
      return nil
    }
    let path = words[(keyword + 1)...].first { !Self.kinds.contains($0) }
    return path.map { String($0.prefix { $0 != "." }) }
  }

  private static let access: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
  private static let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]

  @Test("no target that luawidget links imports Foundation, GRDB, Crypto or TOMLKit")
  func theProgram() throws {
    var targets: [String] = ["luawidget"]
    var linked: Set = ["luawidget"]
    var offenders: [String] = []
    while let target = targets.popLast() {
      for (module, file) in try imports(of: target) {
        if Self.unwanted.contains(module) { offenders.append("\(target)/\(file) imports \(module)") }
        if LadderTests.rungs[module] != nil, linked.insert(module).inserted { targets.append(module) }
      }
    }
    #expect(offenders.isEmpty, "\(offenders.sorted())")
    #expect(
      linked.isSuperset(of: ["WidgetModel", "WidgetServices", "WidgetSQLite", "WidgetHost", "WidgetLive", "WidgetPainting"]))
  }

  @Test(
    "every form of import is recognized",
    arguments: [
      ("import Foundation", "Foundation"), ("  public import Foundation", "Foundation"), ("@testable import A", "A"),
      ("@preconcurrency public import A", "A"), ("import struct Foundation.Data", "Foundation"),
    ])
  func forms(_ line: String, _ module: String) { #expect(Self.module(importedBy: line[...]) == module) }

  @Test("text about imports is not an import", arguments: ["// import A", "let import = 1", "func f() { import A }"])
  func otherLines(_ line: String) { #expect(Self.module(importedBy: line[...]) == nil) }
}
