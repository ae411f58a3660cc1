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

  /// - Parameter onEvent: Called from any thread.
  func open(_ request: StreamRequest, onEvent: @escaping @Sendable (WidgetEvent) -> Void) -> any OpenStream {
    let clock = services.clock
    @Sendable func line(_ text: String, _ name: String = "line") {
      onEvent(WidgetEvent(source: request.source, name: name, data: text, time: clock.now()))
    }
    switch request {
    case .file(let path): return FileTail(path) { line($0) }
    case .media: return MediaChanges(services.media) { line($0, "changed") }
    case .program(let name, let path, let arguments):
      return ProgramLines { () throws(ProgramError) in
        try services.programs.start(path, arguments)
      } onLine: {
        line($0)
      } onEnd: { status in
        line(String(status), "exit")
      } onProblem: { [onProblem] in
        onProblem("run.lines: \(name): \($0)")
      }
    case .serverSent(let request, let name):
      return ServerSentStream(request, services.streams, clock: clock, policy: policy) { event in
        if name == nil || event.name == name { onEvent(event) }
      } onProblem: { [onProblem] in
        onProblem("subscribe: \($0)")
      }
    }
  }
}
