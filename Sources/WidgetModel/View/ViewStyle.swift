/// The style of a view: its ``ViewStyleFields``, and ``effects`` for the few views that have any. nil is the surface's default.
///
/// Copies share their fields until one changes, and a style without fields has no storage: views are copied often, and most have
/// few fields.
@dynamicMemberLookup
public struct ViewStyle: Sendable, Equatable {
  @usableFromInline var storage: ViewStyleStorage?

  public init() {}

  /// A field by name, `style.width`. Release builds access the field directly, without a key path.
  @inlinable public subscript<Value>(dynamicMember field: WritableKeyPath<ViewStyleFields, Value?>) -> Value? {
    get { storage?.fields[keyPath: field] }
    set {
      guard newValue != nil || storage != nil else { return }
      detach()
      storage?.fields[keyPath: field] = newValue
    }
  }

  /// Fields few views have; nil if this one has none of them.
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

  /// Creates the storage, or replaces it if another style shares it.
  @usableFromInline mutating func detach() {
    if !isKnownUniquelyReferenced(&storage) { storage = ViewStyleStorage(storage?.fields ?? ViewStyleFields()) }
  }
}

/// `@unchecked Sendable`: it's changed only while a single style refers to it.
@usableFromInline final class ViewStyleStorage: @unchecked Sendable {
  @usableFromInline var fields: ViewStyleFields

  init(_ fields: ViewStyleFields) { self.fields = fields }
}

/// The fields any view can have. The only other list of them is the script's (`StyleField`), which documents them.
public struct ViewStyleFields: Sendable, Equatable {
  // MARK: Text

  public var font: Font?
  public var weight: FontWeight?
  public var italic: Bool?
  public var monospaced: Bool?
  /// The colour of text and icons.
  public var color: Color?
  public var lineLimit: Int?
  public var truncation: Truncation?
  /// The smallest scale of the font, 0 to 1.
  public var minScale: Double?

  // MARK: Place and size, in points

  public var width: Double?
  public var height: Double?
  public var minWidth: Double?
  public var maxWidth: Double?
  public var minHeight: Double?
  public var maxHeight: Double?
  /// Width divided by height.
  public var aspectRatio: Double?
  public var padding: EdgeInsets?
  public var align: Alignment?
  /// The spacing between the children.
  public var spacing: Double?
  /// Views of higher priority get space first.
  public var priority: Double?
  /// Applies to the view and its descendants.
  public var layoutDirection: LayoutDirection?

  // MARK: Drawing

  public var background: Color?
  /// Replaces the background, which then holds the nearest solid colour.
  public var gradient: Gradient?
  public var border: Color?
  public var cornerRadius: Double?
  public var opacity: Double?
  /// Takes space but isn't drawn.
  public var hidden: Bool?
  public var transition: Transition?

  // MARK: Identity

  /// Identifies a view when the views around it change.
  public var id: String?
  /// Alternative text for screen readers and for formats without images.
  public var accessibility: String?

  var effects: Indirect<ViewEffects>?

  public init() {}
}

extension ViewStyleFields: FieldCoded {
  /// The order of the stored form. Frequent fields come first, because trailing ones that aren't set take no space; add new
  /// fields at the end.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code(&font)
    coder.code(&color)
    coder.code(&align)
    coder.code(&spacing)
    coder.code(&weight)
    coder.code(&padding)
    coder.code(&background)
    coder.code(&width)
    coder.code(&height)
    coder.code(&minWidth)
    coder.code(&maxWidth)
    coder.code(&minHeight)
    coder.code(&maxHeight)
    coder.code(&priority)
    coder.code(&lineLimit)
    coder.code(&truncation)
    coder.code(&italic)
    coder.code(&monospaced)
    coder.code(&accessibility)
    coder.code(&aspectRatio)
    coder.code(&minScale)
    coder.code(&opacity)
    coder.code(&border)
    coder.code(&cornerRadius)
    coder.code(&hidden)
    coder.code(&transition)
    coder.code(&id)
    coder.code(&layoutDirection)
    coder.code(&gradient)
    coder.code(&effects, write: { $0.value.fieldList }, read: { ViewEffects(fieldList: $0).map(Indirect.value) })
  }
}

extension ViewStyle: FieldCoded {
  public mutating func code(_ coder: inout some FieldCoder) {
    let old = storage?.fields ?? ViewStyleFields()
    var fields = old
    fields.code(&coder)
    // A writer changes nothing.
    if fields != old { storage = ViewStyleStorage(fields) }
  }
}

/// The JSON names; ``ViewEffects`` are written next to these fields.
extension ViewStyleFields: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, font, weight, italic, monospaced, color, background, gradient, padding, width, height, align, spacing, priority,
      truncation, opacity, border, hidden, transition, accessibility
    case minWidth = "min_width"
    case maxWidth = "max_width"
    case minHeight = "min_height"
    case maxHeight = "max_height"
    case aspectRatio = "aspect_ratio"
    case lineLimit = "line_limit"
    case minScale = "min_scale"
    case cornerRadius = "corner_radius"
    case layoutDirection = "layout_direction"
  }
}

extension ViewStyle: Codable {
  public init(from decoder: any Decoder) throws {
    let fields = try ViewStyleFields(from: decoder)
    if fields != ViewStyleFields() { storage = ViewStyleStorage(fields) }
  }

  public func encode(to encoder: any Encoder) throws { try storage?.fields.encode(to: encoder) }
}
