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
  /// The paths to report.
  private var reported: Set<String> = []
  /// Widgets whose folders' other files don't count.
  private var shallow: Set<String> = []
  /// The widgets by the path to their main file, if they're folders.
  private var widgets: [String: String] = [:]
  /// When a possibly unfinished save was first seen.
  private var unfinishedSince: [String: DispatchTime] = [:]
  /// The first event not yet examined.
  private var firstEvent: DispatchTime?
  /// Whether a complete file is about to be examined. Further events, such as a change of its mode, don't delay that.
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

  func replace(_ files: Set<String>, _ widgets: Set<String>) {
    queue.sync {
      if isStopped { return }
      // Both paths are always watched, because a file can become a folder at any moment, even while being read.
      self.widgets = Dictionary(widgets.map { ($0 + "/main.lua", $0) }, uniquingKeysWith: { $1 })
      let wasShallow = shallow
      shallow = widgets.subtracting(files)
      reported = files.union(widgets)
      let paths = reported.union(self.widgets.keys)
      // Watch first, then read: a change in between is seen twice instead of never.
      arm(paths)
      unfinishedSince = unfinishedSince.filter { paths.contains($0.key) }
      let known = identities.filter { wasShallow.contains($0.key) == shallow.contains($0.key) }
      identities = [:]
      for path in paths { identities[path] = known[path] ?? identity(of: path) }
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
    let names = WatchedNames(of: paths, shallow: shallow)
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

  private func identity(of path: String, previous: FileIdentity? = nil) -> FileIdentity {
    FileIdentity(of: path, previous: previous, readsFolder: !shallow.contains(path))
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
      let identity = identity(of: path, previous: known)
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
      if identity != known {
        if reported.contains(path) { changed.insert(path) }
        if let widget = widgets[path] { changed.insert(widget) }
      }
    }
    if let next { examine(at: next) }
    if !changed.isEmpty { continuation.yield(changed) }
  }
}

/// Polls twice a second, if inotify is missing or its limits are reached.
final class PollingSource: ChangeSource {
  private let timer: any DispatchSourceTimer

  init(queue: DispatchQueue, onChange: @escaping (Bool) -> Void) {
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + .milliseconds(500), repeating: .milliseconds(500), leeway: .milliseconds(100))
    timer.setEventHandler { onChange(false) }
    timer.resume()
  }

  deinit { timer.cancel() }

  func watch(_ names: WatchedNames) -> Bool { true }

  func stop() { timer.cancel() }
}
