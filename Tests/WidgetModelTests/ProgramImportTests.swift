import Testing

/// None of the targets in `luawidget` imports a large library: what it links decides how fast it starts.
@Suite struct ProgramImportTests {
  private static let unwanted: Set = [
    "Foundation", "FoundationEssentials", "FoundationInternationalization", "GRDB", "Crypto", "TOMLKit",
  ]

  @Test("no target that luawidget links imports Foundation, GRDB, Crypto or TOMLKit")
  func theProgram() throws {
    var targets: [String] = ["luawidget"]
    var linked: Set = ["luawidget"]
    var offenders: [String] = []
    while let target = targets.popLast() {
      for (module, file) in try Ladder.imports(of: target) {
        if Self.unwanted.contains(module) { offenders.append("\(target)/\(file) imports \(module)") }
        if Ladder.names.contains(module), linked.insert(module).inserted { targets.append(module) }
      }
    }
    #expect(offenders.isEmpty, "\(offenders.sorted())")
    #expect(
      linked.isSuperset(of: ["WidgetModel", "WidgetServices", "WidgetHost", "WidgetSurfaces", "WidgetGraphics"]))
  }

  @Test(
    "every form of import is recognized",
    arguments: [
      ("import Foundation", "Foundation"), ("  public import Foundation", "Foundation"), ("@testable import A", "A"),
      ("@preconcurrency public import A", "A"), ("import struct Foundation.Data", "Foundation"),
    ])
  func forms(_ line: String, _ module: String) { #expect(Ladder.module(importedBy: line[...]) == module) }

  @Test("text about imports is not an import", arguments: ["// import A", "let import = 1", "func f() { import A }"])
  func otherLines(_ line: String) { #expect(Ladder.module(importedBy: line[...]) == nil) }
}
