import WidgetModel

/// The view of an `inline` card: the first line of a widget's view as a row of icons and texts in body text.
enum InlineLine {
  /// The row's smallest scale. Below it, texts are truncated.
  static let smallestScale = 0.65
  private static let spacing = 6.0
  private static let depth = 32

  static func row(_ view: ViewNode) -> ViewNode {
    var leaves = line(view, in: ViewStyle(), depth: depth)
    while leaves.last?.isSpacer == true { leaves.removeLast() }
    // A view with nothing but shapes is a dot.
    if leaves.isEmpty, let dot = dot(in: view, depth: depth) { leaves = [dot] }
    var row = ViewNode(.hstack, children: leaves)
    row.style.spacing = spacing
    row.style.layoutDirection = view.style.layoutDirection
    return row
  }

  /// The first shape, as a small circle.
  private static func dot(in view: ViewNode, depth: Int) -> ViewNode? {
    guard depth > 0, view.style.hidden != true, view.content != .private else { return nil }
    if case .shape = view.content {
      var dot = ViewNode(.shape(.circle))
      dot.style.color = view.style.color
      dot.style.setEffect(\.fill, to: view.style.effects?.fill ?? view.style.effects?.stroke)
      (dot.style.width, dot.style.height) = (10, 10)
      return dot
    }
    return view.children.lazy.compactMap { self.dot(in: $0, depth: depth - 1) }.first
  }

  /// A text with a warning sign before it.
  static func warning(_ text: String, _ color: ColorName) -> ViewNode {
    var line = ViewNode(.text(text))
    line.style.lineLimit = 1
    var row = ViewNode(.hstack, children: [sign(color), line])
    row.style.spacing = spacing
    return row
  }

  static func sign(_ color: ColorName) -> ViewNode {
    var sign = ViewNode(.icon("exclamationmark.triangle.fill"))
    sign.style.color = .named(color)
    sign.style.priority = 1
    return sign
  }

  /// The first line of a view, including everything side by side.
  ///
  /// - Parameter style: The style of the containers, which aren't in the row.
  private static func line(_ view: ViewNode, in style: ViewStyle, depth: Int) -> [ViewNode] {
    guard depth > 0, view.style.hidden != true else { return [] }
    let style = inherited(style, view.style)
    func lines(_ views: [ViewNode]) -> [ViewNode] { views.flatMap { leaves($0, in: style, depth: depth - 1) } }
    switch view.content.traits.axis {
    case .alternatives: return view.children.first.map { line($0, in: style, depth: depth - 1) } ?? []
    case .vertical:
      // The first line with something in it.
      for child in view.children where !child.isSpacer && child.content != .divider {
        let found = line(child, in: style, depth: depth - 1)
        if !found.isEmpty { return view.content == .private ? [concealed(found)] : found }
      }
      return []
    case .horizontal: return lines(view.children)
    case .grid: return lines(Array(view.children.prefix(max(1, view.content.columns.count))))
    case .depth: return front(view, in: style, depth: depth)
    case nil: return leaves(view, in: style, depth: depth)
    }
  }

  /// All views inside a row's container.
  private static func leaves(_ view: ViewNode, in outer: ViewStyle, depth: Int) -> [ViewNode] {
    guard depth > 0, view.style.hidden != true else { return [] }
    let style = inherited(outer, view.style)
    switch view.content.traits.axis {
    case .alternatives: return view.children.first.map { leaves($0, in: style, depth: depth - 1) } ?? []
    case .vertical, .horizontal, .grid:
      let views = view.children.flatMap { leaves($0, in: style, depth: depth - 1) }
      return view.content == .private ? [concealed(views)] : views
    case .depth: return front(view, in: style, depth: depth)
    case nil:
      if view.content.traits.contains(.separator) { return [] }
      return view.isSpacer ? [ViewNode(.spacer(minLength: nil))] : leaf(view, style)
    }
  }

