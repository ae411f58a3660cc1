import WidgetHelpers
import WidgetHost
import WidgetModel
import WidgetSystem

/// Events that programs send to widgets.
extension BoardServer {
  /// `POST /push/ID` with a key made for that widget. The body is the event's text; `?event=NAME` names it.
  func push(_ id: String, _ query: FormFields, _ request: HTTPRequestMessage, _ response: ResponseChannel) async {
    let keys = Self.bearers(request)
    guard keys.count < 2 else {
      metrics.refusedRequests += 1
      return problem(400, "The request has more than one key", response)
    }
    guard let key = keys.first else {
      metrics.refusedRequests += 1
      return needsKey("luawidget key add NAME --push ID makes one", response)
    }
    guard let scope = scope(ofKey: key) else {
      metrics.refusedRequests += 1
      return problem(401, "The key is not valid", response, [HTTPField("www-authenticate", "Bearer")])
    }
    guard scope == .push(id: id) else {
      metrics.refusedRequests += 1
      return problem(403, Self.refusal(of: scope), response)
    }
    guard pushLimits[id, default: RateLimit()].take(now: monotonicNow) else {
      metrics.refusedRequests += 1
      return problem(429, "Too many events. Wait a moment.", response, [HTTPField("retry-after", "1")])
    }
    switch WidgetEvent.pushing(request.body, named: query["event"] ?? WidgetEvent.pushed, at: WallTime.now()) {
    case .failure(.tooLong): problem(413, WidgetEvent.PushProblem.tooLong.sentence, response)
    case .failure(let reason): problem(400, reason.sentence, response)
    case .success(let event):
      switch await board.receive(event, of: id) {
      case .accepted: text(202, "accepted\n", response)
      case .missing: problem(404, "There is no such widget on the board", response)
      case .unwanted: problem(409, "The widget does not define on_event", response)
      }
    }
  }
}

extension WidgetEvent.PushProblem {
  fileprivate var sentence: String { description.prefix(1).uppercased() + description.dropFirst() }
}
