/// The charge of all batteries of the machine together.
public struct BatteryCharge: Sendable, Equatable {
  /// 0...1.
  public var level: Double
  public var isCharging: Bool

  public init(level: Double, isCharging: Bool) {
    self.level = level
    self.isCharging = isCharging
  }
}
