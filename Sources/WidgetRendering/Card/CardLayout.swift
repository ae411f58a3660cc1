package import WidgetModel

/// A widget's card, laid out: title bar, view inside the snapshot's insets, failure below.
package struct CardLayout: Sendable {
  private static let standardRadius = 22.0
  static let margin = 16.0
  /// A card with an exact height below this has no title bar.
  private static let minimumHeightWithTitle = 72.0
  private static let maximumHeight = 8192.0
  /// A view lower than this shows its first line, scaled down if necessary, rather than parts of every view.
  private static let minimumViewHeight = 40.0
  package var size: Size
  /// The radius of the corners.
  package var radius: Double
  package var title: CardTitle?
  package var view: LaidOutView?
  /// The view is clipped to this.
  package var viewFrame: Frame
  /// Where the origin of the view's layout goes, and its scale.
  package var viewOrigin = (x: 0.0, y: 0.0)
  package var viewScale = 1.0
  package var failure: LaidOutView?
  /// Everything the view had to leave out.
  package var report = FitReport()
  /// Behind everything on the card.
  package var background: Background?

  /// - Parameter context: Everything the layout of the view depends on, except the text size, which the request has.
  package init(_ request: CardRequest, _ context: LayoutContext) {
    let snapshot = request.snapshot
    var context = context
    context.textSize = context.textSize.onCard(of: request.family)
    var insets = Self.sane(snapshot.insets, width: request.width)
    let isInline =
      request.family == .inline
      || request.height.map { $0 <= SurfaceSize.inlineCardHeight(at: request.textSize, of: request.family) } ?? false
    let content = CardContent(
      snapshot, clock: context.clock, isStale: request.isStale, showsAge: request.showsAge, isRedacted: request.isRedacted,
      isOneLine: isInline || request.family?.isAccessory == true,
      family: isInline
        ? .inline : request.family ?? request.height.map { $0 < Self.minimumHeightWithTitle ? .rectangular : .medium })
    background = content.background
    let showsTitle = content.showsTitle && request.height.map { $0 >= Self.minimumHeightWithTitle } ?? true
    insets = insets.onCard(of: isInline ? .inline : request.family, height: request.height, showsTitle: showsTitle)
    title =
      showsTitle
      ? CardTitle(content, width: request.width, textSize: min(request.textSize, .largestInTitle), measurer: context.measurer)
      : nil
    let layout = Layout(context)
    let width = max(1, request.width - insets.left - insets.right)
    let top = (title?.frame.maxY ?? 0) + insets.top
    let failureNode = content.footer.map {
      Self.view(of: $0, isLow: request.height.map { $0 < 200 } ?? false, isRightToLeft: content.isRightToLeft)
    }
    let failureMargin = min(Self.margin, request.width / 8)
    let failureWidth = max(1, request.width - 2 * failureMargin)
    let failureHeight = failureNode.map {
      layout.layout($0, width: failureWidth, maxHeight: (request.height ?? 400) / 2).frame.height
    }
    let failureSpace = failureHeight.map { $0 + 8 } ?? 0

    // The maximum height is the whole card's.
    var space = max(1, Self.maximumHeight - top - failureSpace - insets.bottom)
    if let height = request.height { space = max(0, height - top - failureSpace - insets.bottom) }
    let isCompact = request.height == nil && snapshot.displayMode(asked: request.displayMode) == .compact
    if isCompact { space = SurfaceSize.compactHeight }
    if var node = content.body {
      var height = request.height.map { _ in space } ?? (isCompact ? space : nil)
      if height == nil {
        let own = layout.fitted(node, width: width, maxHeight: space, x: insets.left, y: top)
        height = own.view.frame.height
        (view, report) = (own.view, own.report)
        if own.isNotice { node = WorkNotice.view(content.words, isLow: false) }
      }
      // A preferred height is a minimum: the script doesn't know how high our lines are.
      let preferred = snapshot.preferredSize.height
      if request.height == nil, !isCompact, preferred.isFinite, let needed = height, preferred > needed {
        height = min(preferred, space)
        view = nil
      }
      viewFrame = Frame(x: insets.left, y: top, width: width, height: height ?? 0)
      if let height, content.family == .inline {
        let line = Self.row(node, in: Frame(x: insets.left, y: top, width: width, height: height), layout)
        (view, viewFrame, viewOrigin, viewScale) = (line.view, line.frame, line.origin, line.scale)
      } else if let height, request.height != nil, height < Self.minimumViewHeight {
        let line = Self.line(of: node, in: viewFrame, layout)
        (view, viewFrame, viewOrigin, viewScale) = (line.view, line.frame, line.origin, line.scale)
      } else if view == nil {
        let own = layout.fitted(node, width: width, height: height, maxHeight: space, x: insets.left, y: top)
        (view, report) = (own.view, own.report)
      }
      if request.height != nil, view?.showsContent == false {
        // No card is blank.
        let line = Self.row(layout.firstLine(of: node), in: viewFrame, layout)
        if line.view.showsContent { (view, viewFrame, viewOrigin, viewScale) = (line.view, line.frame, line.origin, line.scale) }
      }
    } else {
      viewFrame = Frame(x: insets.left, y: top, width: width, height: 0)
    }
    let end = viewFrame.maxY + failureSpace + insets.bottom
    size = Size(width: request.width, height: request.height ?? end.rounded(.up))
    radius = min(
      request.family == .circular ? .infinity : request.theme.cornerRadius ?? Self.standardRadius, size.height / 2, size.width / 2
    )
    if let failureNode, let failureHeight {
      failure = layout.layout(
        failureNode, width: failureWidth, maxHeight: failureHeight, x: failureMargin,
        y: size.height - max(insets.bottom, min(12, failureMargin)) - failureHeight)
    }
  }

  /// Fits a one-line row into a space: scaled down if necessary, and truncated where it would get too small.
  private static func row(
    _ node: ViewNode, in space: Frame, _ layout: Layout
  ) -> (view: LaidOutView, frame: Frame, origin: (x: Double, y: Double), scale: Double) {
    let layout = layout.unscaled
    let ideal = layout.idealSize(of: node)
    let across = max(Layout.smallestRowScale(at: layout.context.textSize), min(1, space.width / max(1, ideal.width)))
    let scale = max(0.1, min(across, space.height / max(1, ideal.height)))
    let view = layout.layout(node, width: space.width / scale, maxHeight: maximumHeight)
    let height = view.frame.height * scale
    let shown = Frame(x: space.x, y: middle(height, in: space), width: space.width, height: height)
    return (view, shown, (shown.x, shown.y), scale)
  }

  /// Lays the view out at full height and fits its first line into a space.
  private static func line(
    of node: ViewNode, in space: Frame, _ layout: Layout
  ) -> (view: LaidOutView, frame: Frame, origin: (x: Double, y: Double), scale: Double) {
    let layout = layout.unscaled
    func line(_ scale: Double) -> (view: LaidOutView, frame: Frame) {
      let view = layout.layout(node, width: space.width / scale, maxHeight: maximumHeight)
      return (view, firstLine(of: view))
    }
    func fitting(_ frame: Frame) -> Double { frame.height > 0 ? min(1, max(0.1, space.height / frame.height)) : 1 }
    var (laidOut, frame) = line(1)
    var scale = fitting(frame)
    if scale < 1 {
      // When smaller, more fits side by side.
      (laidOut, frame) = line(scale)
      scale = min(scale, fitting(frame))
    }
    let height = frame.height * scale
    let shown = Frame(x: space.x, y: middle(height, in: space), width: space.width, height: height)
    return (laidOut, shown, (space.x, shown.y - frame.y * scale), scale)
  }

  /// Where something of a height begins in the middle of a space, at a whole point: browsers round what's scaled there.
  private static func middle(_ height: Double, in space: Frame) -> Double {
    space.y + ((space.height - height) / 2).rounded(.down)
  }

  /// The frame of the first view that isn't a column.
  private static func firstLine(of view: LaidOutView) -> Frame {
    switch view.node.content.traits.axis {
    case .vertical, .alternatives: view.children.first { $0.frame.height > 0 }.map(firstLine) ?? view.frame
    case .horizontal, .depth, .grid, nil: view.frame
    }
  }

  /// - Parameter isLow: Whether to show only the reason, on one line.
  private static func view(of failure: FailureNotice, isLow: Bool, isRightToLeft: Bool) -> ViewNode {
    var icon = ViewNode(.icon("exclamationmark.triangle.fill"))
    icon.style.color = .named(failure.color)
    icon.style.font = .style(.footnote)
    var lines: [ViewNode] = []
    for (index, paragraph) in failure.paragraphs.enumerated() where index == 0 || !isLow {
      var line = ViewNode(.text(paragraph))
      line.style.font = .style(.footnote)
      line.style.color = .named(index == 0 ? .label : .secondary)
      line.style.lineLimit = isLow ? 1 : 4
      lines.append(line)
    }
    var column = ViewNode(.vstack, children: lines)
    column.style.spacing = 2
    var row = ViewNode(.hstack, children: [icon, column])
    row.style.align = .top
    row.style.spacing = 6
    if isRightToLeft { row.style.layoutDirection = .rightToLeft }
    return row
  }

  /// Insets that leave at least half the width to the view.
  private static func sane(_ insets: EdgeInsets, width: Double) -> EdgeInsets {
    func sane(_ length: Double, _ maximum: Double) -> Double { min(maximum, max(0, length.isFinite ? length : 0)) }
    return EdgeInsets(
      top: sane(insets.top, 100), left: sane(insets.left, width / 4), bottom: sane(insets.bottom, 100),
      right: sane(insets.right, width / 4))
  }
}

extension Layout {
  /// A layout for what the card itself draws smaller.
  fileprivate var unscaled: Layout {
    var context = context
    context.scalesContent = false
    return Layout(context)
  }
}
