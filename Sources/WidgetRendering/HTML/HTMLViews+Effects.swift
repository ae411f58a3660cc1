import WidgetModel

extension HTMLViews {
  /// The classes for fields few views have.
  mutating func classes(for effects: ViewEffects, _ node: ViewNode, _ place: Place) -> [String] {
    var classes: [String] = []
    if let isTabular = effects.isTabular {
      classes.append(add(isTabular ? .word("font-variant-numeric", "tabular-nums") : .word("font-variant-numeric", "normal")))
    }
    switch place.layout == nil ? effects.textAlign : nil {
    case .leading: classes.append(add(isRightToLeft ? .word("--align", "right") : .word("--align", "start")))
    case .center: classes.append(add(.word("--align", "center")))
    case .trailing: classes.append(add(isRightToLeft ? .word("--align", "left") : .word("--align", "end")))
    case nil: break
    }
    if let spacing = effects.lineSpacing, place.layout == nil {
      classes.append(add(.length("--leading", min(200, sane(spacing)))))
    }
    if let tint = effects.tint { classes += Declaration.tint(tint).map { add($0) } }
    if let offset = effects.offset, place.layout == nil {
      let (x, y) = SurfaceMetrics.points.moved(offset)
      classes.append(add(.offset(x: isRightToLeft ? -x : x, y: y)))
    }
    if let rotation = effects.rotation, rotation.isFinite { classes.append(add(.rotation(rotation))) }
    if let shadow = effects.shadow { classes.append(add(.shadow(shadow))) }
    if effects.material != nil { classes.append("material") }
    if effects.clips == true { classes.append("clips") }
    if case .image(_, .fill) = node.content, let focus = effects.focus { classes.append(add(.position(focus))) }
    if let corners = effects.corners {
      let radii = [corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft]
      classes += [add(.lengths("border-radius", radii)), "clips"]
    }
    guard place.layout == nil else { return classes }
    if let part = effects.relativeWidth {
      // In a row, the width belongs to its track.
      let isTrack = if case .row = place { true } else { false }
      classes.append(add(.percentage("width", isTrack ? 1 : part)))
    }
    if case .cell = place, let span = effects.columnSpan, span > 1 {
      classes.append(add(.span("grid-column", min(100, span))))
    }
    if let part = effects.relativeHeight { classes.append(add(.percentage("height", part))) }
    return classes
  }

  /// An image behind a view; nil if it isn't in the page.
  ///
  /// - Parameter blur: A length in points.
  mutating func backdrop(_ source: ImageSource, blur: Double? = nil) -> Markup? {
    guard let blur, sane(blur) > 0 else {
      return picture(source) { image, shown in .element(.img, .classes(["backdrop"] + shown), .src(image), .text(.alt, "")) }
    }
    let radius = min(Background.largestBlur, sane(blur))
    // A little larger than what clips it, so its edges stay opaque.
    let classes = [
      "blurred", add(.blur(radius)), add(.position("inset", -2 * radius)), add(.grown("width", by: 4 * radius)),
      add(.grown("height", by: 4 * radius)),
    ]
    let image = picture(source) { image, shown in .element(.img, .classes(classes + shown), .src(image), .text(.alt, "")) }
    return image.map { .element(.div, .classes(["backdrop", "clips"]), children: [$0]) }
  }

  /// An image's element, or one for each appearance; nil if none is in the page.
  ///
  /// - Parameter element: Makes an element with further classes.
  func picture(_ source: ImageSource, _ element: (ImageData, [String]) -> Markup) -> Markup? {
    func data(_ scheme: ColorScheme) -> ImageData? {
      if case .bytes(let bytes) = source.resolved(scheme) { ImageData(bytes) } else { nil }
    }
    guard case .pair = source else { return data(.light).map { element($0, []) } }
    switch (data(.light), data(.dark)) {
    case (let light?, let dark?):
      return .element(.span, .classes(["part"]), children: [element(light, ["in-light"]), element(dark, ["in-dark"])])
    case (let only?, nil), (nil, let only?): return element(only, [])
    case (nil, nil): return nil
    }
  }

  // MARK: Shapes

  mutating func shape(
    _ shape: Shape, _ node: ViewNode, _ style: ResolvedStyle, _ classes: [String], in place: Place
  ) -> Markup {
    let effects = node.style.effects
    let attributes = accessibility(node, role: "img")
    var classes = ["shape"] + classes
    if let stroke = effects?.stroke, let line = effects?.strokeStyle {
      return outlined(shape, stroke, line, node, place.layout?.frame, classes, attributes)
    }
    switch shape {
    case .path(let data): return path(data, effects, style, classes, attributes)
    case .circle: classes.append("disc")
    case .capsule: classes.append("pill")
    case .rectangle: break
    }
    if place.layout == nil, node.style.width == nil, node.style.height == nil, effects?.relativeWidth == nil,
      effects?.relativeHeight == nil
    {
      classes.append(add(.length("min-height", Shape.idealSide)))
    }
    if let gradient = effects?.fillGradient {
      classes.append(add(.gradient("background", gradient)))
    } else if let fill = effects?.fill {
      classes.append(add(.fill("background", fill)))
    } else if effects?.stroke == nil {
      classes.append(add(.fill("background", style.color ?? .named(.label))))
    }
    if let stroke = effects?.stroke { classes.append(add(.border(stroke, width: effects?.lineWidth ?? 1))) }
    return element(.div, [.classes(classes)] + attributes, [])
  }

