import ArgumentParser
import WidgetCommands
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetServices

/// `luawidget audit FILE`
struct AuditCommand: RootedCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", abstract: "Show the permissions a widget requests and has, without running it.",
    discussion: """
      The file runs only up to widget { ... }, and without any function: only literal values, operators and local variables work there.
      """)

  @Argument(help: "A .lua file, a folder with main.lua, or a name.", completion: BoardCompletion.widgets)
  var file: String

  func run(in root: CompositionRoot) async throws {
    let audit = try await WidgetAudit(file, in: root)
    let manifest = audit.manifest
    var lines = [manifest.name ?? audit.identity.name]
    if let text = manifest.description { lines.append(text) }
    if let author = manifest.author { lines.append("by \(author)") }
    lines.append("")
    let requested = audit.requested
    let hostSettings = manifest.permissions.netSettings
    let unitSettings = manifest.permissions.unitSettings
    if requested.isEmpty, hostSettings.isEmpty, unitSettings.isEmpty {
      lines.append("It requests nothing: no network, no system metrics, no programs.")
    }
    for name in hostSettings { lines.append("fetching from the host of the URL in the setting \"\(name)\", if you set it") }
    for name in unitSettings {
      lines.append("seeing, starting and stopping the units that the setting \"\(name)\" names; you are asked about each")
    }
    let width = requested.map { PermissionText.description(of: $0).count }.max() ?? 0
    for permission in requested {
      let text = PermissionText.description(of: permission)
      lines.append(text + String(repeating: " ", count: max(0, width - text.count)) + "   " + state(permission, audit.grants))
    }
    for permission in audit.grants.allowed.keys.sorted() where !requested.contains(permission) {
      lines.append("\(PermissionText.description(of: permission))   allowed by you")
    }
    let programs = requested.compactMap { permission in
      if case .run(let name) = permission, OpenEndedProgram.contains(name) { name } else { nil }
    }
    if !programs.isEmpty {
      lines.append("Careful: \(programs.joined(separator: ", ")) can run arbitrary commands as you.")
    }
    lines.append("")
    lines += limits(manifest)
    lines.append("Settings: " + (manifest.settings.isEmpty ? "none" : manifest.settings.map(\.name).joined(separator: ", ")))
    try Console.standardOutput.print(lines.map { terminalSafe($0) }.joined(separator: "\n") + "\n")
  }

  private func state(_ permission: Permission, _ grants: Grants) -> String {
    if case .net(let host) = permission, NetGrant(host)?.isPrivate == true, grants.allowed[permission] == .running {
      let isOpen = grants.allowed[.privateNet(host)] != nil
      return isOpen ? "allowed by you" : "not allowed: the manifest has to list it in private_net, and you allow it"
    }
    let isGroup = if case .group = permission { true } else { false }
    return switch grants.allowed[permission] {
    case .running: "granted by running the widget"
    case .remembered where isGroup: "allowed: by you, or as the first widget that uses it"
    case .given, .remembered: "allowed by you"
    case nil where grants.rules.denies(permission): "denied by config.toml"
    case nil: grants.denied.contains(permission) ? "denied by you" : "not allowed yet: you will be asked"
    }
  }

  private func limits(_ manifest: Manifest) -> [String] {
    var limits: [String] = []
    if let memory = manifest.limits.memory { limits.append("\(memory >> 20) MiB of memory") }
    if let cpu = manifest.limits.cpu { limits.append("\(cpu) s of processor time per update") }
    if let time = manifest.limits.time ?? manifest.timeout { limits.append("\(time) s per update") }
    if let fetches = manifest.limits.fetches { limits.append("\(fetches) \(fetches == 1 ? "fetch" : "fetches") per update") }
    return ["Limits: " + (limits.isEmpty ? "the defaults" : limits.joined(separator: ", "))]
  }
}
