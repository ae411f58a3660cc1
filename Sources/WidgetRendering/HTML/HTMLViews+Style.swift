import WidgetModel

extension HTMLViews {
  /// The classes for a view's common fields and its alignment.
  mutating func common(_ node: ViewNode, _ style: ResolvedStyle, _ parent: ResolvedStyle, _ place: Place) -> [String] {
    if let view = place.layout {
      // Text on a gradient is legible where it is.
      let ground = view.children.isEmpty ? gradientGround?.shades(at: view.frame) : nil
      return placedBox(view, in: place)
        + decoration(node, style, on: ground, solid: view.children.isEmpty ? solidGround : nil)
        + placedFont(style.font, within: parent.font)
    }
    return standing(node, place) + frame(node)
      + decoration(node, style, solid: node.children.isEmpty ? solidGround : nil) + font(node, style, parent)
  }

  /// The classes for a view's alignment and size fields.
  mutating func size(_ node: ViewNode, _ place: Place) -> [String] { standing(node, place) + frame(node) }

  private mutating func standing(_ node: ViewNode, _ place: Place) -> [String] {
    var classes: [String] = []
    let own = node.isContainer ? nil : node.style.align
    switch place {
    case .column:
      if node.expandsHorizontally(inRow: false, isBeside: isBeside) {
        classes.append("fills")
      } else if let factor = own?.horizontalFactor {
        classes.append(add(.word("align-self", Self.flex(factor))))
      } else if node.isControl, !isRightToLeft, node.text.map({ TextDirection.isRightToLeft($0[...]) }) == true {
        classes.append(add(.word("align-self", "flex-end")))
      }
      if node.expandsVertically(inRow: false), !node.isSpacer { classes.append("grows") }
      // With nothing but a ratio, an image is as wide as its column.
      if case .image = node.content, node.style.aspectRatio != nil, node.style.width == nil, node.style.height == nil {
        classes.append("wide")
      }
    case .row:
      if node.expandsVertically(inRow: true) {
        classes.append("fills")
      } else if own == .firstBaseline {
        classes.append(add(.word("align-self", "baseline")))
      } else if let factor = own?.verticalFactor {
        classes.append(add(.word("align-self", Self.gridWord(factor))))
      }
    case .placed: break
    case .stack:
      classes += cell([own], node)
    case .cell(let column, let grid):
      let align = node.style.align
      classes += cell([node.alignsCell ? align : nil, column, grid], node)
    }
    return classes
  }

  /// - Parameter alignments: Alignments by precedence: the view's, its column's, the grid's.
  private mutating func cell(_ alignments: [Alignment?], _ node: ViewNode) -> [String] {
    let alignments = alignments.compactMap { $0 }
    var classes: [String] = []
    if node.expandsHorizontally(inRow: false, isBeside: isBeside) {
      classes.append("fills-cell")
    } else if let factor = alignments.lazy.compactMap(\.horizontalFactor).first {
      classes.append(add(.word("justify-self", Self.gridWord(factor))))
    }
    if node.expandsVertically(inRow: false) {
      classes.append("fills")
    } else if let align = alignments.first(where: { $0.verticalFactor != nil }), let factor = align.verticalFactor {
      classes.append(add(.word("align-self", align == .firstBaseline ? "baseline" : Self.gridWord(factor))))
    }
    return classes
  }

