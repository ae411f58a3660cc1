import WidgetGraphics
import WidgetModel
import WidgetRendering

@testable import WidgetPainter

// Views as a script would write them, and cards with them.

typealias Edit = (inout ViewStyle) -> Void

func view(_ content: ViewContent, _ children: [ViewNode] = [], _ edit: Edit = { _ in }) -> ViewNode {
  var style = ViewStyle()
  edit(&style)
  return ViewNode(content, style: style, children: children)
}

func text(_ text: String, _ edit: Edit = { _ in }) -> ViewNode { view(.text(text), [], edit) }
func spans(_ spans: TextSpan...) -> ViewNode { ViewNode(.text(spans.map(\.text).joined()), spans: spans) }
func span(_ text: String, _ edit: (inout TextSpan) -> Void = { _ in }) -> TextSpan {
  var span = TextSpan(text)
  edit(&span)
  return span
}
func column(_ children: ViewNode..., edit: Edit = { _ in }) -> ViewNode { view(.vstack, children, edit) }
func row(_ children: ViewNode..., edit: Edit = { _ in }) -> ViewNode { view(.hstack, children, edit) }
func spacer() -> ViewNode { view(.spacer(minLength: nil)) }

func card(_ view: ViewNode?, name: String = "Widget", icon: String? = "square.grid.2x2", failure: Failure? = nil) -> Snapshot {
  Snapshot(
    widget: WidgetIdentity(id: "test", instance: "test", name: name, icon: icon), view: view, result: .newData, reason: .launch,
    updatedAt: 1_795_262_400, failure: failure)
}

/// 2026-11-21T12:00:00Z, and three minutes later.
let noon = 1_795_262_400.0
let clock = PaintClock(now: noon + 180)

func request(_ view: ViewNode?, as format: OutputFormat = .png, width: Double = 260) -> RenderingRequest {
  RenderingRequest(card(view), as: format, width: width, scale: 1, fonts: .standard, clock: clock)
}

/// Shared by all tests, because a painter serves one request at a time.
let painter = Painter()

func paint(_ request: RenderingRequest) throws(PaintError) -> Rendering { try painter.paint(.rendering(request)) }

/// `png 20 x 10`
func kind(of image: [UInt8]) throws -> String {
  let header = try ImageHeader(image)
  return "\(header.type) \(header.width) x \(header.height)"
}

/// A gradient: red from left to right, green from top to bottom, with a transparent corner.
func gradientPNG(width: Int = 48, height: Int = 32) -> [UInt8] {
  var pixels = [UInt32](repeating: 0, count: width * height)
  for y in 0..<height {
    for x in 0..<width where x + y > 10 {
      pixels[y * width + x] = 0xFF00_0040 | UInt32(x * 255 / width) << 16 | UInt32(y * 255 / height) << 8
    }
  }
  return pixels.withUnsafeBytes { bytes in
    PNGWriter.bytes(
      bytes.baseAddress!.assumingMemoryBound(to: UInt8.self), width: width, height: height, stride: width * 4)
  }
}
