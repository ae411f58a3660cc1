public import WidgetHost
public import WidgetModel
import WidgetRendering
import WidgetServices
import WidgetSystem

/// Writes a line with all of a board's widgets whenever one of them changes, until the bar is gone or the program has to be
/// restarted.
public struct BarBoard {
  private enum Event: Sendable {
    case input(BarInput)
    case changed
    /// The board has different widgets now.
    case membership
    case shown(id: String, Snapshot, isLive: Bool)
    case fileProblem(BoardFileError?)
    case restartNeeded
    case tick
  }

  /// Why the line isn't written any more.
  public enum Ending: Sendable, Equatable {
    /// The bar is gone.
    case closed
    /// The program was replaced by another version, whose workers this process can't use.
    case restartNeeded
    /// A signal asked for the end.
    case signalled(Int32)
  }

  private static let surface = Board.SurfaceID("bar")
  /// A date may have another text by then.
  private static let longestSleep = 60.0
  /// Seconds to wait for the other view of a widget.
  private static let longestHalf = 0.1

  private let board: Board
  private let writer: any BarWriter
  private let contexts: BarContexts
  private let input: AsyncStream<BarInput>
  private let options: @Sendable (_ isStale: Bool) -> BarOptions
  private let write: @Sendable ([UInt8]) -> Bool
  private let report: @Sendable (Failure) -> Void
  private let writesHeader: Bool
  /// Widgets without a view whose update failed, by id.
  private var failed: [String: Snapshot] = [:]
  /// Why the board file can't be used.
  private var problem: Failure?
  private var written: [UInt8] = []
  /// Contexts of new views whose widget's other view isn't there yet, by id.
  private var halves: [String: SnapshotContext] = [:]
  private var isWaiting = false
  private var sleep: Task<Void, Never>?

  /// - Parameters:
  ///   - writesHeader: false if the bar has already read the header, from an earlier process.
  ///   - options: The current options.
  ///   - write: Returns false if the bar is gone.
  public init(
    board: Board, writer: any BarWriter, contexts: BarContexts, input: AsyncStream<BarInput>, writesHeader: Bool = true,
    options: @escaping @Sendable (_ isStale: Bool) -> BarOptions, write: @escaping @Sendable ([UInt8]) -> Bool,
    report: @escaping @Sendable (Failure) -> Void
  ) {
    self.board = board
    self.writer = writer
    self.contexts = contexts
    self.input = input
    self.writesHeader = writesHeader
    self.options = options
    self.write = write
    self.report = report
  }

  /// The items of all widgets that aren't hidden, in order, from stored views. A widget without one has a sign and its failure.
  private func items() async -> [BarItem] {
    var items: [BarItem] = []
    for widget in await board.widgets where !widget.entry.isHidden {
      guard var full = await board.snapshot(of: widget.id, for: contexts.full(.launch)) else {
        var card = failed[widget.id] ?? Self.card(widget.identity, widget.failure)
        card.failure = widget.failure ?? card.failure
        if card.failure != nil { items.append(item(BarSnapshots(full: card), widget)) }
        continue
      }
      full.failure = full.failure ?? widget.failure
      let inline = await board.snapshot(of: widget.id, for: contexts.inline(.launch))
      let isOwn = inline?.isOwn(for: contexts.inline(.launch), besides: full) == true
      items.append(item(BarSnapshots(full: full, inline: isOwn ? inline : nil, checkedAt: widget.checkedAt), widget))
    }
    if let problem { items.append(item(problem)) }
    return items
  }

  /// An item for a board file that can't be used. Bars of boards have no other place for the reason.
  private func item(_ problem: Failure) -> BarItem {
    let name = board.location?.name ?? ""
    let card = Self.card(WidgetIdentity(id: name, instance: name, name: name), problem)
    var item = BarItem(BarSnapshots(full: card), options: options(false))
    let folder = board.location?.path.lastIndex(of: "/").map { board.location?.path[...$0] ?? "" } ?? ""
    let reason = problem.message.trimmingPrefix(folder)
    item.segments = [
      BarItem.Segment("⚠ " + BarText.line(String(reason), limit: BarItem.textLimit), color: item.segments.first?.color)
    ]
    return item
  }

  /// A snapshot without a view.
  public static func card(_ identity: WidgetIdentity, _ failure: Failure?) -> Snapshot {
    var card = Snapshot(widget: identity, view: nil, result: .failed, reason: .launch, updatedAt: 0)
    card.failure = failure
    return card
  }

  /// A board can show a widget twice, so the item is named after the entry.
  private func item(_ snapshots: BarSnapshots, _ widget: BoardWidget) -> BarItem {
    var item = BarItem(snapshots, options: options(widget.isStale))
    item.className = Self.className(widget.id)
    item.blockName = Self.blockName(widget, on: board)
    return item
  }

