public import WidgetHelpers

extension FetchError {
  /// Why `luawidget-fetcher`, the process that uses the network, did not complete a request.
  public typealias FetcherProblem = HelperProblem
}

extension HelperProblem {
  var text: String { text(of: .fetcher) }

  var remedy: String? {
    switch self {
    case .missing, .cannotStart: "`make install` installs it"
    // The text says what to do.
    case .version: nil
    case .exited, .signalled, .invalidMessage, .silent:
      "the server may have received the request; if this happens again, run `luawidget doctor`"
    }
  }
}
