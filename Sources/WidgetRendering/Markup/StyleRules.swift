package import WidgetModel

/// View fields as style sheet rules, because no element has a `style` attribute.
///
/// A rule has one declaration and a class named after it (`width-120px`), so equal views share it and have equal classes, and you
/// can merge the rules of several widgets.
package struct StyleRules: Sendable, Equatable {
  private var declarations: [String: String] = [:]
  private var faces: Set<String> = []
  /// Custom properties of the whole page.
  private var properties: [String: String] = [:]

  package init() {}

  /// Adds a declaration and returns its class.
  package mutating func add(_ declaration: Declaration) -> String {
    let name = declaration.className
    declarations[name] = declaration.css
    return name
  }

  /// Sets a custom property of the whole page.
  ///
  /// - Parameter value: Made from our keywords, numbers and colours.
  mutating func set(_ property: StaticString, _ value: String) { properties[property.description] = value }

  mutating func add(_ face: FontFace) { faces.insert(face.css) }

  /// Sorted, one rule per line.
  package var text: String {
    faces.sorted().reduce(into: "") { $0 += "\($1)\n" } + propertyText + declarationText
  }

  private var propertyText: String {
    guard !properties.isEmpty else { return "" }
    return ":root{" + properties.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }.joined(separator: ";") + "}\n"
  }

  private var declarationText: String {
    declarations.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .reduce(into: "") { $0 += ".\($1.key){\($1.value)}\n" }
  }

  package mutating func merge(_ other: StyleRules) {
    declarations.merge(other.declarations) { own, _ in own }
    faces.formUnion(other.faces)
    properties.merge(other.properties) { own, _ in own }
  }
}

