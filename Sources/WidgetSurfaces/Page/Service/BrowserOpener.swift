import Synchronization
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
public import WidgetServices

/// Hands the URLs that widgets open to the browser that tapped. The machine of the server opens nothing.
public final class BrowserOpener: URLOpener {
  private let receiver = Mutex<(@Sendable (String) -> Void)?>(nil)

  public init() {}

  public func open(_ url: String) throws(ProgramError) { receiver.withLock { $0 }?(url) }

  func onOpen(_ body: @escaping @Sendable (String) -> Void) { receiver.withLock { $0 = body } }
}
