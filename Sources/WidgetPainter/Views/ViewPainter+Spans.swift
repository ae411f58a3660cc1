import WidgetModel
import WidgetRendering

extension ViewPainter {
  /// Draws a text whose parts have their own styles, on one baseline. Right-to-left lines are drawn in the view's own style.
  func drawSpans(_ spans: [TextSpan], _ view: LaidOutView, _ color: RGBA?) {
    guard let color else { return }
    var styled = StyledText(spans)
    for line in view.lines {
      let font = line.font ?? view.style.font
      let parts = styled.parts(of: line, in: view)
      guard !line.text.unicodeScalars.contains(where: \.isRightToLeft) else {
        draw(line, font, color)
        continue
      }
      let baseline = line.frame.y + (parts.map { shaper.lineMetrics($0.font).ascent }.max() ?? 0)
      var x = line.frame.x
      for part in parts {
        let font = part.font
        let width = shaper.width(part.text, font: font)
        let own = part.color.map { textColor($0, view) ?? color } ?? color
        canvas.linked(to: part.link, Frame(x: x, y: line.frame.y, width: width, height: line.frame.height)) {
          shaper.draw(part.text, font: font, x: x, y: baseline - shaper.lineMetrics(font).ascent, color: own, on: canvas)
        }
        if part.isUnderlined {
          canvas.fill(
            Frame(x: x, y: baseline + font.size * 0.12, width: width, height: max(0.75, font.size / 16)), radius: 0, own)
        }
        if part.isStruckThrough {
          canvas.fill(
            Frame(x: x, y: baseline - font.size * 0.28, width: width, height: max(0.75, font.size / 16)), radius: 0, own)
        }
        x += width
      }
    }
  }
}

extension Unicode.Scalar {
  /// Letters of scripts that run from right to left.
  fileprivate var isRightToLeft: Bool {
    (0x590...0x8FF).contains(value) || (0xFB1D...0xFDFF).contains(value) || (0xFE70...0xFEFF).contains(value)
      || (0x10800...0x10FFF).contains(value) || (0x1E800...0x1EFFF).contains(value)
  }
}
