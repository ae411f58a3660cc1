/// Secrets in the desktop's own keeper: the Secret Service by `secret-tool`, or a macOS keychain by `security`.
///
/// Values go in by standard input and come out by standard output, never through a command line.
public struct ServiceSecretStore: SecretStore {
  /// Seconds for each question; a keeper that waits for a password is not waited for.
  public static let patience = 2.0

  /// Whom to ask.
  public enum Keeper: String, Sendable, Equatable {
    case secretTool = "secret-tool"
    case security
  }

  private let keeper: Keeper
  private let runner: any ProgramRunner

  public init(_ keeper: Keeper, runner: any ProgramRunner) {
    self.keeper = keeper
    self.runner = runner
  }

  /// The one of this system.
  public init(runner: any ProgramRunner) {
    #if canImport(Darwin)
      self.init(.security, runner: runner)
    #else
      self.init(.secretTool, runner: runner)
    #endif
  }

  public var place: String { keeper == .secretTool ? "the Secret Service" : "the keychain" }

  /// Whether its program is installed.
  public var isThere: Bool { runner.resolve(keeper.rawValue) != nil }

  public func value(_ name: String, of widget: String) throws(SecretError) -> String? {
    guard isThere else { return nil }
    let result: ProgramResult
    switch keeper {
    case .secretTool: result = try ask(["lookup"] + attributes(name, widget))
    case .security: result = try ask(["find-generic-password", "-s", "luawidget", "-a", "\(widget)/\(name)", "-w"])
    }
    // Both end badly when there is none, and say why only where something is broken.
    guard result.status == 0 else {
      let isAbsent = keeper == .security ? result.status == 44 : result.status == 1 && result.errors.isEmpty
      if isAbsent { return nil }
      throw failure(result)
    }
    return result.output.isEmpty ? nil : try SecretRules.value(from: result.output)
  }

  public func set(_ value: String, _ name: String, of widget: String) throws(SecretError) -> String {
    let result: ProgramResult
    switch keeper {
    case .secretTool:
      result = try ask(["store", "--label", "luawidget: \(name) of \(widget)"] + attributes(name, widget), input: value)
    case .security:
      // Its commands come by standard input, so that the value is in no command line. Hexadecimal needs no quoting.
      let digits = Array("0123456789abcdef".utf8)
      let hex = String(decoding: value.utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
      result = try ask(["-i"], input: "add-generic-password -U -s luawidget -a \(widget)/\(name) -X \(hex)\n")
    }
    guard result.status == 0 else { throw failure(result) }
    return place
  }

  public func clear(_ name: String, of widget: String) throws(SecretError) -> Bool {
    guard isThere, try self.value(name, of: widget) != nil else { return false }
    let result: ProgramResult
    switch keeper {
    case .secretTool: result = try ask(["clear"] + attributes(name, widget))
    case .security: result = try ask(["delete-generic-password", "-s", "luawidget", "-a", "\(widget)/\(name)"])
    }
    guard result.status == 0 else { throw failure(result) }
    return true
  }

  private func attributes(_ name: String, _ widget: String) -> [String] {
    ["application", "luawidget", "widget", widget, "setting", name]
  }

  private func ask(_ arguments: [String], input: String = "") throws(SecretError) -> ProgramResult {
    guard let path = runner.resolve(keeper.rawValue) else {
      throw .service(name: keeper.rawValue, reason: "it is not installed")
    }
    do throws(ProgramError) {
      return try runner.run(path, arguments, input: Array(input.utf8), deadline: Self.patience)
    } catch {
      throw .service(name: keeper.rawValue, reason: "\(error)")
    }
  }

  private func failure(_ result: ProgramResult) -> SecretError {
    let line = String(decoding: result.errors.prefix { $0 != 0x0A }.prefix(200), as: UTF8.self)
    return .service(name: keeper.rawValue, reason: line.isEmpty ? "status \(result.status)" : line)
  }
}
