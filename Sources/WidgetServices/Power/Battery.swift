import WidgetModel

/// The charge of the machine's batteries, and what becomes of it.
public struct Battery: Sendable, Equatable {
  public enum State: String, Sendable, CaseIterable {
    case charging, discharging, full, empty
    /// Neither charging nor discharging.
    case waiting
    case unknown
  }

  /// 0...1.
  public var level: Double
  public var state: State
  /// Seconds.
  public var timeToEmpty: Double?
  /// Seconds.
  public var timeToFull: Double?
  /// Watts, into the battery or out of it.
  public var power: Double?

  /// The longest time that's believed, in seconds: 30 days.
  static let longest = 30 * 86_400.0

  public init(level: Double, state: State) {
    self.level = level
    self.state = state
  }

  /// Reads the properties of UPower's display device, which stands for all batteries.
  ///
  /// - Returns: nil if there's no battery, or its charge can't be right.
  init?(wire: LuaValue) {
    guard wire["IsPresent"].boolean == true, let percent = ServiceText.number(wire["Percentage"].double, in: 0...100) else {
      return nil
    }
    let states: [State] = [.unknown, .charging, .discharging, .empty, .full, .waiting, .waiting]
    let number = wire["State"].integer.flatMap { Int(exactly: $0) } ?? 0
    self.init(level: percent / 100, state: states.indices.contains(number) ? states[number] : .unknown)
    // A time that isn't known is 0.
    func seconds(_ name: String) -> Double? {
      ServiceText.number(wire[name].double, in: 0...Self.longest).flatMap { $0 > 0 ? $0 : nil }
    }
    if state == .discharging { timeToEmpty = seconds("TimeToEmpty") }
    if state == .charging { timeToFull = seconds("TimeToFull") }
    power = ServiceText.number(wire["EnergyRate"].double, in: 0...10_000)
  }
}
