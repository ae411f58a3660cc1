import WidgetModel
import WidgetRuntime
import WidgetServices

/// Opens the streams of one widget.
struct StreamOpener: Sendable {
  let services: Services
  /// The hosts the widget may reach now, asked before each connection.
  let policy: @Sendable () async -> NetPolicy
  /// Receives what the user should know about a stream, as a line of the console.
  let onProblem: @Sendable (String) -> Void

  /// - Parameter onEvents: Called from any thread with what has arrived at once.
  func open(_ request: StreamRequest, onEvents: @escaping @Sendable (EventBatch) -> Void) -> any OpenStream {
    let clock = services.clock
    let source = request.source
    switch services.streamRecordings {
    case .replaying(let replay): if let replayed = self.replayed(request, replay, onEvents) { return replayed }
    case .recording(let recorder): if case .awake = request {} else { recorder.open(source) }
    case .none: break
    }
    @Sendable func deliver(_ batch: EventBatch) {
      if batch.isEmpty { return }
      if case .recording(let recorder) = services.streamRecordings { recorder.add(batch.events, of: source) }
      onEvents(batch)
    }
    @Sendable func pass(_ lines: LineSplitter.Lines, as name: String = "line") {
      let now = clock.now()
      let events = lines.texts.map { WidgetEvent(source: request.source, name: name, data: $0, time: now) }
      let batch = EventBatch(events, dropped: lines.dropped)
      deliver(batch)
    }
    switch request {
    case .file(_, let path): return FileTail(path) { pass($0) }
    case .folder(_, let path): return FileChanges([path]) { pass(LineSplitter.Lines(texts: [""]), as: "changed") }
    case .service(let service):
      return ServiceChanges(of: service, services) { pass(LineSplitter.Lines(texts: [$0]), as: "changed") }
    case .units(let names):
      return ServiceChanges(services.machine.units(names).watch(.units) { pass(LineSplitter.Lines(texts: [$0]), as: "changed") })
    case .awake(let reason):
      return AwakeStream(reason, services.machine) { [onProblem] in onProblem("power.inhibit: \($0)") }
    case .program(let name, let path, let arguments):
      return ProgramLines { () throws(ProgramError) in
        try services.programs.start(path, arguments)
      } onLines: {
        pass($0)
      } onEnd: { status in
        pass(LineSplitter.Lines(texts: [String(status)]), as: "exit")
      } onProblem: { [onProblem] in
        onProblem("run.lines: \(name): \($0)")
      }
    case .serverSent(let fetch, _, let name):
      return ServerSentStream(fetch, from: request.source, services.streams, clock: clock, policy: policy) { batch in
        var batch = batch
        if let name { batch.events.removeAll { $0.name != name } }
        deliver(batch)
      } onProblem: { [onProblem] in
        onProblem("subscribe: \($0)")
      }
    }
  }

  /// The recorded stream, which is silent without a recording.
  ///
  /// - Returns: nil for what no recording can stand for.
  private func replayed(
    _ request: StreamRequest, _ replay: StreamReplay, _ onEvents: @escaping @Sendable (EventBatch) -> Void
  ) -> (any OpenStream)? {
    if case .awake = request { return nil }
    let (source, clock) = (request.source, services.clock)
    let entries = replay.entries(of: source)
    if entries == nil { onProblem("subscribe: no recording of \(source)") }
    return ReplayedStream(entries ?? []) { entry in
      onEvents(EventBatch([WidgetEvent(source: source, name: entry.name, data: entry.data, id: entry.id, time: clock.now())]))
    }
  }
}