  private mutating func path(
    _ data: String, _ effects: ViewEffects?, _ style: ResolvedStyle, _ classes: [String], _ attributes: [MarkupAttribute?]
  ) -> Markup {
    let path = VectorPath(svg: data)
    if let gradient = effects?.fillGradient, effects?.stroke == nil, let outline = path.outlines.first {
      let colors = [add(.gradient("background", gradient)), add(.clip(to: outline.points))]
      return element(.div, [.classes(classes + colors)] + attributes, [])
    }
    let hasStroke = effects?.stroke != nil
    let fill = effects?.fill ?? (hasStroke ? nil : style.color ?? .named(.label))
    var own = [add(fill.map { .fill("fill", $0) } ?? .word("fill", "none"))]
    if let stroke = effects?.stroke {
      own += [add(.fill("stroke", stroke)), add(.length("stroke-width", effects?.lineWidth ?? 1))]
    }
    let shape = Markup.element(.path, .classes(own), .geometry(.d, Self.data(path)))
    return element(
      .svg,
      [.classes(classes), .geometry(.viewBox, "0 0 100 100"), .word(.preserveAspectRatio, "none")] + attributes, [shape])
  }

  /// A shape whose outline isn't a plain line, as the pieces of the line.
  private mutating func outlined(
    _ shape: Shape, _ stroke: Color, _ line: StrokeStyle, _ node: ViewNode, _ placed: Frame?, _ classes: [String],
    _ attributes: [MarkupAttribute?]
  ) -> Markup {
    let effects = node.style.effects
    let width = min(1000, sane(effects?.lineWidth ?? 1))
    // Points if the size is known; otherwise it's stretched, and the line may leave the frame by half its width.
    var frame = Frame(x: 0, y: 0, width: 100, height: 100)
    var inset = 0.0
    if let own = placed?.width ?? node.style.width, let height = placed?.height ?? node.style.height {
      (frame.width, frame.height) = (max(1, min(5000, sane(own))), max(1, min(5000, sane(height))))
      if case .path = shape {} else { inset = min(width, frame.width, frame.height) / 2 }
    }
    let corners = node.style.corners(in: frame)
    var children: [Markup] = []
    if let fill = effects?.fill {
      let inside = shape.outline(in: frame, corners: corners)
      children.append(.element(.path, .classes([add(.fill("fill", fill))]), .geometry(.d, Self.data(inside, scale: 1))))
    }
    let outline = shape.outline(in: frame, corners: corners, inset: inset)
    let pieces = StrokePieces(outline, line, color: stroke, in: frame, count: 48).pieces
    for (index, piece) in pieces.enumerated() {
      let isEnd = index == 0 || index == pieces.count - 1
      let cap: StaticString =
        switch isEnd ? line.cap ?? .round : .butt {
        case .butt: "butt"
        case .round: "round"
        case .square: "square"
        }
      var own = [
        add(.word("fill", "none")), add(.fill("stroke", piece.color)), add(.length("stroke-width", width)),
        add(.word("stroke-linecap", cap)),
      ]
      let dash = line.dash.prefix(StrokeStyle.longestDash).map { sane($0) }
      if dash.contains(where: { $0 > 0 }) { own.append(add(.lengths("stroke-dasharray", dash))) }
      children.append(.element(.path, .classes(own), .geometry(.d, Self.data(piece.path, scale: 1))))
    }
    let box = "0 0 \(CSSNumber.text(frame.width)) \(CSSNumber.text(frame.height))"
    return element(
      .svg,
      [
        .classes(classes), .geometry(.viewBox, box), shape == .circle ? nil : .word(.preserveAspectRatio, "none"),
      ] + attributes, children)
  }

  /// Path data in a square of 100, from our own numbers.
  static func data(_ path: VectorPath, scale: Double = 100) -> String {
    func number(_ value: Double) -> String { CSSNumber.text(value * scale) }
    func text(_ point: VectorPath.Point) -> String { "\(number(point.x)) \(number(point.y))" }
    return path.elements.map { element in
      switch element {
      case .move(let x, let y): "M\(number(x)) \(number(y))"
      case .line(let x, let y): "L\(number(x)) \(number(y))"
      case .curve(let one, let two, let end): "C\(text(one)) \(text(two)) \(text(end))"
      case .close: "Z"
      }
    }.joined()
  }
}

extension ViewNode {
  /// Whether it, or a view inside, can be tapped.
  var hasAction: Bool { action != nil || children.contains(where: \.hasAction) }
}

extension Markup {
  /// The same element, skipped by screen readers.
  var hiddenFromReaders: Markup {
    guard case .element(let name, let attributes, let children) = self else { return self }
    let others = attributes.filter { $0.name != .role && $0.name != .ariaLabel && $0.name != .ariaHidden }
    return .element(name, others + [.word(.ariaHidden, "true")], children)
  }

  /// The same element with another one added at its start.
  func with(first child: Markup) -> Markup {
    guard case .element(let name, let attributes, let children) = self else { return self }
    return .element(name, attributes, [child] + children)
  }
}
