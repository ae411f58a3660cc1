import Synchronization
import WidgetCommands
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetSurfaces
import WidgetSystem

/// A single update, rendered once, for pipes, files and scripts.
struct OneShotRun {
  var session: WidgetSession
  var script: WidgetScript
  var options: RunOptions
  var clock: any WidgetClock
  /// nil if no other process can be working on the same snapshots.
  var leases: LeaseKeeper?
  /// A link to open instead of updating.
  var url: String?

  /// - Returns: The exit status.
  func run() async throws -> Exit {
    let shown = Mutex<Snapshot?>(nil)
    session.events.observe { [options] event in
      switch event {
      case .console(let line): if let text = options.console.text(line) { Console.standardError.write(text) }
      case .shown(let snapshot, _): shown.withLock { $0 = snapshot }
      case .updating, .reloadFailed, .denied: break
      }
    }
    await session.startWorker()
    do {
      try await session.loadStored(for: options.context(.launch, lastUpdate: nil))
    } catch {
      if !options.isQuiet {
        Console.standardError.write(CardText.storedViewMissing(error))
      }
    }
    let update = await update()
    let stored = await session.snapshot
    let statistics = await session.statistics
    let images = options.needsImages ? await session.images() : [:]
    await session.close()

    if options.console.isVerbose {
      Console.standardError.write(ConsoleFormat.costs(statistics, session.counters.values))
    }
    if case .failed(let failure, _) = update, !options.isQuiet {
      Console.standardError.write(FailureReport(failure: failure, script: script).message)
    }
    if let snapshot = stored ?? shown.withLock({ $0 }), shouldDraw(snapshot, after: update) {
      let bytes = try OutputRenderer(options: options, clock: clock).bytes(snapshot, counters: session.counters, images: images)
      if let path = options.output {
        try OutputFile.write(bytes, to: path)
      } else {
        try Console.standardOutput.print(bytes)
      }
    }
    return Exit(update, isStrict: options.isStrict)
  }

  /// Whether there's something to draw. A usage error, such as a family the widget has no view for, draws nothing. A card without
  /// a view doesn't replace an earlier run's file.
  private func shouldDraw(_ snapshot: Snapshot, after update: Update) -> Bool {
    guard case .failed(let failure, _) = update else { return true }
    if failure.kind == .usage { return false }
    guard snapshot.view == nil, let output = options.output else { return true }
    return (try? FileStatus(path: output))?.kind != .regular
  }

  private func update() async -> Update {
    let leased = LeasedWidget(session, keeper: leases)
    let lastUpdate = await session.snapshot?.updatedAt
    guard let url else {
      let context = options.context(.launch, lastUpdate: lastUpdate)
      return await leased.update(context)
    }
    // A widget that was never updated has no data to show with its link's effect. The link counts even if that fails.
    if lastUpdate == nil { _ = await leased.update(options.context(.launch, lastUpdate: nil)) }
    do throws(Failure) {
      let context = options.context(.action, lastUpdate: lastUpdate)
      _ = try await leased.run(.open(url), context: context)
      return await session.snapshot.map { .newData(Presentation($0)) } ?? .noData(nil, refreshAfter: nil)
    } catch {
      return .failed(error, refreshAfter: nil)
    }
  }
}

extension Exit {
  init(_ update: Update, isStrict: Bool) {
    if case .failed(let failure, _) = update { self = Exit(failure) } else { self.init(update.result, nil, isStrict: isStrict) }
  }

  init(_ result: UpdateResult, _ failure: Failure?, isStrict: Bool) {
    if let failure { self = Exit(failure) } else { self = result == .noData && isStrict ? .noData : .success }
  }
}
