import WidgetModel
import WidgetPainting
import WidgetRendering

/// A widget on its card: title bar, view inside the snapshot's insets, a failure at the foot. Everything has its place; nothing is
/// drawn yet.
struct Card {
  static let radius = 22.0
  static let margin = 16.0
  /// A card with an exact height under this has no title bar.
  private static let leastHeightWithTitle = 72.0
  private static let mostHeight = 8192.0
  /// A view with less than this shows what is first in it.
  private static let leastHeightOfSome = 40.0
  /// What stays free at the sides and at the bottom, whatever a script asks for.
  private static let leastInset = 8.0

  var size: Size
  var title: CardTitle?
  var view: LaidOutView?
  /// Where the view may draw.
  var viewFrame: Frame
  var foot: LaidOutView?

  init(_ request: RenderingRequest, _ context: LayoutContext, _ book: TextBook) {
    let snapshot = request.snapshot
    var insets = Self.sane(snapshot.insets, width: request.width)
    let showsTitle = request.height.map { $0 >= Self.leastHeightWithTitle } ?? true
    if let height = request.height, !showsTitle {
      // A card of a line or two has no room for the insets of a panel.
      insets.top = min(insets.top, height / 10)
      insets.bottom = min(insets.bottom, height / 10)
    }
    title = showsTitle ? CardTitle(request, book: book, clock: context.clock) : nil
    let layout = Layout(context)
    let width = max(1, request.width - insets.left - insets.right)
    let top = title.map { $0.frame.maxY + insets.top } ?? max(insets.top, min(Self.margin, insets.bottom))
    let footNode = snapshot.failure.map { Self.foot($0, isLow: request.height.map { $0 < 200 } ?? false) }
    let footMargin = min(Self.margin, request.width / 8)
    let footWidth = max(1, request.width - 2 * footMargin)
    let footHeight = footNode.map { layout.layout($0, width: footWidth, maxHeight: (request.height ?? 400) / 2).frame.height }
    let footRoom = footHeight.map { $0 + 8 } ?? 0

    let node = Self.view(snapshot)
    // The limit is the card's.
    var room = max(1, Self.mostHeight - top - footRoom - insets.bottom)
    if let height = request.height { room = max(0, height - top - footRoom - insets.bottom) }
    let isCompact = request.height == nil && snapshot.displayMode(asked: request.displayMode) == .compact
    if isCompact { room = SurfaceSize.compactHeight }
    if let node {
      var height = request.height.map { _ in room } ?? (isCompact ? room : nil)
      if height == nil {
        let own = layout.layout(node, width: width, maxHeight: room, x: insets.left, y: top)
        height = own.frame.height
        view = own
      }
      // A script that asks for a height counts in the lines of its own screen: nothing is cut off because ours are higher.
      let preferred = snapshot.preferredSize.height
      if request.height == nil, !isCompact, preferred.isFinite, let needed = height, preferred > needed {
        height = min(preferred, room)
        view = nil
      }
      if let height, request.height != nil, height < Self.leastHeightOfSome {
        // One line has room for the first line, and none for a bit of every view.
        view = layout.layout(node, width: width, maxHeight: Self.mostHeight, x: insets.left, y: top)
      }
      if view == nil { view = layout.layout(node, width: width, height: height, maxHeight: room, x: insets.left, y: top) }
      viewFrame = Frame(x: insets.left, y: top, width: width, height: height ?? 0)
    } else {
      viewFrame = Frame(x: insets.left, y: top, width: width, height: 0)
    }
    let end = viewFrame.maxY + footRoom + insets.bottom
    size = Size(width: request.width, height: request.height ?? end.rounded(.up))
    if let footNode, let footHeight {
      foot = layout.layout(
        footNode, width: footWidth, maxHeight: footHeight, x: footMargin,
        y: size.height - max(insets.bottom, min(12, footMargin)) - footHeight)
    }
  }

  /// What is shown; nil for a widget that hid itself and then failed, which shows why it failed and not what it hid.
  private static func view(_ snapshot: Snapshot) -> ViewNode? {
    if snapshot.hasContent, let view = snapshot.view { return view }
    if snapshot.failure != nil { return nil }
    var note = ViewNode(.text(snapshot.hasContent ? "No data yet" : "Nothing to show"))
    note.style.color = .named(.secondary)
    note.style.font = .style(.subheadline)
    return note
  }

  /// Why the newest update failed, as a view like any other.
  private static func foot(_ failure: Failure, isLow: Bool) -> ViewNode {
    let color = Color.named(FailureText.color(failure.kind))
    var icon = ViewNode(.icon("exclamationmark.triangle.fill"))
    icon.style.color = color
    icon.style.font = .style(.footnote)
    var lines: [ViewNode] = []
    for (index, paragraph) in FailureText.paragraphs(failure).enumerated() where index == 0 || !isLow {
      var line = ViewNode(.text(paragraph))
      line.style.font = .style(.footnote)
      line.style.color = .named(index == 0 ? .label : .secondary)
      line.style.lineLimit = isLow ? 1 : 4
      lines.append(line)
    }
    var words = ViewNode(.vstack, children: lines)
    words.style.spacing = 2
    var row = ViewNode(.hstack, children: [icon, words])
    row.style.align = .top
    row.style.spacing = 6
    return row
  }

  /// Insets that leave at least half of the card to the view, and keep it out of the round corners.
  private static func sane(_ insets: EdgeInsets, width: Double) -> EdgeInsets {
    func sane(_ length: Double, _ least: Double, _ most: Double) -> Double {
      min(most, max(least, length.isFinite ? length : 0))
    }
    return EdgeInsets(
      top: sane(insets.top, 0, 100), left: sane(insets.left, leastInset, width / 4),
      bottom: sane(insets.bottom, leastInset, 100), right: sane(insets.right, leastInset, width / 4))
  }
}
