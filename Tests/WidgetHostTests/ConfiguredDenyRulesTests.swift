import Foundation
import Synchronization
import Testing
import WidgetServices
import WidgetTesting

@testable import WidgetHost

/// `[deny]` in a config.toml that changes while a host runs.
@Suite struct ConfiguredDenyRulesTests {
  @Test(
    "a saved file counts at once; a faulty one leaves the rules in force and is reported once; without one there are no rules")
  func changes() throws {
    let folder = TestFolder()
    let environment = ["HOME": folder("home"), "XDG_CONFIG_HOME": folder("config")]
    let path = folder("config/luawidget/config.toml")
    try FileManager.default.createDirectory(atPath: folder("config/luawidget"), withIntermediateDirectories: true)
    let notices = Mutex<[String]>([])
    let rules = ConfiguredDenyRules(path: path, rules: .none, environment: environment) { notice in
      notices.withLock { $0.append(notice) }
    }
    func save(_ text: String, atomically: Bool = true) throws {
      try text.write(toFile: path, atomically: atomically, encoding: .utf8)
    }
    #expect(!rules.current.denies(.run("git")))
    try save("[deny]\nrun = [\"git\"]\n")
    #expect(rules.current.denies(.run("git")) && !rules.current.denies(.notify))
    try save("[deny]\nrun = [\"git\"]\nnotify = true\n", atomically: false)
    #expect(rules.current.denies(.run("git")) && rules.current.denies(.notify))
    try save("[deny]\nrum = true\n")
    #expect(rules.current.denies(.notify) && rules.current.denies(.run("git")))
    #expect(
      notices.withLock { $0.count } == 1 && notices.withLock { $0[0].contains("config.toml:2") }, "\(notices.withLock { $0 })")
    try FileManager.default.removeItem(atPath: path)
    #expect(!rules.current.denies(.notify))
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
    _ = rules.current
    #expect(notices.withLock { $0.count } == 2)
  }
}
