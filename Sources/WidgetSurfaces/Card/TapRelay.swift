import Synchronization
public import WidgetServices

/// Something for the surface on which the user has tapped.
package enum TapOutput: Sendable, Equatable {
  /// A URL to open.
  case url(String)
  /// A text for the clipboard.
  case text(String)
}

/// Hands what widgets open and copy to the surface where the user tapped: the browser's machine may be another one.
public final class TapRelay: URLOpener, Clipboard {
  private let receiver = Mutex<(@Sendable (TapOutput, String) -> Void)?>(nil)

  public init() {}

  public func open(_ url: String, for instance: String?) throws(ProgramError) {
    if let instance { send(.url(url), instance) }
  }

  public func write(_ text: String, for instance: String) throws(ClipboardProblem) { send(.text(text), instance) }

  private func send(_ output: TapOutput, _ instance: String) { receiver.withLock { $0 }?(output, instance) }

  /// - Parameter body: Receives what's for the surface, and the instance of the widget.
  package func onOutput(_ body: @escaping @Sendable (TapOutput, String) -> Void) { receiver.withLock { $0 = body } }
}
