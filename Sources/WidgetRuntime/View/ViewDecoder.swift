import WidgetFormats
public import WidgetModel

/// Reads a view from a worker's message, which is untrusted input.
public enum ViewDecoder {
  public static let maximumNodes = 2000
  public static let maximumDepth = 32
  /// Bytes of text in a view: text, names and URLs together, without the bytes of images.
  public static let maximumText = 16 * 1024

  /// A view of plain values.
  ///
  /// - Parameter path: The author's name for the value: the root of every path in an error.
  /// - Throws: ``ViewError`` for the first mistake. Ill-formed UTF-8 is repaired and sizes beyond 0...100 000 are clamped;
  ///   neither is an error.
  public static func decode(_ value: LuaValue, path: String = "content") throws(ViewError) -> ViewNode {
    var warnings: [ViewError] = []
    return try decode(value, path: path, warnings: &warnings)
  }

  /// Where a script made a view; nil if unknown.
  static func location(of fields: [String: LuaValue]) -> SourceLocation? {
    guard let line = fields["line"]?.integer.flatMap({ Int(exactly: $0) }), line > 0,
      let file = fields["file"]?.string, !file.hasControlCharacters, file.utf8.count <= 256
    else { return nil }
    return SourceLocation(file: file, line: line)
  }

  /// - Parameters:
  ///   - warnings: Receives what's probably wrong but can still be shown, at most ten.
  ///   - zone: The time zone of date fields.
  static func decode(
    _ value: LuaValue, path: String = "content", zone: String = "UTC", warnings: inout [ViewError]
  ) throws(ViewError) -> ViewNode {
    var reading = ViewReading(zone: zone)
    let node = try reading.node(value, path: path, depth: 1, enclosing: nil)
    warnings = Array(reading.warnings.prefix(10))
    if node.isBlank {
      warnings.append(
        ViewError(
          path: path, location: location(of: value.table ?? [:]),
          message: "the view is empty: no text, image or other view is in it; has_content(false) hides the widget"))
    }
    return node
  }
}

/// The state of one decoding: how much has been read.
private struct ViewReading {
  let zone: String
  var nodes = 0
  var warnings: [ViewError] = []

  mutating func node(
    _ value: LuaValue, path: String, depth: Int, enclosing: SourceLocation?
  ) throws(ViewError) -> ViewNode {
    guard case .table(let fields) = value else {
      throw ViewError(path: path, location: enclosing, message: "must be a view, got \(value.shown)")
    }
    let location = ViewDecoder.location(of: fields) ?? enclosing
    func fail(_ message: String, at suffix: String = "") -> ViewError {
      ViewError(path: path + suffix, location: location, message: message)
    }
    nodes += 1
    guard nodes <= ViewDecoder.maximumNodes else { throw fail("a widget has at most \(ViewDecoder.maximumNodes) views") }
    guard depth <= ViewDecoder.maximumDepth else {
      throw ViewError(
        path: Self.shortened(path), location: location,
        message: "views are nested deeper than the limit of \(ViewDecoder.maximumDepth)")
    }
    let kind = try Self.kind(fields["type"] ?? .null, fail)
    if kind == .card, depth > 1 {
      let message = "ui.card is the whole card, so it's the root of a view; inside another one it's drawn as a ui.vstack"
      warnings.append(fail(message))
    }
    var read = ViewFields(kind)
    var style = ViewStyle()
    var textSize = 0
    var mask: ViewNode?
    for name in fields.keys.sorted() where !ViewSchema.reserved.contains(name) {
      guard let field = ViewSchema.field(name, of: kind) else { throw fail(Self.unknown(name, of: kind)) }
      guard let value = fields[name], !value.isNull else { continue }
      // `cond and value` is false without the value.
      if value == .boolean(false), !field.isRequired, !field.type.takesFalse { continue }
      if field.type == .view {
        mask = try self.node(value, path: path + "." + name, depth: depth + 1, enclosing: location)
        continue
      }
      if read.has(field.name) { throw fail("give either \(field.name) or \(field.alias ?? name)") }
      let decoded: ViewFieldValue?
      do throws(FieldProblem) {
        decoded = try field.type.decode(value)
      } catch {
        throw fail(error.message, at: "." + (name == field.wireName ? field.name : name) + error.path)
      }
      if let doubt = field.type.doubt(about: value) {
        warnings.append(
          ViewError(path: path + "." + (name == field.wireName ? field.name : name), location: location, message: doubt))
      }
      read.set(field, to: decoded)
      // Each sets another property, so their order doesn't matter.
      if let decoded { field.style?(&style, decoded) }
      textSize += decoded?.textSize ?? 0
      guard textSize <= ViewDecoder.maximumText else {
        throw fail("a view holds at most \(ViewDecoder.maximumText / 1024) KiB of text", at: "." + name)
      }
    }
    let content: ViewContent
    do throws(FieldProblem) { content = try kind.declaration.content(read) } catch { throw fail(error.message, at: error.path) }
    let children = try children(fields["children"], of: kind, path: path, depth: depth, location: location)
    var node = ViewNode(
      content, style: style, children: children, action: read[ViewSchema.action], spans: read[SharedFields.spans] ?? [])
    // A layout reports what it leaves out of containers.
    if case .field(var field) = content {
      if field.kind == .date, let date = TimeZoneData.named(zone).date(at: field.number) {
        field.text = InputField.text(of: date)
        node.content = .field(field)
      }
      node.children = field.parts(id: style.id)
      if field.takesText { node.action = field.onSubmit ?? field.onChange }
      nodes += node.children.count
      guard nodes <= ViewDecoder.maximumNodes else { throw fail("a widget has at most \(ViewDecoder.maximumNodes) views") }
    }
    if node.isContainer { node.line = ViewDecoder.location(of: fields)?.line }
    return mask.map { node.masked(by: $0) } ?? node
  }

