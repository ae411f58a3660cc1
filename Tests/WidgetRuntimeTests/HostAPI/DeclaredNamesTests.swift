import Foundation
import Testing
import WidgetModel

@testable import WidgetRuntime

/// All names of an API level, a line each: `Tests/Compatibility/1/names.txt`.
@Suite struct DeclaredNamesTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Compatibility")

  /// The names and values of everything declared, with the level each came with.
  private static var names: [String: Int] {
    var names: [String: Int] = [:]
    func add(_ name: String, _ levels: Availability..., value: String? = nil) {
      let own = levels.map { level in max(level.level, value.flatMap { level.values?[$0] } ?? 0) }
      names[name + (value.map { " = \"\($0)\"" } ?? "")] = own.max() ?? APILevel.first
    }
    func add(_ type: HostType, of name: String, _ outer: Availability, _ own: Availability) {
      switch type.unwrapped {
      case .choice(let values, _): for value in values { add(name, outer, own, value: value) }
      case .record(let fields), .list(.record(let fields)):
        for field in fields { add(field, in: name, Availability().at(max(outer.level, own.level))) }
      case .either(let types): for type in types { add(type, of: name, outer, own) }
      case .list(let type): add(type, of: name, outer, own)
      default: break
      }
    }
    func add(_ field: HostField, in owner: String, _ outer: Availability) {
      add("\(owner).\(field.name)", outer, field.availability)
      add(field.type, of: "\(owner).\(field.name)", outer, field.availability)
    }
    func add(_ function: HostFunction) {
      add("\(function.name)()", function.availability)
      for field in function.parameters { add(field, in: "\(function.name)()", function.availability) }
      for field in function.returns { add(field, in: "\(function.name)() ->", function.availability) }
    }
    HostAPI.functions.filter { !$0.summary.isEmpty }.forEach { add($0) }
    for entryPoint in EntryPoint.all { add("function \(entryPoint.name)()", entryPoint.availability) }
    for type in HostClass.all {
      for field in type.fields { add(field, in: type.name, type.availability) }
      type.methods.forEach { add($0) }
    }
    func add(_ field: ViewField, in owner: String, _ outer: Availability) {
      for name in [field.name] + (field.alias.map { [$0] } ?? []) {
        add("\(owner).\(name)", outer, field.availability)
        guard case .choice(let values) = field.type else { continue }
        for value in values { add("\(owner).\(name)", outer, field.availability, value: value) }
      }
    }
    for field in ViewSchema.common { add(field, in: "ui.*", Availability()) }
    for kind in ViewKind.allCases {
      add("ui.\(kind.rawValue)", kind.declaration.availability)
      for field in kind.declaration.fields { add(field, in: "ui.\(kind.rawValue)", kind.declaration.availability) }
    }
    for result in UpdateResult.allCases { add("update_result.\(result.rawValue)") }
    for kind in Setting.Kind.allCases { add("Setting.type", Availability(), value: kind.rawValue) }
    for name in IconName.all { add("icon \(name)") }
    for name in ColorName.names { add("color \(name)") }
    return names
  }

  @Test("nothing that a level has is ever removed", arguments: APILevel.first...APILevel.current)
  func kept(_ level: Int) throws {
    let file = Self.folder.appending(path: "\(level)/names.txt")
    let recorded = Set((try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n").map(String.init) ?? [])
    let names = Self.names
    let removed = recorded.filter { names[$0] == nil }.sorted()
    #expect(
      removed.isEmpty,
      "these are in API level \(level), so widgets use them: bring them back, with their meaning (docs/compatibility.md)")
    let newer = recorded.filter { (names[$0] ?? level) > level }.sorted()
    #expect(newer.isEmpty, "these have been in API level \(level), so since(...) must not be more")
    let added = names.filter { $0.value == level && !recorded.contains($0.key) }.keys.sorted()
    guard !added.isEmpty else { return }
    guard ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" else {
      Issue.record(
        """
        new in API level \(level): \(added.joined(separator: ", ")). If a release has had this level, they belong to the next one: \
        raise APILevel.current and mark them with .since(\(level + 1)). Otherwise run make golden.
        """)
      return
    }
    try (recorded.union(added).sorted().joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
    Issue.record("recorded \(file.lastPathComponent) of level \(level)")
  }
}

extension Availability {
  /// Availability from a level on.
  fileprivate func at(_ level: Int) -> Availability {
    var availability = self
    availability.level = level
    return availability
  }
}
