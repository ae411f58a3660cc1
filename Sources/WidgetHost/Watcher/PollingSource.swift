import Dispatch

/// Polls twice a second, where inotify is missing or its limits are reached.
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
