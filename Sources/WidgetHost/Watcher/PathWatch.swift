import Dispatch

/// The watcher's state and its decisions.
///
/// `@unchecked Sendable`: every property below `queue` is read and written on `queue` only.
final class PathWatch: @unchecked Sendable {
  private let pace: FileWatcher.Pace
  private let continuation: AsyncStream<Set<String>>.Continuation
  private let queue = DispatchQueue(label: "luawidget.files")

  private var source: (any ChangeSource)?
  private var currentMethod: FileWatcher.Method
  private var identities: [String: FileIdentity] = [:]
  /// Since when a path may be in the middle of a save.
  private var unfinishedSince: [String: DispatchTime] = [:]
  /// The first event that has not been looked into.
  private var firstEvent: DispatchTime?
  /// Of the newest appointment; older ones are void.
  private var appointment = 0
  private var isStopped = false

  init(pace: FileWatcher.Pace, method: FileWatcher.Method?, continuation: AsyncStream<Set<String>>.Continuation) {
    self.pace = pace
    self.continuation = continuation
    currentMethod = method ?? .inotify
  }

  var method: FileWatcher.Method { queue.sync { currentMethod } }

  func replace(_ paths: Set<String>) {
    queue.sync {
      if isStopped { return }
      // First the watch, then the look: a change in between is then seen twice, not never.
      arm(paths)
      unfinishedSince = unfinishedSince.filter { paths.contains($0.key) }
      let known = identities
      identities = [:]
      for path in paths { identities[path] = known[path] ?? FileIdentity(of: path) }
    }
  }

  func stop() {
    queue.sync {
      isStopped = true
      appointment += 1
      source?.stop()
      source = nil
      continuation.finish()
    }
  }

  private func arm(_ paths: some Sequence<String>) {
    let names = WatchedNames(of: paths)
    let onChange: () -> Void = { [weak self] in self?.noticed() }
    #if os(Linux)
      if currentMethod == .inotify {
        if source == nil { source = InotifySource(queue: queue, onChange: onChange) }
        if source?.watch(names) == true { return }
        source?.stop()
        source = nil
      }
    #endif
    currentMethod = .polling
    if source == nil { source = PollingSource(queue: queue, onChange: onChange) }
    _ = source?.watch(names)
  }

  private func noticed() {
    let now = DispatchTime.now()
    let first = firstEvent ?? now
    firstEvent = first
    look(at: min(now + .milliseconds(pace.quiet), first + .milliseconds(pace.longest)))
  }

  private func look(at time: DispatchTime) {
    appointment += 1
    queue.asyncAfter(deadline: time) { [weak self, appointment] in
      if let self, appointment == self.appointment { self.look() }
    }
  }

  private func look() {
    if isStopped { return }
    firstEvent = nil
    arm(identities.keys)
    let now = DispatchTime.now()
    var changed: Set<String> = []
    var next: DispatchTime?
    for (path, known) in identities {
      let identity = FileIdentity(of: path, previous: known)
      if identity != known, identity.mayBeUnfinished(since: known) {
        let since = unfinishedSince[path] ?? now
        let end = since + .milliseconds(pace.empty)
        if now < end {
          unfinishedSince[path] = since
          next = min(next ?? end, end)
          continue
        }
      }
      unfinishedSince[path] = nil
      identities[path] = identity
      if identity != known { changed.insert(path) }
    }
    if let next { look(at: next) }
    if !changed.isEmpty { continuation.yield(changed) }
  }
}
