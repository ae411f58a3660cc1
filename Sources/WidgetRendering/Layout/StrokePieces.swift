import WidgetModel

/// The line along a shape in pieces of one colour, for surfaces without gradients along lines.
struct StrokePieces {
  /// From the start of the line to its end.
  private(set) var pieces: [(path: VectorPath, color: Color)] = []

  /// - Parameters:
  ///   - outline: The whole outline.
  ///   - color: The colour without a gradient.
  ///   - count: The most pieces.
  init(_ outline: VectorPath, _ style: StrokeStyle, color: Color, in frame: Frame, count: Int) {
    let line = style.trim.map { outline.trimmed(from: $0.from, to: $0.to) } ?? outline
    guard !line.elements.isEmpty else { return }
    guard let gradient = style.gradient else {
      pieces = [(line, color)]
      return
    }
    let measured = MeasuredPath(line)
    for index in 0..<max(1, count) {
      let (from, to) = (Double(index) / Double(count), Double(index + 1) / Double(count))
      let piece = measured.part(from: from, to: to)
      var place = (from + to) / 2
      // A short part begins where the middle is.
      if style.isAngular != true, let middle = measured.part(from: place, to: to).elements.first,
        case .move(let x, let y) = middle
      {
        place = gradient.fraction(
          x: (x - frame.x) / max(1e-6, frame.width), y: (y - frame.y) / max(1e-6, frame.height),
          aspect: frame.width / max(1e-6, frame.height))
      }
      pieces.append((piece, gradient.color(at: place)))
    }
  }
}
