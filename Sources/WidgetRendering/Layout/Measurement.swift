import WidgetModel

/// A view's size for a proposal, with everything inside. Frames are relative to the view's top left corner.
final class Measurement {
  var size: Size
  /// From the top to the first line's baseline.
  var baseline: Double
  var content: Frame
  var lines: [LaidOutText] = []
  var symbol: LaidOutText?
  var indicator: Frame?
  var indicatorShape = IndicatorShape.bar
  /// The view's font, if it was made smaller to fit.
  var font: ResolvedFont?
  var children: [Child] = []
  /// Whether it has content, but no space to show any of it. Its background isn't drawn either.
  var showsNothing = false
  /// The padding it was measured with, in all.
  var pads = Size.zero
  /// Whether something in it is left out, cut, or smaller than it should be.
  var isCut = false
  /// The view's measurement in a larger space, if it's drawn smaller as a whole.
  var scaled: (inner: Measurement, scale: Double)?

  /// A view inside, and its position.
  struct Child {
    let element: LayoutElement
    var x: Double
    var y: Double
    let measurement: Measurement
  }

  init(size: Size, baseline: Double = 0) {
    self.size = size
    self.baseline = baseline
    content = Frame(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// Moves the content, for padding and alignment.
  func shift(x: Double, y: Double) {
    guard x != 0 || y != 0 else { return }
    content = content.moved(x, y)
    baseline += y
    lines = lines.map { $0.moved(x, y) }
    symbol = symbol?.moved(x, y)
    indicator = indicator?.moved(x, y)
    for index in children.indices {
      children[index].x += x
      children[index].y += y
    }
  }
}

/// The measured sizes of a view, by proposal.
///
/// Most views have two or three, which a linear search finds faster than hashing would; a view deep inside stacks can have many.
struct MeasurementCache {
  private struct Entry {
    let proposal: Proposal
    let measurement: Measurement
  }

  private var few: [Entry] = []
  private var many: [Proposal: Measurement] = [:]

  subscript(proposal: Proposal) -> Measurement? {
    get {
      for entry in few where entry.proposal == proposal { return entry.measurement }
      return many.isEmpty ? nil : many[proposal]
    }
    set {
      guard let newValue else { return }
      if few.count < 8 { few.append(Entry(proposal: proposal, measurement: newValue)) } else { many[proposal] = newValue }
    }
  }
}