/// A CSS declaration made from our keywords, numbers and colours. It can't contain a script's text.
package struct Declaration: Sendable, Equatable {
  let property: String
  let value: String

  private init(_ property: StaticString, _ value: String) {
    self.property = property.description
    self.value = value
  }

  static func word(_ property: StaticString, _ value: StaticString) -> Declaration {
    Declaration(property, value.description)
  }

  static func number(_ property: StaticString, _ value: Double) -> Declaration { Declaration(property, CSSNumber.text(value)) }

  static func length(_ property: StaticString, _ points: Double) -> Declaration {
    Declaration(property, CSSNumber.pixels(clamped(points)))
  }

  /// A negative margin on a side where views overlap.
  static func overlap(_ property: StaticString, _ points: Double) -> Declaration {
    Declaration(property, "-" + CSSNumber.pixels(clamped(points)))
  }

  /// The point of an image that stays in view, as fractions.
  static func position(_ point: Size) -> Declaration {
    func part(_ value: Double) -> String { CSSNumber.text(min(1, max(0, value.isNaN ? 0.5 : value)) * 100) + "%" }
    return Declaration("object-position", part(point.width) + " " + part(point.height))
  }

  static func blur(_ points: Double) -> Declaration { Declaration("filter", "blur(\(CSSNumber.pixels(clamped(points))))") }

  /// A side of an element larger than the one it's in.
  static func grown(_ property: StaticString, by points: Double) -> Declaration {
    Declaration(property, "calc(100% + \(CSSNumber.pixels(clamped(points))))")
  }

  /// Where the background of a text is.
  static func ground(_ frame: Frame) -> [Declaration] {
    [
      Declaration("background-size", "\(CSSNumber.pixels(clamped(frame.width))) \(CSSNumber.pixels(clamped(frame.height)))"),
      Declaration("background-position", "\(CSSNumber.pixels(frame.x)) \(CSSNumber.pixels(frame.y))"),
    ]
  }

  /// Cuts off the corners.
  static func rounded(_ radius: Double) -> Declaration {
    Declaration("clip-path", "inset(0 round \(CSSNumber.pixels(clamped(radius))))")
  }

  /// Leaves out a fraction of an element at its top.
  static func inset(top fraction: Double) -> Declaration {
    Declaration("clip-path", "inset(\(CSSNumber.text(min(1, max(0, fraction)) * 100))% 0 0)")
  }

  /// Draws only what's inside a path, in points.
  static func clip(to path: VectorPath) -> Declaration {
    Declaration("clip-path", "path(\"\(HTMLViews.data(path, scale: 1))\")")
  }

  /// Makes an element as opaque as a gradient in a frame.
  static func mask(_ gradient: Gradient, in frame: Frame) -> [Declaration] {
    [
      Declaration("mask-image", HTMLPalette.css(gradient)), Declaration("mask-repeat", "no-repeat"),
      Declaration("mask-size", "\(CSSNumber.pixels(clamped(frame.width))) \(CSSNumber.pixels(clamped(frame.height)))"),
      Declaration("mask-position", "\(CSSNumber.pixels(frame.x)) \(CSSNumber.pixels(frame.y))"),
    ]
  }

  /// How many tracks a cell takes.
  static func span(_ property: StaticString, _ count: Int) -> Declaration { Declaration(property, "span \(count)") }

  /// A position, which can be negative.
  static func position(_ property: StaticString, _ points: Double) -> Declaration {
    Declaration(property, CSSNumber.pixels(points.isFinite ? min(4000, max(-4000, points)) : 0))
  }

  /// A negative margin that moves the next view up.
  static func pull(_ points: Double) -> Declaration {
    Declaration("margin-block-end", points > 0 ? "-" + CSSNumber.pixels(clamped(points)) : "0")
  }

  static func lengths(_ property: StaticString, _ points: [Double]) -> Declaration {
    Declaration(property, points.map { CSSNumber.pixels(clamped($0)) }.joined(separator: " "))
  }

  /// A maximum width, also limited by the container.
  static func maximumWidth(_ points: Double) -> Declaration {
    Declaration("max-width", "min(\(CSSNumber.pixels(clamped(points))),100%)")
  }

  /// A fraction, 0 to 1.
  static func percentage(_ property: StaticString, _ fraction: Double) -> Declaration {
    Declaration(property, CSSNumber.text(fraction * 100) + "%")
  }

  /// Font families of ours, and then the reader's for letters these don't have.
  static func families(_ names: [String], _ design: FontDesign) -> Declaration {
    let others =
      switch design {
      case .standard: "Inter,system-ui,sans-serif"
      case .rounded: "ui-rounded,system-ui,sans-serif"
      case .serif: "ui-serif,serif"
      case .monospaced: "ui-monospace,monospace"
      }
    return Declaration("font-family", (names + [others]).joined(separator: ","))
  }

  static func fontSize(_ points: Double) -> Declaration { Declaration("font-size", CSSNumber.rem(points)) }

  /// A custom property with a text size.
  static func textSize(_ property: StaticString, _ points: Double) -> Declaration {
    Declaration(property, CSSNumber.rem(points))
  }

  /// Smaller if a line of this many characters wouldn't fit into the card, but not below `scale` of its size.
  /// - Parameter width: The view's fixed width.
  static func shrinkingFontSize(_ points: Double, scale: Double, characters: Int, within width: Double? = nil) -> Declaration {
    let letters = 0.55 * Double(max(1, characters))
    let size = width.map { CSSNumber.pixels(clamped($0) / letters) } ?? CSSNumber.text(100 / letters) + "cqi"
    return Declaration("font-size", "clamp(\(CSSNumber.rem(points * scale)),\(size),\(CSSNumber.rem(points)))")
  }

  package static func color(_ property: StaticString, _ color: Color) -> Declaration {
    Declaration(property, HTMLPalette.css(color))
  }

  /// The colour of a fill.
  static func fill(_ property: StaticString, _ color: Color) -> Declaration { Declaration(property, HTMLPalette.fill(color)) }

  static func gradient(_ property: StaticString, _ gradient: Gradient) -> Declaration {
    Declaration(property, HTMLPalette.css(gradient))
  }

  /// A shadow behind whatever the view shows.
  static func shadow(_ shadow: Shadow) -> Declaration {
    func sane(_ length: Double) -> Double {
      length.isFinite ? min(Shadow.largestRadius, max(-Shadow.largestRadius, length)) : 0
    }
    let lengths = [sane(shadow.x), sane(shadow.y), max(0, sane(shadow.radius)) / 2].map { CSSNumber.pixels($0) }
    return Declaration("filter", "drop-shadow(\(lengths.joined(separator: " ")) \(HTMLPalette.fill(shadow.color)))")
  }

  /// A move, in points.
  static func offset(x: Double, y: Double) -> Declaration {
    Declaration("translate", "\(CSSNumber.pixels(x)) \(CSSNumber.pixels(y))")
  }

  static func rotation(_ degrees: Double) -> Declaration { Declaration("rotate", CSSNumber.text(degrees) + "deg") }

  /// The outline of a shape as fractions of its frame.
  static func clip(to points: [VectorPath.Point]) -> Declaration {
    let list = points.map { "\(CSSNumber.text($0.x * 100))% \(CSSNumber.text($0.y * 100))%" }
    return Declaration("clip-path", "polygon(\(list.joined(separator: ",")))")
  }

  /// Colours of controls and indicators.
  static func tint(_ color: Color) -> [Declaration] {
    [
      Declaration("--accent", HTMLPalette.css(color)), Declaration("--accent-fill", HTMLPalette.fill(color)),
      Declaration("--on", HTMLPalette.fill(color)), Declaration("--title", "initial"), Declaration("--level", "initial"),
    ]
  }

  /// An animation that began some seconds ago.
  static func advancing(_ name: StaticString, seconds: Double, elapsed: Double) -> Declaration {
    Declaration("animation", "\(name) \(CSSNumber.text(seconds))s linear \(CSSNumber.text(-elapsed))s both")
  }

  /// Text colours that are legible on a background.
  static func textColors(on ground: SystemPalette.Shades) -> [Declaration] {
    HTMLPalette.textColors(on: ground).map { Declaration($0.property, $0.value) }
  }

  /// A line inside the edge, taking no space.
  static func border(_ color: Color, width: Double = 1) -> Declaration {
    Declaration("box-shadow", "inset 0 0 0 \(CSSNumber.pixels(clamped(width))) " + HTMLPalette.fill(color))
  }

  static func tracks(_ tracks: [GridTrack]) -> Declaration {
    Declaration("grid-template-columns", tracks.map(\.css).joined(separator: " "))
  }

  /// Clamps to 4000 points, which is enough for any view.
  fileprivate static func clamped(_ points: Double) -> Double { min(4000, SurfaceMetrics.sane(points)) }

  var css: String { property + ":" + value }

  /// Letters, digits, hyphens and underscores, so a class needs no escapes. Built from bytes, because every view has several.
  var className: String {
    var name: [UInt8] = []
    name.reserveCapacity(property.utf8.count + value.utf8.count + 8)
    var rest = css.utf8[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "v"), rest.starts(with: Self.variable) {
        rest = rest.dropFirst(Self.variable.count)
        continue
      }
      rest = rest.dropFirst()
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"):
        name.append(byte)
      case UInt8(ascii: "."): name.append(UInt8(ascii: "_"))
      case UInt8(ascii: "%"): name += [UInt8(ascii: "p"), UInt8(ascii: "c")]
      case UInt8(ascii: "#"), UInt8(ascii: "("), UInt8(ascii: ")"): break
      default: name.append(UInt8(ascii: "-"))
      }
    }
    return String(decoding: name, as: UTF8.self)
  }

  private static let variable = Array("var(--".utf8)
}

