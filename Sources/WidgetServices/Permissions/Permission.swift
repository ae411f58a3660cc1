public import WidgetModel

/// A widget's permission, as written in `--allow` and the lists: `net=api.example.com`, `device=disk`, `notify`.
public enum Permission: Sendable, Hashable {
  /// A host with a public address. Granted by the user, it covers any address it names literally.
  case net(String)
  /// An address that isn't public, and its port.
  case privateNet(String)
  case device(String)
  /// A service of the machine: `read` or `control`.
  case service(MachineService, String)
  /// A unit of systemd, by its exact name.
  case unit(String)
  case env(String)
  /// A program, by name or absolute path.
  case run(String)
  /// The defaults and the container of a group.
  case group(String)
  /// The files in a folder that the user has chosen, by its absolute path.
  case files(FolderAccess, String)
  /// URLs of a scheme.
  case openURL(String)
  /// Putting text onto the clipboard.
  case clipboard
  case notify

  /// Kinds of permissions; the raw values are what users write.
  public enum Kind: String, Sendable, CaseIterable {
    case net
    case privateNet = "private_net"
    case device, media, audio, power, network, brightness, units, env, run, group, files
    case openURL = "open_url"
    case clipboard, notify

    /// The field of `permissions` in a manifest.
    public var manifestKey: String { self == .group ? "groups" : rawValue }

    /// Whether a manifest requests it with `permissions`, and not with a setting.
    public var isInManifest: Bool { self != .files }

    /// The service of the machine it's about; nil for other kinds.
    public var service: MachineService? { MachineService(rawValue: rawValue) }

    /// Whether it names nothing: `notify`.
    public var isPlain: Bool { self == .clipboard || self == .notify }

    /// Whether a widget that can't send anything anywhere gets it without a question: what it reads stays on the screen.
    public var isHarmlessInside: Bool { self == .device || self == .files || service != nil }

    init(_ service: MachineService) {
      self =
        switch service {
        case .media: .media
        case .audio: .audio
        case .power: .power
        case .network: .network
        case .brightness: .brightness
        }
    }

    /// A kind by either of its names.
    init?(named name: Substring) {
      guard let kind = Self.allCases.first(where: { $0.rawValue == name || $0.manifestKey == name }) else { return nil }
      self = kind
    }
  }

  /// - Parameter value: Ignored for a plain kind.
  init(_ kind: Kind, _ value: String) {
    self =
      switch kind {
      case .net: .net(value)
      case .privateNet: .privateNet(value)
      case .device: .device(value)
      case .media: .service(.media, value)
      case .audio: .service(.audio, value)
      case .power: .service(.power, value)
      case .network: .service(.network, value)
      case .brightness: .service(.brightness, value)
      case .units: .unit(value)
      case .env: .env(value)
      case .run: .run(value)
      case .group: .group(value)
      case .files: Self.files(value) ?? .files(.read, value)
      case .openURL: .openURL(value)
      case .clipboard: .clipboard
      case .notify: .notify
      }
  }

  public var kind: Kind {
    switch self {
    case .net: .net
    case .privateNet: .privateNet
    case .device: .device
    case .service(let service, _): Kind(service)
    case .unit: .units
    case .env: .env
    case .run: .run
    case .group: .group
    case .files: .files
    case .openURL: .openURL
    case .clipboard: .clipboard
    case .notify: .notify
    }
  }

  /// nil for a plain kind.
  public var value: String? {
    switch self {
    case .files(let access, let path): "\(access.rawValue):\(path)"
    case .net(let value), .privateNet(let value), .device(let value), .service(_, let value), .unit(let value), .env(let value),
      .run(let value),
      .group(let value), .openURL(let value):
      value
    case .clipboard, .notify: nil
    }
  }
}

extension Permission {
  /// Reads `read:/absolute/path`, the value of a permission for a folder.
  fileprivate static func files(_ text: String) -> Permission? {
    guard let colon = text.firstIndex(of: ":"), let access = FolderAccess(rawValue: String(text[..<colon])) else { return nil }
    let path = text[text.index(after: colon)...]
    return path.hasPrefix("/") ? .files(access, String(path)) : nil
  }
}

extension Permission: CustomStringConvertible {
  /// Reads `kind=value`, or `notify`. The manifest's name of a kind is right too: `groups=group.x`.
  ///
  /// - Returns: nil for an unknown kind, a missing, blank or impossible value, and an invalid host.
  public init?(_ text: String) {
    if let kind = Kind(rawValue: text), kind.isPlain {
      self.init(kind, "")
      return
    }
    guard let equals = text.firstIndex(of: "="), let kind = Kind(named: text[..<equals]), !kind.isPlain else {
      return nil
    }
    let value = String(text[text.index(after: equals)...])
    guard value.contains(where: { !$0.isWhitespace }), !value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      return nil
    }
    switch kind {
    case .net, .privateNet:
      guard let grant = NetGrant(value) else { return nil }
      self.init(kind, grant.description)
    case .openURL: self.init(kind, value.lowercased())
    case .env:
      guard !value.contains("=") else { return nil }
      self.init(kind, value)
    case .device:
      guard DeviceMetric.isValidPermission(value) else { return nil }
      self.init(kind, value)
    case .media, .audio, .power, .network, .brightness:
      guard kind.service?.levels.contains(where: { $0.rawValue == value }) == true else { return nil }
      self.init(kind, value)
    case .units:
      guard UnitName.isValid(value) else { return nil }
      self.init(kind, value)
    case .files:
      guard let permission = Self.files(value) else { return nil }
      self = permission
    case .run, .group, .clipboard, .notify: self.init(kind, value)
    }
  }

  public var description: String { value.map { "\(kind.rawValue)=\($0)" } ?? kind.rawValue }
}

extension Permission: Comparable {
  public static func < (left: Permission, right: Permission) -> Bool {
    (left.kind.rawValue, left.value ?? "") < (right.kind.rawValue, right.value ?? "")
  }
}

extension PermissionSet {
  /// The requested permissions one by one, in the order of asking the user.
  public var list: [Permission] {
    net.map { .net(NetGrant($0)?.description ?? $0) } + privateNet.map { .privateNet(NetGrant($0)?.description ?? $0) }
      + device.map { .device($0) } + services.map { .service($0.service, $0.level.rawValue) } + units.map { .unit($0) }
      + env.map { .env($0) }
      + run.map { .run($0) }
      + groups.map { .group($0) }
      + folders.flatMap { folder -> [Permission] in
        [.files(.read, folder.path)] + (folder.access == .write ? [.files(.write, folder.path)] : [])
      }
      + openURL.map { .openURL($0) } + (clipboard ? [.clipboard] : []) + (notify ? [.notify] : [])
  }

  /// Whether data could leave the machine or reach another widget. The host of a setting's URL is the user's choice, and a way out too.
  var hasWayOut: Bool { !waysOut.isEmpty || !netSettings.isEmpty }

  /// The permissions by which data could leave the machine or reach another widget.
  public var waysOut: [Permission] {
    list.filter { [.net, .privateNet, .run, .group, .openURL, .clipboard].contains($0.kind) }
  }
}
