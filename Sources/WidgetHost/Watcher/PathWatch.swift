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
  /// When a possibly unfinished save was first seen.
  private var unfinishedSince: [String: DispatchTime] = [:]
  /// The first event that has not been examined.
  private var firstEvent: DispatchTime?
  /// Whether a complete file is about to be examined. Further events, such as a change of its mode, do not delay that.
  private var isComplete = false
  /// The number of the scheduled examination. Earlier ones are void.
  private var scheduled = 0
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
      // Watch first, then read: a change in between is seen twice instead of never.
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
      scheduled += 1
      source?.stop()
      source = nil
      continuation.finish()
    }
  }

  private func arm(_ paths: some Sequence<String>) {
    let names = WatchedNames(of: paths)
    let onChange: (Bool) -> Void = { [weak self] isComplete in self?.changed(isComplete) }
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

  private func changed(_ isComplete: Bool) {
    let now = DispatchTime.now()
    if self.isComplete { return }
    // A closed or renamed file is complete. Other events may be followed by more.
    self.isComplete = isComplete
    if isComplete { return examine(at: now) }
    let first = firstEvent ?? now
    firstEvent = first
    examine(at: min(now + .milliseconds(pace.quiet), first + .milliseconds(pace.longest)))
  }

  private func examine(at time: DispatchTime) {
    scheduled += 1
    queue.asyncAfter(deadline: time) { [weak self, scheduled] in
      if let self, scheduled == self.scheduled { self.examine() }
    }
  }

  private func examine() {
    if isStopped { return }
    firstEvent = nil
    isComplete = false
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
    if let next { examine(at: next) }
    if !changed.isEmpty { continuation.yield(changed) }
  }
}