  private mutating func frame(_ node: ViewNode) -> [String] {
    var classes: [String] = []
    let style = node.style
    let padding = node.effectivePadding(sparesFixedSides: true)
    if padding != .zero {
      // More padding would leave no space for the content.
      let (left, right) = isRightToLeft ? (padding.right, padding.left) : (padding.left, padding.right)
      let sides = [padding.top, right, padding.bottom, left].map { min(200, sane($0)) }
      classes.append(add(.lengths("padding", sides)))
    }
    if let width = style.width { classes.append(add(.length("width", width))) }
    if let height = style.height {
      // Content that doesn't fit is clipped, so it never overlaps the next view.
      classes += [add(.length("height", height)), add(.number("flex-shrink", 0)), "clips"]
    }
    if let width = style.minWidth, style.width == nil { classes.append(add(.length("min-width", width))) }
    if let width = style.maxWidth, style.width == nil, sane(width) < SurfaceMetrics.everything {
      classes.append(add(.maximumWidth(width)))
    }
    if let height = style.minHeight, style.height == nil { classes.append(add(.length("min-height", height))) }
    if let height = style.maxHeight, style.height == nil, sane(height) < SurfaceMetrics.everything {
      classes += [add(.length("max-height", height)), "clips"]
    }
    if let ratio = style.aspectRatio, ratio.isFinite, ratio > 0, style.width == nil || style.height == nil {
      classes.append(add(.number("aspect-ratio", min(100, max(0.01, ratio)))))
    }
    return classes
  }

  /// - Parameters:
  ///   - ground: The part of a gradient behind the view.
  ///   - solid: The colour behind the view, if it may differ from the one behind the view that has the colour.
  private mutating func decoration(
    _ node: ViewNode, _ resolved: ResolvedStyle, on ground: SystemPalette.Shades? = nil, solid: SystemPalette.Shades? = nil
  ) -> [String] {
    let style = node.style
    var classes: [String] = []
    var use = ColorUse.text
    if case .icon = node.content, resolved.color?.isShadeOfText == false { use = node.iconUse }
    if case .button = node.content, style.background == nil { use = .title }
    if let color = (ground ?? solid).flatMap({ Self.legible(resolved.color, as: use, on: $0) }) {
      classes.append(add(.color("color", color)))
    } else if let color = use == .text || use == .title ? style.color : resolved.color {
      classes.append(add(use == .text || use == .title ? .color("color", color) : .fill("color", color)))
    }
    if let background = style.background, background != .named(.clear) {
      classes.append(add(style.gradient.map { .gradient("background", $0) } ?? .fill("background", background)))
    }
    let own = style.background.flatMap { $0.letsThrough ? solidGround ?? SystemPalette.fill($0) : SystemPalette.fill($0) }
    if let ground = ground ?? own {
      classes += textColors(on: ground, style.color, resolved)
    }
    if let border = style.border, border != .named(.clear) { classes.append(add(.border(border))) }
    if let radius = style.cornerRadius, sane(radius) > 0 { classes += [add(.length("border-radius", radius)), "clips"] }
    if let opacity = style.opacity, !opacity.isNaN { classes.append(add(.number("opacity", min(1, max(0, opacity))))) }
    if style.hidden == true { classes.append("hidden") }
    return classes
  }

  /// The classes of the text colours on a background. Inherited colours were resolved on a different one.
  mutating func textColors(on ground: SystemPalette.Shades, _ own: Color?, _ resolved: ResolvedStyle) -> [String] {
    var classes = Declaration.textColors(on: ground).map { add($0) }
    switch resolved.color {
    case nil: classes.append(add(.color("color", .named(.label))))
    case .named(let name) where [.label, .secondary, .tertiary].contains(name) && own == nil:
      classes.append(add(.color("color", .named(name))))
    case .named, .rgb, .pair, .translucent: break
    }
    return classes
  }

  /// The colour that replaces an illegible one where a view is; nil if it's legible there, or the style sheet's.
  func legible(_ color: Color, as use: ColorUse = .text, in view: LaidOutView?) -> Color? {
    (view.flatMap { gradientGround?.shades(at: $0.frame) } ?? solidGround).flatMap { Self.legible(color, as: use, on: $0) }
  }

