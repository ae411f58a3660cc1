import WidgetModel

/// HTML or SVG as a value. Only our code decides what elements there are; a script's text can only be a text or an attribute's
/// value, and is escaped in one place (``MarkupWriter``).
package indirect enum Markup: Sendable, Equatable {
  case element(ElementName, [MarkupAttribute], [Markup])
  case pageElement(PageElementName, [MarkupAttribute], [Markup])
  case text(String)
  /// Our own style sheet. Besides ``ownRules(_:)`` it's the only text that isn't escaped.
  case styleSheet(StyleSheet)
  /// Just the rules for the fields of views.
  case ownRules(StyleRules)

  package static func element(_ name: ElementName, _ attributes: MarkupAttribute?..., children: [Markup] = []) -> Markup {
    .element(name, attributes.compactMap { $0 }, children)
  }

  package static func page(_ name: PageElementName, _ attributes: MarkupAttribute?..., children: [Markup] = []) -> Markup {
    .pageElement(name, attributes.compactMap { $0 }, children)
  }

  package static func page(_ name: PageElementName, _ attributes: MarkupAttribute?..., text: String) -> Markup {
    .pageElement(name, attributes.compactMap { $0 }, [.text(text)])
  }

  package static func element(_ name: ElementName, _ attributes: MarkupAttribute?..., text: String) -> Markup {
    .element(name, attributes.compactMap { $0 }, [.text(text)])
  }
}

extension Markup {
  /// Whether it's an element and not a text.
  var isElement: Bool {
    switch self {
    case .element, .pageElement: true
    case .text, .styleSheet, .ownRules: false
    }
  }
}

/// An attribute with its value. A URL is only ever a ``LinkTarget`` or an ``ImageData``.
package struct MarkupAttribute: Sendable, Equatable {
  var name: AttributeName
  /// nil writes the name alone: `disabled`.
  var value: String?

  private init(_ name: AttributeName, _ value: String?) {
    self.name = name
    self.value = value
  }

  /// Text a script may have chosen.
  package static func text(_ name: TextAttribute, _ value: String) -> MarkupAttribute { MarkupAttribute(name.name, value) }

  /// A word of ours, or a number.
  package static func word(_ name: AttributeName, _ value: StaticString) -> MarkupAttribute {
    MarkupAttribute(name, value.description)
  }

  package static func number(_ name: AttributeName, _ value: Double) -> MarkupAttribute {
    MarkupAttribute(name, CSSNumber.text(value))
  }

  /// A value made by luawidget: an id, a path on our server, a field's value. It's escaped like text.
  package static func own(_ name: AttributeName, _ value: String) -> MarkupAttribute { MarkupAttribute(name, value) }

  static func integer(_ name: AttributeName, _ value: Int) -> MarkupAttribute { MarkupAttribute(name, String(value)) }

  package static func flag(_ name: AttributeName) -> MarkupAttribute { MarkupAttribute(name, nil) }

  package static func classes(_ classes: [String]) -> MarkupAttribute? {
    classes.isEmpty ? nil : MarkupAttribute(.class, classes.joined(separator: " "))
  }

  package static func href(_ target: LinkTarget) -> MarkupAttribute { MarkupAttribute(.href, target.url) }

  static func src(_ image: ImageData) -> MarkupAttribute { MarkupAttribute(.src, image.url) }

  /// Path data, points, a view box or a transformation, made of numbers.
  static func geometry(_ name: GeometryAttribute, _ value: String) -> MarkupAttribute { MarkupAttribute(name.name, value) }
}

/// Attributes that can contain a script's text.
package enum TextAttribute {
  case alt, ariaLabel, ariaValueText, dataID, datetime, content, placeholder, title, value

  var name: AttributeName {
    switch self {
    case .alt: .alt
    case .ariaLabel: .ariaLabel
    case .ariaValueText: .ariaValueText
    case .dataID: .dataID
    case .datetime: .datetime
    case .content: .content
    case .placeholder: .placeholder
    case .title: .title
    case .value: .value
    }
  }
}

/// Attributes whose numbers follow an HTML or SVG grammar.
enum GeometryAttribute {
  case d, points, viewBox, transform, strokeDasharray

  var name: AttributeName {
    switch self {
    case .d: .d
    case .points: .points
    case .viewBox: .viewBox
    case .transform: .transform
    case .strokeDasharray: .strokeDasharray
    }
  }
}

/// An image as a `data:` URL (RFC 2397), if browsers can draw it and it can't hold code.
struct ImageData: Sendable, Equatable {
  let type: ImageType
  let bytes: [UInt8]

  /// - Returns: nil for anything that doesn't start like a PNG, JPEG, GIF or WebP file.
  init?(_ bytes: [UInt8]) {
    guard let type = ImageType(startOf: bytes) else { return nil }
    self.type = type
    self.bytes = bytes
  }

  var url: String { "data:\(type.mediaType);base64," + Base64.text(bytes) }
}