/// A column of a grid, or a view's share of a row.
enum GridTrack: Sendable, Equatable {
  /// At least its longest word, at most its whole text.
  case hugging
  /// Its whole text, on one line.
  case whole
  /// At least its longest word, plus a share of what's left.
  case expanding
  /// At least this many points, plus a share of what's left.
  case spacer(Double)
  case fixed(Double)
  /// A fraction of the whole.
  case part(Double)

  var css: String {
    switch self {
    case .hugging: "auto"
    case .whole: "max-content"
    case .expanding: "minmax(auto,1fr)"
    case .spacer(let points): "minmax(\(CSSNumber.pixels(Declaration.clamped(points))),1fr)"
    case .fixed(let points): CSSNumber.pixels(Declaration.clamped(points))
    case .part(let fraction): CSSNumber.text(fraction * 100) + "%"
    }
  }
}

/// Numbers in CSS, SVG and HTML: plain decimals, never an exponent, NaN or an infinity.
package enum CSSNumber {
  /// At most three decimals, clamped to a billion.
  package static func text(_ value: Double) -> String {
    guard value.isFinite else { return value > 0 ? "1000000000" : value < 0 ? "-1000000000" : "0" }
    let thousandths = Int(saturating: (min(1e9, max(-1e9, value)) * 1000).rounded())
    let whole = thousandths.magnitude / 1000
    var text = (thousandths < 0 ? "-" : "") + String(whole)
    var rest = thousandths.magnitude % 1000
    guard rest > 0 else { return text }
    text += "."
    for unit: UInt in [100, 10, 1] where rest > 0 {
      text += String(rest / unit)
      rest %= unit
    }
    return text
  }

  /// A length in points, relative to the reader's text size of 16 points by default.
  static func rem(_ points: Double) -> String { text(points / 16) + "rem" }

  static func pixels(_ points: Double) -> String { points == 0 ? "0" : text(points) + "px" }
}
