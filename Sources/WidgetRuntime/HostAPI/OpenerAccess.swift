import WidgetModel
import WidgetServices

/// The user's own programs for URLs, once for each tap. A link of one of the widget's schemes that no program opens goes to the widget.
struct OpenerAccess {
  private let session: HostSession

  init(_ session: HostSession) { self.session = session }

  func open(_ url: String) throws(HostError) {
    switch session.tap {
    case .none: throw HostError("open_url works only in the handler of a tap")
    case .spent: throw HostError("open_url opens one URL a tap")
    case .fresh: session.tap = .spent
    }
    let opener = session.services.opener
    let isOwn = URLScheme.of(url).map(session.manifest.urlSchemes.contains) ?? false
    if isOwn, let scheme = URLScheme.of(url), !opener.opens(scheme) {
      session.ownLink = url
      return
    }
    do { try opener.open(url) } catch {
      guard isOwn else { throw HostError("open_url: \(error)") }
      session.ownLink = url
    }
  }
}

/// Whether the handler of a tap is running, and whether it has opened its URL.
enum TapState { case none, fresh, spent }
