import Dispatch
import WidgetHelpers
import WidgetRuntime
import WidgetServices
import WidgetSystem

/// The socket where a process takes requests about its instances from the user's other processes.
///
/// Without a connection it costs no thread. A connection has one request, a short time to send it, and is closed after the reply.
final class HostSocket: Sendable {
  static let maximumConnections = 64
  /// Seconds for a request to be complete.
  static let patience = 10

  private let path: String
  private let folder: RuntimeFolder
  private let queue = DispatchQueue(label: "luawidget.requests")
  private nonisolated(unsafe) let listener: any DispatchSourceRead
  /// Use it only on the queue.
  private nonisolated(unsafe) var connections: [Int32: HostConnection] = [:]
  private let handle: @Sendable (HostRequest) async -> RequestReply

  init(
    _ path: String, in folder: RuntimeFolder, handle: @escaping @Sendable (HostRequest) async -> RequestReply
  ) throws(SystemError) {
    self.path = path
    self.folder = folder
    self.handle = handle
    let descriptor = try Self.listener(at: path, in: folder)
    listener = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    listener.setCancelHandler { close(descriptor) }
    listener.setEventHandler { [weak self] in self?.acceptConnections(from: descriptor) }
    listener.resume()
  }

  private static func listener(at path: String, in folder: RuntimeFolder) throws(SystemError) -> Int32 {
    try folder.create()
    folder.removeDeadSockets()
    do throws(SystemError) { return try LocalSocket.listener(at: path) } catch {
      // Another process may have removed the folder as unused just now.
      guard error.code == ENOENT else { throw error }
      try folder.create()
      return try LocalSocket.listener(at: path)
    }
  }

  deinit {
    remove()
    listener.cancel()
  }

  private func remove() {
    unlink(path)
    folder.removeIfUnused()
  }

  /// Ends all connections.
  func stop() {
    remove()
    listener.cancel()
    queue.async {
      for connection in self.connections.values { connection.end() }
      self.connections = [:]
    }
  }

  private func acceptConnections(from listener: Int32) {
    while true {
      let descriptor = accept(listener, nil, nil)
      guard descriptor >= 0 else { return }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      guard connections.count < Self.maximumConnections, LocalSocket.isOwnUser(descriptor) else {
        close(descriptor)
        continue
      }
      let connection = HostConnection(descriptor, queue: queue)
      connections[descriptor] = connection
      connection.start { [weak self] in self?.received(on: descriptor) }
      queue.asyncAfter(deadline: .now() + .seconds(Self.patience)) { [weak self, weak connection] in
        if let connection, !connection.hasRequest { self?.end(descriptor, connection) }
      }
    }
  }

  private func received(on descriptor: Int32) {
    guard let connection = connections[descriptor] else { return }
    switch connection.read() {
    case .incomplete: break
    case .ended: end(descriptor, connection)
    case .request(let bytes):
      guard let request = HostRequest(bytes) else {
        if HostRequest.isFromOtherVersion(bytes) { connection.reply(RequestReply.otherVersion.bytes) }
        return end(descriptor, connection)
      }
      Task { [handle, weak self] in
        let reply = await handle(request)
        self?.queue.async { [weak self] in
          connection.reply(reply.bytes)
          self?.end(descriptor, connection)
        }
      }
    }
  }

  private func end(_ descriptor: Int32, _ connection: HostConnection) {
    guard connections[descriptor] === connection else { return }
    connections[descriptor] = nil
    connection.end()
  }
}

/// One connection of ``HostSocket``; use it only on its queue.
private final class HostConnection: @unchecked Sendable {
  enum Outcome {
    case incomplete, ended
    case request([UInt8])
  }

  private let descriptor: Int32
  private let source: any DispatchSourceRead
  private var buffer = FrameBuffer(maximum: HostRequest.maximumBytes)
  private(set) var hasRequest = false

  init(_ descriptor: Int32, queue: DispatchQueue) {
    self.descriptor = descriptor
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setCancelHandler { close(descriptor) }
  }

  func start(_ onInput: @escaping @Sendable () -> Void) {
    source.setEventHandler(handler: onInput)
    source.resume()
  }

