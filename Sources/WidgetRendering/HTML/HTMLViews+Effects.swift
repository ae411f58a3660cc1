import WidgetModel

extension HTMLViews {
  /// The classes for fields few views have.
  mutating func classes(for effects: ViewEffects, _ node: ViewNode, _ place: Place) -> [String] {
    var classes: [String] = []
    if let isTabular = effects.isTabular {
      classes.append(add(isTabular ? .word("font-variant-numeric", "tabular-nums") : .word("font-variant-numeric", "normal")))
    }
    switch effects.textAlign {
    case .leading: classes.append(add(isRightToLeft ? .word("--align", "right") : .word("--align", "start")))
    case .center: classes.append(add(.word("--align", "center")))
    case .trailing: classes.append(add(isRightToLeft ? .word("--align", "left") : .word("--align", "end")))
    case nil: break
    }
    if let spacing = effects.lineSpacing { classes.append(add(.length("--leading", min(200, sane(spacing))))) }
    if let tint = effects.tint { classes += Declaration.tint(tint).map { add($0) } }
    if let offset = effects.offset {
      let (x, y) = SurfaceMetrics.points.moved(offset)
      classes.append(add(.offset(x: isRightToLeft ? -x : x, y: y)))
    }
    if let rotation = effects.rotation, rotation.isFinite { classes.append(add(.rotation(rotation))) }
    if let shadow = effects.shadow { classes.append(add(.shadow(shadow))) }
    if effects.clips == true { classes.append("clips") }
    if let corners = effects.corners {
      let radii = [corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft]
      classes += [add(.lengths("border-radius", radii)), "clips"]
    }
    if let part = effects.relativeWidth {
      // In a row, the width belongs to its track.
      let isTrack = if case .row = place { true } else { false }
      classes.append(add(.percentage("width", isTrack ? 1 : part)))
    }
    if let part = effects.relativeHeight { classes.append(add(.percentage("height", part))) }
    return classes
  }

  /// An image behind a view; nil if it isn't in the page.
  func backdrop(_ source: ImageSource) -> Markup? {
    guard case .bytes(let bytes) = source, let data = ImageData(bytes) else { return nil }
    return .element(.img, .classes(["backdrop"]), .src(data), .text(.alt, ""))
  }

  // MARK: Shapes

  mutating func shape(_ shape: Shape, _ node: ViewNode, _ style: ResolvedStyle, _ classes: [String]) -> Markup {
    let effects = node.style.effects
    let attributes = accessibility(node, role: "img")
    var classes = ["shape"] + classes
    switch shape {
    case .path(let data): return path(data, effects, style, classes, attributes)
    case .circle: classes.append("disc")
    case .capsule: classes.append("pill")
    case .rectangle: break
    }
    if node.style.width == nil, node.style.height == nil, effects?.relativeWidth == nil, effects?.relativeHeight == nil {
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

  /// Path data in a square of 100, from our own numbers.
  private static func data(_ path: VectorPath) -> String {
    func number(_ value: Double) -> String { CSSNumber.text(value * 100) }
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

extension Markup {
  /// The same element with another one added at its start.
  func with(first child: Markup) -> Markup {
    guard case .element(let name, let attributes, let children) = self else { return self }
    return .element(name, attributes, [child] + children)
  }
}