  private static func concealed(_ views: [ViewNode]) -> ViewNode {
    var row = ViewNode(.hstack, children: views)
    row.style.spacing = spacing
    return ViewNode(.private, children: [row])
  }

  /// The topmost overlapping view with text, else the last one.
  private static func front(_ view: ViewNode, in style: ViewStyle, depth: Int) -> [ViewNode] {
    let all = view.children.reversed().map { leaves($0, in: style, depth: depth - 1) }.filter { !$0.isEmpty }
    return all.first { $0.contains { $0.text != nil } } ?? all.first ?? []
  }

  private static func leaf(_ view: ViewNode, _ style: ViewStyle) -> [ViewNode] {
    var leaf = view
    leaf.style = ViewStyle()
    // All of it is body text.
    for index in leaf.spans.indices { leaf.spans[index].font = nil }
    leaf.style.id = view.style.id
    leaf.style.accessibility = view.style.accessibility
    leaf.style.color = style.color
    if view.style.background != nil, view.style.background != .named(.clear) {
      leaf.style.background = view.style.background
      leaf.style.cornerRadius = view.style.cornerRadius
      leaf.style.padding = EdgeInsets(top: 0, left: 5, bottom: 0, right: 5)
    }
    if leaf.style.background == nil, style.background != nil, case .rgb = style.color { leaf.style.color = nil }
    leaf.style.weight = style.weight
    leaf.style.italic = style.italic
    leaf.style.monospaced = style.monospaced
    leaf.style.opacity = style.opacity
    leaf.style.priority = view.style.priority
    leaf.style.truncation = view.style.truncation
    if case .text("") = view.content { return [] }
    let traits = view.content.traits
    if !traits.contains(.control), traits.contains(.words) || traits.contains(.animated) { leaf.style.lineLimit = 1 }
    if case .image = view.content {
      leaf.style.height = SurfaceSize.inlineHeight
      leaf.style.aspectRatio = view.style.aspectRatio ?? ratio(view.style)
    }
    if case .progress(let value, _) = view.content {
      leaf.content = .progress(value, shape: .bar)
      leaf.style.setEffect(\.interval, to: view.style.effects?.interval)
      leaf.style.width = 64
    }
    if case .gauge(let gauge) = view.content {
      let texts = [gauge.text, gauge.valueText].compactMap { $0 }.filter { !$0.isEmpty }
      if texts.isEmpty {
        leaf.content = .progress(gauge.fraction, shape: .bar)
        leaf.style.width = 64
      } else {
        leaf.content = .text(texts.joined(separator: " "))
        leaf.style.lineLimit = 1
        leaf.style.color = nil
      }
    }
    if case .chart(var chart) = view.content {
      guard chart.type != .pie else { return [] }
      chart.type = .spark
      leaf.content = .chart(chart)
      leaf.style.width = 64
      leaf.style.height = SurfaceSize.inlineHeight
    }
    if case .shape(let shape) = view.content {
      // A dot. Lines and surfaces have no place here.
      guard shape == .circle else { return [] }
      leaf.style.effects = view.style.effects
      leaf.style.setEffect(\.offset, to: nil)
      (leaf.style.width, leaf.style.height) = (10, 10)
    }
    return [leaf]
  }

  private static func ratio(_ style: ViewStyle) -> Double? {
    guard let width = style.width, let height = style.height, width > 0, height > 0 else { return nil }
    return width / height
  }

  /// A container's inherited fields, replaced by the view's own.
  private static func inherited(_ outer: ViewStyle, _ own: ViewStyle) -> ViewStyle {
    var style = outer
    style.color = own.color ?? outer.color
    // A container's background isn't in the row, so neither is a colour chosen for it.
    if own.background != nil { style.background = own.background }
    style.weight = own.weight ?? outer.weight ?? (own.font == .style(.headline) ? .semibold : nil)
    style.italic = own.italic ?? outer.italic
    style.monospaced = own.monospaced ?? outer.monospaced
    if let opacity = own.opacity { style.opacity = (outer.opacity ?? 1) * opacity }
    return style
  }
}
