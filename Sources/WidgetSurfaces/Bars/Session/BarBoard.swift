public import WidgetHost
public import WidgetModel
import WidgetRendering
import WidgetServices
import WidgetSystem

/// Writes a line with all widgets of a board whenever one of them changes, until the bar is gone.
public struct BarBoard {
  private enum Event: Sendable {
    case input(BarInput)
    case changed
    /// The widgets of the board are others.
    case membership
    case failed(Failure)
    case tick
  }

  private static let surface = Board.SurfaceID("bar")
  /// A date may have another text.
  private static let longestSleep = 60.0

  private let board: Board
  private let writer: any BarWriter
  private let contexts: BarContexts
  private let input: AsyncStream<BarInput>
  private let options: @Sendable (_ isStale: Bool) -> BarOptions
  private let write: @Sendable ([UInt8]) -> Bool
  private let report: @Sendable (Failure) -> Void
  private var written: [UInt8] = []
  private var sleep: Task<Void, Never>?

  /// - Parameters:
  ///   - options: The options for now.
  ///   - write: Returns false if the bar is gone.
  public init(
    board: Board, writer: any BarWriter, contexts: BarContexts, input: AsyncStream<BarInput>,
    options: @escaping @Sendable (_ isStale: Bool) -> BarOptions, write: @escaping @Sendable ([UInt8]) -> Bool,
    report: @escaping @Sendable (Failure) -> Void
  ) {
    self.board = board
    self.writer = writer
    self.contexts = contexts
    self.input = input
    self.options = options
    self.write = write
    self.report = report
  }

  /// The items of the widgets that are not hidden, in order, from stored views.
  public static func items(
    of board: Board, contexts: BarContexts, options: @Sendable (_ isStale: Bool) -> BarOptions
  ) async -> [BarItem] {
    var items: [BarItem] = []
    for widget in await board.widgets where !widget.entry.isHidden {
      guard var full = await board.snapshot(of: widget.id, for: contexts.full(.launch)) else {
        guard let failure = widget.failure else { continue }
        var card = Snapshot(widget: widget.identity, view: nil, result: .failed, reason: .launch, updatedAt: 0)
        card.failure = failure
        items.append(item(BarSnapshots(full: card), widget, options))
        continue
      }
      full.failure = full.failure ?? widget.failure
      let inline = await board.snapshot(of: widget.id, for: contexts.inline(.launch))
      let isOwn = inline?.context == SnapshotContext(contexts.inline(.launch)) && inline?.view != full.view
      items.append(item(BarSnapshots(full: full, inline: isOwn ? inline : nil), widget, options))
    }
    return items
  }

  /// A board may show a widget twice: the item is named after the entry.
  private static func item(
    _ snapshots: BarSnapshots, _ widget: BoardWidget, _ options: @Sendable (_ isStale: Bool) -> BarOptions
  ) -> BarItem {
    var item = BarItem(snapshots, options: options(widget.isStale))
    item.className = className(widget.id)
    return item
  }

  private static func className(_ id: String) -> String { "widget-" + id }

  /// Runs until the bar is gone.
  public mutating func run() async {
    let (events, post) = AsyncStream<Event>.makeStream()
    let changes = board.events.stream()
    Task {
      for await event in changes {
        switch event {
        case .widgets: post.yield(.membership)
        case .shown(_, let snapshot, _) where snapshot.failure != nil:
          if let failure = snapshot.failure { post.yield(.failed(failure)) }
        case .shown, .changed, .console, .denied, .controlMissing, .fileProblem, .permissionsWanted, .restartNeeded:
          post.yield(.changed)
        }
      }
    }
    Task { [input] in for await event in input { post.yield(.input(event)) } }
    defer { sleep?.cancel() }
    guard write(writer.header) else { return }
    await board.start()
    for await event in events {
      switch event {
      case .failed(let failure): report(failure)
      case .input(.closed): return await board.close()
      case .input(.clicked(let click)): tap(click)
      case .membership: await present()
      case .changed, .tick: break
      }
      let items = await Self.items(of: board, contexts: contexts, options: options)
      // Before the first view there is nothing to write.
      if items.isEmpty, written.isEmpty { continue }
      let bytes = writer.bytes(items, isFollowing: true)
      if bytes != written, !write(bytes) { break }
      written = bytes
      let seconds = await nextTextChange()
      sleep?.cancel()
      sleep = Task {
        do { try await Task.pause(seconds: seconds) } catch { return }
        post.yield(.tick)
      }
    }
    await board.close()
  }

  /// Seconds until a date in the bar has another text.
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
      guard let widget = await board.widgets.first(where: { Self.className($0.id) == click.name }),
        let full = await board.snapshot(of: widget.id, for: contexts.full(.launch))
      else { return }
      let inline = await board.snapshot(of: widget.id, for: contexts.inline(.launch))
      let isOwn = inline?.context == SnapshotContext(contexts.inline(.launch)) && inline?.view != full.view
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
