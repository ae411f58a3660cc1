import WidgetModel

/// Identifies a control in a particular snapshot: `lx2k9f3.9ab3c1d2`.
///
/// It contains only letters, digits and a point, so it can be part of any command.
public struct TapID: Sendable, Hashable {
  /// When the snapshot's data was new, in milliseconds since 1970.
  public var number: UInt64
  /// A digest of the control's id, or else its label and position.
  public var control: UInt32

  public init(number: UInt64, control: UInt32) {
    self.number = number
    self.control = control
  }

  public var text: String {
    String(number, radix: 36) + "." + String(control, radix: 16).padded(to: 8, with: "0")
  }

  /// - Returns: nil for any other text.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.count == 8, let number = UInt64(parts[0], radix: 36),
      let control = UInt32(parts[1], radix: 16)
    else { return nil }
    self.init(number: number, control: control)
    // Only lowercase, and without a sign.
    guard self.text == text else { return nil }
  }
}
