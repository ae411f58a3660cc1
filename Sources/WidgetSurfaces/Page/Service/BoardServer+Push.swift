import WidgetHelpers
import WidgetHost
import WidgetModel
import WidgetSystem

/// Requests of programs with a key of their own: events for a widget, and its card in front.
extension BoardServer {
  /// `POST /push/ID` with a key made for that widget. The body is the event's text; `?event=NAME` names it.
  func push(_ id: String, _ query: FormFields, _ request: HTTPRequestMessage, _ response: ResponseChannel) async {
    guard await mayUse(.push(id: id), of: id, "--push", request, response) else { return }
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

  /// `POST /show/ID?for=2m` with a key made for that widget: its card is in front of the others on every running host.
  func bringToFront(_ id: String, _ query: FormFields, _ request: HTTPRequestMessage, _ response: ResponseChannel) async {
    guard await mayUse(.show(id: id), of: id, "--show", request, response) else { return }
    let seconds: Double
    do throws(FrontDuration) { seconds = try FrontDuration.seconds(query["for"]) } catch {
      return problem(400, error.description.prefix(1).uppercased() + error.description.dropFirst(), response)
    }
    guard await board.bringToFrontEverywhere(id, seconds: seconds) else {
      return problem(404, "There is no such widget on the board", response)
    }
    text(202, "accepted\n", response)
  }

  /// Whether a program's request has the one key it needs, and not too many came before it. Otherwise it has been refused.
  ///
  /// - Parameters:
  ///   - id: The widget, which has its own limit.
  ///   - option: Makes such a key.
  private func mayUse(
    _ wanted: ProgramKeys.Scope, of id: String, _ option: String, _ request: HTTPRequestMessage, _ response: ResponseChannel
  ) async -> Bool {
    func refuse(_ respond: () -> Void) -> Bool {
      metrics.refusedRequests += 1
      respond()
      return false
    }
    let keys = Self.bearers(request)
    guard keys.count < 2 else { return refuse { problem(400, "The request has more than one key", response) } }
    guard let key = keys.first else { return refuse { needsKey("luawidget key add NAME \(option) ID makes one", response) } }
    guard let scope = scope(ofKey: key) else {
      return refuse { problem(401, "The key is not valid", response, [HTTPField("www-authenticate", "Bearer")]) }
    }
    guard scope == wanted else { return refuse { problem(403, Self.refusal(of: scope), response) } }
    let shown = await board.widgets.first { $0.id == id }
    if let widget = programKey(key)?.widget, let shown, shown.identity.id != widget {
      // Another file has got the id since, or another entry of the board the same one.
      return refuse {
        problem(
          403,
          "The key was made for another widget, which had this id before. luawidget key add NAME \(option) ID makes one for this one",
          response)
      }
    }
    guard pushLimits[id, default: RateLimit()].take(now: monotonicNow) else {
      return refuse { problem(429, "Too many events. Wait a moment.", response, [HTTPField("retry-after", "1")]) }
    }
    return true
  }
}

extension WidgetEvent.PushProblem {
  fileprivate var sentence: String { description.prefix(1).uppercased() + description.dropFirst() }
}
