import Synchronization
import Testing
import WidgetSystem

/// A TCP server on 127.0.0.1 that handles its connections one after the other, as the test says.
final class ScriptedServer: Sendable {
  /// A step for one connection. The socket is closed afterwards.
  typealias Step = @Sendable (FileDescriptor) throws -> Void

  let port: Int
  private let listener: Listener
  private let accepted = Mutex(0)
  private let steps: [Step]

  /// - Parameters:
  ///   - backlog: Connections waiting to be accepted; the kernel ignores more.
  ///   - steps: The steps for the connections, in order; later connections are closed.
  init(backlog: Int32 = 16, _ steps: [Step]) throws {
    // A killed client mustn't end the tests.
    signal(SIGPIPE, SIG_IGN)
    self.steps = steps
    listener = Listener(FileDescriptor(rawValue: socket(AF_INET, Libc.streamSocket, 0)))
    var name = LoopbackName(port: 0)
    var length = LoopbackName.length
    let descriptor = listener.descriptor.rawValue
    let status = name.withPointer {
      bind(descriptor, $0, length) | listen(descriptor, backlog) | getsockname(descriptor, $0, &length)
    }
    try #require(status == 0)
    port = name.port
  }

  deinit { stop() }

  /// Closed when neither the server nor its thread needs it: the thread would accept the connections of whoever gets its number next.
  private final class Listener: Sendable {
    let descriptor: FileDescriptor

    init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

    deinit { descriptor.close() }
  }

  /// The number of accepted connections.
  var connections: Int { accepted.withLock { $0 } }

  /// Begins to accept.
  func start() throws {
    let (listener, steps) = (listener, steps)
    try DetachedThread.start(stackBytes: 256 << 10) { [weak self] in
      var index = 0
      while true {
        let socket = FileDescriptor(rawValue: accept(listener.descriptor.rawValue, nil, nil))
        guard socket.rawValue >= 0 else { return }
        self?.accepted.withLock { $0 += 1 }
        if index < steps.count { try? steps[index](socket) }
        index += 1
        socket.close()
      }
    }
  }

  #if os(Linux)
    /// The number of clients the kernel hasn't connected yet.
    func openingConnections() -> Int {
      TCPConnection.all.count { $0.remotePort == port && $0.state == TCPConnection.opening }
    }
  #endif

  /// Ends ``start()``'s thread.
  func stop() { shutdown(listener.descriptor.rawValue, Int32(SHUT_RDWR)) }

  /// A connection made by the test itself.
  func connectItself() throws -> FileDescriptor {
    let own = FileDescriptor(rawValue: socket(AF_INET, Libc.streamSocket, 0))
    var name = LoopbackName(port: port)
    let status = name.withPointer { connect(own.rawValue, $0, LoopbackName.length) }
    try #require(status == 0)
    return own
  }
}

/// The socket name of a port on 127.0.0.1, as bytes: family, port, address, padding.
private struct LoopbackName {
  static let length: socklen_t = 16

  private var bytes: [UInt8]

  init(port: Int) {
    bytes = [UInt8(AF_INET), 0, UInt8(port >> 8), UInt8(port & 255), 127, 0, 0, 1] + [UInt8](repeating: 0, count: 8)
  }

  var port: Int { Int(bytes[2]) << 8 | Int(bytes[3]) }

  mutating func withPointer<Result>(_ body: (UnsafeMutablePointer<sockaddr>) -> Result) -> Result {
    bytes.withUnsafeMutableBytes { body($0.baseAddress!.assumingMemoryBound(to: sockaddr.self)) }
  }
}

#if os(Linux)
  /// A line of /proc/net/tcp.
  private struct TCPConnection {
    /// SYN_SENT.
    static let opening = 2

    var localPort: Int
    var remotePort: Int
    var state: Int
    /// Whether received bytes wait in the kernel.
    var isUnread: Bool

    init?(_ line: Substring) {
      let fields = line.split(separator: " ")
      guard fields.count > 4 else { return nil }
      let numbers = fields[1...4].map { field in field.split(separator: ":").compactMap { Int($0, radix: 16) } }
      guard numbers.map(\.count) == [2, 2, 1, 2] else { return nil }
      (localPort, remotePort, state, isUnread) = (numbers[0][1], numbers[1][1], numbers[2][0], numbers[3][1] > 0)
    }

    static var all: [TCPConnection] {
      guard let file = try? FileDescriptor.open("/proc/net/tcp", O_RDONLY) else { return [] }
      defer { file.close() }
      let bytes = (try? file.readAll(limit: 8 << 20)) ?? []
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap(TCPConnection.init)
    }
  }
#endif

extension FileDescriptor {
  /// Reads the head of a request.
  func readHead() throws {
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      let part = try readSome(1)
      if part.isEmpty { return }
      head += part
    }
  }

  /// Waits until the client at the other end of this loopback connection has taken everything from the kernel.
  func waitUntilRead() throws {
    #if os(Linux)
      var name = LoopbackName(port: 0)
      var length = LoopbackName.length
      try #require(name.withPointer { getpeername(rawValue, $0, &length) } == 0)
      while TCPConnection.all.contains(where: { $0.localPort == name.port && $0.isUnread }) { usleep(1000) }
    #else
      usleep(20_000)
    #endif
  }

  func write(_ text: String) throws { try writeAll(Array(text.utf8)) }

  /// Waits until the other side closes the connection.
  func waitForEnd() { while (try? readSome(4096))?.isEmpty == false {} }
}
