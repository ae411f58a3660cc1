import WidgetHelpers

extension FetchError {
  /// Why `luawidget-fetcher`, the process that uses the network, did not complete a request.
  public enum FetcherProblem: Error, Sendable, Equatable {
    /// It is not installed.
    case missing
    /// With the system's reason.
    case cannotStart(String)
    case exited(status: Int32)
    /// It was ended by this signal.
    case signalled(Int32)
    /// It is from another version of luawidget.
    case version
    /// It violated the protocol. The text names the rule and contains nothing that was received.
    case invalidMessage(String)
    /// It did not reply within so many seconds.
    case silent(seconds: Double)

    var text: String {
      switch self {
      case .missing: InstalledFiles.missing("luawidget-fetcher")
      case .cannotStart(let reason): "luawidget-fetcher could not be started: \(reason)"
      case .exited(let status): "luawidget-fetcher exited with status \(status)"
      case .signalled(let number): "luawidget-fetcher was killed by signal \(number)"
      case .version: "luawidget-fetcher is from another version of luawidget"
      case .invalidMessage(let rule): "luawidget-fetcher sent an invalid message: \(rule)"
      case .silent(let seconds): "luawidget-fetcher did not reply within \(Int(seconds.rounded())) s"
      }
    }

    var remedy: String {
      switch self {
      case .missing, .cannotStart, .version: "`make install` installs it"
      case .exited, .signalled, .invalidMessage, .silent:
        "the server may have received the request; if this happens again, run `luawidget doctor`"
      }
    }
  }
}
