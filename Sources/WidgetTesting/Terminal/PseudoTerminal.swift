import WidgetSurfaces
public import WidgetSystem

/// A terminal for tests: the program under test uses `device`, while the test plays the user through `master`.
public final class PseudoTerminal: Sendable {
  public struct Unavailable: Error {
    public init() {}
  }

  public let master: Int32
  public let device: Int32

  public init(columns: UInt16 = 40, rows: UInt16 = 10) throws {
    var ends: (master: Int32, device: Int32) = (-1, -1)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&ends.master, &ends.device, nil, nil, &size) == 0 else { throw Unavailable() }
    (master, device) = ends
    _ = fcntl(master, F_SETFL, fcntl(master, F_GETFL) | O_NONBLOCK)
  }

  deinit {
    close(master)
    close(device)
  }

  /// The current state of ECHO and ICANON.
  public var localModes: tcflag_t {
    var modes = termios()
    _ = tcgetattr(device, &modes)
    return modes.c_lflag & tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
  }

  public func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  public func type(_ text: String) throws { try writeAll(Array(text.utf8), to: master) }

  /// Reads until the program has written a text; gives up ten seconds after its last byte.
  public func waitForOutput(containing text: String) -> Bool {
    var seen = ""
    while !seen.contains(text) {
      var event = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard poll(&event, 1, 10_000) > 0 else { return false }
      seen += output()
    }
    return true
  }

  /// The bytes written by the program since the last call. The device is in this process, so all of them have arrived.
  public func output() -> String {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(master, &buffer, buffer.count)
      if count <= 0 { return String(decoding: text, as: UTF8.self).replacing("\r\r\n", with: "\r\n") }
      text += buffer.prefix(count)
    }
  }
}
