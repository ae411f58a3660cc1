public import WidgetModel

/// What a host states about a widget, below its view: a denied permission, a question, the reason of a delay.
public struct CardNotice: Sendable, Equatable {
  /// Safe to draw.
  public var text: String
  public var color: ColorName

  public init(_ text: String, color: ColorName = .secondary) {
    self.text = text
    self.color = color
  }
}
