import WidgetSystem

/// A pipe that wakes a thread in `poll`. Both ends are non-blocking and close on exec, so a signal handler may write to it.
struct WakePipe: Sendable {
  let reader: Int32
  let writer: Int32

  init() throws(TerminalError) {
    do {
      let pipe = try Pipe(isBlocking: false)
      (reader, writer) = (pipe.reader.rawValue, pipe.writer.rawValue)
    } catch { throw .system(call: "pipe", code: error.code) }
  }

  func send(_ byte: UInt8) {
    var byte = byte
    _ = write(writer, &byte, 1)
  }

  /// The distinct bytes since the last call, in order.
  func receive() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 64)
    var received: [UInt8] = []
    while true {
      let count = read(reader, &buffer, buffer.count)
      if count <= 0 { return received }
      for byte in buffer.prefix(count) where !received.contains(byte) { received.append(byte) }
    }
  }

  func close() {
    _ = endpoint(reader)
    _ = endpoint(writer)
  }

  private func endpoint(_ descriptor: Int32) -> Int32 {
    Libc.close(descriptor)
  }
}
