import WidgetFormats
import WidgetModel

/// A click written by i3bar or swaybar to its command's standard input.
public struct BarClick: Sendable, Equatable {
  /// The `name` of the block.
  public var name: String
  /// The `instance` of the block.
  public var instance: String
  /// The button, by X11's number.
  public var button: Int

  public init(name: String, instance: String, button: Int) {
    self.name = name
    self.instance = instance
    self.button = button
  }

  /// The gesture: the left button presses the block's control, if any.
  public var target: TapTarget? {
    guard let gesture = Gesture(button: button) else { return nil }
    if gesture == .click, let id = TapID(instance) { return .tap(id) }
    return .gesture(gesture)
  }

  /// Reads one line of the endless list: `[`, an object, or an object after a comma.
  ///
  /// - Returns: nil for the bracket, and for anything other than a click.
  public init?(line: some Collection<UInt8>) {
    guard line.count <= BarClickReader.lineLimit else { return nil }
    let text = Array(line).drop { $0 <= 0x20 || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "[") }
    guard text.first == UInt8(ascii: "{"), case .table(let fields)? = try? JSONReader.read(Array(text)),
      let button = fields["button"]?.integer.flatMap({ Int(exactly: $0) })
    else { return nil }
    self.init(name: fields["name"]?.string ?? "", instance: fields["instance"]?.string ?? "", button: button)
  }
}

/// Splits standard input into clicks. A line that's too long is dropped.
public struct BarClickReader: Sendable {
  static let lineLimit = 16 << 10
  private var line: [UInt8] = []
  private var isTooLong = false

  public init() {}

  public mutating func read(_ bytes: some Sequence<UInt8>) -> [BarClick] {
    var clicks: [BarClick] = []
    for byte in bytes {
      if byte == 0x0A {
        if !isTooLong, let click = BarClick(line: line) { clicks.append(click) }
        line.removeAll(keepingCapacity: true)
        isTooLong = false
      } else if line.count < Self.lineLimit {
        line.append(byte)
      } else {
        isTooLong = true
      }
    }
    return clicks
  }
}
