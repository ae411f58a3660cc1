import WidgetSystem

/// A connection to this machine for sending any bytes. Its calls block, so use it with ``onOwnThread(_:)``.
public final class RawConnection {
  /// A response as it arrived.
  public struct Response: Sendable {
    public var status: Int
    /// Fields with names in lowercase.
    public var fields: [(name: String, value: String)]
    public var body: [UInt8]

    public func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
    public var text: String { String(decoding: body, as: UTF8.self) }
  }

  public enum Failure: Error { case notConnected, closed, late, notHTTP }

  private let descriptor: FileDescriptor
  private var buffer: [UInt8] = []

  public init(port: Int) throws {
    let raw = socket(AF_INET, Libc.streamSocket, 0)
    descriptor = FileDescriptor(rawValue: raw)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(raw, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
    guard raw >= 0, status == 0 else { throw Failure.notConnected }
  }

  /// Connects to a Unix socket.
  public init(unixSocket path: String) throws {
    descriptor = FileDescriptor(rawValue: try LocalSocket.connection(to: path))
    _ = fcntl(descriptor.rawValue, F_SETFL, 0)
  }

  deinit { descriptor.close() }

  /// Sends until the kernel has everything. A connection closed by the other side takes nothing.
  public func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { Libc.send(descriptor.rawValue, $0.baseAddress, $0.count, Self.noSignal) }
      if count <= 0 { return }
      sent += count
    }
  }

  public func send(_ text: String) { send(Array(text.utf8)) }

  /// Everything until the other side closes the connection, or four minutes pass.
  public func readToEnd() throws -> [UInt8] {
    while try fill() {}
    defer { buffer = [] }
    return buffer
  }

  /// Reads until the bytes contain a text, and returns them all. They stay in the buffer.
  public func read(until text: String) throws -> String {
    while true {
      let have = String(decoding: buffer, as: UTF8.self)
      if have.contains(text) { return have }
      guard try fill() else { throw Failure.closed }
    }
  }

  /// The next response, with a body of known length or in chunks.
  public func response(toHead isHead: Bool = false) throws -> Response {
    while true {
      if let end = Self.end(of: buffer) {
        let lines = String(decoding: buffer[..<end], as: UTF8.self).components(separatedBy: "\r\n")
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
          throw Failure.notHTTP
        }
        buffer.removeFirst(end + 4)
        let fields = lines.dropFirst().map { line -> (name: String, value: String) in
          let parts = line.split(separator: ":", maxSplits: 1)
          return (parts[0].lowercased(), parts.count > 1 ? String(parts[1]).trimmed : "")
        }
        var response = Response(status: status, fields: fields, body: [])
        if isHead || status == 304 || status == 204 { return response }
        if response.field("transfer-encoding") == "chunked" {
          response.body = try chunks()
        } else {
          let length = response.field("content-length").flatMap { Int($0) } ?? 0
          while buffer.count < length { guard try fill() else { throw Failure.closed } }
          response.body = Array(buffer[..<length])
          buffer.removeFirst(length)
        }
        return response
      }
      guard try fill() else { throw Failure.closed }
    }
  }

  /// Whether the other side has closed the connection; waits up to four minutes.
  public func isClosed() throws -> Bool {
    while try fill() {}
    return true
  }

  private func chunks() throws -> [UInt8] {
    var body: [UInt8] = []
    while true {
      guard let end = buffer.indices.dropLast().first(where: { buffer[$0] == 13 && buffer[$0 + 1] == 10 }) else {
        guard try fill() else { throw Failure.closed }
        continue
      }
      guard let length = Int(String(decoding: buffer[..<end], as: UTF8.self), radix: 16) else { throw Failure.notHTTP }
      while buffer.count < end + 2 + length + 2 { guard try fill() else { throw Failure.closed } }
      body += buffer[(end + 2)..<(end + 2 + length)]
      buffer.removeFirst(end + 2 + length + 2)
      if length == 0 { return body }
    }
  }

  /// - Returns: false at the end.
  private func fill() throws -> Bool {
    var polled = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, 240_000) > 0 else { throw Failure.late }
    // A connection the server resets has ended too.
    let part = (try? descriptor.readSome(64 << 10)) ?? []
    buffer += part
    return !part.isEmpty
  }

  private static func end(of bytes: [UInt8]) -> Int? {
    var index = 0
    while index + 3 < bytes.count {
      if bytes[index] == 13, bytes[index + 1] == 10, bytes[index + 2] == 13, bytes[index + 3] == 10 { return index }
      index += 1
    }
    return nil
  }

  #if os(Linux)
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #else
    private static let noSignal: Int32 = 0
  #endif
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first == " " { text = text.dropFirst() }
    return String(text)
  }

  fileprivate func components(separatedBy separator: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      parts.append(rest[..<range.lowerBound])
      rest = rest[range.upperBound...]
    }
    return parts + [rest]
  }
}
