import Dispatch

/// Calls a function whenever a file opened for writing is closed, or a file appears.
public final class FileNotice: Sendable {
  private nonisolated(unsafe) let source: any DispatchSourceProtocol

  /// - Parameter onChange: Called on a separate queue until the value is released.
  /// - Returns: nil if the folder can't be watched.
  public init?(path: String, _ onChange: @escaping @Sendable () -> Void) {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let queue = DispatchQueue(label: "luawidget.notice")
    #if os(Linux)
      let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
      guard descriptor >= 0 else { return nil }
      guard inotify_add_watch(descriptor, folder, UInt32(IN_CLOSE_WRITE) | UInt32(IN_ONLYDIR)) >= 0 else {
        close(descriptor)
        return nil
      }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        var isRelevant = false
        while true {
          let count = read(descriptor, &buffer, buffer.count)
          if count <= 0 { break }
          isRelevant = isRelevant || Self.contains(name, buffer[..<count])
        }
        if isRelevant { onChange() }
      }
    #else
      let descriptor = Libc.open(folder, O_EVTONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      let source = DispatchSource.makeFileSystemObjectSource(fileDescriptor: descriptor, eventMask: .write, queue: queue)
      source.setEventHandler { onChange() }
    #endif
    source.setCancelHandler { Libc.close(descriptor) }
    source.resume()
    self.source = source
  }

  deinit { source.cancel() }

  #if os(Linux)
    /// Whether an event in the buffer has this name, or events were lost.
    private static func contains(_ name: String, _ bytes: ArraySlice<UInt8>) -> Bool {
      bytes.withUnsafeBytes { bytes in
        var offset = 0
        while offset + MemoryLayout<inotify_event>.size <= bytes.count {
          let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let start = offset + MemoryLayout<inotify_event>.size
          let end = min(start + Int(event.len), bytes.count)
          if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
          if String(decoding: bytes[start..<end].prefix { $0 != 0 }, as: UTF8.self) == name { return true }
          offset = end
        }
        return false
      }
    }
  #endif
}