  private static func className(_ id: String) -> String { "widget-" + id }

  /// The entries of a board have different ids; a widget that is on none may run twice, with other settings.
  private static func blockName(_ widget: BoardWidget, on board: Board) -> String {
    className(widget.id) + (board.location == nil ? BarItem.settingsSuffix(widget.identity) : "")
  }

  /// Runs until the bar is gone, or the program has to end.
  public mutating func run() async -> Ending {
    let (events, post) = AsyncStream<Event>.makeStream()
    let changes = board.events.stream()
    Task {
      for await event in changes {
        switch event {
        case .widgets: post.yield(.membership)
        case .shown(let id, let snapshot, let isLive): post.yield(.shown(id: id, snapshot, isLive: isLive))
        case .fileProblem(let problem): post.yield(.fileProblem(problem))
        case .restartNeeded: post.yield(.restartNeeded)
        // During an update, one of the two views may be new.
        case .changed(let widget): if !widget.isUpdating { post.yield(.changed) }
        case .console, .denied, .controlMissing, .permissionsWanted: break
        }
      }
    }
    Task { [input] in for await event in input { post.yield(.input(event)) } }
    defer { sleep?.cancel() }
    if writesHeader, !write(writer.header) { return .closed }
    await board.start()
    let ending = await handle(events, post)
    await board.close()
    return ending
  }

  private mutating func handle(_ events: AsyncStream<Event>, _ post: AsyncStream<Event>.Continuation) async -> Ending {
    for await event in events {
      switch event {
      case .input(.closed): return .closed
      case .input(.signalled(let signal)): return .signalled(signal)
      case .restartNeeded: return .restartNeeded
      case .input(.clicked(let click)): tap(click)
      case .membership: await present()
      case .shown(let id, let snapshot, let isLive):
        if !isLive { note(snapshot.context, of: id) }
        failed[id] = snapshot.view == nil && snapshot.failure != nil ? snapshot : nil
        if let failure = snapshot.failure { report(failure) }
      case .fileProblem(let error):
        problem = error.map { Failure(.unreadable, "\($0)") }
        if let problem { report(problem) }
      case .changed: break
      case .tick: (halves, isWaiting) = ([:], false)
      }
      if !halves.isEmpty {
        if !isWaiting { wait(Self.longestHalf, post) }
        isWaiting = true
        continue
      }
      isWaiting = false
      let items = await items()
      // Before the first view there's nothing to write.
      if items.isEmpty, written.isEmpty { continue }
      let bytes = writer.bytes(items, isFollowing: true)
      if bytes != written, !write(bytes) { return .closed }
      written = bytes
      wait(await nextTextChange(), post)
    }
    return .closed
  }

  /// Notes a new view. A widget's two views are made one after the other, and the line is written once both are there.
  private mutating func note(_ context: SnapshotContext, of id: String) {
    guard let earlier = halves[id] else { return halves[id] = context }
    if earlier != context { halves[id] = nil }
  }

  private mutating func wait(_ seconds: Double, _ post: AsyncStream<Event>.Continuation) {
    sleep?.cancel()
    sleep = Task {
      do { try await Task.pause(seconds: seconds) } catch { return }
      post.yield(.tick)
    }
  }

  /// Seconds until a date in the bar gets another text.
  private func nextTextChange() async -> Double {
    var next = Self.longestSleep
    for widget in await board.widgets where !widget.entry.isHidden {
      for context in [contexts.inline(.launch), contexts.full(.launch)] {
        let view = await board.snapshot(of: widget.id, for: context)?.view
        if let change = view?.nextTextChange(options(false).clock) { next = min(next, change) }
      }
    }
    return max(0.05, next)
  }

  private func present() async {
    var shown: [String: [WidgetContext]] = [:]
    for widget in await board.widgets where !widget.entry.isHidden {
      shown[widget.id] = [contexts.full(.launch), contexts.inline(.launch)]
    }
    await board.present(shown, on: Self.surface)
  }

  private func tap(_ click: BarClick) {
    guard let target = click.target else { return }
    Task { [board, contexts, report] in
      guard let widget = await board.widgets.first(where: { Self.blockName($0, on: board) == click.name }),
        let full = await board.snapshot(of: widget.id, for: contexts.full(.launch))
      else { return }
      let inline = await board.snapshot(of: widget.id, for: contexts.inline(.launch))
      let isOwn = inline?.isOwn(for: contexts.inline(.launch), besides: full) == true
      switch target.resolve(in: BarSnapshots(full: full, inline: isOwn ? inline : nil)) {
      case .missing: break
      case .refresh: await board.refresh(widget.id)
      case .control(let control, let isInline):
        do throws(Failure) {
          try await board.tap(widget.id, control, in: isInline ? contexts.inline(.action) : contexts.full(.action))
        } catch {
          report(error)
        }
      }
    }
  }
}
