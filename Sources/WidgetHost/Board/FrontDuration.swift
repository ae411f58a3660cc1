public import WidgetRuntime

/// How long a card is in front, as a user or a program writes it: `2m`.
public enum FrontDuration: Error, Sendable, Equatable, CustomStringConvertible {
  case unreadable(DurationError)
  case outside(String)

  /// - Parameter text: nil means a minute.
  /// - Returns: Seconds, in ``Board/frontSeconds``.
  public static func seconds(_ text: String?) throws(FrontDuration) -> Double {
    guard let text else { return Board.defaultFrontSeconds }
    let seconds: Double
    do throws(DurationError) { seconds = try DurationText.seconds(text) } catch { throw .unreadable(error) }
    guard Board.frontSeconds.contains(seconds) else { throw .outside(String(text.prefix(40))) }
    return seconds
  }

  public var description: String {
    switch self {
    case .unreadable(let error): "for: \(error)"
    case .outside(let text): "a card can be in front from 1s to 1h, not \(text)"
    }
  }
}
