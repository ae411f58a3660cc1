import ArgumentParser
import Dispatch
import Synchronization
import WidgetCommands
import WidgetHost
import WidgetSystem

/// The completions a shell offers for a widget's secrets.
enum SecretCompletion {
  /// The secrets declared by the widget before the word being typed: `luawidget secret set WIDGET ...`.
  static let names = CompletionKind.custom { words, index, _ in
    words.indices.contains(3) && index > 3 ? declared(by: words[3]) : []
  }

  /// Runs the widget's manifest, and waits for it.
  private static func declared(by widget: String) -> [String] {
    let found = Found()
    Task.detached {
      await found.read(widget)
      found.done.signal()
    }
    found.done.wait()
    return found.names.withLock { $0 }
  }

  private final class Found: Sendable {
    let names = Mutex<[String]>([])
    let done = DispatchSemaphore(value: 0)

    func read(_ widget: String) async {
      let environment = ProcessEnvironment.current
      guard let configuration = try? UserConfiguration(environment: environment),
        let root = try? CompositionRoot(
          environment: environment, configuration: configuration, options: ServiceOptions(network: .offline), isQuiet: true)
      else { return }
      let audit = await WidgetAudit(quietly: widget, in: root)
      names.withLock { $0 = audit?.secrets ?? [] }
    }
  }
}
