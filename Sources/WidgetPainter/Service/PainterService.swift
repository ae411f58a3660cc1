import WidgetPainting
import WidgetSystem

/// The program `luawidget-painter`: requests in, images out, until nobody asks any more (`docs/painter.md`).
public enum PainterService {
  /// Answers requests on standard input at standard output, and returns when there are no more.
  public static func run() {
    PainterSandbox.enter(
      fontFolders: FontFolders.paths(environment: environment) + FontFolders.cachePaths(environment: environment))
    let stream = FrameStream(input: .standardInput, output: .standardOutput, maximumSize: PaintRequest.maximumSize)
    let painter = Painter()
    while let payload = stream.receive() {
      PainterSandbox.beginRequest()
      guard stream.send(answer(payload, painter).encoded()) else { return }
    }
  }

  /// What a painter answers to a frame's payload: never nothing.
  static func answer(_ payload: [UInt8], _ painter: Painter) -> PaintReply {
    do throws(PaintError) {
      return PaintReply(.success(try painter.paint(try PaintRequest(decoding: payload))))
    } catch {
      return PaintReply(.failure(error))
    }
  }

  private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
