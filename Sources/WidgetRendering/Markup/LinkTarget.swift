import WidgetModel

/// A URL that a reader may open with a click. Source: RFC 3986, 3.1 and 2.1.
///
/// Web, mail and application schemes; never one that runs code or reads files in a browser, and nothing relative, which would
/// depend on where the page is. A view has other schemes only with permission, but a stored file can be edited.
package struct LinkTarget: Sendable, Equatable {
  /// Printable ASCII without spaces, quotes, brackets and backslashes: everything else is percent-encoded.
  package let url: String

  /// Replaces a refused URL, so refusing one doesn't change the elements.
  static let nowhere = LinkTarget(literal: "#")

  private init(literal: String) { url = literal }

  /// - Returns: nil for a URL without a scheme or with a dangerous one.
  package init?(_ text: String) {
    guard let scheme = URLScheme.of(text), !URLScheme.dangerous.contains(scheme), text.utf8.count > scheme.utf8.count + 1 else {
      return nil
    }
    url = Self.encoded(text)
  }

  private static func encoded(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      let isPlain =
        byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">")
        && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "^") && byte != UInt8(ascii: "`")
        && byte != UInt8(ascii: "{") && byte != UInt8(ascii: "|") && byte != UInt8(ascii: "}")
      if isPlain {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }
}
