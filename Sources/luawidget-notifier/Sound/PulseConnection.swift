import CLinux
import WidgetHelpers
import WidgetModel
import WidgetServices
import WidgetSystem

/// The user's sound server, by PulseAudio's native protocol, which PipeWire speaks too. ``PulseFilter`` is between both.
///
/// Version 13 of the protocol is the oldest with property lists: servers leave out everything that came later, so there's less to read.
final class PulseConnection: BusServices {
  static let version: UInt32 = 13
  /// The tags of what the filter has sent.
  static let authenticationTag: UInt32 = 0
  static let nameTag: UInt32 = 1
  /// The changes that are subscribed to: sinks, sources and the server, which says what the defaults are.
  static let mask: UInt32 = 0x83

  /// Seconds for the server to reply.
  private static let replyTime = 5.0
  /// Bytes of a frame. A sink with all its properties has about 2 KiB.
  private static let maximumFrame = 1 << 20
  private static let maximumOutgoing = 64 << 10
  /// Frames a second that answer nothing.
  private static let maximumStrays = 1_000
  /// Bytes that are read before luawidget is listened to again.
  private static let maximumRead = 256 << 10

  private struct Request {
    let deadline: Double
    let complete: (Result<PulseReader, ServiceError>) -> Void
  }

  private let socket: FileDescriptor
  private var incoming: [UInt8] = []
  private var outgoing: [UInt8] = []
  private var requests: [UInt32: Request] = [:]
  private var lastTag = nameTag
  /// Calls to make once the server has let us in.
  private var waiting: [() -> Void] = []
  private var isReady = false
  private var strays = (count: 0, since: 0.0)

  private var isWatching = false
  private var rate = SignalRate()
  private var changes: Set<ServiceChange> = []

  /// Why the connection is gone.
  private(set) var problem: ServiceError?
  /// Whether somebody has been told of the problem.
  var hasFailed = false
  private var endsAt = 0.0

  /// - Parameter socket: A socket to the filter. Closed with the connection.
  init(_ socket: FileDescriptor) {
    self.socket = socket
    _ = fcntl(socket.rawValue, F_SETFL, O_NONBLOCK)
    expect(Self.authenticationTag) { [weak self] result in self?.authenticated(result) }
    expect(Self.nameTag) { [weak self] result in self?.begin(result) }
  }

  deinit { socket.close() }

  var pollStates: [(descriptor: pollfd, milliseconds: Int32)] {
    var next = requests.values.map(\.deadline)
    if problem != nil { next = mayEnd ? [endsAt] : [] }
    var milliseconds = SignalRate.milliseconds(until: [rate])
    if let first = next.min() {
      let remaining = Int32(saturating: min(max((first - MonotonicTime.now()) * 1000, 0), 60_000).rounded(.up))
      milliseconds = milliseconds < 0 ? remaining : min(milliseconds, remaining)
    }
    let events = POLLIN | (outgoing.isEmpty ? 0 : POLLOUT)
    return [(pollfd(fd: problem == nil ? socket.rawValue : -1, events: Int16(events), revents: 0), milliseconds)]
  }

  // MARK: The connection

  func process() throws -> Set<ServiceChange> {
    if problem == nil {
      flush()
      receive()
      expire()
      listenAgain()
      flush()
    }
    if problem != nil, mayEnd, MonotonicTime.now() >= endsAt { throw ServiceEnd() }
    defer { changes = [] }
    return changes
  }

  /// Whoever asks is told why before the program ends. A server that was there may be back, so then nobody has to ask.
  private var mayEnd: Bool { isReady || hasFailed || isWatching }

  func end(_ reason: ServiceError) {
    guard problem == nil else { return }
    problem = reason
    let (failed, calls) = (requests.values, waiting)
    (requests, waiting) = ([:], [])
    for request in failed { request.complete(.failure(reason)) }
    for call in calls { call() }
    guard isReady, isWatching else { return }
    // Time to tell luawidget.
    noteAll()
    endsAt = MonotonicTime.now() + 2 * ServiceHelper.interval
  }

  private var gone: ServiceError {
    .unavailable(reason: isReady ? "the sound server has ended the connection" : "there is no sound server, or it lets nobody in")
  }
  private static let silent = ServiceError.failed(reason: "the sound server did not reply")
  static let strange = ServiceError.failed(reason: "the sound server said something that isn't PulseAudio's protocol")

  private func flush() {
    while problem == nil, !outgoing.isEmpty {
      let count = outgoing.withUnsafeBytes { Libc.write(socket.rawValue, $0.baseAddress, $0.count) }
      if count > 0 {
        outgoing.removeFirst(count)
      } else if count == 0 || errno != EINTR {
        if count == 0 || errno != EAGAIN { end(gone) }
        return
      }
    }
  }

  private func receive() {
    var read = 0
    while problem == nil, read < Self.maximumRead {
      do throws(SystemError) {
        let bytes = try socket.readSome(64 << 10)
        if bytes.isEmpty { return end(gone) }
        read += bytes.count
        incoming += bytes
      } catch {
        if error.code != EAGAIN { end(gone) }
        return
      }
      takeFrames()
    }
  }