  private mutating func children(
    _ value: LuaValue?, of kind: ViewKind, path: String, depth: Int, location: SourceLocation?
  ) throws(ViewError) -> [ViewNode] {
    guard let value, !value.isNull else { return [] }
    let path = path + ".children"
    guard kind.traits.takesChildren, !kind.traits.contains(.field) else {
      throw ViewError(path: path, location: location, message: "ui.\(kind.rawValue) takes no children")
    }
    guard let elements = value.array else {
      throw ViewError(path: path, location: location, message: "must be a list of views, got \(value.shown)")
    }
    var children: [ViewNode] = []
    for (index, element) in elements.enumerated() {
      // `condition and view` may be false; the position still counts.
      if element.isNull || element == .boolean(false) { continue }
      children.append(try node(element, path: "\(path)[\(index + 1)]", depth: depth + 1, enclosing: location))
    }
    return children
  }

  /// The first steps of a long path, and the last one.
  private static func shortened(_ path: String) -> String {
    let steps = path.split(separator: ".")
    guard steps.count > 8, let last = steps.last else { return path }
    return steps.prefix(4).joined(separator: ".") + " ... ." + last
  }

  private static func kind(_ type: LuaValue, _ fail: (String, String) -> ViewError) throws(ViewError) -> ViewKind {
    guard !type.isNull else { throw fail("is a table but not a view; make it with ui.text, ui.vstack ...", "") }
    guard let name = type.string else { throw fail("must be the name of a view, got \(type.shown)", ".type") }
    guard let kind = ViewKind(rawValue: name) else {
      throw fail("unknown view \(name.quoted)\(NearestName.hint(name, among: ViewKind.allCases.map(\.rawValue)))", "")
    }
    return kind
  }

  private static func unknown(_ name: String, of kind: ViewKind) -> String {
    let message = "unknown field \(name.quoted)"
    if kind == .text, let part = SpanReader.fields.first(where: { $0.name == name }), part.type == .boolean {
      return message + "; a part of a text takes it: ui.text { { \"part\", \(name) = true } }"
    }
    if let remedy = ForeignNames.viewFields[name], isPossible(remedy, for: kind) { return message + "; " + remedy }
    if let nearest = NearestName.of(name, among: ViewSchema.names(of: kind)) {
      return message + "; \(NearestName.question(nearest))"
    }
    let own = kind.declaration.fields.map(\.name)
    return own.isEmpty ? message : message + "; ui.\(kind.rawValue) has \(own.joined(separator: ", ")) and the fields of any view"
  }

  /// Whether the view has the field named in a remedy: `write url`.
  private static func isPossible(_ remedy: String, for kind: ViewKind) -> Bool {
    guard remedy.hasPrefix("write ") else { return true }
    let field = remedy.dropFirst(6).prefix { $0.isLetter || $0 == "_" }
    return field == "the" || ViewSchema.names(of: kind).contains(String(field))
  }
}

extension ViewFieldValue {
  /// Bytes counting as text.
  fileprivate var textSize: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .image(let source):
      source.images.reduce(0) { if case .reference(let text) = $1 { $0 + text.utf8.count } else { $0 } }
    case .spans(let spans): spans.reduce(0) { $0 + $1.text.utf8.count + ($1.link?.utf8.count ?? 0) }
    case .texts(let texts): texts.reduce(0) { $0 + $1.utf8.count }
    case .series(let series): series.reduce(0) { $0 + ($1.name?.utf8.count ?? 0) }
    case .rules(let rules): rules.reduce(0) { $0 + ($1.label?.utf8.count ?? 0) }
    case .flag, .number, .count, .color, .palette, .background, .font, .insets, .columns, .ticks, .extent, .offset, .shadow,
      .numbers, .radii:
      0
    }
  }
}

extension ViewNode {
  /// Whether the view is invisible.
  var isBlank: Bool {
    guard style.background == nil, style.border == nil else { return false }
    return isContainer ? children.allSatisfy(\.isBlank) : content.traits.contains(.blank)
  }
}

/// A mistake in a view returned by a script, and its place.
public struct ViewError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The field's path, counting as authors do: `content.children[3].spacing`.
  public var path: String
  /// The nearest enclosing view with a known line.
  public var location: SourceLocation?
  public var message: String

  public init(path: String, location: SourceLocation? = nil, message: String) {
    self.path = path
    self.location = location
    self.message = message
  }

  public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
