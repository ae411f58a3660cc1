import WidgetSystem

/// The user's rules as they are now; they can change while widgets run.
public protocol DenyRulesSource: Sendable {
  var current: DenyRules { get }
}

/// Permissions that no widget gets, whatever its manifest requests and the user decides: `[deny]` in config.toml.
///
/// A rule counts when a decision would be made and again at each use, so it also ends what was allowed before.
public struct DenyRules: Sendable, Equatable {
  /// The remedy for what a rule denies.
  public static let remedy = "change [deny] in config.toml"

  /// No rules.
  public static let none = DenyRules()

  /// Kinds that are denied as a whole: `run = true`.
  private var kinds: Set<Permission.Kind> = []
  /// Single values: `run = ["git"]`.
  private var values: [Permission.Kind: Set<String>] = [:]
  /// `net = ["*.example.com"]`
  private var hosts: [HostPattern] = []
  /// `private_net = ["10.0.0.0/8"]`
  private var privateHosts: [HostPattern] = []

  /// The paths of programs that a widget names without one.
  private var located: [String: String] = [:]

  public init() {}

  public var isEmpty: Bool { self == .none }

  /// Denies everything of a kind.
  public mutating func deny(_ kind: Permission.Kind) { kinds.insert(kind) }

  /// Denies a host, a program, a variable, a group, a metric or a scheme.
  ///
  /// - Returns: false for a value that can match nothing.
  public mutating func deny(_ kind: Permission.Kind, _ value: String) -> Bool {
    switch kind {
    case .net, .privateNet:
      guard HostPattern.isValid(value) else { return false }
      if kind == .net { hosts.append(HostPattern(value)) } else { privateHosts.append(HostPattern(value)) }
    case .files:
      guard value.hasPrefix("/") else { return false }
      let path = AbsolutePath.of(value)
      values[kind, default: []].formUnion([path, ChosenFolder.withoutLinks(path)])
    case .clipboard, .notify: return false
    case .device, .media, .audio, .power, .network, .brightness, .units, .env, .run, .group, .openURL:
      guard let permission = Permission("\(kind.rawValue)=\(value)"), let value = permission.value else { return false }
      values[kind, default: []].insert(value)
    }
    return true
  }

  /// The same rules for a widget whose programs are looked up by name, so that a rule with a path denies the name too.
  public func locating(_ permissions: [Permission], by resolve: (String) -> String?) -> DenyRules {
    guard values[.run]?.contains(where: { $0.hasPrefix("/") }) == true else { return self }
    var rules = self
    for case .run(let name) in permissions where !name.hasPrefix("/") { rules.located[name] = resolve(name) }
    return rules
  }

  public func denies(_ permission: Permission) -> Bool {
    if kinds.contains(permission.kind) { return true }
    switch permission {
    case .net(let text), .privateNet(let text):
      guard case .host(let host)? = NetGrant(text)?.scope else { return kinds.contains(.net) }
      return denies(host, isPrivate: permission.kind == .privateNet)
    case .run(let name): return denies(program: name)
    case .files(_, let path): return values[.files]?.contains { ChosenFolder.contains($0, path) } ?? false
    default: return permission.value.map { values[permission.kind]?.contains($0) ?? false } ?? false
    }
  }

  /// A program has several names: that of its file, its path, and those of links that lead to it. A rule with a path denies the file
  /// itself.
  private func denies(program: String) -> Bool {
    guard let denied = values[.run] else { return false }
    func fileName(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }
    if denied.contains(program) || denied.contains(fileName(program)) { return true }
    let program = located[program] ?? program
    guard program.hasPrefix("/"), let file = try? FileStatus(path: program) else { return false }
    if let target = realpath(program, nil) {
      defer { free(target) }
      if denied.contains(fileName(String(cString: target))) { return true }
    }
    return denied.contains { path in
      guard path.hasPrefix("/"), let other = try? FileStatus(path: path) else { return false }
      return other.device == file.device && other.inode == file.inode
    }
  }

  /// Whether no request may go to a host, or to an address that a host resolved to.
  ///
  /// - Parameter isPrivate: Whether the address isn't public.
  func denies(_ host: WebHost, isPrivate: Bool) -> Bool {
    kinds.contains(.net) || hosts.contains { $0.covers(host) }
      || (isPrivate && (kinds.contains(.privateNet) || privateHosts.contains { $0.covers(host) }))
  }
}

/// Rules that never change.
extension DenyRules: DenyRulesSource {
  public var current: DenyRules { self }
}
