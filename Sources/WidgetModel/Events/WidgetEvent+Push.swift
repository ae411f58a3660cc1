extension WidgetEvent {
  /// Why something can't be sent to a widget.
  public enum PushProblem: Error, Sendable, Equatable, CustomStringConvertible {
    case empty, tooLong, notText, badName

    public var description: String {
      switch self {
      case .empty: "the event has no text"
      case .tooLong: "an event has at most \(WidgetEvent.maximumBytes >> 10) KiB of text"
      case .notText: "the event isn't UTF-8; send other bytes as Base64"
      case .badName: "the name of an event has 1 to 64 letters, digits, dots, hyphens and underscores"
      }
    }
  }

  /// The event that a program sends with `luawidget push` or `POST /push/ID`.
  ///
  /// - Parameter bytes: One line feed at their end isn't part of the text: shells and editors add it.
  public static func pushing(_ bytes: [UInt8], named name: String, at time: Double) -> Result<WidgetEvent, PushProblem> {
    var bytes = bytes[...]
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    guard !bytes.isEmpty else { return .failure(.empty) }
    guard bytes.count <= maximumBytes else { return .failure(.tooLong) }
    guard let text = String(validating: bytes, as: UTF8.self) else { return .failure(.notText) }
    guard (1...64).contains(name.utf8.count),
      name.utf8.allSatisfy({ (48...57).contains($0) || (97...122).contains($0 | 0x20) || $0 == 45 || $0 == 46 || $0 == 95 })
    else { return .failure(.badName) }
    return .success(WidgetEvent(source: pushed, name: name, data: text, time: time))
  }
}
