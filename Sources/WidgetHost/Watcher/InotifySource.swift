#if os(Linux)
  import Dispatch
  import WidgetSystem

  /// File events from the kernel (inotify(7)).
  final class InotifySource: ChangeSource {
    private let descriptor: Int32
    private let readiness: any DispatchSourceRead
    private let queue: DispatchQueue
    private let onChange: (Bool) -> Void
    /// Watched names by watch descriptor.
    private var watched: [Int32: WatchedNames.Names] = [:]

    /// Folders on a local file system.
    private var isKnown: Set<String> = []

    /// Milliseconds between two reads: a program that writes to a file in a watched folder all the time, perhaps another user's, mustn't
    /// keep the host busy. The kernel keeps what happens meanwhile, up to a limit, and says if that's exceeded.
    private static let pause = 50
    /// Reads at once.
    private static let most = 16

    private static let mask =
      UInt32(IN_CREATE) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MODIFY) | UInt32(IN_ATTRIB) | UInt32(IN_MOVED_TO)
      | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)

    /// nil if the user has no inotify instances left (EMFILE), or the kernel has none.
    init?(queue: DispatchQueue, onChange: @escaping (Bool) -> Void) {
      descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
      guard descriptor >= 0 else { return nil }
      self.onChange = onChange
      self.queue = queue
      readiness = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      readiness.setCancelHandler { [descriptor] in close(descriptor) }
      readiness.setEventHandler { [weak self] in self?.receive() }
      readiness.resume()
    }

    deinit { readiness.cancel() }

    func stop() {
      watched = [:]
      readiness.cancel()
    }

    func watch(_ names: WatchedNames) -> Bool {
      var next: [Int32: WatchedNames.Names] = [:]
      var isComplete = true
      let mounts = names.folders.keys.allSatisfy(isKnown.contains) ? MountTable("") : MountTable.current()
      for (folder, names) in names.folders {
        if !isKnown.contains(folder), mounts.isRemote(folder) { isComplete = false }
        // The kernel returns the same number for a folder already watched, and another one for a new folder with the same name.
        let number = inotify_add_watch(descriptor, folder, Self.mask)
        if number >= 0 {
          next[number, default: WatchedNames.Names()].formUnion(names)
        } else if errno != ENOENT, errno != ENOTDIR {
          isComplete = false
        }
      }
      for number in watched.keys where next[number] == nil { inotify_rm_watch(descriptor, number) }
      watched = next
      isKnown = Set(names.folders.keys)
      return isComplete
    }

    private func receive() {
      var isRelevant = false
      var isComplete = false
      var buffer = [UInt8](repeating: 0, count: 16 << 10)
      for _ in 0..<Self.most {
        let count = read(descriptor, &buffer, buffer.count)
        if count <= 0 { break }
        buffer.withUnsafeBytes { bytes in
          var offset = 0
          while offset + MemoryLayout<inotify_event>.size <= count {
            let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            let start = offset + MemoryLayout<inotify_event>.size
            let end = min(start + Int(event.len), count)
            let name = String(decoding: bytes[start..<end].prefix { $0 != 0 }, as: UTF8.self)
            if concerns(event, name) {
              isRelevant = true
              isComplete = isComplete || event.mask & (UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO)) != 0
            }
            offset = end
          }
        }
      }
      readiness.suspend()
      // The closure keeps the source until then: one that's suspended may not be released.
      nonisolated(unsafe) let source = readiness
      queue.asyncAfter(deadline: .now() + .milliseconds(Self.pause)) { source.resume() }
      if isRelevant { onChange(isComplete) }
    }

    private func concerns(_ event: inotify_event, _ name: String) -> Bool {
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
      guard let names = watched[event.wd] else { return false }
      // The folder itself was deleted, moved or unmounted.
      return name.isEmpty || names.contains(name)
    }
  }
#endif
