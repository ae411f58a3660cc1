import WidgetHost
public import WidgetModel
import WidgetRendering
import WidgetRuntime
public import WidgetServices

/// Writes a line to a bar whenever the widget changes, until the bar is gone.
public struct BarFollower {
  /// Everything that can happen. Only ``run()`` changes the state.
  private enum Event: Sendable {
    case input(BarInput)
    case tick
    case updated(Update, BarSnapshots)
    case tapped
    case failed(Failure)
    /// Another process may have stored a view.
    case stored
    case scriptChanged
    case reloaded
  }

  /// The longest sleep in seconds. A sleep does not count the time in which the computer is suspended.
  private static let longestSleep = 60.0

  private let bar: BarSession
  private let format: BarFormat
  private let clock: any WidgetClock
  private let input: AsyncStream<BarInput>
  private let options: @Sendable (_ isStale: Bool) -> BarOptions
  private let write: @Sendable ([UInt8]) -> Bool
  private let report: @Sendable (Failure) -> Void
  private let events: AsyncStream<Event>
  private let post: AsyncStream<Event>.Continuation

  private var snapshots: BarSnapshots?
  private var item: BarItem?
  private var written: [UInt8] = []
  private var isBusy = false
  private var pendingTap: TapTarget?
  private var needsReload = false
  private var nextUpdate = Double.infinity
  private var sleep: Task<Void, Never>?

  /// - Parameters:
  ///   - options: The options for now.
  ///   - write: Returns false if the bar is gone.
  public init(
    bar: BarSession, format: BarFormat, clock: any WidgetClock, input: AsyncStream<BarInput>,
    options: @escaping @Sendable (_ isStale: Bool) -> BarOptions, write: @escaping @Sendable ([UInt8]) -> Bool,
    report: @escaping @Sendable (Failure) -> Void
  ) {
    self.bar = bar
    self.format = format
    self.clock = clock
    self.input = input
    self.options = options
    self.write = write
    self.report = report
    (events, post) = AsyncStream.makeStream()
  }

  /// Runs until the bar is gone.
  ///
  /// - Parameters:
  ///   - stores: The files of the store of snapshots, which other processes write to.
  ///   - path: The file or folder of the script, as the user gave it.
  public mutating func run(watching stores: Set<String>, path: String) async {
    let (store, script) = watch(stores, path)
    defer {
      store.stop()
      script.stop()
    }
    Task { [input, post] in for await event in input { post.yield(.input(event)) } }
    defer { sleep?.cancel() }
    guard write(format.header) else { return }
    let stored = try? bar.stored()
    if let stored {
      snapshots = stored.snapshots
      nextUpdate = stored.dueAt ?? .infinity
    }
    guard show() else { return }
    if stored?.isFresh != true { startUpdate(.launch) }
    scheduleTick()
    for await event in events {
      guard handle(event, path) else { break }
      if !isBusy { startPending(path) }
      guard show() else { break }
      scheduleTick()
    }
    await bar.session.close()
  }

  // MARK: Events

  /// - Returns: false at the end.
  private mutating func handle(_ event: Event, _ path: String) -> Bool {
    switch event {
    case .input(.closed): return false
    case .input(.clicked(let click)):
      if click.name == item?.className, let target = click.target { pendingTap = target }
    case .tick: if clock.now() >= nextUpdate { startUpdate(.schedule) }
    case .updated(let update, let views):
      isBusy = false
      // Another process may have stored a newer view.
      let stored = try? bar.stored()
      snapshots = stored?.snapshots ?? views
      nextUpdate = stored?.dueAt ?? clock.now() + Self.longestSleep
      if case .failed(let failure, _) = update { report(failure) }
    case .tapped, .reloaded:
      isBusy = false
      readStored()
    case .failed(let failure):
      isBusy = false
      report(failure)
      readStored()
    case .stored: if !isBusy { readStored() }
    case .scriptChanged: needsReload = true
    }
    return true
  }

  private mutating func readStored() {
    guard let stored = try? bar.stored() else { return }
    snapshots = stored.snapshots
    nextUpdate = stored.dueAt ?? nextUpdate
  }

  private mutating func startPending(_ path: String) {
    if needsReload {
      needsReload = false
      reload(path)
    } else if let target = pendingTap {
      pendingTap = nil
      tap(target)
    }
  }

  // MARK: Operations

  private mutating func startUpdate(_ reason: UpdateReason) {
    guard !isBusy else { return }
    isBusy = true
    nextUpdate = .infinity
    Task { [bar, post] in
      let result = await bar.update(reason)
      post.yield(.updated(result.update, result.snapshots))
    }
  }

  private mutating func tap(_ target: TapTarget) {
    isBusy = true
    Task { [bar, post] in
      do throws(Failure) {
        _ = try await bar.tap(target)
        post.yield(.tapped)
      } catch {
        post.yield(.failed(error))
      }
    }
  }

  private mutating func reload(_ path: String) {
    let edited: WidgetScript
    do throws(Failure) { edited = try WidgetScript(path: path) } catch { return report(error) }
    isBusy = true
    Task { [bar, post] in
      _ = await bar.reload(edited)
      post.yield(.reloaded)
    }
  }

  // MARK: Output and time

  /// Writes the item if it has changed.
  ///
  /// - Returns: false if the bar is gone.
  private mutating func show() -> Bool {
    guard let snapshots else { return true }
    let isStale = (try? bar.stored())?.isStale ?? false
    let item = BarItem(snapshots, options: options(isStale))
    self.item = item
    let bytes = format.bytes([item], isFollowing: true)
    guard bytes != written else { return true }
    written = bytes
    return write(bytes)
  }

  private mutating func scheduleTick() {
    let now = clock.now()
    let seconds = min(Self.longestSleep, max(0.05, nextUpdate - now), nextTextChange())
    sleep?.cancel()
    sleep = Task { [post] in
      do { try await Task.sleep(for: .seconds(seconds)) } catch { return }
      post.yield(.tick)
    }
  }

  /// Seconds until a date in the bar has another text.
  private func nextTextChange() -> Double {
    guard let view = snapshots?.inline?.view ?? snapshots?.full.view else { return Self.longestSleep }
    return view.nextTextChange(options(false).clock) ?? Self.longestSleep
  }

  private func watch(_ stores: Set<String>, _ path: String) -> (WriteWatcher, FileWatcher) {
    let (store, script) = (WriteWatcher(stores), FileWatcher())
    script.watch([path])
    let (writes, changes) = (store.writes, script.changes)
    Task { [post] in for await _ in writes { post.yield(.stored) } }
    Task { [post] in for await _ in changes { post.yield(.scriptChanged) } }
    return (store, script)
  }
}

extension ViewNode {
  /// Seconds until a date in the view has another text; nil if none ever has.
  fileprivate func nextTextChange(_ clock: CalendarClock) -> Double? {
    var next: Double?
    if case .date(let moment, let style) = content { next = DateText.nextChange(moment, style: style, clock: clock) }
    for child in children { if let other = child.nextTextChange(clock) { next = min(next ?? other, other) } }
    return next
  }
}
