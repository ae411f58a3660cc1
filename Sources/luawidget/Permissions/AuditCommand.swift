import ArgumentParser
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices

/// `luawidget audit FILE`
struct AuditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", abstract: "What a widget asks for and what it has, without running it.",
    discussion: "Only the manifest is read: widget { ... }, which holds nothing but literal values.")

  @Argument(help: "A .lua file, or a folder with main.lua.", completion: .file(extensions: ["lua"]))
  var file: String

  func run() async throws {
    let audit = try await WidgetAudit(file)
    let manifest = audit.manifest
    var lines = [manifest.name ?? audit.identity.name]
    if let text = manifest.description { lines.append(text) }
    if let author = manifest.author { lines.append("by \(author)") }
    lines.append("")
    let declared = audit.declared
    if declared.isEmpty { lines.append("It asks for nothing: no network, no figures of this machine, no programs.") }
    let width = declared.map { PermissionQuestion.words($0).count }.max() ?? 0
    for permission in declared {
      let words = PermissionQuestion.words(permission)
      lines.append(words + String(repeating: " ", count: width - words.count) + "   " + state(permission, audit.grants))
    }
    for permission in audit.grants.allowed.keys.sorted() where !declared.contains(permission) {
      lines.append("\(PermissionQuestion.words(permission))   allowed by you, not asked for")
    }
    let programs = declared.compactMap { permission in
      if case .run(let name) = permission, OpenEndedProgram.contains(name) { name } else { nil }
    }
    if !programs.isEmpty {
      lines.append("Careful: \(programs.joined(separator: ", ")) can be told to do anything that you can do.")
    }
    lines.append("")
    lines += limits(manifest)
    lines.append("Settings: " + (manifest.settings.isEmpty ? "none" : manifest.settings.map(\.name).joined(separator: ", ")))
    Console.standardOutput.write(lines.map { terminalSafe($0) }.joined(separator: "\n") + "\n")
  }

  private func state(_ permission: Permission, _ grants: Grants) -> String {
    switch grants.allowed[permission] {
    case .running: "granted by running it"
    case .given, .remembered: "allowed by you"
    case nil: grants.denied.contains(permission) ? "denied by you" : "not allowed yet: you will be asked"
    }
  }

  private func limits(_ manifest: Manifest) -> [String] {
    var limits: [String] = []
    if let memory = manifest.limits.memory { limits.append("\(memory >> 20) MiB of memory") }
    if let cpu = manifest.limits.cpu { limits.append("\(cpu) s of processor time an update") }
    if let time = manifest.limits.time ?? manifest.timeout { limits.append("\(time) s an update") }
    if let fetches = manifest.limits.fetches { limits.append("\(fetches) fetches an update") }
    return ["Limits: " + (limits.isEmpty ? "the usual" : limits.joined(separator: ", "))]
  }
}
