import WidgetServices

/// The user's own programs for URLs, once for each tap.
struct OpenerAccess {
  private let session: HostSession

  init(_ session: HostSession) { self.session = session }

  func open(_ url: String) throws(HostError) {
    switch session.tap {
    case .none: throw HostError("open_url works only in the handler of a tap")
    case .spent: throw HostError("open_url opens one URL a tap")
    case .fresh: session.tap = .spent
    }
    do { try session.services.opener.open(url) } catch { throw HostError("open_url: \(error)") }
  }
}

/// Whether the handler of a tap is running, and whether it has opened its URL.
enum TapState { case none, fresh, spent }
