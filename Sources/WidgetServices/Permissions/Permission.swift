/// One thing that a widget may ask for, as `--allow` and the lists write it: `net=api.example.com`, `device=disk`, `notify`.
public enum Permission: Sendable, Hashable {
  /// A host with a public address; given by the user, any address that it names literally.
  case net(String)
  /// An address that is not public, and its port.
  case privateNet(String)
  case device(String)
  case env(String)
  /// A program, by name or absolute path.
  case run(String)
  /// A group's defaults and container.
  case group(String)
  /// URLs of a scheme.
  case openURL(String)
  case notify
}

extension Permission: CustomStringConvertible {
  /// The kinds as a user writes them.
  public static let kinds = ["net", "private_net", "device", "env", "run", "group", "open_url", "notify"]

  /// Reads `kind=value`, or `notify`.
  ///
  /// - Returns: nil for an unknown kind, a missing or empty value, and a host that is none.
  public init?(_ text: String) {
    if text == "notify" {
      self = .notify
      return
    }
    guard let equals = text.firstIndex(of: "=") else { return nil }
    let value = String(text[text.index(after: equals)...])
    guard !value.isEmpty, !value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
    switch text[..<equals] {
    case "net":
      guard let grant = NetGrant(value) else { return nil }
      self = .net(grant.description)
    case "private_net":
      guard let grant = NetGrant(value) else { return nil }
      self = .privateNet(grant.description)
    case "device": self = .device(value)
    case "env": self = .env(value)
    case "run": self = .run(value)
    case "group": self = .group(value)
    case "open_url": self = .openURL(value.lowercased())
    default: return nil
    }
  }

  public var kind: String {
    switch self {
    case .net: "net"
    case .privateNet: "private_net"
    case .device: "device"
    case .env: "env"
    case .run: "run"
    case .group: "group"
    case .openURL: "open_url"
    case .notify: "notify"
    }
  }

  /// nil for ``notify``.
  public var value: String? {
    switch self {
    case .net(let value), .privateNet(let value), .device(let value), .env(let value), .run(let value), .group(let value),
      .openURL(let value):
      value
    case .notify: nil
    }
  }

  public var description: String { value.map { "\(kind)=\($0)" } ?? kind }
}

extension Permission: Comparable {
  public static func < (left: Permission, right: Permission) -> Bool {
    (left.kind, left.value ?? "") < (right.kind, right.value ?? "")
  }
}
