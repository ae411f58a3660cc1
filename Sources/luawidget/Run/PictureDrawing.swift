import WidgetEngine
import WidgetModel
import WidgetPainting
import WidgetRendering

/// A snapshot as a picture: asks a painter, and says in words what went wrong.
struct PictureDrawing {
  var request: PaintRequest
  var environment: [String: String]
  /// Says nothing about images that are not shown.
  var quiet: Bool

  /// Points, where the user asks for no other width.
  static let width = 360.0

  /// The height is the user's, not the view's.
  private var isAsked: Bool { if case .rendering(let picture) = request { picture.height != nil } else { true } }

  /// - Throws: ``CommandFailure``.
  func bytes() throws -> [UInt8] {
    guard let executable = WorkerExecutable.find(named: "luawidget-painter") else {
      throw CommandFailure("luawidget-painter is not installed beside luawidget; `make install` puts it there", .internalError)
    }
    let painter = PainterProcess(executable: executable, environment: environment)
    defer { painter.stop() }
    let picture: Rendering
    do {
      picture = try painter.paint(request)
    } catch {
      switch error {
      case .badRequest(let reason): throw CommandFailure("no such picture: \(terminalSafe(reason))")
      case .tooLarge:
        let advice =
          "a PNG has 16384 pixels a side and 32 megapixels at most; try: --scale 1, --size WIDTHxHEIGHT, or --format svg"
        throw CommandFailure("\(error): \(advice)", isAsked ? .usage : .limit)
      default: throw CommandFailure(terminalSafe("\(error)"), .internalError)
      }
    }
    for note in picture.notes where !quiet { Self.say(note.problem.description, about: note.src) }
    return picture.bytes
  }

  /// Says why an image is not shown.
  static func say(_ problem: String, about src: String) {
    let name = src.isEmpty || src.hasPrefix("bytes:") ? "an image" : "the image \(terminalSafe(src, limit: 200))"
    Console.standardError.write("luawidget: \(name) is not shown: \(problem)\n")
  }
}
