/// The content of a `gauge` view: a value between two ends.
public struct Gauge: Sendable, Equatable, Codable {
  /// Between ``minimum`` and ``maximum``, clamped by the decoder.
  public var value: Double
  public var minimum: Double
  public var maximum: Double
  /// The name of the value: `CPU`.
  public var text: String?
  /// The value as text: `71 %`; nil shows none.
  public var valueText: String?
  public var shape: GaugeShape

  public init(
    _ value: Double, minimum: Double = 0, maximum: Double = 1, text: String? = nil, valueText: String? = nil,
    shape: GaugeShape = .circle
  ) {
    self.value = value
    self.minimum = minimum
    self.maximum = maximum
    self.text = text
    self.valueText = valueText
    self.shape = shape
  }

  /// 0...1.
  public var fraction: Double {
    let span = maximum - minimum
    guard span > 0, span.isFinite, value.isFinite else { return 0 }
    return min(1, max(0, (value - minimum) / span))
  }

  private enum CodingKeys: String, CodingKey {
    case value
    case minimum = "min"
    case maximum = "max"
    case text
    case valueText = "value_text"
    case shape
  }
}

/// A ring open at the bottom, a closed ring filling from the top, or a bar between its ends.
public enum GaugeShape: String, Sendable, Equatable, CaseIterable, Codable {
  case circle, ring, bar

  public var isRound: Bool { self != .bar }
}

extension Gauge: FieldCoded {
  public init() { self.init(0) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code(&value)
    coder.code(&minimum)
    coder.code(&maximum)
    coder.code(&text)
    coder.code(&valueText)
    coder.code(&shape)
  }
}
