import Synchronization
import WidgetModel
import WidgetSystem

/// A decision about a permission, or its use.
public struct AuditEvent: Sendable, Equatable {
  /// The raw values are those of the file.
  public enum Kind: String, Sendable, CaseIterable {
    case allowed
    case allowedOnce = "allowed-once"
    case denied
    case revoked
    case used
    /// A script asked for what it may not do.
    case refused

    var isDecision: Bool { self != .used && self != .refused }
  }

  /// Seconds since 1970.
  public var time: Double
  public var kind: Kind
  /// The widget's id.
  public var widget: String
  /// The permission, written like ``Permission/description``.
  public var permission: String
  /// The program's path, or the site of a URL: never arguments, paths and queries, which may hold secrets.
  public var detail: String

  public init(time: Double, _ kind: Kind, widget: String, _ permission: String, detail: String = "") {
    self.time = time
    self.kind = kind
    self.widget = widget
    self.permission = permission
    self.detail = detail
  }
}

/// Decisions about permissions and their uses, for the user to look at later.
public protocol AuditLog: Sendable {
  /// Never fails: a log that can't be written stops no widget.
  func record(_ event: AuditEvent)

  /// The events that are kept, in order of time.
  func events() throws(StoreError) -> [AuditEvent]
}

/// The in-memory implementation, for tests.
public final class MemoryAuditLog: AuditLog {
  private let log = Mutex<[AuditEvent]>([])

  public init() {}

  public func record(_ event: AuditEvent) { log.withLock { $0.append(event) } }

  public func events() throws(StoreError) -> [AuditEvent] { log.withLock { $0 }.inOrder }
}

/// Two files that are only appended to, readable by the user alone. Uses have their own file, so no widget can push out decisions.
///
/// A file that has reached its limit is renamed to `NAME.log.1` and replaces the one before. Any number of processes may write.
public final class FileAuditLog: AuditLog {
  private static let names = ["decisions", "uses"]
  /// Seconds in which the same use of most permissions is recorded once. Each start of a program and each opened URL is recorded.
  private static let repetition = 3600.0
  /// Uses that are told apart in this process.
  private static let known = 500

  private struct State {
    var recent: [String: Double] = [:]
    var hasReported = false
  }

  private let folder: StorePath
  private let sizeLimit: Int
  private let onNotice: @Sendable (StoreNotice) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - folder: Made with the first event.
  ///   - sizeLimit: Bytes of a file.
  ///   - onNotice: Learns once that events can't be written.
  public init(
    folder: StorePath, sizeLimit: Int = 512 << 10, onNotice: @escaping @Sendable (StoreNotice) -> Void = { _ in }
  ) {
    self.folder = folder
    self.sizeLimit = sizeLimit
    self.onNotice = onNotice
  }

  public func record(_ event: AuditEvent) {
    guard isNews(event), case .file(let folder) = folder else { return }
    do throws(SystemError) {
      try append(Self.line(event), to: "\(folder)/\(event.kind.isDecision ? "decisions" : "uses").log")
    } catch {
      let isFirst = state.withLock { state in
        defer { state.hasReported = true }
        return !state.hasReported
      }
      if isFirst { onNotice(.auditNotWritten(path: folder, reason: "\(error)")) }
    }
  }

  private func isNews(_ event: AuditEvent) -> Bool {
    switch event.kind {
    case .allowed, .allowedOnce, .denied, .revoked: return true
    case .used where event.permission.hasPrefix("run=") || event.permission.hasPrefix("open_url="): return true
    case .used, .refused: break
    }
    let key = "\(event.kind) \(event.widget) \(event.permission)"
    return state.withLock { state in
      if let last = state.recent[key] {
        guard event.time - last >= Self.repetition else { return false }
      } else if state.recent.count >= Self.known {
        return false
      }
      state.recent[key] = event.time
      return true
    }
  }

  // MARK: File

