import WidgetModel
import WidgetServices

/// The page's files, compiled in. Their names contain their digests, so browsers keep them as long as they're current.
package enum Assets {
  package struct Asset: Sendable, Equatable {
    package var mediaType: String
    package var bytes: [UInt8]
  }

  static let style = name("board", "css", Array(PageStyle.text.utf8))
  static let script = name("board", "js", Array(PageScript.text.utf8))
  static let icon = name("icon", "svg", Array(PageIcons.svg.utf8))
  static let smallIcon = name("icon-192", "png", PageIcons.small)
  static let largeIcon = name("icon-512", "png", PageIcons.large)
  static let squareIcon = name("square", "png", PageIcons.square)

  package static let all: [String: Asset] = [
    style: Asset(mediaType: "text/css; charset=utf-8", bytes: Array(PageStyle.text.utf8)),
    script: Asset(mediaType: "text/javascript; charset=utf-8", bytes: Array(PageScript.text.utf8)),
    icon: Asset(mediaType: "image/svg+xml", bytes: Array(PageIcons.svg.utf8)),
    smallIcon: Asset(mediaType: "image/png", bytes: PageIcons.small),
    largeIcon: Asset(mediaType: "image/png", bytes: PageIcons.large),
    squareIcon: Asset(mediaType: "image/png", bytes: PageIcons.square),
  ]

  private static func name(_ stem: String, _ type: String, _ bytes: [UInt8]) -> String {
    let digest = SHA256.hash(bytes).bytes.prefix(6)
    return "\(stem)-\(Base64.text(Array(digest), .urlSafe)).\(type)"
  }
}

/// The manifest a browser installs the page with.
enum WebManifest {
  static func text(name: String) -> String {
    """
    {"name":\(JSONString.text(name)),"short_name":\(JSONString.text(name)),"start_url":"/","scope":"/","display":"standalone",\
    "background_color":"#f2f2f7","theme_color":"#f2f2f7","icons":[\
    {"src":"/assets/\(Assets.icon)","sizes":"any","type":"image/svg+xml"},\
    {"src":"/assets/\(Assets.smallIcon)","sizes":"192x192","type":"image/png"},\
    {"src":"/assets/\(Assets.largeIcon)","sizes":"512x512","type":"image/png"},\
    {"src":"/assets/\(Assets.squareIcon)","sizes":"512x512","type":"image/png","purpose":"maskable"}]}

    """
  }
}

/// A JSON string.
enum JSONString {
  static func text(_ string: String) -> String { JSONWriter().text(.string(string)) }
}
