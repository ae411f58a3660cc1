public import WidgetModel

/// A method call to an object on a bus. Only what the filter's list has reaches the bus.
public struct BusCall: Sendable, Hashable {
  public enum Bus: String, Sendable, CaseIterable { case session, system }

  public enum Argument: Sendable, Hashable {
    case text(String)
    case number(UInt32)
    case flag(Bool)
    /// A text in a variant, as `Properties.Set` takes it.
    case variant(String)
  }

  public static let properties = "org.freedesktop.DBus.Properties"

  public var bus: Bus
  public var destination: String
  public var path: String
  public var interface: String
  public var member: String
  public var arguments: [Argument]

  public init(
    _ bus: Bus, _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: Argument...
  ) {
    self.bus = bus
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
  }

  /// The call for all properties of an interface.
  public static func properties(_ bus: Bus, _ destination: String, _ path: String, of interface: String) -> BusCall {
    BusCall(bus, destination, path, properties, "GetAll", .text(interface))
  }

  /// Whether a byte may be in a part of an object's path (D-Bus Specification, "Valid Object Paths").
  package static func isPathLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// The call that sets a property to a text.
  public static func set(
    _ bus: Bus, _ destination: String, _ path: String, _ interface: String, _ property: String, to text: String
  ) -> BusCall {
    BusCall(bus, destination, path, properties, "Set", .text(interface), .text(property), .variant(text))
  }
}

extension BusCall {
  var wire: [LuaValue] {
    [
      .string(bus.rawValue), .string(destination), .string(path), .string(interface), .string(member),
      .array(arguments.map(\.wire)),
    ]
  }

  init?(wire: ArraySlice<LuaValue>) {
    let parts = Array(wire)
    guard parts.count == 6, let bus = parts[0].string.flatMap(Bus.init), let destination = parts[1].string,
      let path = parts[2].string, let interface = parts[3].string, let member = parts[4].string, let list = parts[5].array
    else { return nil }
    let arguments = list.compactMap(Argument.init(wire:))
    guard arguments.count == list.count, arguments.count <= 8 else { return nil }
    self.init(bus, destination, path, interface, member)
    self.arguments = arguments
  }
}

extension BusCall.Argument {
  fileprivate var wire: LuaValue {
    switch self {
    case .text(let text): ["s", .string(text)]
    case .number(let number): ["u", .integer(Int64(number))]
    case .flag(let flag): ["b", .boolean(flag)]
    case .variant(let text): ["v", .string(text)]
    }
  }

  fileprivate init?(wire: LuaValue) {
    guard let parts = wire.array, parts.count == 2 else { return nil }
    switch parts[0].string {
    case "s": guard let text = parts[1].string else { return nil }; self = .text(text)
    case "u": guard let number = parts[1].integer.flatMap({ UInt32(exactly: $0) }) else { return nil }; self = .number(number)
    case "b": guard let flag = parts[1].boolean else { return nil }; self = .flag(flag)
    case "v": guard let text = parts[1].string else { return nil }; self = .variant(text)
    default: return nil
    }
  }
}
