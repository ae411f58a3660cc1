package import WidgetModel

/// An output or an input of the sound server: a sink or a source.
public struct AudioDevice: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable { case sink, source }

  public var kind: Kind
  /// The sound server's name: `alsa_output.pci-0000_00_1f.3.analog-stereo`.
  public var name: String
  /// A name for people: `Built-in Audio Analog Stereo`.
  public var description: String
  /// The loudest channel: 0 is silent, 1 is unamplified. More than ``maximumVolume`` if another program has set it.
  public var volume: Double
  public var isMuted: Bool
  public var isDefault: Bool

  public init(
    _ kind: Kind, name: String, description: String, volume: Double, isMuted: Bool = false, isDefault: Bool = false
  ) {
    self.kind = kind
    self.name = name
    self.description = description
    self.volume = volume
    self.isMuted = isMuted
    self.isDefault = isDefault
  }
}

extension AudioDevice {
  /// The most sinks, and the most sources, that are listed.
  package static let limit = 32
  /// The highest volume a widget can set: 11 dB more than unamplified, as the settings of desktops have it.
  public static let maximumVolume = 1.5
  /// The protocol's highest volume (`PA_VOLUME_MAX`), as a number from which 1 is unamplified.
  static let highest = 32_768.0
  /// Bytes of a name.
  private static let maximumName = 200
  /// Bytes of a description.
  package static let maximumDescription = 256

  /// Whether a text can be the name of a sink or a source, which is sent to the server as it is: one line.
  public static func isValidName(_ name: String) -> Bool { ServiceText.cleaned(name, limit: maximumName) == name }

  /// Whether it's the one with a name; nil stands for the default sink.
  package func isNamed(_ name: String?) -> Bool { name.map { $0 == self.name } ?? (kind == .sink && isDefault) }

  /// Why there's none with a name.
  package static func missing(_ name: String?) -> ServiceError {
    .unavailable(reason: name.map { "there is no sink or source \($0)" } ?? "there is no default sink")
  }

  /// The device as the helper describes it.
  package var wire: LuaValue {
    .table([
      "kind": .string(kind.rawValue), "name": .string(name), "description": .string(description), "volume": .number(volume),
      "muted": .boolean(isMuted), "default": .boolean(isDefault),
    ])
  }

  /// - Returns: nil if anything about it can't be right.
  package init?(wire: LuaValue) {
    guard let kind = wire["kind"].string.flatMap(Kind.init), let name = wire["name"].string, Self.isValidName(name),
      let volume = ServiceText.number(wire["volume"].double, in: 0...Self.highest), let isMuted = wire["muted"].boolean,
      let isDefault = wire["default"].boolean
    else { return nil }
    let description = wire["description"].string.flatMap { ServiceText.cleaned($0, limit: Self.maximumDescription) } ?? name
    self.init(kind, name: name, description: description, volume: volume, isMuted: isMuted, isDefault: isDefault)
  }
}

/// An order to the sound server about a sink or a source.
public enum AudioCommand: Sendable, Equatable {
  /// 0...``AudioDevice/maximumVolume``. The balance of the channels stays.
  case setVolume(Double)
  case mute(Bool)
  /// New streams play on it, or record from it.
  case makeDefault

  package var wire: [LuaValue] {
    switch self {
    case .setVolume(let volume): ["volume", .number(volume)]
    case .mute(let isMuted): ["mute", .boolean(isMuted)]
    case .makeDefault: ["default", .null]
    }
  }

  package init?(wire: ArraySlice<LuaValue>) {
    let parts = Array(wire)
    guard parts.count == 2 else { return nil }
    switch parts[0].string {
    case "volume":
      guard let volume = ServiceText.number(parts[1].double, in: 0...AudioDevice.maximumVolume) else { return nil }
      self = .setVolume(volume)
    case "mute":
      guard let isMuted = parts[1].boolean else { return nil }
      self = .mute(isMuted)
    case "default": self = .makeDefault
    default: return nil
    }
  }
}

extension AudioCommand: CustomStringConvertible {
  public var description: String {
    switch self {
    case .setVolume(let volume): "volume \(volume)"
    case .mute(let isMuted): isMuted ? "mute" : "unmute"
    case .makeDefault: "default"
    }
  }
}
