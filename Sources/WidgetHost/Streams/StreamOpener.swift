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
    @Sendable func pass(_ lines: LineSplitter.Lines, as name: String = "line") {
      let now = clock.now()
      let events = lines.texts.map { WidgetEvent(source: request.source, name: name, data: $0, time: now) }
      let batch = EventBatch(events, dropped: lines.dropped)
      if !batch.isEmpty { onEvents(batch) }
    }
    switch request {
    case .file(_, let path): return FileTail(path) { pass($0) }
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
    case .serverSent(let request, let name):
      return ServerSentStream(request, services.streams, clock: clock, policy: policy) { batch in
        var batch = batch
        if let name { batch.events.removeAll { $0.name != name } }
        if !batch.isEmpty { onEvents(batch) }
      } onProblem: { [onProblem] in
        onProblem("subscribe: \($0)")
      }
    }
  }
}