  func read() -> Outcome {
    let count = buffer.fill(16 << 10) { recv(descriptor, $0.baseAddress, $0.count, 0) }
    // After the request, there's no point in waiting for more input or the end of the connection.
    if hasRequest || count == 0 { return .ended }
    if count < 0 { return errno == EAGAIN || errno == EINTR ? .incomplete : .ended }
    do throws(FrameBuffer.TooLarge) {
      guard let payload = try buffer.next() else { return .incomplete }
      hasRequest = true
      return .request(payload)
    } catch {
      return .ended
    }
  }

  /// Sends a reply, which fits into the socket's buffer.
  func reply(_ payload: [UInt8]) { _ = FrameChannel.send(FrameBuffer.frame(payload)[...], on: descriptor) }

  func end() { source.cancel() }
}

/// Sends requests to the user's other processes.
enum HostClient {
  enum Problem: Error, Equatable {
    /// No process is listening at the owner's socket, or it has none.
    case unreachable
    /// The owner doesn't reply: it's stopped or busy, or it isn't luawidget.
    case noReply
  }

  /// Sends one request and waits for the reply, on a thread that can block.
  static func send(
    _ request: HostRequest, to owner: String, in folder: RuntimeFolder, timeout: Double
  ) async -> Result<RequestReply, Problem> {
    await withCheckedContinuation { continuation in
      // A separate queue has a thread that can block.
      DispatchQueue(label: "luawidget.request").async {
        continuation.resume(returning: exchange(request, folder.socket(of: owner), timeout))
      }
    }
  }

  static func exchange(_ request: HostRequest, _ path: String, _ timeout: Double) -> Result<RequestReply, Problem> {
    let deadline = MonotonicTime.now() + timeout
    do throws(SystemError) {
      let descriptor = try LocalSocket.connection(to: path)
      var channel = FrameChannel(
        descriptor: descriptor, maximumIncoming: HostRequest.maximumBytes, maximumOutgoing: HostRequest.maximumBytes)
      do throws(FrameChannel.Failure) {
        try channel.send(request.bytes, deadline: deadline)
        guard let reply = RequestReply(try channel.receive(deadline: deadline)) else { return .failure(.noReply) }
        return .success(reply)
      } catch {
        return .failure(error == .closed ? .unreachable : .noReply)
      }
    } catch {
      return .failure(error.code == EAGAIN ? .noReply : .unreachable)
    }
  }
}

extension CompositionRoot {
  /// Tells the user's hosts that a widget's secret was stored: those that wait for it update the widget at once.
  ///
  /// - Parameter owner: The calling host, which knows.
  public func announceSecret(of widget: String, except owner: String? = nil) async {
    await announce(.secret, of: [widget], except: owner)
  }

  /// Tells the user's hosts that decisions about these widgets' permissions were revoked: their streams end at once.
  public func announceRevocation(of widgets: Set<String>) async { await announce(.permissions, of: widgets) }

  private func announce(_ change: HostRequest.Change, of widgets: Set<String>, except owner: String? = nil) async {
    if widgets.isEmpty { return }
    _ = await announce(widgets.map { .changed(change, widget: $0) }, except: owner)
  }

  /// Puts an instance's card in front of the others on every running host.
  ///
  /// - Parameter seconds: One of ``Board/frontSeconds``.
  /// - Returns: How many hosts have it.
  public func bringToFront(_ instance: String, seconds: Double) async -> Int {
    await announce([.show(instance: instance, seconds: seconds)]).count { $0 == .done }
  }

  /// Sends requests to the user's running hosts.
  ///
  /// - Parameter owner: The calling host, which isn't asked.
  /// - Returns: The replies, as far as there are any.
  func announce(_ requests: [HostRequest], except owner: String? = nil) async -> [RequestReply] {
    let folder = RuntimeFolder(environment: environment)
    let hosts = ((try? services.snapshots.hosts()) ?? []).filter { $0 != owner }
    return await withTaskGroup(of: [RequestReply].self) { group in
      for host in hosts {
        group.addTask {
          var replies: [RequestReply] = []
          for request in requests {
            if let reply = try? await HostClient.send(request, to: host, in: folder, timeout: 2).get() { replies.append(reply) }
          }
          return replies
        }
      }
      var replies: [RequestReply] = []
      for await some in group { replies += some }
      return replies
    }
  }
}
