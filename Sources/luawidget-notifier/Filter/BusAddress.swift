import WidgetSystem

/// The local socket of a bus (D-Bus Specification, "Server Addresses").
struct BusAddress: Equatable {
  enum Kind: String { case session, system }

  /// A path, or the name of an abstract socket after a zero.
  let name: [UInt8]

  init(name: [UInt8]) { self.name = name }

  /// - Returns: nil if there's none, or only one of another kind than a local socket.
  init?(_ kind: Kind, environment: [String: String]) {
    switch kind {
    case .session:
      if let text = environment["DBUS_SESSION_BUS_ADDRESS"], !text.isEmpty {
        self.init(text)
      } else {
        guard let folder = UserFolders(environment: environment).runtime else { return nil }
        self.init(name: Array("\(folder)/bus".utf8))
      }
    case .system:
      guard let text = environment["DBUS_SYSTEM_BUS_ADDRESS"], !text.isEmpty else {
        self.init(name: Array("/run/dbus/system_bus_socket".utf8))
        return
      }
      self.init(text)
    }
  }

  /// The first local socket of a list: `unix:path=/run/user/1000/bus,guid=...;...`.
  init?(_ list: String) {
    for address in list.split(separator: ";") where address.hasPrefix("unix:") {
      for pair in address.dropFirst("unix:".count).split(separator: ",") {
        let parts = pair.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let value = Self.unescaped(parts[1]), !value.isEmpty, !value.contains(0) else { continue }
        switch parts[0] {
        case "path": self.init(name: value)
        case "abstract": self.init(name: [0] + value)
        default: continue
        }
        return
      }
    }
    return nil
  }

  /// `%20` for a space.
  private static func unescaped(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count >= 2 else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return bytes
  }

  /// Whether there's a socket of that name. Abstract ones can't be seen.
  var exists: Bool { name.first == 0 || access(String(decoding: name, as: UTF8.self), F_OK) == 0 }

  /// - Returns: nil if nothing listens there.
  func connect() -> FileDescriptor? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    // An abstract name has no end of its own.
    let start = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path)
    let size = start + name.count + (name.first == 0 ? 0 : 1)
    let descriptor = socket(AF_UNIX, Libc.streamSocket, 0)
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    // A listener that accepts nothing would otherwise be waited for as long as it lives.
    var (limit, none) = (timeval(tv_sec: 5, tv_usec: 0), timeval())
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    defer { setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &none, socklen_t(MemoryLayout<timeval>.size)) }
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { systemConnect(descriptor, $0, socklen_t(size)) }
    }
    guard status == 0 else {
      Libc.close(descriptor)
      return nil
    }
    return FileDescriptor(rawValue: descriptor)
  }
}

// The system call's name clashes with the function above.
private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
  connect(descriptor, address, length)
}