  private func append(_ line: [UInt8], to path: String) throws(SystemError) {
    for _ in 0..<4 {
      let file = try open(path)
      defer { file.close() }
      let isLocked = lock(file)
      let status = try file.status()
      guard status.kind == .regular, status.linkCount == 1, status.owner == geteuid() else { throw SystemError(code: EPERM) }
      if status.permissions & 0o177 != 0 { fchmod(file.rawValue, 0o600) }
      if isLocked {
        // Another process may have renamed it meanwhile.
        guard let named = try? FileStatus(path: path, followsLinks: false), named.inode == status.inode else { continue }
        if status.size + line.count > sizeLimit, status.size > 0 {
          guard rename(path, path + ".1") == 0 else { throw .current }
          continue
        }
      } else if status.size > 2 * sizeLimit {
        throw SystemError(code: EBUSY)
      }
      // A full disk may have cut the last line.
      var last: UInt8 = 0x0A
      if status.size > 0 { _ = pread(file.rawValue, &last, 1, off_t(status.size - 1)) }
      return try file.writeAll(last == 0x0A ? line : [0x0A] + line)
    }
    throw SystemError(code: EBUSY)
  }

  private func open(_ path: String) throws(SystemError) -> FileDescriptor {
    let flags = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK
    do throws(SystemError) { return try .open(path, flags, mode: 0o600) } catch {
      guard error.code == ENOENT else { throw error }
    }
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += "/" + part
      mkdir(folder, 0o700)
    }
    return try .open(path, flags, mode: 0o600)
  }

  /// Waits for at most 50 ms: a process that was stopped may have the lock.
  private func lock(_ file: FileDescriptor) -> Bool {
    for _ in 0..<50 {
      if flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 { return true }
      guard errno == EWOULDBLOCK || errno == EINTR else { return false }
      usleep(1000)
    }
    return false
  }

  public func events() throws(StoreError) -> [AuditEvent] {
    let folder = try folder.file()
    var events: [AuditEvent] = []
    for name in Self.names {
      for path in ["\(folder)/\(name).log.1", "\(folder)/\(name).log"] {
        do throws(SystemError) { events += try Self.tail(of: path, limit: 2 * sizeLimit).compactMap(Self.event) } catch {
          guard error.code == ENOENT || error.code == ENOTDIR else { throw .unavailable(StoreLocation(path), reason: "\(error)") }
        }
      }
    }
    return events.inOrder
  }

  /// The last lines of a file, which another program may have made huge.
  private static func tail(of path: String, limit: Int) throws(SystemError) -> [Substring] {
    let file = try FileDescriptor.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    defer { file.close() }
    let status = try file.status()
    guard status.kind == .regular else { throw SystemError(code: EPERM) }
    if status.size > limit { lseek(file.rawValue, off_t(status.size - limit), SEEK_SET) }
    let lines = String(decoding: try file.readAll(limit: limit), as: UTF8.self).split(separator: "\n")
    return status.size > limit ? Array(lines.dropFirst()) : lines
  }

  // MARK: Line

  /// `TIME KIND WIDGET PERMISSION DETAIL`, separated by tabs. What could control a terminal is written as `\u{...}`.
  private static func line(_ event: AuditEvent) -> [UInt8] {
    let fields = [event.kind.rawValue, event.widget, event.permission, event.detail].map { escaped($0, limit: 300) }
    let milliseconds = Int64(exactly: (event.time * 1000).rounded()) ?? 0
    return Array((["\(milliseconds)"] + fields).joined(separator: "\t").utf8) + [0x0A]
  }

  private static func escaped(_ text: String, limit: Int) -> String {
    var result = ""
    for scalar in text.unicodeScalars.prefix(limit) {
      switch ScalarSafety(scalar) {
      case .plain, .joining: result.unicodeScalars.append(scalar)
      case .control, .invisible: result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return text.unicodeScalars.count > limit ? result + "…" : result
  }

  private static func event(_ line: Substring) -> AuditEvent? {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard fields.count == 5, let time = Int64(fields[0]), let kind = AuditEvent.Kind(rawValue: String(fields[1])) else {
      return nil
    }
    return AuditEvent(
      time: Double(time) / 1000, kind, widget: String(fields[2]), String(fields[3]), detail: String(fields[4]))
  }
}

extension [AuditEvent] {
  /// The events by time; those of the same moment keep their order.
  fileprivate var inOrder: [AuditEvent] {
    enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }
}
