package import WidgetGraphics
import WidgetHelpers
package import WidgetModel
package import WidgetRendering

/// A rendering from the painter, with its problems as messages.
package struct PainterOutput {
  private var request: PaintRequest
  private var environment: [String: String]
  /// Whether to hide messages about missing images.
  private var isQuiet: Bool
  /// Whether to report what a card had to leave out.
  private var isVerbose: Bool
  /// Whether the update has already reported that an image can't be shown.
  private var isReported: (_ src: String) -> Bool

  package init(
    request: PaintRequest, environment: [String: String], isQuiet: Bool, isVerbose: Bool = false,
    isReported: @escaping (_ src: String) -> Bool = { _ in false }
  ) {
    self.request = request
    self.environment = environment
    self.isQuiet = isQuiet
    self.isVerbose = isVerbose
    self.isReported = isReported
  }

  /// The default width in points.
  package static let width = 360.0

  /// Whether the user chose the height.
  private var hasGivenHeight: Bool { if case .rendering(let request) = request { request.height != nil } else { true } }

  /// - Throws: ``CommandFailure``.
  package func bytes() throws -> [UInt8] {
    guard let executable = HelperProgram.painter.path else {
      throw CommandFailure("\(HelperProgram.painter.missing)\n  try: \(HelperProgram.installation)", .internalError)
    }
    let painter = PainterProcess(executable: executable, environment: environment)
    defer { painter.stop() }
    let rendering: Rendering
    do {
      rendering = try painter.paint(request)
    } catch {
      switch error {
      case .badRequest(let reason): throw CommandFailure("cannot draw this: \(terminalSafe(reason))")
      case .tooLarge:
        let advice =
          "a PNG has at most 16384 pixels per side and 32 megapixels; try: --scale 1, --size WIDTHxHEIGHT, or --format svg"
        throw CommandFailure("\(error): \(advice)", hasGivenHeight ? .usage : .limit)
      case .image, .drawing, .cannotStart, .died, .timeout, .invalidReply:
        throw CommandFailure(terminalSafe("\(error)"), .internalError)
      }
    }
    for note in rendering.notes where !isQuiet && !isReported(note.src) { Self.report(note.problem.description, about: note.src) }
    if !rendering.hasFonts, !isQuiet { Console.standardError.write("luawidget: no fonts are installed: \(Rendering.fontless)\n") }
    if isVerbose, case .rendering(let request) = request { Self.report(rendering.report, request.family, request.textSize) }
    return rendering.bytes
  }

  /// Reports what a card had to leave out.
  package static func report(_ report: FitReport, _ family: WidgetFamily?, _ textSize: TextSize) {
    for line in report.lines(card: FitReport.card(family, textSize)) { Console.standardError.write("luawidget: \(line)\n") }
  }

  /// Reports why an image is missing.
  package static func report(_ problem: String, about src: String) {
    let name = src.isEmpty || src.hasPrefix("bytes:") ? "an image" : "the image \(terminalSafe(src, limit: 200))"
    Console.standardError.write("luawidget: \(name) is not shown: \(problem)\n")
  }
}