  private func takeFrames() {
    var start = 0
    while problem == nil, let header = PulseFrame(incoming[start...]) {
      guard header.isCommand, (1...Self.maximumFrame).contains(header.length) else { return end(Self.strange) }
      let (first, next) = (start + PulseFrame.headerLength, start + PulseFrame.headerLength + header.length)
      guard incoming.count >= next else { break }
      do throws(PulseProblem) { try handle(PulseReader(Array(incoming[first..<next]))) } catch { end(Self.strange) }
      start = next
    }
    if start > 0 { incoming.removeFirst(start) }
  }

  private func handle(_ message: PulseReader) throws(PulseProblem) {
    var reader = message
    let (command, tag) = (PulseCommand(rawValue: try reader.number()), try reader.number())
    switch command {
    case .event: try noteEvent(&reader)
    case .reply:
      if let request = requests.removeValue(forKey: tag) { return request.complete(.success(reader)) }
    case .error:
      let code = try reader.number()
      if let request = requests.removeValue(forKey: tag) { return request.complete(.failure(Self.refusal(code))) }
    // A newer server may tell of more.
    default: break
    }
    countStray()
  }

  private static func refusal(_ code: UInt32) -> ServiceError {
    switch code {
    case 5: .unavailable(reason: "the sound server has no such sink or source")
    default: .failed(reason: "the sound server refused (error \(code))")
    }
  }

  private func countStray() {
    let now = MonotonicTime.now()
    if now - strays.since >= 1 { strays = (0, now) }
    strays.count += 1
    if strays.count > Self.maximumStrays { end(.failed(reason: "the sound server sends too much")) }
  }

  private func expire() {
    let now = MonotonicTime.now()
    for (tag, request) in requests where request.deadline <= now {
      requests[tag] = nil
      request.complete(.failure(Self.silent))
    }
  }

  private func expect(_ tag: UInt32, _ complete: @escaping (Result<PulseReader, ServiceError>) -> Void) {
    requests[tag] = Request(deadline: MonotonicTime.now() + Self.replyTime, complete: complete)
  }

  private func authenticated(_ result: Result<PulseReader, ServiceError>) {
    switch result {
    case .success(var reader):
      // The highest bits say what the server could do with shared memory.
      guard let version = try? reader.number(), version & 0xFFFF >= Self.version else {
        return end(.unavailable(reason: "the sound server is too old"))
      }
    case .failure(let error): end(problem ?? (error == Self.silent ? error : .unavailable(reason: error.reason)))
    }
  }

  private func begin(_ result: Result<PulseReader, ServiceError>) {
    if case .failure(let error) = result { return end(error) }
    guard requests[Self.authenticationTag] == nil else { return end(Self.strange) }
    isReady = true
    let calls = waiting
    waiting = []
    for call in calls { call() }
  }

  func send(
    _ command: PulseCommand, _ complete: @escaping (Result<PulseReader, ServiceError>) -> Void,
    write: (inout PulseWriter) -> Void = { _ in }
  ) {
    if let problem { return complete(.failure(problem)) }
    lastTag = lastTag == UInt32.max - 1 ? Self.nameTag + 1 : lastTag + 1
    var writer = PulseWriter(command, tag: lastTag)
    write(&writer)
    outgoing += writer.frame
    expect(lastTag, complete)
    if outgoing.count > Self.maximumOutgoing { end(Self.silent) }
  }

  /// A call that's made at once if the connection is gone finds that out.
  func whenReady(_ call: @escaping () -> Void) {
    if isReady || problem != nil { call() } else { waiting.append(call) }
  }

  // MARK: Changes

  func watch(_ topics: Set<ServiceTopic>) {
    let isWatched = topics.contains(.audio)
    guard isWatched != isWatching else { return }
    isWatching = isWatched
    rate = SignalRate()
    if isWatched { whenReady { [weak self] in self?.subscribe(Self.mask) } } else { subscribe(0) }
  }

  private func subscribe(_ mask: UInt32) {
    guard isReady else { return }
    let complete = { [weak self] (result: Result<PulseReader, ServiceError>) in
      switch result {
      // Much may have changed since luawidget asked the last time.
      case .success: if mask != 0 { self?.noteAll() }
      // The next program subscribes again.
      case .failure(let error): self?.end(error)
      }
    }
    send(.subscribe, complete) { $0.append(mask) }
  }

  private func noteAll() {
    guard isWatching else { return }
    changes.formUnion(["sinks", "sources", "defaults"].map { ServiceChange(.audio, $0) })
  }

  private func noteEvent(_ reader: inout PulseReader) throws(PulseProblem) {
    // What happened to it doesn't matter.
    let object = try reader.number() & 0xF
    guard isWatching, rate.isListening else { return }
    if !rate.count() { subscribe(0) }
    switch object {
    case 0: changes.insert(ServiceChange(.audio, "sinks"))
    case 1: changes.insert(ServiceChange(.audio, "sources"))
    case 7: changes.insert(ServiceChange(.audio, "defaults"))
    default: break
    }
  }

  private func listenAgain() {
    guard rate.hasBeenSilent else { return }
    rate = SignalRate()
    if isWatching { subscribe(Self.mask) }
  }
}
