/// The fields of any view; ``effects`` has the rest of them. nil is the surface's default.
///
/// Copies share their fields until one of them is changed, and a style without any field has none: views are copied often, and most have
/// few fields.
public struct ViewStyle: Sendable, Equatable {
  @usableFromInline var storage: ViewStyleStorage?

  public init() {}

  @inlinable public var id: String? {
    get { storage?.fields.id }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.id = newValue
    }
  }

  @inlinable public var font: Font? {
    get { storage?.fields.font }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.font = newValue
    }
  }

  @inlinable public var weight: FontWeight? {
    get { storage?.fields.weight }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.weight = newValue
    }
  }

  @inlinable public var italic: Bool? {
    get { storage?.fields.italic }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.italic = newValue
    }
  }

  @inlinable public var monospaced: Bool? {
    get { storage?.fields.monospaced }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.monospaced = newValue
    }
  }

  @inlinable public var color: Color? {
    get { storage?.fields.color }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.color = newValue
    }
  }

  @inlinable public var background: Color? {
    get { storage?.fields.background }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.background = newValue
    }
  }

  /// Drawn in place of the background, which is then its likeness.
  @inlinable public var gradient: Gradient? {
    get { storage?.fields.gradient }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.gradient = newValue
    }
  }

  @inlinable public var padding: EdgeInsets? {
    get { storage?.fields.padding }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.padding = newValue
    }
  }

  @inlinable public var width: Double? {
    get { storage?.fields.width }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.width = newValue
    }
  }

  @inlinable public var height: Double? {
    get { storage?.fields.height }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.height = newValue
    }
  }

  @inlinable public var minWidth: Double? {
    get { storage?.fields.minWidth }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.minWidth = newValue
    }
  }

  @inlinable public var maxWidth: Double? {
    get { storage?.fields.maxWidth }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.maxWidth = newValue
    }
  }

  @inlinable public var minHeight: Double? {
    get { storage?.fields.minHeight }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.minHeight = newValue
    }
  }

  @inlinable public var maxHeight: Double? {
    get { storage?.fields.maxHeight }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.maxHeight = newValue
    }
  }

  /// Width divided by height.
  @inlinable public var aspectRatio: Double? {
    get { storage?.fields.aspectRatio }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.aspectRatio = newValue
    }
  }

  @inlinable public var align: Alignment? {
    get { storage?.fields.align }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.align = newValue
    }
  }

  /// Of the view and all inside it.
  @inlinable public var layoutDirection: LayoutDirection? {
    get { storage?.fields.layoutDirection }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.layoutDirection = newValue
    }
  }

  @inlinable public var spacing: Double? {
    get { storage?.fields.spacing }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.spacing = newValue
    }
  }

  @inlinable public var priority: Double? {
    get { storage?.fields.priority }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.priority = newValue
    }
  }

  @inlinable public var lineLimit: Int? {
    get { storage?.fields.lineLimit }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.lineLimit = newValue
    }
  }

  @inlinable public var truncation: Truncation? {
    get { storage?.fields.truncation }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.truncation = newValue
    }
  }

  @inlinable public var minScale: Double? {
    get { storage?.fields.minScale }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.minScale = newValue
    }
  }

  @inlinable public var opacity: Double? {
    get { storage?.fields.opacity }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.opacity = newValue
    }
  }

  @inlinable public var border: Color? {
    get { storage?.fields.border }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.border = newValue
    }
  }

  @inlinable public var cornerRadius: Double? {
    get { storage?.fields.cornerRadius }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.cornerRadius = newValue
    }
  }

  /// Takes space but is not drawn.
  @inlinable public var hidden: Bool? {
    get { storage?.fields.hidden }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.hidden = newValue
    }
  }

  @inlinable public var transition: Transition? {
    get { storage?.fields.transition }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.transition = newValue
    }
  }

  /// Alternative text for screen readers and for formats without images.
  @inlinable public var accessibility: String? {
    get { storage?.fields.accessibility }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields.accessibility = newValue
    }
  }

  /// The fields that few views have; nil if the view has none of them.
  public var effects: ViewEffects? {
    get { storage?.fields.effects?.value }
    set {
      let effects = newValue.flatMap { $0 == ViewEffects() ? nil : Indirect.value($0) }
      guard effects != nil || storage?.fields.effects != nil else { return }
      detach()
      storage?.fields.effects = effects
    }
  }

  /// Sets one of ``effects``.
  public mutating func setEffect<Value>(_ field: WritableKeyPath<ViewEffects, Value>, to value: Value) {
    var own = effects ?? ViewEffects()
    own[keyPath: field] = value
    effects = own
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.storage === right.storage || left.storage?.fields ?? ViewStyleFields() == right.storage?.fields ?? ViewStyleFields()
  }

  /// Replaces storage that another style shares, or creates it.
  @usableFromInline mutating func detach() {
    if !isKnownUniquelyReferenced(&storage) { storage = ViewStyleStorage(storage?.fields ?? ViewStyleFields()) }
  }
}

extension ViewStyle: Codable {
  public init(from decoder: any Decoder) throws {
    let fields = try ViewStyleFields(from: decoder)
    if fields != ViewStyleFields() { storage = ViewStyleStorage(fields) }
  }

  public func encode(to encoder: any Encoder) throws { try storage?.fields.encode(to: encoder) }
}

/// `@unchecked Sendable`: changed only while one style refers to it.
@usableFromInline final class ViewStyleStorage: @unchecked Sendable {
  @usableFromInline var fields: ViewStyleFields

  init(_ fields: ViewStyleFields) { self.fields = fields }
}

@usableFromInline struct ViewStyleFields: Sendable, Equatable, Codable {
  @usableFromInline var id: String?
  @usableFromInline var font: Font?
  @usableFromInline var weight: FontWeight?
  @usableFromInline var italic: Bool?
  @usableFromInline var monospaced: Bool?
  @usableFromInline var color: Color?
  @usableFromInline var background: Color?
  @usableFromInline var gradient: Gradient?
  @usableFromInline var padding: EdgeInsets?
  @usableFromInline var width: Double?
  @usableFromInline var height: Double?
  @usableFromInline var minWidth: Double?
  @usableFromInline var maxWidth: Double?
  @usableFromInline var minHeight: Double?
  @usableFromInline var maxHeight: Double?
  @usableFromInline var aspectRatio: Double?
  @usableFromInline var align: Alignment?
  @usableFromInline var layoutDirection: LayoutDirection?
  @usableFromInline var spacing: Double?
  @usableFromInline var priority: Double?
  @usableFromInline var lineLimit: Int?
  @usableFromInline var truncation: Truncation?
  @usableFromInline var minScale: Double?
  @usableFromInline var opacity: Double?
  @usableFromInline var border: Color?
  @usableFromInline var cornerRadius: Double?
  @usableFromInline var hidden: Bool?
  @usableFromInline var transition: Transition?
  @usableFromInline var accessibility: String?
  var effects: Indirect<ViewEffects>?

  private enum CodingKeys: String, CodingKey {
    case id, font, weight, italic, monospaced, color, background, gradient, padding, width, height
    case minWidth = "min_width"
    case maxWidth = "max_width"
    case minHeight = "min_height"
    case maxHeight = "max_height"
    case aspectRatio = "aspect_ratio"
    case align, spacing, priority
    case lineLimit = "line_limit"
    case truncation
    case minScale = "min_scale"
    case opacity, border
    case cornerRadius = "corner_radius"
    case hidden, transition, accessibility
    case layoutDirection = "layout_direction"
  }
}
