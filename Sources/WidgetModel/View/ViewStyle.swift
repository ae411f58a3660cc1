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
  /// The names in JSON and the order of the stored form. Frequent fields come first, because those that aren't set at the end take no
  /// space; a new field goes last, after the effects.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("font", &font)
    coder.code("color", &color)
    coder.code("align", &align)
    coder.code("spacing", &spacing)
    coder.code("weight", &weight)
    coder.code("padding", &padding)
    coder.code("background", &background)
    coder.code("width", &width)
    coder.code("height", &height)
    coder.code("min_width", &minWidth)
    coder.code("max_width", &maxWidth)
    coder.code("min_height", &minHeight)
    coder.code("max_height", &maxHeight)
    coder.code("priority", &priority)
    coder.code("line_limit", &lineLimit)
    coder.code("truncation", &truncation)
    coder.code("italic", &italic)
    coder.code("monospaced", &monospaced)
    coder.code("accessibility", &accessibility)
    coder.code("aspect_ratio", &aspectRatio)
    coder.code("min_scale", &minScale)
    coder.code("opacity", &opacity)
    coder.code("border", &border)
    coder.code("corner_radius", &cornerRadius)
    coder.code("hidden", &hidden)
    coder.code("transition", &transition)
    coder.code("id", &id)
    coder.code("layout_direction", &layoutDirection)
    coder.code("gradient", &gradient)
    coder.code(beside: &effects)
  }
}

extension ViewStyle: FieldCoded {
  public mutating func code(_ coder: inout some FieldCoder) { fields.code(&coder) }

  /// The fields; null for a style without any, as most views have.
  public var stored: LuaValue {
    guard let list = storage?.fields.stored, list != .array([]) else { return .null }
    return list
  }

  public init?(stored: LuaValue) {
    self.init()
    guard !stored.isNull else { return }
    guard let fields = ViewStyleFields(stored: stored) else { return nil }
    self.fields = fields
  }

  private var fields: ViewStyleFields {
    get { storage?.fields ?? ViewStyleFields() }
    set { if newValue != fields { storage = ViewStyleStorage(newValue) } }
  }
}
