import CLinux
import WidgetGraphics
import WidgetHelpers
import WidgetSystem

/// The program `luawidget-painter`: reads requests and writes replies until its input ends (`docs/painter.md`).
public enum PainterService {
  /// Serves the requests on standard input, and returns at its end. With the argument `--sandbox`, prints what the sandbox allows
  /// instead; further arguments are files that it tries to read.
  public static func run(arguments: [String] = []) {
    PainterSandbox.enter(
      fontFolders: FontFolders.paths(.ofHelper) + FontFolders.cachePaths(.ofHelper))
    if arguments.first == "--sandbox" {
      let sockets: [SandboxProbe.Attempt] = [
        ("open a socket", SandboxProbe.opensSocket(AF_INET)), ("open a local socket", SandboxProbe.opensSocket(AF_UNIX)),
      ]
      print(SandboxProbe.report(SandboxProbe.common + sockets, reading: arguments.dropFirst()), terminator: "")
      return
    }
    #if os(Linux)
      // The pixels of one image after the other.
      lw_keep_freed_memory(16 << 20)
    #endif
    let stream = FrameStream(input: .standardInput, output: .standardOutput, maximumSize: PaintRequest.maximumSize)
    let painter = Painter()
    while let payload = stream.receive() {
      PainterSandbox.beginRequest()
      guard stream.send(reply(to: payload, painter).encoded()) else { return }
    }
  }

  /// The reply to a request.
  static func reply(to payload: [UInt8], _ painter: Painter) -> PaintReply {
    do throws(PaintError) {
      return PaintReply(.success(try painter.paint(try PaintRequest(decoding: payload))))
    } catch {
      return PaintReply(.failure(error))
    }
  }
}
