/// Secrets in the desktop's secret store: the Secret Service through `secret-tool`, or a macOS keychain through `security`.
///
/// Values go through standard input and output, never a command line.
public struct ServiceSecretStore: SecretStore {
  /// Seconds per command; there's no waiting for a service that prompts for a password.
  public static let timeout = 2.0

  /// The command line tool.
  public enum Tool: String, Sendable, Equatable {
    case secretTool = "secret-tool"
    case security
  }

  private let tool: Tool
  private let runner: any ProgramRunner

  public init(_ tool: Tool, runner: any ProgramRunner) {
    self.tool = tool
    self.runner = runner
  }

  /// The tool of this platform.
  public init(runner: any ProgramRunner) {
    #if canImport(Darwin)
      self.init(.security, runner: runner)
    #else
      self.init(.secretTool, runner: runner)
    #endif
  }

  private var location: StoreLocation { StoreLocation(tool == .secretTool ? "the Secret Service" : "the keychain") }

  /// Whether the tool is installed.
  public var isInstalled: Bool { runner.resolve(tool.rawValue) != nil }

  public func secret(_ name: String, of widget: String) throws(SecretError) -> StoredSecret? {
    guard isInstalled else { return nil }
    let result: ProgramResult
    switch tool {
    case .secretTool: result = try run(["lookup"] + attributes(name, widget))
    case .security: result = try run(["find-generic-password", "-s", "luawidget", "-a", "\(widget)/\(name)", "-w"])
    }
    // Both exit with an error if there's no secret, and print a reason only if something failed.
    guard result.status == 0 else {
      let isAbsent = tool == .security ? result.status == 44 : result.status == 1 && result.errors.isEmpty
      if isAbsent { return nil }
      throw failure(result)
    }
    return result.output.isEmpty ? nil : StoredSecret(try SecretRules.value(from: result.output), in: location)
  }

  public func set(_ value: String, _ name: String, of widget: String) throws(SecretError) -> StoreLocation {
    let result: ProgramResult
    switch tool {
    case .secretTool:
      result = try run(["store", "--label", "luawidget: \(name) of \(widget)"] + attributes(name, widget), input: value)
    case .security:
      // It reads commands from standard input, so the value is on no command line. Hexadecimal needs no quoting.
      let digits = Array("0123456789abcdef".utf8)
      let hex = String(decoding: value.utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
      result = try run(["-i"], input: "add-generic-password -U -s luawidget -a \(widget)/\(name) -X \(hex)\n")
    }
    guard result.status == 0 else { throw failure(result) }
    return location
  }

  public func clear(_ name: String, of widget: String) throws(SecretError) -> Bool {
    guard isInstalled, try self.value(name, of: widget) != nil else { return false }
    let result: ProgramResult
    switch tool {
    case .secretTool: result = try run(["clear"] + attributes(name, widget))
    case .security: result = try run(["delete-generic-password", "-s", "luawidget", "-a", "\(widget)/\(name)"])
    }
    guard result.status == 0 else { throw failure(result) }
    return true
  }

  public func names() throws(SecretError) -> [String: [String]] { [:] }

  private func attributes(_ name: String, _ widget: String) -> [String] {
    ["application", "luawidget", "widget", widget, "setting", name]
  }

  private func run(_ arguments: [String], input: String = "") throws(SecretError) -> ProgramResult {
    guard let path = runner.resolve(tool.rawValue) else { throw unavailable(ProgramError.notInstalled) }
    do throws(ProgramError) {
      return try runner.run(path, arguments, input: Array(input.utf8), deadline: Self.timeout)
    } catch {
      throw unavailable("\(error)")
    }
  }

  private func failure(_ result: ProgramResult) -> SecretError {
    let line = String(decoding: result.errors.prefix { $0 != 0x0A }.prefix(200), as: UTF8.self)
    return unavailable(line.isEmpty ? "status \(result.status)" : line)
  }

  private func unavailable(_ reason: String) -> SecretError { .unavailable(StoreLocation(tool.rawValue), reason: reason) }
}
