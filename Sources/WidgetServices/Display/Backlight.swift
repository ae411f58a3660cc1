import WidgetModel

/// The backlight of the machine's own screen, as the kernel knows it (sysfs-class-backlight).
public struct Backlight: Sendable, Equatable {
  /// `intel_backlight`
  public var name: String
  public var value: UInt32
  public var maximum: UInt32
  /// The files that change with it.
  public var files: [String]

  /// 0...1.
  public var level: Double { Double(min(value, maximum)) / Double(maximum) }

  /// - Parameter maximum: At least 1.
  public init(name: String, value: UInt32, maximum: UInt32, files: [String] = []) {
    self.name = name
    self.value = value
    self.maximum = max(maximum, 1)
    self.files = files
  }

  /// The value for a level. No level turns the light off: nobody could see what to turn it on with.
  func value(of level: Double) -> UInt32 {
    let darkest = max(1, Double(maximum) / 100)
    return UInt32(saturating: min(max(level * Double(maximum), darkest), Double(maximum)).rounded())
  }

  /// Whether a text can be the name of a device.
  static func isName(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count) && !name.hasPrefix(".")
      && name.utf8.allSatisfy {
        BusCall.isPathLetter($0) || [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":")].contains($0)
      }
  }
}

extension DeviceReader {
  /// A machine without a screen of its own.
  public func backlight() throws(DeviceError) -> Backlight? { nil }
}
