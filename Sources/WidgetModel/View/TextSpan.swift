/// A part of a text view with its own style. What is nil is as in the view.
public struct TextSpan: Sendable, Equatable {
  public var text: String
  public var font: Font?
  public var weight: FontWeight?
  public var italic: Bool?
  public var monospaced: Bool?
  public var color: Color?
  /// A URL opened by a tap.
  public var link: String?
  public var underline: Bool?
  public var strikethrough: Bool?

  public init(_ text: String) { self.text = text }

  /// The same style with another text.
  public func with(_ text: String) -> TextSpan {
    var span = self
    span.text = text
    return span
  }

  public var isPlain: Bool { self == TextSpan(text) }
}

extension TextSpan: FieldCoded {
  public init() { self.init("") }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("text", &text)
    coder.code("font", &font)
    coder.code("weight", &weight)
    coder.code("italic", &italic)
    coder.code("monospaced", &monospaced)
    coder.code("color", &color)
    coder.code("link", &link)
    coder.code("underline", &underline)
    coder.code("strikethrough", &strikethrough)
  }
}
