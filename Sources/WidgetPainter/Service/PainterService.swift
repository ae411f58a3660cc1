import CLinux
import WidgetGraphics
import WidgetHelpers
import WidgetSystem

/// The program `luawidget-painter`: reads requests and writes replies until its input ends (`docs/painter.md`).
public enum PainterService {
  /// Serves the requests on standard input, and returns at its end. With the argument `--sandbox`, instead prints what the
  /// sandbox allows; further arguments are files to try to read.
  public static func run(arguments: [String] = []) {
    PainterSandbox.enter(
      fontFolders: FontFolders.paths(.ofHelper) + FontFolders.cachePaths(.ofHelper) + FontFolders.installed)
    if arguments.first == "--sandbox" {
      let sockets: [SandboxProbe.Attempt] = [
        ("open a socket", SandboxProbe.opensSocket(AF_INET)), SandboxProbe.localSocket,
      ]
      print(SandboxProbe.report(SandboxProbe.common + sockets, reading: arguments.dropFirst()), terminator: "")
      if FontConfiguration.isEmpty { print("fonts\tnone") }
      return
    }
    #if os(Linux)
      // The pixels of one image after another.
      lw_keep_freed_memory(16 << 20)
    #endif
    let painter = Painter()
    var input = FrameBuffer(maximum: PaintRequest.maximumSize)
    while let payload = receive(&input) {
      PainterSandbox.beginRequest()
      do {
        try FileDescriptor.standardOutput.writeAll(FrameBuffer.frame(reply(to: payload, painter).encoded()))
      } catch { return }
    }
  }

  /// The next request; nil at the end of the input, and if a frame is truncated or too long.
  ///
  /// The sandbox refuses socket system calls, so the input is read as a file.
  private static func receive(_ input: inout FrameBuffer) -> [UInt8]? {
    while true {
      do throws(FrameBuffer.TooLarge) {
        if let payload = try input.next() { return payload }
      } catch {
        return nil
      }
      let count = input.fill(256 << 10) { read(0, $0.baseAddress, $0.count) }
      if count == 0 || (count < 0 && errno != EINTR) { return nil }
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
