import WidgetHelpers

/// The header fields of every response.
enum SecurityHeaders {
  /// - Parameters:
  ///   - styleHash: The digest of the style element of a page: its only inline part.
  ///   - isShared: Pages of other origins may show it: an image that was requested with the key.
  static func fields(styleHash: String? = nil, isShared: Bool = false) -> [HTTPField] {
    let style = styleHash.map { " 'sha256-\($0)'" } ?? ""
    return [
      HTTPField(
        "content-security-policy",
        """
        default-src 'none'; script-src 'self'; style-src 'self'\(style); img-src 'self' data:; connect-src 'self'; \
        manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'
        """),
      HTTPField("x-content-type-options", "nosniff"),
      HTTPField("cross-origin-resource-policy", isShared ? "cross-origin" : "same-origin"),
      HTTPField("cross-origin-opener-policy", "same-origin"),
      // With no-referrer, browsers send `Origin: null` with the forms of the page itself.
      HTTPField("referrer-policy", "same-origin"),
      HTTPField("permissions-policy", "camera=(), geolocation=(), microphone=()"),
    ]
  }
}
