import WidgetModel
import WidgetServices

extension Proxy.Credentials {
  /// The value of `Proxy-Authorization` (RFC 7617).
  var authorization: String { "Basic " + Base64.text(Array("\(user):\(password)".utf8)) }
}
