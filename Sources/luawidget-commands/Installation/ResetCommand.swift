import ArgumentParser
import WidgetCommands
import WidgetHost
import WidgetRendering
import WidgetServices
import WidgetSystem

/// `luawidget reset --all`
struct ResetCommand: RootedCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Remove everything luawidget has stored for you, after a question.",
    discussion: """
      Boards, decisions about permissions, defaults, secrets, containers, caches, snapshots, registered links and what starts when you log \
      in. What you've written yourself stays: widgets, config.toml and themes.
      """)

  @Flag(help: "Everything. It has to be there, so nobody removes it by accident.") var all = false
  @Flag(help: "Don't ask.") var yes = false

  func run(in root: CompositionRoot) async throws {
    guard all else { throw CommandFailure("give --all to remove your boards, decisions and stored data") }
    let data = StoredData(environment: root.environment)
    let registrations = Self.registrations(root)
    guard !data.paths.isEmpty || !registrations.isEmpty else { throw CommandFailure("nothing is stored", .failed) }
    if let socket = data.runningHost {
      throw CommandFailure(
        "a host is running (\(terminalSafe(socket))), which would store its data again\n  try: end luawidget today, serve, desktop and status bars first",
        .failed)
    }
    if !yes { try confirm(data.paths + registrations) }
    var problems: [String] = []
    if let problem = removeSecrets(root) { problems.append(problem) }
    #if os(Linux)
      let handlers = try? LinkHandlers(environment: root.environment)
      for scheme in (try? handlers?.schemes()) ?? [] { _ = try? handlers?.unregister(scheme) }
      if let autostart = try? AutostartCommand.autostart(root) {
        for host in Autostart.Host.allCases {
          do throws(Autostart.Problem) { _ = try autostart.disable(host) } catch { problems.append("\(error)") }
        }
      }
    #endif
    problems += data.remove().map { "\($0.path) can't be removed: \($0.reason)" }
    guard problems.isEmpty else {
      let text = problems.joined(separator: "\n  ")
      throw CommandFailure(terminalSafe("not everything was removed\n  \(text)", multiline: true), .internalError)
    }
    try Console.standardOutput.print("removed; your widgets, config.toml and themes are still there\n")
  }

  /// The entries that other programs have of luawidget: links and what starts at login.
  private static func registrations(_ root: CompositionRoot) -> [String] {
    #if os(Linux)
      let schemes = (try? LinkHandlers(environment: root.environment).schemes()) ?? []
      let links = schemes.map { "links of \($0)" }
      guard let autostart = try? AutostartCommand.autostart(root) else { return links }
      return links
        + Autostart.Host.allCases.compactMap { host in autostart.way(of: host).map { "what starts at login: \($0.place)" } }
    #else
      return []
    #endif
  }

  /// - Parameter removed: Everything that will be gone, each as the user knows it.
  private func confirm(_ removed: [String]) throws {
    guard isatty(0) == 1, Console.standardError.isTerminal else {
      throw CommandFailure("there is no terminal to ask at\n  try: luawidget reset --all --yes")
    }
    Console.standardError.write("This removes for ever:\n" + removed.map { "  \(terminalSafe($0))\n" }.joined())
    Console.standardError.write("and your secrets. Type yes to remove it all: ")
    tcflush(0, TCIFLUSH)
    guard readLine() == "yes" else { throw CommandFailure("nothing was removed", .failed) }
  }

  /// Secrets may be in the desktop's secret store.
  ///
  /// - Returns: Why some are still there.
  private func removeSecrets(_ root: CompositionRoot) -> String? {
    do throws(SecretError) {
      var problem: SecretError?
      for (widget, names) in try root.stores.secrets.names() {
        for name in names {
          do throws(SecretError) { _ = try root.stores.secrets.clear(name, of: widget) } catch { problem = problem ?? error }
        }
      }
      if let problem { throw problem }
      return nil
    } catch {
      return "some secrets can't be removed: \(error)" + (error.remedy.map { "; \($0)" } ?? "")
    }
  }
}