  /// The colour that replaces an illegible one on a background; nil if it's legible there, or the style sheet's.
  private static func legible(_ color: Color?, as use: ColorUse, on ground: SystemPalette.Shades) -> Color? {
    guard case .named(let name)? = color, name != .accent, let shades = use.legible(name, on: ground), shades != use.shades(name)
    else { return nil }
    return shades.light == shades.dark ? .rgb(shades.light) : .pair(light: .rgb(shades.light), dark: .rgb(shades.dark))
  }

  /// The class of the colour of a label's icon, if it isn't the label's own.
  mutating func iconClasses(_ node: ViewNode, _ style: ResolvedStyle, in place: Place) -> [String] {
    guard node.iconUse == .icon, let color = style.color, !color.isShadeOfText else { return [] }
    return [add(legible(color, as: .icon, in: place.layout).map { .color("color", $0) } ?? .fill("color", color))]
  }

  /// The classes of a card with its own background.
  mutating func ground(_ background: Background) -> [String] {
    var classes = [add(background.gradient.map { .gradient("background", $0) } ?? .fill("background", background.color))]
    if let shades = SystemPalette.fill(background.color) {
      classes += Declaration.textColors(on: shades).map { add($0) } + [add(.color("color", .named(.label)))]
    }
    return classes
  }

  /// The classes of a header at the top of an image, whose colours are the gradient's.
  mutating func header(on background: Background?) -> [String] {
    guard background?.image != nil, let top = background?.gradient?.color(at: 0.05), let shades = SystemPalette.fill(top) else {
      return []
    }
    return Declaration.textColors(on: shades).map { add($0) }
  }

  /// The classes for the differences from the inherited font.
  mutating func font(_ node: ViewNode, _ style: ResolvedStyle, _ parent: ResolvedStyle) -> [String] {
    var classes: [String] = []
    if let scale = node.style.minScale, scale > 0, scale < 1, node.style.lineLimit == 1 || node.isControl {
      // Only the browser knows a text's width: this is an estimate from its length.
      classes.append(
        add(
          .shrinkingFontSize(
            style.font.size, scale: scale, characters: min(500, node.text?.count ?? 1),
            within: node.style.width.map(sane))))
    } else if let size = fontSizeInFrame(of: node, style) {
      classes.append(add(.fontSize(size)))
    } else if style.font.size != parent.font.size {
      classes.append(add(.fontSize(style.font.size)))
    }
    return classes + typeface(style.font, within: parent.font)
  }

  /// The classes for the differences from the inherited weight, slant and typeface.
  mutating func typeface(_ font: ResolvedFont, within parent: ResolvedFont) -> [String] {
    var classes: [String] = []
    if font.weight != parent.weight { classes.append(add(.number("font-weight", font.weight.number))) }
    if font.italic != parent.italic {
      classes.append(add(.word("font-style", font.italic ? "italic" : "normal")))
    }
    // A font that comes with the card has one weight and slant.
    let isOther =
      fonts == nil ? (font.design, font.isDisplay) != (parent.design, parent.isDisplay) : PageFont.Use(font) != .init(parent)
    if isOther { classes.append(family(of: font)) }
    return classes
  }

  /// The class of a font's families: those that come with the card, or the reader's.
  mutating func family(of font: ResolvedFont) -> String {
    if let fonts, let stack = fonts.stack(of: font) { return add(stack) }
    switch font.design {
    case .standard: return font.isDisplay ? "display" : "standard"
    case .monospaced: return "mono"
    case .rounded: return "rounded"
    case .serif: return "serif"
    }
  }
}

extension Color {
  /// Whether it's the colour of texts or a shade of it, which is the same for icons.
  fileprivate var isShadeOfText: Bool { if case .named(let name) = self { !name.isHue } else { false } }
}

extension FontWeight {
  /// CSS Fonts 4, 2.2.
  var number: Double {
    switch self {
    case .ultralight: 100
    case .thin: 200
    case .light: 300
    case .regular: 400
    case .medium: 500
    case .semibold: 600
    case .bold: 700
    case .heavy: 800
    case .black: 900
    }
  }
}
