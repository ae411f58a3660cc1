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
  private struct Key: Hashable {
    let proposal: Proposal
    let container: Proposal
    let form: RowForm
  }

  private struct Entry {
    let key: Key
    let measurement: Measurement
  }

  /// The base of relative sizes. Measurements for another one are kept, but not found.
  var container = Proposal.ideal
  /// The form of a row, likewise.
  var form = RowForm()
  private var few: [Entry] = []
  private var many: [Key: Measurement] = [:]

  /// Whether it has more than any usual view needs.
  var isFull: Bool { many.count >= 32 }

  subscript(proposal: Proposal) -> Measurement? {
    get {
      for entry in few where entry.key.proposal == proposal && entry.key.container == container && entry.key.form == form {
        return entry.measurement
      }
      return many.isEmpty ? nil : many[Key(proposal: proposal, container: container, form: form)]
    }
    set {
      guard let newValue else { return }
      let key = Key(proposal: proposal, container: container, form: form)
      if few.count < 8 { few.append(Entry(key: key, measurement: newValue)) } else { many[key] = newValue }
    }
  }

  /// The highest of the first ones that fit into a space and show something.
  func largest(in space: Proposal) -> Measurement? {
    few.lazy.map(\.measurement).filter {
      !$0.showsNothing && $0.size.width <= space.width ?? .infinity && $0.size.height <= space.height ?? .infinity
    }.max { $0.size.height < $1.size.height }
  }

  /// The first one that shows something.
  var first: Measurement? { few.lazy.map(\.measurement).first { !$0.showsNothing && $0.size.width > 0 && $0.size.height > 0 } }
}
